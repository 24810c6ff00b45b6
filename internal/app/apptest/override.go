package apptest

import (
	"testing"

	"allot/internal/content/property"
	"allot/internal/partners/contract"
)

// Partners is a hotel with a published property and an operator who has a contract
// with it.
type Partners struct {
	Hotel, Operator *Who
	Admin           *Who
	Property        property.Property
	Contract        contract.Contract
}

// Partners makes some whose contract gives one answer to everything that an operator
// could make different.
func (e *Env) Partners(tb testing.TB, answer contract.Answer) *Partners {
	tb.Helper()
	p := &Partners{Operator: e.Operator(tb), Admin: e.Admin(tb)}
	p.Hotel, p.Property = e.Ready(tb, "Hotel Aurora")
	e.Publish(tb, p.Hotel, p.Admin, p.Property)
	p.Contract = e.Accepted(tb, p.Hotel, p.Operator, Answer(answer))
	return p
}

// Answer gives one answer to everything that an operator could make different.
func Answer(a contract.Answer) func(*contract.Contract) {
	return func(c *contract.Contract) { c.EditFacts, c.SelectPhotos, c.AddOwnPhotos, c.AddLogo = a, a, a, a }
}
