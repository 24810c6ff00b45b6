package report

import (
	"allot/internal/inventory/allotment/rules"
	"allot/internal/inventory/availability"
	"allot/internal/platform/civil"
)

type (
	// Offer is what an operator can sell of a property.
	Offer struct {
		// Own reports whether the operator has a calendar of its own: only then
		// the nights are counted.
		Own bool
		OfferFigures
		Months []Month[OfferFigures]
	}
	// OfferFigures are totals of days. A day has the state of its best room:
	// open if any room is.
	OfferFigures struct {
		OpenDays, OnRequestDays, ClosedDays int
		AllotmentNights, AvailableNights    int // of the operator's own calendars
	}
	// offerDay is one day of an offer.
	offerDay struct {
		state                rules.State
		allotment, available int
	}
)

// offerOf adds up what an operator may read of a property.
func offerOf(p availability.PropertyView, season civil.Range) Offer {
	days := make([]offerDay, season.Days())
	for i := range days {
		days[i].state = rules.StateClosed // of a property without rooms
	}
	offer := Offer{}
	p.Rooms(func(own bool, row rules.Row, cells *rules.Cells) {
		offer.Own = offer.Own || own
		for i := range days {
			d := &days[i]
			d.state = min(d.state, cells.State[i])
			if own {
				d.allotment += int(row.Allotted[i])
				d.available += row.AvailableTo(cells, i)
			}
		}
	})
	offer.OfferFigures, offer.Months = sumOffer(days), monthsOf(season, days, sumOffer)
	return offer
}

func sumOffer(days []offerDay) OfferFigures {
	var sum OfferFigures
	for _, d := range days {
		switch d.state {
		case rules.StateOpen:
			sum.OpenDays++
		case rules.StateOnRequest:
			sum.OnRequestDays++
		case rules.StateClosed:
			sum.ClosedDays++
		}
		sum.AllotmentNights += d.allotment
		sum.AvailableNights += d.available
	}
	return sum
}
