package rules

import (
	"slices"

	"allot/internal/platform/apperr"
	"allot/internal/platform/civil"
)

// Status is a status set on a day, which goes before the numbers. The empty status
// leaves the day to them.
type Status string

// The statuses.
const (
	StatusNone    Status = ""
	StatusFree    Status = "free"
	StatusOpen    Status = "open"
	StatusRequest Status = "request"
	StatusStop    Status = "stop"
	StatusBlock   Status = "block"
)

// The codes of statuses in a snapshot, 0 for none. Those from codeRequest on are
// restrictive.
const (
	codeFree uint8 = iota + 1
	codeOpen
	CodeRequest
	codeStop
	codeBlock
)

// Statuses lists every status that can be set, in the order of their codes.
var Statuses = []Status{StatusFree, StatusOpen, StatusRequest, StatusStop, StatusBlock}

// Restrictive reports whether the status restricts sales.
func (s Status) Restrictive() bool { return s == StatusRequest || s == StatusStop || s == StatusBlock }

// Stops reports whether nothing is sold under the status.
func (s Status) Stops() bool { return s == StatusStop || s == StatusBlock }

// Code returns the place of the status in Statuses from 1, 0 for none.
func (s Status) Code() uint8 { return uint8(slices.Index(Statuses, s) + 1) }

// StatusOf returns the status of a code.
func StatusOf(code uint8) Status {
	if code == 0 {
		return StatusNone
	}
	return Statuses[code-1]
}

// Reason is why a day is restricted.
type Reason string

// The reasons.
const (
	ReasonRenovation       Reason = "renovation"
	ReasonGroupHold        Reason = "group_hold"
	ReasonAllotmentExpired Reason = "allotment_expired"
	ReasonHotelEvent       Reason = "hotel_event"
	ReasonForceMajeure     Reason = "force_majeure"
	ReasonPeakExclusion    Reason = "peak_exclusion"
)

// Reasons lists every reason; the index plus 1 is the code in a snapshot.
var Reasons = []Reason{
	ReasonRenovation, ReasonGroupHold, ReasonAllotmentExpired, ReasonHotelEvent, ReasonForceMajeure, ReasonPeakExclusion,
}

// Code returns the place of the reason in Reasons from 1, 0 for none.
func (r Reason) Code() uint8 { return uint8(slices.Index(Reasons, r) + 1) }

// Day is the record of one room and date on a calendar.
type Day struct {
	CalendarID int64      `bun:"calendar_id,pk" json:"calendar"`
	RoomID     int64      `bun:"room_id,pk" json:"room"`
	Date       civil.Date `bun:"date,pk" json:"date"`
	OwnerID    int64      `bun:"owner_id" json:"-"`
	PropertyID int64      `bun:"property_id" json:"-"`
	Closed     int        `bun:"closed" json:"closed"`
	Confirmed  int        `bun:"confirmed" json:"confirmed"`
	Rooming    int        `bun:"rooming" json:"-"`
	Status     Status     `bun:"status" json:"status"`
	Reason     Reason     `bun:"reason" json:"reason"`
	Note       string     `bun:"note" json:"note"`
	// ChangedBy is the user who last set a value by hand, 0 if unknown, and
	// ChangedAt when, in microseconds since 1970.
	ChangedBy int64 `bun:"changed_by" json:"-"`
	ChangedAt int64 `bun:"changed_at" json:"-"`
	Version   int64 `bun:"version" json:"-"`
}

// Held returns the units that the day takes from the pool.
func (d Day) Held() int { return d.Closed + d.Confirmed }

// Same reports whether two records differ at most in their version.
func (d Day) Same(o Day) bool {
	d.Version = o.Version
	return d == o
}

// The refusals about days.
var (
	ErrPastDate     = apperr.New(apperr.Invalid, "past_date", "days before today cannot be edited")
	ErrRoomingHolds = apperr.New(apperr.Conflict, "rooming_holds", "confirmed rooming entries hold more units than that: cancel them first")
)

const (
	maxUnits = 10000 // the limit of room_total_units in the fact sheet
	maxNote  = 1000
)
