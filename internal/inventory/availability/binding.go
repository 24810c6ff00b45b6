package availability

import (
	"slices"

	"allot/internal/content/property"
	"allot/internal/inventory/allotment/rules"
	"allot/internal/partners/contract"
	"allot/internal/partners/ratecontract"
)

// Refusal says why an operator gets nothing of a property. Codes are API: never
// rename one.
type Refusal struct {
	Code    string `json:"code" enum:"stop_sale_not_shared,no_calendar,contract_ended,master_not_shared,exports_not_shared,not_published,hotel_suspended"`
	Message string `json:"message"`
}

// The refusals.
var (
	NotShared  = Refusal{"stop_sale_not_shared", "The contract does not share stop sales"}
	NoCalendar = Refusal{"no_calendar", "Contact the accommodation to create a calendar"}
	Ended      = Refusal{"contract_ended", "Contract has ended"}
	// ExportsNotShared is for systems only; people can still read.
	ExportsNotShared = Refusal{"exports_not_shared", "The hotel does not share this property with systems: ask it to allow exports"}
	// NotPublished is used if only the publication is missing.
	NotPublished = Refusal{"not_published", "The hotel has not published this property yet"}
	// HotelSuspended is used if nobody of the hotel can close the property.
	HotelSuspended  = Refusal{property.ClosedCode, property.ClosedMessage}
	MasterNotShared = Refusal{"master_not_shared", "The Master calendar needs an active partnership contract that shares stop sales"}
)

// binding decides which calendars of a property the reader sees. The hotel itself
// needs none for its own, unless its key is for one contract.
type binding struct {
	hotel    bool    // the reader is the hotel itself
	all      bool    // it sees every calendar
	contract int64   // in force and sharing stop sales; 0 if there is none
	rates    []int64 // rate contracts; for an operator the active ones
}

// sharing is how the terms of a contract change what the reader sees. A rate
// contract alone changes nothing.
type sharing struct {
	reasons bool // reasons of restricted days are shown
	totals  bool // the property's totals are shown beside its rooms
	closes  bool // days on request are shown as closed
	exports bool // systems may read it
}

// ownSharing is how a hotel sees its own days.
var ownSharing = sharing{reasons: true, exports: true}

func sharingOf(operator int64, c *contract.Contract) sharing {
	if c == nil {
		return sharing{exports: true}
	}
	return sharing{
		reasons: c.Allows(operator, contract.RightReasons), totals: c.SeesPropertyAvailability(operator),
		closes: c.ClosesRequests(operator), exports: c.Allows(operator, contract.RightExports),
	}
}

// bindOperator returns what binds an operator to a property of a hotel, or why
// nothing does.
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

// owns reports whether a calendar is for the other side of the binding.
func (b binding) owns(c rules.Calendar) bool {
	return b.connects(c) || c.RateContract != nil && slices.Contains(b.rates, *c.RateContract)
}

func (b binding) connects(c rules.Calendar) bool {
	return c.Kind == rules.KindConnected && c.Contract != nil && *c.Contract == b.contract
}

func isMaster(c rules.Calendar) bool { return c.Kind == rules.KindMaster }

// choose returns the indexes of the selected calendars that the reader sees.
func (b binding) choose(calendars []rules.Calendar, query *Query) ([]int, *Refusal) {
	if !b.hotel {
		return b.chooseOne(calendars, query.Master)
	}
	var list []int
	for i, c := range calendars {
		if (b.all || isMaster(c) || b.owns(c)) && query.includesCalendar(c) {
			list = append(list, i)
		}
	}
	return list, nil
}

// chooseOne returns for an operator the calendar connected by its contract, or
// else those that its rate contracts feed, or else, with a contract, the Master.
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
