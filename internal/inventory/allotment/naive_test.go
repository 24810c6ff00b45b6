package allotment_test

import (
	"context"
	"testing"

	"github.com/stretchr/testify/require"

	"allot/internal/inventory/allotment/reading"
	"allot/internal/inventory/allotment/rules"
	"allot/internal/platform/civil"
)

// naive answers every question with the records themselves and the words of the
// specification, one day at a time.
type naive struct {
	calendars []rules.Calendar
	rooms     []rules.Room
	blocks    []rules.Block
	days      map[[2]int64]map[civil.Date]rules.Day
	pools     map[int64]map[civil.Date]rules.Pool
	shares    []rules.Share
	loans     map[int64]map[civil.Date]int
	today     civil.Date
	version   int64
}

func (w *world) naive(tb testing.TB) *naive {
	tb.Helper()
	ctx := w.who.Context(tb)
	n := &naive{days: map[[2]int64]map[civil.Date]rules.Day{}, pools: map[int64]map[civil.Date]rules.Pool{}, loans: map[int64]map[civil.Date]int{}}
	var err error
	n.calendars, err = w.AllotmentStore.Calendars(ctx, w.owner(), w.hotel.ID)
	require.NoError(tb, err)
	n.shares, err = w.AllotmentStore.Shares(ctx, w.owner(), w.hotel.ID)
	require.NoError(tb, err)
	rooms, err := w.Properties.Rooms(ctx, w.owner(), w.hotel.ID)
	require.NoError(tb, err)
	p, err := w.Properties.Get(ctx, w.owner(), w.hotel.ID)
	require.NoError(tb, err)
	n.today, err = civil.Today(w.Clock.Now(), p.Timezone)
	require.NoError(tb, err)
	for _, r := range rooms {
		n.rooms = append(n.rooms, rules.Room{ID: r.ID, Name: r.Name, Units: r.TotalUnits})
		n.pools[r.ID] = map[civil.Date]rules.Pool{}
	}
	v, err := w.AllotmentStore.Version(ctx, w.owner(), w.hotel.ID)
	require.NoError(tb, err)
	n.version = v.Number
	w.readRows(ctx, tb, n)
	return n
}

func (w *world) readRows(ctx context.Context, tb testing.TB, n *naive) {
	tb.Helper()
	all := func(table string, into any) {
		require.NoError(tb, w.DB.From(ctx).NewSelect().TableExpr("allotment_"+table).Scan(ctx, into))
	}
	var (
		days  []rules.Day
		pools []rules.Pool
		loans []rules.Loan
	)
	all("days", &days)
	all("pool", &pools)
	all("loans", &loans)
	all("blocks", &n.blocks)
	for _, d := range days {
		key := [2]int64{d.CalendarID, d.RoomID}
		if n.days[key] == nil {
			n.days[key] = map[civil.Date]rules.Day{}
		}
		n.days[key][d.Date] = d
	}
	for _, p := range pools {
		n.pools[p.RoomID][p.Date] = p
	}
	for _, l := range loans {
		if n.loans[l.ShareID] == nil {
			n.loans[l.ShareID] = map[civil.Date]int{}
		}
		n.loans[l.ShareID][l.Date] = l.Units
	}
}

func (n *naive) allotted(c rules.Calendar, r rules.Room, date civil.Date) int {
	if c.Kind == rules.KindMaster {
		return r.Units
	}
	for _, b := range n.blocks {
		if b.CalendarID == c.ID && b.RoomID == r.ID && b.StartDate <= date && date <= b.EndDate && date.Sub(n.today) >= b.ReleaseDays {
			return b.Quantity
		}
	}
	return 0
}

// held sums what calendars with a pool closed and confirmed, and what rules lend
// and borrow.
func (n *naive) held(room int64, date civil.Date) (held, lent, borrowed int) {
	for _, c := range n.calendars {
		if c.Kind != rules.KindStandalone {
			d := n.days[[2]int64{c.ID, room}][date]
			held += d.Closed + d.Confirmed
		}
	}
	for _, s := range n.shares {
		if s.DonorRoom == room {
			lent += n.loans[s.ID][date]
		}
		if s.RecipientRoom == room {
			borrowed += n.loans[s.ID][date]
		}
	}
	return held, lent, borrowed
}

