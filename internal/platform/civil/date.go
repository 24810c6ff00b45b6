// Package civil owns calendar days and ranges of days, without hours and
// without time zones.
//
// A Date is a plain day number, because availability code walks over millions
// of days: comparing is <, the next day is d+1, and no call allocates. The zero
// Date means "no date" everywhere: null in JSON, NULL in SQL, empty as text.
package civil

import "time"

// Date is the number of a day; day 1 is 0001-01-01 and 0 is no date at all.
// A number outside Min to Max, which only a conversion can make, reads as no
// date too.
type Date int32

// Min and Max are the first and the last day that four digits of a year can
// name.
const (
	Min Date = 1
	Max Date = 3652059
)

// The calendar repeats every 400 years. Counting starts at 0000-03-01, so that
// the leap day is the last of a year and the month lengths follow one formula;
// that day is marchOffset days before day 0.
const (
	daysPer400Years = 146097
	daysPer100Years = 36524
	daysPer4Years   = 1461
	marchOffset     = 305
)

// New returns the day, or no date where the calendar has no such day.
func New(year int, month time.Month, day int) Date {
	if year < 1 || year > 9999 || month < time.January || month > time.December ||
		day < 1 || day > daysIn(year, month) {
		return 0
	}
	return fromYMD(year, month, day)
}

// Of returns the day that t falls on in its own location.
func Of(t time.Time) Date {
	return New(t.Date())
}

func fromYMD(year int, month time.Month, day int) Date {
	m := int(month) - 3
	if m < 0 {
		m += 12
		year--
	}
	days := 365*year + year/4 - year/100 + year/400 + daysBeforeMonth(m) + day - 1
	return Date(days - marchOffset)
}

// daysBeforeMonth counts from March (0): five months always have 153 days.
func daysBeforeMonth(m int) int { return (153*m + 2) / 5 }

func daysIn(year int, month time.Month) int {
	switch month {
	case time.February:
		if year%4 == 0 && (year%100 != 0 || year%400 == 0) {
			return 29
		}
		return 28
	case time.April, time.June, time.September, time.November:
		return 30
	default:
		return 31
	}
}

// YMD splits the date into its parts at the cost of one; no date gives zeros.
func (d Date) YMD() (year int, month time.Month, day int) {
	if d.IsZero() {
		return 0, 0, 0
	}
	n := int(d) + marchOffset
	cycle := n / daysPer400Years
	n %= daysPer400Years
	yearOfCycle := (n - n/(daysPer4Years-1) + n/daysPer100Years - n/(daysPer400Years-1)) / 365
	n -= 365*yearOfCycle + yearOfCycle/4 - yearOfCycle/100

	m := (5*n + 2) / 153
	day = n - daysBeforeMonth(m) + 1
	year = cycle*400 + yearOfCycle
	if m >= 10 {
		return year + 1, time.Month(m - 9), day
	}
	return year, time.Month(m + 3), day
}

// Year is 0 for no date.
func (d Date) Year() int {
	y, _, _ := d.YMD()
	return y
}

// Month is 0 for no date.
func (d Date) Month() time.Month {
	_, m, _ := d.YMD()
	return m
}

// Day is the day of the month, 0 for no date.
func (d Date) Day() int {
	_, _, day := d.YMD()
	return day
}

// Weekday is 1 for Monday to 7 for Sunday, as in the API, and 0 for no date.
func (d Date) Weekday() int {
	if d.IsZero() {
		return 0
	}
	return int(d-1)%7 + 1
}

// IsZero tells whether d is no date.
func (d Date) IsZero() bool { return d < Min || d > Max }

// Add moves by days and stops at Min and Max. No date stays no date, which a
// bare d+1 does not promise.
func (d Date) Add(days int) Date {
	if d.IsZero() {
		return 0
	}
	days = min(max(days, -int(Max)), int(Max))
	return Date(min(max(int(d)+days, int(Min)), int(Max)))
}

// Sub counts the days from e to d; it is negative where d is earlier.
func (d Date) Sub(e Date) int { return int(d) - int(e) }

// AddMonths moves by calendar months. Where the month is too short it takes
// its last day (31 January and one month is 28 or 29 February); it stops at
// Min and Max as Add does.
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
	return fromYMD(y, m, min(day, daysIn(y, m)))
}

// Time is midnight of the day in loc, or the zero time for no date.
func (d Date) Time(loc *time.Location) time.Time {
	if d.IsZero() {
		return time.Time{}
	}
	y, m, day := d.YMD()
	return time.Date(y, m, day, 0, 0, 0, 0, loc)
}
