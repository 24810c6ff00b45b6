package rules

import (
	"allot/internal/platform/apperr"
	"allot/internal/platform/civil"
	"allot/internal/platform/field"
)

// Units is the report of a property management system on a room type and date.
type Units struct {
	RoomID     int64      `bun:"room_id,pk"`
	Date       civil.Date `bun:"date,pk"`
	Source     string     `bun:"source,pk"`
	OwnerID    int64      `bun:"owner_id"`
	PropertyID int64      `bun:"property_id"`
	Reserved   int        `bun:"reserved"`
	CheckedIn  int        `bun:"checked_in"`
	OutOfOrder int        `bun:"out_of_order"`
	// Counted is the part that counts in the pool: without units sold through the
	// platform, if the system includes them.
	Counted int `bun:"counted"`
}

// Deducted returns the units not counted because the platform sold them.
func (u Units) Deducted() int { return u.Reserved + u.CheckedIn + u.OutOfOrder - u.Counted }

// Count sets Counted. own is the number of units that the platform has sold and
// no other system has deducted. Units out of order are not bookings.
func (u *Units) Count(own int) {
	u.Counted = max(0, u.Reserved+u.CheckedIn-max(0, own)) + u.OutOfOrder
}

// UnitsImport is one report of a property management system.
type UnitsImport struct {
	// Source names the system. Its report replaces its earlier one for the same rooms
	// and dates.
	Source string
	// IncludesPlatformBookings says that the counts include units sold through the
	// platform, which must not be counted twice.
	IncludesPlatformBookings bool
	// Complete says that the system has no units on rooms and dates from today on that
	// no accepted row names. A rejected row keeps its room as it was.
	Complete bool
	// Silent leaves it to the caller to notify the hotel of overbookings, with
	// NotifyOverbooked.
	Silent bool
	Rows   []UnitRow
}

// UnitRow is the report on a room for Date or, if From is set, for every day from
// From to To. The later of two rows for a day counts.
type UnitRow struct {
	Line                            int // line number in the request
	RoomID                          int64
	Date                            civil.Date
	From, To                        civil.Date
	Reserved, CheckedIn, OutOfOrder int
}

// UnitsResult is the result of an import.
type UnitsResult struct {
	Accepted   int            // rows
	Rejected   []RejectedUnit // in the order of the rows
	Overbooked []Overbooking  // by room and date
	Worse      []Cell         // overbooked now, or by more units than before
	Changes    []UnitsChange  // by room and date
}

// UnitsChange is the report of a system on a room and date before and after an
// import.
type UnitsChange struct{ Before, After Units }

// RejectedUnit is a row that was rejected.
type RejectedUnit struct {
	Line int
	Err  error
}

// Overbooking is a day of a room with more reported units than fit.
type Overbooking struct {
	RoomID            int64
	Date              civil.Date
	Reported, Counted int // units, over all systems
}

const (
	maxSource = 50
	// maxAhead bounds the days ahead of a report.
	maxAhead = 1100
)

// Check returns an error that lists each bad field of the report itself.
func (in UnitsImport) Check() error {
	var f apperr.Fields
	f.Check(in.Source != "", "source", "is required")
	field.CheckLine(&f, "source", in.Source, maxSource)
	return f.Err()
}

// Season returns the days of a row from today on, or why there are none. Past days
// do not concern the pool.
func (r UnitRow) Season(today civil.Date) (civil.Range, error) {
	season := civil.Range{From: r.Date, To: r.Date}
	if !r.From.IsZero() || !r.To.IsZero() {
		season = civil.Range{From: r.From, To: r.To}
	}
	switch {
	case !season.Valid():
		return season, apperr.Field("date", "is required, or from and a to that is not before it")
	case season.To < today:
		return season, apperr.Field("", "%s has passed: today is %s where the property is", season.To, today)
	case season.To > today.Add(maxAhead):
		return season, apperr.Field("", "%s is more than %d days ahead", season.To, maxAhead)
	}
	season.From = max(season.From, today)
	return season, nil
}

// CheckUnits returns what is wrong with the counts of a row.
func (r UnitRow) CheckUnits() error {
	for _, n := range []struct {
		name  string
		units int
	}{{"reserved", r.Reserved}, {"checked_in", r.CheckedIn}, {"out_of_order", r.OutOfOrder}} {
		if n.units < 0 || n.units > maxUnits {
			return apperr.Field(n.name, "must be a whole number from 0 to %d", maxUnits)
		}
	}
	return nil
}
