// Package civil has calendar days and ranges of days, without hours and time
// zones.
//
// A Date is a day number, because availability code loops over millions of days:
// dates compare with <, the next day is d+1, and no call allocates. The zero Date
// means "no date" everywhere: null in JSON, NULL in SQL, empty as text.
package civil

import "time"

// Date is the number of a day; day 1 is 0001-01-01 and 0 is no date at all.
// A number outside Min to Max, which only a conversion can produce, is no date
// too.
type Date int32

// Min and Max are the first and the last day that four digits of a year can
// name.
const (
	Min Date = 1
	Max Date = 3652059
)

const (
	secondsPerDay = 24 * 60 * 60
	epoch         = 719163 // the Date of 1970-01-01
)

// New returns the day, or no date if the calendar has no such day.
func New(year int, month time.Month, day int) Date {
	if year < 1 || year > 9999 || month < time.January || month > time.December || day < 1 || day > 31 {
		return 0
	}
	t := time.Date(year, month, day, 0, 0, 0, 0, time.UTC)
	if t.Month() != month { // a day such as 31 April became one of the next month
		return 0
	}
	return Date(t.Unix()/secondsPerDay + epoch)
}

// Of returns the day of t in its own location.
func Of(t time.Time) Date { return New(t.Date()) }

// YMD returns year, month and day at once; no date gives zeros.
func (d Date) YMD() (year int, month time.Month, day int) {
	if d.IsZero() {
		return 0, 0, 0
	}
	return time.Unix((int64(d)-epoch)*secondsPerDay, 0).UTC().Date()
}

// Year returns the year, 0 for no date.
func (d Date) Year() int {
	y, _, _ := d.YMD()
	return y
}

// Month returns the month, 0 for no date.
func (d Date) Month() time.Month {
	_, m, _ := d.YMD()
	return m
}

// Day returns the day of the month, 0 for no date.
func (d Date) Day() int {
	_, _, day := d.YMD()
	return day
}

// Weekday returns 1 for Monday to 7 for Sunday, as in the API, and 0 for no date.
func (d Date) Weekday() int {
	if d.IsZero() {
		return 0
	}
	return int(d-1)%7 + 1
}

// IsZero reports whether d is no date.
func (d Date) IsZero() bool { return d < Min || d > Max }

// Add returns the date days later, at least Min and at most Max. No date stays no
// date, unlike with d+1.
func (d Date) Add(days int) Date {
	if d.IsZero() {
		return 0
	}
	days = min(max(days, -int(Max)), int(Max))
	return Date(min(max(int(d)+days, int(Min)), int(Max)))
}

// Sub returns the number of days from e to d, negative if d is earlier.
func (d Date) Sub(e Date) int { return int(d) - int(e) }

// AddMonths returns the date months later, at least Min and at most Max. If that
// month is too short it returns its last day (31 January and one month is 28 or
// 29 February).
func (d Date) AddMonths(months int) Date {
	if d.IsZero() {
		return 0
	}
	const limit = 12 * 9999
	y, m, day := d.YMD()
	total := 12*y + int(m) - 1 + min(max(months, -limit), limit)
	switch {
	case total < 12:
		return Min
	case total >= limit+12:
		return Max
	}
	y, m = total/12, time.Month(total%12+1)
	daysInMonth := time.Date(y, m+1, 0, 0, 0, 0, 0, time.UTC).Day()
	return New(y, m, min(day, daysInMonth))
}

// Time returns midnight of the day in loc, or the zero time for no date.
func (d Date) Time(loc *time.Location) time.Time {
	if d.IsZero() {
		return time.Time{}
	}
	y, m, day := d.YMD()
	return time.Date(y, m, day, 0, 0, 0, 0, loc)
}
