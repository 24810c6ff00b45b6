package demo

import (
	"math"

	"allot/internal/platform/civil"
)

// market says how much of a hotel an operator sells and how early its guests book.
type market struct {
	// Share is the part of a room type's units that the operator has as allotment.
	Share float64 `json:"share"`
	// Lead is the days before arrival when half of the bookings are made, Spread how
	// far they lie apart around that day.
	Lead   float64 `json:"lead"`
	Spread float64 `json:"spread"`
}

// booked returns the part of all bookings for a date that are made so many days
// before it: few at first, then more, and all of them on the day itself.
func (m market) booked(lead int) float64 {
	at := func(days float64) float64 { return 1 / (1 + math.Exp((days-m.Lead)/m.Spread)) }
	return at(float64(max(0, lead))) / at(0)
}

// strength is how full a hotel is on the best days of a season and on its first and
// last ones.
type strength struct {
	Peak float64 `json:"peak"`
	Low  float64 `json:"low"`
}

// demand returns the part of its allotment that an operator has sold for a date in
// the end, from 0 to 1: more in the middle of a season and at weekends.
func (s strength) demand(season civil.Range, date civil.Date) float64 {
	position := float64(date.Sub(season.From)) / float64(max(1, season.Days()-1))
	middle := math.Pow(math.Sin(math.Pi*position), 1.4)
	return (s.Low + (s.Peak-s.Low)*middle) * weekdays[date.Weekday()-1]
}

// weekdays are the factors of Monday to Sunday.
var weekdays = [7]float64{0.93, 0.94, 0.96, 0.98, 1.03, 1.06, 1.0}

// varied returns a factor around 1 that depends on the numbers alone.
func varied(numbers ...int64) float64 {
	const from, width = 0.86, 0.24
	return from + width*unit(numbers...)
}

// unit returns a number from 0 to 1 that depends on the numbers alone and looks
// random. It is the mixing function of SplitMix64.
func unit(numbers ...int64) float64 {
	x := uint64(0x5eed_a110)
	for _, n := range numbers {
		x += uint64(n) + 0x9e3779b97f4a7c15
		x = (x ^ x>>30) * 0xbf58476d1ce4e5b9
		x = (x ^ x>>27) * 0x94d049bb133111eb
		x ^= x >> 31
	}
	return float64(x>>11) / (1 << 53)
}

// pick returns a whole number from 0 to n-1 that depends on the numbers alone.
func pick(n int, numbers ...int64) int { return int(unit(numbers...) * float64(n)) }

const daysOfWeek = 7

// pickUp returns the units of an allotment that are sold for a date, seen some days
// before it. key tells allotments apart.
func pickUp(quantity int, m market, s strength, season civil.Range, date civil.Date, lead int, key int64) int {
	sold := float64(quantity) * s.demand(season, date) * varied(key, int64(date)/daysOfWeek) * m.booked(lead)
	return min(quantity, int(math.Round(sold)))
}
