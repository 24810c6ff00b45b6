package demo

import (
	"context"
	"fmt"

	"allot/internal/content/facts"
	"allot/internal/exchange/connection"
	"allot/internal/identity/auth"
	"allot/internal/inventory/allotment/rules"
	"allot/internal/partners/ratecontract"
	"allot/internal/platform/apperr"
	"allot/internal/platform/civil"
)

// selling is how a property sells: its calendars, and what its own front desk sells.
type selling struct {
	owner    auth.Caller
	master   int64
	channels []*channel
	desk     channel // without a calendar
	source   connection.Connection
}

// channel is a calendar whose units are sold.
type channel struct {
	operator *operator // nil: not on the platform
	market   market
	calendar int64
	quantity []int // by room; 0: the room is not sold here
}

// quantities returns the allotment of a share in each room type. A channel leaves
// out every fourth room type, and those with few units: the shares of all channels
// never add up to more than there is.
func quantities(rooms []facts.Room, share float64, place int) []int {
	list := make([]int, len(rooms))
	for i, r := range rooms {
		if (i+place)%4 != 0 || place == german {
			list[i] = int(share * float64(r.TotalUnits))
		}
	}
	return list
}

// openSales makes the calendars of every hotel, with allotments, the closed months,
// and the connection to its property management system.
func (c *chain) openSales(ctx context.Context) error {
	var ops operatorFile
	if err := readFile("chain/operators.json", &ops); err != nil {
		return err
	}
	ctx = auth.With(ctx, c.owner)
	const opened = 328
	c.ago(opened)
	for _, r := range c.resorts {
		master, err := c.Allotments.Master(ctx, c.owner.OwnerID, r.id)
		if err != nil {
			return err
		}
		r.owner, r.master = c.owner, master.ID
		for i, o := range c.operators {
			if o.contract == 0 {
				continue
			}
			ch := &channel{operator: o, market: o.Market, quantity: quantities(r.rooms, o.Market.Share, i)}
			if err := c.openChannel(ctx, r, ch); err != nil {
				return fmt.Errorf("calendar of %s in %s: %w", o.Name, *r.Property.Name, err)
			}
			r.channels = append(r.channels, ch)
		}
		if err := c.openAgency(ctx, r, ops); err != nil {
			return err
		}
		if err := c.closeBetweenSeasons(ctx, r); err != nil {
			return err
		}
		r.desk = channel{market: ops.Direct.Market, quantity: quantities(r.rooms, ops.Direct.Market.Share, german)}
		if err := c.connect(ctx, r); err != nil {
			return err
		}
	}
	return nil
}

// openChannel grants an operator its allotments and makes its calendar: of the
// Polish operator one that follows the rate contract, of the others connected ones.
func (c *chain) openChannel(ctx context.Context, r *resort, ch *channel) error {
	const release = 14
	active, name := ratecontract.StatusActive, fmt.Sprintf("Seasons %d and %d", c.today.Year(), c.today.Year()+1)
	var rows []ratecontract.RoomAllotment
	for i, room := range r.rooms {
		for _, s := range r.open {
			if ch.quantity[i] > 0 {
				rows = append(rows, ratecontract.RoomAllotment{RoomID: room.ID, StartDate: s.From, EndDate: s.To, Quantity: ch.quantity[i], ReleaseDays: release})
			}
		}
	}
	from, to := r.open[0].From, r.open[len(r.open)-1].To
	rate, err := c.RateContracts.Create(ctx, c.owner, ratecontract.Change{
		PropertyID: &r.id, PartnerID: &ch.operator.who.OwnerID, Name: &name, StartDate: &from, EndDate: &to, Status: &active, Rooms: &rows,
	})
	if err != nil {
		return err
	}
	kind, agreed, rated := rules.KindConnected, &ch.operator.contract, &rate.ID
	in := rules.CalendarChange{PropertyID: &r.id, Name: &ch.operator.Name, Contract: &agreed}
	if ch.operator == c.operators[polish] {
		kind, in.Contract, in.RateContract = rules.KindContracted, nil, &rated
	}
	in.Kind = &kind
	made, err := c.Allotments.CreateCalendar(ctx, c.owner, in)
	ch.calendar = made.ID
	return err
}

// openAgency makes the calendars of an agency that is not on the platform and of the
// hotel's own website.
func (c *chain) openAgency(ctx context.Context, r *resort, ops operatorFile) error {
	kind, site, name := rules.KindAllotment, rules.KindStandalone, "Own website"
	made, err := c.Allotments.CreateCalendar(ctx, c.owner, rules.CalendarChange{
		PropertyID: &r.id, Kind: &kind, Name: &ops.Agency.Name, ExternalName: &ops.Agency.External,
	})
	if err != nil {
		return err
	}
	ch := &channel{market: ops.Agency.Market, calendar: made.ID, quantity: quantities(r.rooms, ops.Agency.Market.Share, dutch)}
	var blocks []rules.BlockChange
	release := 7
	for i, room := range r.rooms {
		for _, s := range r.open {
			if ch.quantity[i] > 0 {
				blocks = append(blocks, rules.BlockChange{RoomID: &room.ID, StartDate: &s.From, EndDate: &s.To, Quantity: &ch.quantity[i], ReleaseDays: &release})
			}
		}
	}
	if _, err := c.Allotments.AddBlocks(ctx, c.owner, ch.calendar, blocks); err != nil {
		return err
	}
	r.channels = append(r.channels, ch)
	_, err = c.Allotments.CreateCalendar(ctx, c.owner, rules.CalendarChange{PropertyID: &r.id, Kind: &site, Name: &name})
	return err
}

