// Package warning is what an answer says beside its normal body of a write that
// was done but breaks an agreement or looks like a mistake. Nothing is refused for
// a warning.
package warning

import "allot/internal/platform/civil"

// Warning is one such remark. Modules embed it to add what it is about.
type Warning struct {
	Code    string       `json:"code" doc:"Stable, snake_case"`
	Message string       `json:"message" doc:"In plain words"`
	Dates   []civil.Date `json:"dates,omitempty" doc:"The first 100 days that it is about"`
	Days    int          `json:"days,omitempty" doc:"How many days it is about"`
}

// MaxDates bounds the dates that a warning names.
const MaxDates = 100

// About is the warning for these days, in their order.
func (w Warning) About(dates []civil.Date) Warning {
	w.Dates, w.Days = dates[:min(len(dates), MaxDates)], len(dates)
	return w
}
