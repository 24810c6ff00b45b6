package availability

import (
	"slices"

	"allot/internal/inventory/allotment/rules"
	"allot/internal/partners/contract"
	"allot/internal/partners/ratecontract"
)

// Refusal says why an operator is told nothing of a property. Codes are API:
// never rename one.
type Refusal struct {
	Code    string `json:"code" enum:"stop_sale_not_shared,no_calendar,contract_ended,master_not_shared,exports_not_shared,not_published"`
	Message string `json:"message"`
}

// The refusals.
var (
	NotShared  = Refusal{"stop_sale_not_shared", "The contract does not share stop sales"}
	NoCalendar = Refusal{"no_calendar", "Contact the accommodation to create a calendar"}
	Ended      = Refusal{"contract_ended", "Contract has ended"}
	// ExportsNotShared is for systems: people go on reading.
	ExportsNotShared = Refusal{"exports_not_shared", "The hotel does not share this property with systems: ask it to allow exports"}
	// NotPublished is given where publication is all that is missing.
	NotPublished    = Refusal{"not_published", "The hotel has not published this property yet"}
	MasterNotShared = Refusal{"master_not_shared", "The Master calendar needs an active partnership contract that shares stop sales"}
)

// binding is what makes calendars of a property the reader's business. The hotel
// itself needs none for its own, unless its key is for one contract.
type binding struct {
	hotel    bool    // the reader is the hotel itself
	all      bool    // it sees every calendar
	contract int64   // in force, which shares stop sales; zero: none
	rates    []int64 // rate contracts: to an operator those that have not ended
}

// sharing is what the terms of a contract make of the days that are told. Without a
// contract, under a rate contract alone, nothing is agreed on.
type sharing struct {
	reasons bool // why days are restricted may be told
	whole   bool // the property is shown as a whole beside its rooms
	closes  bool // days on request are told as closed
	exports bool // systems may read it
}

// everything is how a hotel sees its own days.
var everything = sharing{reasons: true, exports: true}

func sharingOf(operator int64, c *contract.Contract) sharing {
	if c == nil {
		return sharing{exports: true}
	}
	return sharing{
		reasons: c.Allows(operator, contract.RightReasons), whole: c.SeesPropertyAvailability(operator),
		closes: c.ClosesRequests(operator), exports: c.Allows(operator, contract.RightExports),
	}
}

// bindOperator finds what binds an operator to a property of a hotel.
func bindOperator(operator int64, c *contract.Contract, rates []ratecontract.RateContract) (binding, *Refusal) {
	var b binding
	if c != nil {
		if !c.Allows(operator, contract.RightStopSale) {
			return b, &NotShared
		}
		b.contract = c.ID
	}
	for _, r := range rates {
		if r.Status == ratecontract.StatusActive {
			b.rates = append(b.rates, r.ID)
		}
	}
	if b.contract == 0 && len(b.rates) == 0 {
		return b, &Ended
	}
	return b, nil
}

// owns tells whether a calendar is for the other side of the binding.
func (b binding) owns(c rules.Calendar) bool {
	return b.connects(c) || c.RateContract != nil && slices.Contains(b.rates, *c.RateContract)
}

func (b binding) connects(c rules.Calendar) bool {
	return c.Kind == rules.KindConnected && c.Contract != nil && *c.Contract == b.contract
}

func isMaster(c rules.Calendar) bool { return c.Kind == rules.KindMaster }

// choose gives the places of the calendars that the reader sees, of those that it
// asks for.
func (b binding) choose(calendars []rules.Calendar, ask *Ask) ([]int, *Refusal) {
	if !b.hotel {
		return b.chooseOne(calendars, ask.Master)
	}
	var list []int
	for i, c := range calendars {
		if (b.all || isMaster(c) || b.owns(c)) && ask.wants(c) {
			list = append(list, i)
		}
	}
	return list, nil
}

// chooseOne gives an operator the calendar that is connected by its contract,
// else those that its rate contracts feed, else, to a partner, the Master.
func (b binding) chooseOne(calendars []rules.Calendar, onlyMaster bool) ([]int, *Refusal) {
	var fed []int
	for i, c := range calendars {
		switch {
		case onlyMaster:
		case b.connects(c):
			return []int{i}, nil
		case c.Kind == rules.KindContracted && b.owns(c):
			fed = append(fed, i)
		}
	}
	if len(fed) > 0 {
		return fed, nil
	}
	master := slices.IndexFunc(calendars, isMaster)
	if b.contract == 0 || master < 0 {
		return nil, &NoCalendar
	}
	return []int{master}, nil
}
