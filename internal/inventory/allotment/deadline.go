package allotment

import (
	"context"
	"slices"

	"allot/internal/inventory/allotment/rules"
	"allot/internal/partners/contract"
	"allot/internal/platform/audit"
	"allot/internal/platform/civil"
)

// counterparty is the operator of a calendar.
type counterparty struct {
	partner  int64             // the operator's account, 0 if there is none
	contract contract.Contract // the zero contract if there is none
}

// counterparty returns the operator of a connected or contracted calendar. What it
// was bound to may be gone.
func (s *Service) counterparty(ctx context.Context, c rules.Calendar) (with counterparty, err error) {
	switch {
	case c.Kind == rules.KindConnected && c.Contract != nil:
		with.contract, err = orZero(s.deps.Contracts.Contract(ctx, c.OwnerID, *c.Contract))
		with.partner = with.contract.PartnerID
	case c.Kind == rules.KindContracted && c.RateContract != nil:
		rate, err := orZero(s.deps.RateContracts.Get(ctx, c.OwnerID, *c.RateContract))
		if err != nil || rate.PartnerID == 0 {
			return with, err
		}
		with.partner = rate.PartnerID
		with.contract, err = s.deps.Contracts.Between(ctx, c.OwnerID, rate.PartnerID)
		return with, err
	}
	return with, err
}

// checkNotice compares the days that a write takes off sale with the notice period
// of contracts: days of the Master with every contract in force, days of an
// operator's calendar with its own. Late stops are done, returned as warnings and
// recorded in the audit trail.
func (ch *change) checkNotice(ctx context.Context, c rules.Calendar, changes []dayChange, p *poolChange) error {
	closed, emptied, err := ch.closings(ctx, c, changes, p)
	if err != nil || len(closed) == 0 {
		return err
	}
	contracts, err := ch.noticeContracts(ctx, c)
	if err != nil {
		return err
	}
	ch.late, ch.warnings, err = ch.deps.Contracts.LateStops(ctx, contracts, ch.today, closed)
	if err != nil || len(ch.late) == 0 {
		return err
	}
	for _, l := range ch.late {
		if slices.ContainsFunc(emptied, func(d civil.Date) bool { return d < l.Until }) {
			ch.affected.late = append(ch.affected.late, l)
		}
	}
	return ch.deps.Audit.Record(ctx, audit.Change{Action: "late_stop_sale", ObjectType: "allotment_days", ObjectID: c.ID, After: ch.warnings})
}

// noticeContracts lists the contracts whose notice period applies to a calendar.
func (ch *change) noticeContracts(ctx context.Context, c rules.Calendar) ([]contract.Contract, error) {
	if c.Kind == rules.KindMaster {
		return ch.hosted(ctx)
	}
	with, err := ch.counterparty(ctx, c)
	return []contract.Contract{with.contract}, err
}

// closings returns the dates, from today to the longest possible notice period,
// on which a write takes a room off sale: it sets a stop or block, or closes the
// last units. emptied are the latter, for which no stop sale is published.
func (ch *change) closings(ctx context.Context, c rules.Calendar, changes []dayChange, p *poolChange) (dates, emptied []civil.Date, err error) {
	if c.Kind == rules.KindAllotment || c.Kind == rules.KindStandalone {
		return nil, nil, nil // no operator on the platform sees them
	}
	left := ch.unitsLeft(c, p)
	for _, d := range changes {
		switch {
		case d.after.Date < ch.today, d.after.Date >= ch.today.Add(contract.MaxStopSaleDeadline), d.before.Status.Stops():
			continue
		case !d.after.Status.Stops():
			if d.after.Closed <= d.before.Closed {
				continue
			}
			before, after, err := left(ctx, d)
			if err != nil {
				return nil, nil, err
			}
			if before <= 0 || after > 0 {
				continue
			}
			emptied = append(emptied, d.after.Date)
		}
		dates = append(dates, d.after.Date)
	}
	slices.Sort(dates)
	return slices.Compact(dates), emptied, nil
}

// unitsLeft returns a function for the units left on a day before and after a
// change: of the pool for the Master, of the allotment for other calendars.
func (ch *change) unitsLeft(c rules.Calendar, p *poolChange) func(ctx context.Context, d dayChange) (before, after int, err error) {
	if c.Kind == rules.KindMaster {
		return func(_ context.Context, d dayChange) (int, int, error) {
			before, after := p.beforeAfter(d.cell())
			return before.Remaining(), after.Remaining(), nil
		}
	}
	var allotted func(r rules.Room, date civil.Date) *int
	return func(ctx context.Context, d dayChange) (before, after int, err error) {
		if allotted == nil {
			if allotted, err = ch.allotments(ctx, c); err != nil {
				return 0, 0, err
			}
		}
		room, err := ch.room(ctx, "room", d.after.RoomID)
		if err != nil {
			return 0, 0, err
		}
		units := *allotted(room, d.after.Date)
		return units - d.before.Held(), units - d.after.Held(), nil
	}
}