// remaining is what is left of a room, or what it could borrow, and then whether
// a rule wants such a day to be shown as open.
func (n *naive) remaining(r rules.Room, date civil.Date) (left int, borrows, open bool) {
	held, lent, borrowed := n.held(r.ID, date)
	if left = r.Units + borrowed - held - n.pools[r.ID][date].External - lent; left > 0 {
		return left, false, false
	}
	left = 0
	taken := map[int64]int{}
	for _, s := range n.shares {
		if s.RecipientRoom != r.ID || !s.IsActive || date < s.StartDate || !s.EndDate.IsZero() && date > s.EndDate {
			continue
		}
		donor := 0
		for _, d := range n.rooms {
			if d.ID == s.DonorRoom {
				held, lent, _ := n.held(d.ID, date)
				donor = d.Units - held - n.pools[d.ID][date].External - lent
			}
		}
		if units := min(s.MaxUnits-n.loans[s.ID][date], donor-taken[s.DonorRoom]); units > 0 {
			if !borrows {
				open = s.OpenWhileBorrowing
			}
			left, borrows = left+units, true
			taken[s.DonorRoom] += units
		}
	}
	return left, borrows, open
}

// day is one day of a grid.
func (n *naive) day(c rules.Calendar, r rules.Room, date civil.Date) reading.GridDay {
	own, master := n.days[[2]int64{c.ID, r.ID}][date], n.days[[2]int64{n.calendars[0].ID, r.ID}][date]
	left, borrows, open := n.remaining(r, date)
	base := n.allotted(c, r, date)
	g := reading.GridDay{
		State: "open", OwnAvailable: max(0, base-own.Closed-own.Confirmed), Base: base, Closed: own.Closed, Confirmed: own.Confirmed,
		External: n.pools[r.ID][date].External, PhysicalRemaining: left,
	}
	standalone := c.Kind == rules.KindStandalone
	if standalone {
		g = reading.GridDay{State: "open"}
	}
	var status rules.Status
	switch {
	case !standalone && left == 0:
		g.State = "closed"
		return g
	case master.Status.Restrictive():
		status = master.Status
	case own.Status != "":
		status = own.Status
	case master.Status == rules.StatusFree:
		status = master.Status
	case standalone:
		return g
	case borrows:
		if g.State = "on_request"; open && (c.Kind == rules.KindMaster || g.OwnAvailable > 0) {
			g.State = "open"
		}
		return g
	case g.OwnAvailable == 0:
		g.State = "on_request"
		return g
	default:
		return g
	}
	g.Status = &status
	g.State = map[rules.Status]string{"free": "open", "open": "open", "request": "on_request", "stop": "closed", "block": "closed"}[status]
	return g
}

// sometimes are the numbers of a day that a room has only if one of its days has them: what
// it could borrow, and on the Master what other calendars sold and closed and what rooms
// have borrowed and lent.
func (n *naive) sometimes(c rules.Calendar, r rules.Room, date civil.Date) (units [5]int) {
	if left, borrows, _ := n.remaining(r, date); borrows && c.Kind != rules.KindStandalone {
		units[0] = left
	}
	if c.Kind != rules.KindMaster {
		return units
	}
	for _, other := range n.calendars {
		if other.ID != c.ID && other.Kind != rules.KindStandalone {
			d := n.days[[2]int64{other.ID, r.ID}][date]
			units[1] += d.Confirmed
			units[2] += d.Closed
		}
	}
	_, units[4], units[3] = n.held(r.ID, date)
	return units
}

// grid is the whole answer.
func (n *naive) grid(c rules.Calendar, s civil.Range) reading.GridBody {
	g := reading.GridBody{CalendarID: c.ID, Kind: c.Kind, From: s.From, To: s.To, Version: n.version, Rooms: []reading.GridRoom{}}
	for _, r := range n.rooms {
		room := reading.GridRoom{RoomID: r.ID, RoomName: r.Name, TotalUnits: r.Units, Days: map[string]reading.GridDay{}}
		ever := [5]bool{}
		for date := range s.All() {
			room.Days[date.String()] = n.day(c, r, date)
			for i, units := range n.sometimes(c, r, date) {
				ever[i] = ever[i] || units > 0
			}
		}
		for date := range s.All() {
			day, units := room.Days[date.String()], n.sometimes(c, r, date)
			for i, member := range []**int{&day.Borrowable, &day.OthersConfirmed, &day.OthersClosed, &day.Borrowed, &day.Lent} {
				if ever[i] {
					*member = &units[i]
				}
			}
			room.Days[date.String()] = day
		}
		g.Rooms = append(g.Rooms, room)
	}
	return g
}
