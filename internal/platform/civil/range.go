package civil

import "iter"

// Range is the days from From to To, both included.
type Range struct {
	From Date `json:"from" doc:"First day"`
	To   Date `json:"to" doc:"Last day, included"`
}

// Valid reports whether both ends are dates and in order.
func (r Range) Valid() bool {
	return !r.From.IsZero() && !r.To.IsZero() && r.From <= r.To
}

// Days returns the number of days; a range that is not valid has none.
func (r Range) Days() int {
	if !r.Valid() {
		return 0
	}
	return r.To.Sub(r.From) + 1
}

// Contains reports whether d is one of the days.
func (r Range) Contains(d Date) bool { return r.Valid() && r.From <= d && d <= r.To }

// Overlaps reports whether the ranges share a day.
func (r Range) Overlaps(s Range) bool {
	return r.Valid() && s.Valid() && r.From <= s.To && s.From <= r.To
}

// Intersect returns the shared days, and false if there are none.
func (r Range) Intersect(s Range) (Range, bool) {
	if !r.Overlaps(s) {
		return Range{}, false
	}
	return Range{From: max(r.From, s.From), To: min(r.To, s.To)}, true
}

// All yields the days in order.
func (r Range) All() iter.Seq[Date] {
	return func(yield func(Date) bool) {
		if !r.Valid() {
			return
		}
		for d := r.From; d <= r.To; d++ {
			if !yield(d) {
				return
			}
		}
	}
}
