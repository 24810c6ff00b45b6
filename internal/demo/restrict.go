package demo

import (
	"context"
	"slices"

	"allot/internal/content/facts"
	"allot/internal/identity/auth"
	"allot/internal/inventory/allotment/rules"
	"allot/internal/partners/ratecontract"
	"allot/internal/platform/civil"
)

// stopText is a restriction in texts.json. First counts the open days from today on,
// or those of the past from the first one.
type stopText struct {
	Status rules.Status `json:"status"`
	Reason rules.Reason `json:"reason"`
	Note   string       `json:"note"`
	Room   int          `json:"room"` // its place; negative: all rooms
	First  int          `json:"first"`
	Days   int          `json:"days"`
}

// restrict sets stop sales with their reasons, in the past and ahead, and the rooms
// that may be sold as others.
func (c *chain) restrict(ctx context.Context, r *resort) error {
	window := c.window()
	past := c.dates(r, civil.Range{From: window.From, To: c.today - 1})
	for _, t := range c.texts.PastStops {
		if len(past) <= t.First+t.Days {
			continue
		}
		c.ago(c.today.Sub(past[t.First]) + 1)
		if err := c.stop(ctx, r, t, past); err != nil {
			return err
		}
	}
	c.ago(3)
	ahead := c.dates(r, civil.Range{From: c.today, To: window.To})
	for _, t := range c.texts.Stops {
		if len(ahead) <= t.First+t.Days {
			continue
		}
		if err := c.stop(ctx, r, t, ahead); err != nil {
			return err
		}
	}
	units, last := 2, len(r.rooms)-1
	_, err := c.Allotments.AddShare(ctx, c.owner, rules.ShareChange{
		PropertyID: &r.id, DonorRoom: &r.rooms[2].ID, RecipientRoom: &r.rooms[last-1].ID, MaxUnits: &units,
	})
	return err
}

// dates lists the open days of a range.
func (c *chain) dates(r *resort, days civil.Range) []civil.Date {
	var list []civil.Date
	for date := range openDays(r.open, days) {
		list = append(list, date)
	}
	return list
}

func (c *chain) stop(ctx context.Context, r *resort, t stopText, open []civil.Date) error {
	in := rules.RangeInput{
		Season:  civil.Range{From: open[t.First], To: open[t.First] + civil.Date(t.Days-1)},
		Setting: rules.Setting{Status: &t.Status, Reason: &t.Reason, Note: &t.Note},
	}
	if t.Room >= 0 {
		in.Rooms = []int64{r.rooms[t.Room].ID}
	}
	_, err := c.Allotments.SaveRange(ctx, c.owner, r.master, in)
	return err
}

// sellHouse gives the family hotel a past: what its partner and the agency have sold
// since a year ago. The small demo has set the days ahead.
func (c *chain) sellHouse(ctx context.Context) error {
	ctx = auth.With(ctx, c.house)
	all, err := c.Properties.IDs(ctx, c.house.OwnerID)
	if err != nil || len(all) == 0 {
		return err // a user has deleted the demo's property
	}
	id := all[0]
	rooms, err := c.Properties.Rooms(ctx, c.house.OwnerID, id)
	if err != nil {
		return err
	}
	calendars, err := c.Allotments.CalendarsOf(ctx, c.house.OwnerID, id)
	if err != nil {
		return err
	}
	year := civil.Range{From: c.today.Add(-daysOfHistory), To: c.today - 1}
	c.ago(daysOfHistory)
	if err := c.grantHouse(ctx, id, rooms, year); err != nil {
		return err
	}
	h := &resort{id: id, rooms: rooms, open: []civil.Range{{From: civil.New(year.From.Year(), 1, 1), To: civil.New(year.From.Year(), 12, 31)}, {From: civil.New(year.From.Year()+1, 1, 1), To: civil.New(year.From.Year()+1, 12, 31)}}, Strength: strength{Peak: 0.9, Low: 0.25}}
	h.owner = c.house
	for i, kind := range []rules.Kind{rules.KindConnected, rules.KindAllotment} {
		at := slices.IndexFunc(calendars, func(o rules.Calendar) bool { return o.Kind == kind })
		if at < 0 {
			continue
		}
		ch := &channel{market: c.operators[i].Market, calendar: calendars[at].ID, quantity: quantities(rooms, c.operators[i].Market.Share, i)}
		for from := year.From; from <= year.To; from = from.Add(stepOfHistory) {
			part := civil.Range{From: from, To: min(from.Add(stepOfHistory-1), year.To)}
			c.ago(c.today.Sub(from))
			if err := c.sellChannel(ctx, h, ch, part, part.To); err != nil {
				return err
			}
		}
	}
	return nil
}

// grantHouse grants the partner of the family hotel the allotments of last year.
func (c *chain) grantHouse(ctx context.Context, property int64, rooms []facts.Room, year civil.Range) error {
	name, active := "Last year", ratecontract.StatusActive
	o := c.operators[german]
	var rows []ratecontract.RoomAllotment
	for i, n := range quantities(rooms, o.Market.Share, german) {
		rows = append(rows, ratecontract.RoomAllotment{RoomID: rooms[i].ID, StartDate: year.From, EndDate: year.To, Quantity: n, ReleaseDays: 7})
	}
	_, err := c.RateContracts.Create(ctx, c.house, ratecontract.Change{
		PropertyID: &property, PartnerID: &o.who.OwnerID, Name: &name, StartDate: &year.From, EndDate: &year.To, Status: &active, Rooms: &rows,
	})
	return err
}
