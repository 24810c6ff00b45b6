package availability

import (
	"slices"

	"allot/internal/allotment"
	"allot/internal/contract"
	"allot/internal/ratecontract"
)

// Refusal says why an operator is told nothing of a property. Codes are API:
// never rename one.
type Refusal struct {
	Code    string `json:"code" enum:"stop_sale_not_shared,no_calendar,contract_ended"`
	Message string `json:"message"`
}

// The refusals.
var (
	NotShared  = Refusal{"stop_sale_not_shared", "The contract does not share stop sales"}
	NoCalendar = Refusal{"no_calendar", "Contact the accommodation to create a calendar"}
	Ended      = Refusal{"contract_ended", "Contract has ended"}
)

// binding is what makes a calendar of a property the operator's own.
type binding struct {
	contract int64   // in force with the hotel; zero: none
	rates    []int64 // rate contracts that have not ended
}

// bind finds what binds the operator to a property of a hotel.
func (p *Portfolio) bind(hotel, property int64) (binding, *Refusal) {
	var b binding
	if c, partner := p.contracts[hotel]; partner {
		if !c.Allows(p.Operator, contract.RightStopSale) {
			return b, &NotShared
		}
		b.contract = c.ID
	}
	for _, r := range p.rates[property] {
		if r.Status == ratecontract.StatusActive {
			b.rates = append(b.rates, r.ID)
		}
	}
	if b.contract == 0 && len(b.rates) == 0 {
		return b, &Ended
	}
	return b, nil
}

// choose gives the places of the calendars that the operator sees: the one that
// is connected by its contract, else those that its rate contracts feed, else,
// for a partner, the Master.
func (b binding) choose(calendars []allotment.Calendar) ([]int, *Refusal) {
	var fed []int
	for i, c := range calendars {
		switch {
		case c.Kind == allotment.KindConnected && c.Contract != nil && *c.Contract == b.contract:
			return []int{i}, nil
		case c.Kind == allotment.KindContracted && c.RateContract != nil && slices.Contains(b.rates, *c.RateContract):
			fed = append(fed, i)
		}
	}
	if len(fed) > 0 {
		return fed, nil
	}
	master := slices.IndexFunc(calendars, func(c allotment.Calendar) bool { return c.Kind == allotment.KindMaster })
	if b.contract == 0 || master < 0 {
		return nil, &NoCalendar
	}
	return []int{master}, nil
}
