package rules

import (
	"errors"
	"fmt"

	"allot/internal/platform/apperr"
	"allot/internal/platform/civil"
	"allot/internal/platform/field"
)

// Units is what a property management system reports of a room type on a date.
type Units struct {
	RoomID     int64      `bun:"room_id,pk"`
	Date       civil.Date `bun:"date,pk"`
	Source     string     `bun:"source,pk"`
	OwnerID    int64      `bun:"owner_id"`
	PropertyID int64      `bun:"property_id"`
	Reserved   int        `bun:"reserved"`
	CheckedIn  int        `bun:"checked_in"`
	OutOfOrder int        `bun:"out_of_order"`
	// Counted is what it comes to in the pool: without what was sold through the
	// platform, if the system counts that too.
	Counted int `bun:"counted"`
}

// deducted is how many units are left out because the platform sold them.
func (u Units) Deducted() int { return u.Reserved + u.CheckedIn + u.OutOfOrder - u.Counted }

// count works out Counted. own is how many units the platform has sold that no
// other system has accounted for. Out of order is nobody's booking.
func (u *Units) Count(own int) {
	u.Counted = max(0, u.Reserved+u.CheckedIn-max(0, own)) + u.OutOfOrder
}

// UnitsImport is one report of a property management system.
type UnitsImport struct {
	// Source names the system; what it reports replaces what it said before of
	// the same rooms and dates.
	Source string
	// IncludesPlatformBookings says that its counts contain what was sold through
	// the platform, which must not be counted twice.
	IncludesPlatformBookings bool
	Rows                     []UnitRow
}

// UnitRow is what a system reports of a room on Date or, if From is set, on every
// day from From to To. Of two rows for a day the later one counts.
type UnitRow struct {
	Line                            int // where it stands in what was sent
	RoomID                          int64
	Date                            civil.Date
	From, To                        civil.Date
	Reserved, CheckedIn, OutOfOrder int
}

// UnitsResult tells what became of a report.
type UnitsResult struct {
	Accepted   int            // rows
	Rejected   []RejectedUnit // in the order of the rows
	Overbooked []Overbooking  // by room and date
}

// RejectedUnit is a row that could not be taken; the others were.
type RejectedUnit struct {
	Line    int
	Message string
}

// Overbooking is a day of a room on which more is reported than fits.
type Overbooking struct {
	RoomID            int64
	Date              civil.Date
	Reported, Counted int // units, over all systems
}

const (
	maxSource = 50
	// maxAhead is how many days ahead a report can reach.
	maxAhead = 1100
)

func (in UnitsImport) Check() error {
	var f apperr.Fields
	f.Check(in.Source != "", "source", "is required")
	field.CheckLine(&f, "source", in.Source, maxSource)
	return f.Err()
}

// season is the days of a row that count, or why there are none. What is over is
// history of the system, not of the pool; of a row that has begun the rest counts.
func (r UnitRow) Season(today civil.Date) (civil.Range, error) {
	season := civil.Range{From: r.Date, To: r.Date}
	if !r.From.IsZero() || !r.To.IsZero() {
		season = civil.Range{From: r.From, To: r.To}
	}
	switch {
	case !season.Valid():
		return season, errors.New("date, or from and a to that is not before it, is required")
	case season.To < today:
		return season, fmt.Errorf("%s has passed: today is %s where the property is", season.To, today)
	case season.To > today.Add(maxAhead):
		return season, fmt.Errorf("%s is more than %d days ahead", season.To, maxAhead)
	}
	season.From = max(season.From, today)
	return season, nil
}

// checkUnits says what is wrong with the counts of a row.
func (r UnitRow) CheckUnits() error {
	for _, n := range []struct {
		name  string
		units int
	}{{"reserved", r.Reserved}, {"checked_in", r.CheckedIn}, {"out_of_order", r.OutOfOrder}} {
		if n.units < 0 || n.units > maxUnits {
			return fmt.Errorf("%s must be a whole number from 0 to %d", n.name, maxUnits)
		}
	}
	return nil
}
