package allotment

import (
	"context"
	"slices"

	"allot/internal/partners/contract"
	"allot/internal/platform/audit"
	"allot/internal/platform/civil"
)

// counterparty is whom a calendar is for.
type counterparty struct {
	partner  int64             // the operator's account; zero: none
	contract contract.Contract // with it; the zero contract if there is none
}

// counterparty finds the operator of a connected or contracted calendar.
func (h *hotel) counterparty(ctx context.Context, c Calendar) (with counterparty, err error) {
	switch {
	case c.Kind == KindConnected && c.Contract != nil:
		with.contract, err = found(h.Contracts.Contract(ctx, h.owner, *c.Contract))
		with.partner = with.contract.PartnerID
	case c.Kind == KindContracted && c.RateContract != nil:
		rate, err := found(h.RateContracts.Get(ctx, h.owner, *c.RateContract))
		if err != nil || rate.PartnerID == 0 {
			return with, err
		}
		with.partner = rate.PartnerID
		with.contract, err = h.Contracts.Between(ctx, h.owner, rate.PartnerID)
		return with, err
	}
	return with, err
}

// checkNotice holds the days that a write takes off sale against the notice that
// contracts want: those of the Master against every contract in force, those of
// an operator's calendar against its own. What comes too late is done, told to
// the caller and marked in the trail.
func (h *hotel) checkNotice(ctx context.Context, c Calendar, changes []dayChange, p *pool) error {
	closed, emptied, err := h.closings(ctx, c, changes, p)
	if err != nil || len(closed) == 0 {
		return err
	}
	contracts, err := h.noticed(ctx, c)
	if err != nil {
		return err
	}
	h.late, h.warnings, err = h.Contracts.LateStops(ctx, contracts, h.today, closed)
	if err != nil || len(h.late) == 0 {
		return err
	}
	for _, l := range h.late {
		if slices.ContainsFunc(emptied, func(d civil.Date) bool { return d < l.Until }) {
			h.concerns.late = append(h.concerns.late, l)
		}
	}
	return h.Audit.Record(ctx, audit.Change{Action: "late_stop_sale", ObjectType: "allotment_days", ObjectID: c.ID, After: h.warnings})
}

// noticed are the contracts that want notice of what is closed on a calendar.
func (h *hotel) noticed(ctx context.Context, c Calendar) ([]contract.Contract, error) {
	if c.Kind == KindMaster {
		return h.Contracts.Hosted(ctx, h.owner)
	}
	with, err := h.counterparty(ctx, c)
	return []contract.Contract{with.contract}, err
}

// closings are the dates, from today on and as far ahead as notice can be agreed,
// on which a write takes a room off sale: it sets a stop or block, or closes
// units and leaves nothing. emptied are the latter, of which no stop sale tells.
func (h *hotel) closings(ctx context.Context, c Calendar, changes []dayChange, p *pool) (dates, emptied []civil.Date, err error) {
	if c.Kind == KindAllotment || c.Kind == KindStandalone {
		return nil, nil, nil // nobody on the platform is told of them
	}
	left := h.leftOn(c, p)
	for _, ch := range changes {
		switch {
		case ch.after.Date < h.today, ch.after.Date >= h.today.Add(contract.MaxStopSaleDeadline), ch.before.Status.Stops():
			continue
		case !ch.after.Status.Stops():
			if ch.after.Closed <= ch.before.Closed {
				continue
			}
			before, after, err := left(ctx, ch)
			if err != nil {
				return nil, nil, err
			}
			if before <= 0 || after > 0 {
				continue
			}
			emptied = append(emptied, ch.after.Date)
		}
		dates = append(dates, ch.after.Date)
	}
	slices.Sort(dates)
	return slices.Compact(dates), emptied, nil
}

// leftOn gives what a day has left before and after a change: of the Master what
// the pool has, of an operator's calendar what is its own.
func (h *hotel) leftOn(c Calendar, p *pool) func(ctx context.Context, ch dayChange) (before, after int, err error) {
	if c.Kind == KindMaster {
		return func(_ context.Context, ch dayChange) (int, int, error) {
			before, after := p.change(ch.cell())
			return before.Remaining(), after.Remaining(), nil
		}
	}
	var allotted func(r Room, date civil.Date) *int
	return func(ctx context.Context, ch dayChange) (before, after int, err error) {
		if allotted == nil {
			if allotted, err = h.allotments(ctx, c); err != nil {
				return 0, 0, err
			}
		}
		room, err := h.room(ctx, "room", ch.after.RoomID)
		if err != nil {
			return 0, 0, err
		}
		units := *allotted(room, ch.after.Date)
		return units - ch.before.Held(), units - ch.after.Held(), nil
	}
}
