package rules

import (
	"allot/internal/partners/ratecontract"
	"allot/internal/platform/apperr"
	"allot/internal/platform/civil"
	"allot/internal/platform/field"
)

// Source is who made a block.
type Source string

// The sources.
const (
	SourceManual   Source = "manual"
	SourceContract Source = "contract"
)

// Block allots units of a room type to a calendar for a season. Blocks of one
// room on one calendar never share a day.
type Block struct {
	ID          int64      `bun:"id,pk,autoincrement" json:"id"`
	OwnerID     int64      `bun:"owner_id" json:"-"`
	PropertyID  int64      `bun:"property_id" json:"-"`
	CalendarID  int64      `bun:"calendar_id" json:"calendar"`
	RoomID      int64      `bun:"room_id" json:"room"`
	StartDate   civil.Date `bun:"start_date" json:"start_date"`
	EndDate     civil.Date `bun:"end_date" json:"end_date" doc:"Last day, included"`
	Quantity    int        `bun:"quantity" json:"quantity" doc:"Units a day"`
	ReleaseDays int        `bun:"release_days" json:"release_days" doc:"On days less than this ahead the unsold allotment counts as 0"`
	Source      Source     `bun:"source" json:"source" enum:"manual,contract"`
}

// ErrBlockOverlaps refuses a second block for a day of a room.
var ErrBlockOverlaps = apperr.New(apperr.Conflict, "block_overlap", "another block covers part of this season")

// Season is the days of the block.
func (b Block) Season() civil.Range { return civil.Range{From: b.StartDate, To: b.EndDate} }

// InForce returns the units that the block allots on one of its days: 0 once the
// release has returned unsold units to the hotel.
func (b Block) InForce(date, today civil.Date) int {
	if date.Sub(today) < b.ReleaseDays {
		return 0
	}
	return b.Quantity
}

// AllottedOn returns what blocks of one calendar allot of a room on a date.
func AllottedOn(blocks []Block, at Cell, today civil.Date) int {
	for _, b := range blocks {
		if b.RoomID == at.Room && b.Season().Contains(at.Date) {
			return b.InForce(at.Date, today)
		}
	}
	return 0
}

// Released reports whether unsold units of a day from today on are back with the
// hotel.
func (b Block) Released(date, today civil.Date) bool {
	return date >= today && b.InForce(date, today) == 0
}

const (
	maxReleaseDays = 365
	monthsInYear   = 12
)

// BlockChange holds the new values of a block; nil leaves a field as it is.
type BlockChange struct {
	RoomID                *int64
	StartDate, EndDate    *civil.Date
	Quantity, ReleaseDays *int
}

// Apply sets the given fields.
func (in BlockChange) Apply(b *Block) {
	field.Set(&b.RoomID, in.RoomID)
	field.Set(&b.StartDate, in.StartDate)
	field.Set(&b.EndDate, in.EndDate)
	field.Set(&b.Quantity, in.Quantity)
	field.Set(&b.ReleaseDays, in.ReleaseDays)
}

// Check adds an error for each bad field; at is the path prefix of the fields.
// before is the zero Block for a new one. An unchanged quantity is accepted even
// if the room has fewer units now.
func (b Block) Check(f *apperr.Fields, at string, before Block, rooms []Room, today civil.Date) {
	b.checkSeason(f, at, today)
	f.Checkf(b.ReleaseDays >= 0 && b.ReleaseDays <= maxReleaseDays, at+"release_days", "must be from 0 to %d", maxReleaseDays)
	f.Check(b.Quantity >= 1, at+"quantity", "must be at least 1")
	if b.RoomID != before.RoomID || b.Quantity != before.Quantity {
		b.checkRoom(f, at, rooms)
	}
}

func (b Block) checkSeason(f *apperr.Fields, at string, today civil.Date) {
	f.Check(!b.StartDate.IsZero(), at+"start_date", "is required")
	f.Check(!b.EndDate.IsZero(), at+"end_date", "is required")
	if b.StartDate.IsZero() || b.EndDate.IsZero() {
		return
	}
	const years = ratecontract.MaxYears
	f.Check(b.StartDate <= b.EndDate, at+"end_date", "must not be before start_date")
	f.Checkf(b.EndDate <= b.StartDate.AddMonths(years*monthsInYear), at+"end_date", "must be at most %d years after start_date", years)
	f.Checkf(b.EndDate >= today, at+"end_date", "must not be in the past: today is %s where the property is", today)
}

func (b Block) checkRoom(f *apperr.Fields, at string, rooms []Room) {
	for _, r := range rooms {
		if r.ID == b.RoomID {
			f.Check(r.Units > 0, at+"quantity", "the room has no units to allot: state its room_total_units in the fact sheet first")
			f.Checkf(b.Quantity <= r.Units, at+"quantity", "must be at most %d, the room_total_units of the room", r.Units)
			return
		}
	}
	f.Check(false, at+"room", UnknownRoom)
}

// CheckOverlap refuses a block that shares a day of its room with another.
func (b Block) CheckOverlap(others []Block) error {
	for _, o := range others {
		if o.ID != b.ID && o.RoomID == b.RoomID && o.Season().Overlaps(b.Season()) {
			return ErrBlockOverlaps.Withf("block %d allots the room from %s to %s already", o.ID, o.StartDate, o.EndDate).With("block", o.ID)
		}
	}
	return nil
}