// closeBetweenSeasons stops all sales on the days that the fact sheet says the hotel
// is closed.
func (c *chain) closeBetweenSeasons(ctx context.Context, r *resort) error {
	stop := rules.StatusStop
	for _, closed := range between(r.open, c.window()) {
		if _, err := c.Allotments.SaveRange(ctx, c.owner, r.master, rules.RangeInput{
			Season: closed, Setting: rules.Setting{Status: &stop, Note: &c.texts.Closed},
		}); err != nil {
			return err
		}
	}
	return nil
}

// connect makes the connection of the property management system, which calls by
// itself.
func (c *chain) connect(ctx context.Context, r *resort) (err error) {
	provider, name := connection.AlpineBits, "Front desk system"
	credentials := map[string]any{"username": fmt.Sprintf("meridian-%d", r.id), "password": c.Password}
	r.source, err = c.Connections.Create(ctx, c.owner, connection.Change{Property: &r.id, Provider: &provider, Name: &name, Credentials: &credentials})
	if err != nil {
		return fmt.Errorf("connection of %s: %w", *r.Property.Name, err)
	}
	return nil
}

// stepOfHistory is how many days of the past are sold at once: a quarter of them.
const stepOfHistory = daysOfHistory / 4

// sell sells last year's and this year's rooms: each quarter of the past as it was in
// the end, then the days ahead as far as they are sold three weeks ago and now.
func (c *chain) sell(ctx context.Context) error {
	ctx = auth.With(ctx, c.owner)
	if err := c.sellHouse(ctx); err != nil {
		return err
	}
	first := c.today.Add(-daysOfHistory)
	for from := first; from < c.today; from = from.Add(stepOfHistory) {
		part := civil.Range{From: from, To: min(from.Add(stepOfHistory-1), c.today-1)}
		c.ago(c.today.Sub(from))
		for _, r := range c.resorts {
			if err := c.sellDays(ctx, r, part, part.To); err != nil {
				return err
			}
		}
	}
	for _, seen := range []struct{ ago, ahead int }{{21, 90}, {0, 300}} {
		c.ago(seen.ago)
		ahead := civil.Range{From: c.today, To: c.today.Add(seen.ahead)}
		for _, r := range c.resorts {
			if err := c.sellDays(ctx, r, ahead, c.today.Add(-seen.ago)); err != nil {
				return err
			}
		}
	}
	for _, r := range c.resorts {
		if err := c.restrict(ctx, r); err != nil {
			return err
		}
	}
	return nil
}

// sellDays sets what each channel and the front desk have sold for some days, seen
// from a day. Days that pass before it are sold out to the end.
func (c *chain) sellDays(ctx context.Context, r *resort, days civil.Range, from civil.Date) error {
	for _, ch := range r.channels {
		if err := c.sellChannel(ctx, r, ch, days, from); err != nil {
			return err
		}
	}
	var rows []rules.UnitRow
	for i, room := range r.rooms {
		for date, season := range openDays(r.open, days) {
			n := pickUp(r.desk.quantity[i], r.desk.market, r.Strength, season, date, date.Sub(from), room.ID*7)
			if n == 0 {
				continue
			}
			row := rules.UnitRow{RoomID: room.ID, Date: date, Reserved: n}
			if date == c.today && from == c.today {
				row.Reserved, row.CheckedIn = n/2, n-n/2
			}
			if pick(40, room.ID, int64(date)/daysOfWeek) == 0 {
				row.OutOfOrder = 1
			}
			rows = append(rows, row)
		}
	}
	if len(rows) == 0 {
		return nil
	}
	result, err := c.Connections.Ingest(ctx, r.source, rows, false)
	if err == nil && len(result.Rejected) > 0 {
		err = fmt.Errorf("units of %s: %s", *r.Property.Name, apperr.Sentence(result.Rejected[0].Err))
	}
	if err != nil {
		return err
	}
	return c.logSync(ctx, r, len(rows))
}

func (c *chain) logSync(ctx context.Context, r *resort, rows int) error {
	started := c.Clock.Now().UTC()
	return c.Connections.Log(ctx, r.source, connection.SyncLog{
		StartedAt: started, FinishedAt: &started, Direction: connection.DirectionInbound, Status: connection.LogSuccess, ItemsOK: rows, Message: "availability received",
	})
}

func (c *chain) sellChannel(ctx context.Context, r *resort, ch *channel, days civil.Range, from civil.Date) error {
	var list []rules.DayInput
	for i, room := range r.rooms {
		if ch.quantity[i] == 0 {
			continue
		}
		for date, season := range openDays(r.open, days) {
			if n := pickUp(ch.quantity[i], ch.market, r.Strength, season, date, date.Sub(from), room.ID*100+ch.calendar); n > 0 {
				list = append(list, rules.DayInput{RoomID: room.ID, Date: date, Setting: rules.Setting{Confirmed: &n}})
			}
		}
	}
	if len(list) == 0 {
		return nil
	}
	_, err := c.Allotments.SaveDays(ctx, r.owner, ch.calendar, list)
	return err
}

// openDays yields the days that lie in a season, each with its season.
func openDays(open []civil.Range, days civil.Range) func(yield func(civil.Date, civil.Range) bool) {
	return func(yield func(civil.Date, civil.Range) bool) {
		for _, s := range open {
			both, ok := s.Intersect(days)
			if !ok {
				continue
			}
			for date := range both.All() {
				if !yield(date, s) {
					return
				}
			}
		}
	}
}
