package alpinebits

import (
	"context"
	"fmt"
	"maps"
	"slices"
	"strings"

	"allot/internal/exchange/connection"
	"allot/internal/inventory/allotment/rules"
	"allot/internal/platform/apperr"
	"allot/internal/platform/civil"
)

const (
	// horizon is how many days ahead reported units are stored.
	horizon = 1000
	// maxSingleRooms bounds what is stored of the single rooms of a connection.
	maxSingleRooms = 50_000
)

// freeRooms stores the units that a system reports as taken.
func (s *Service) freeRooms(ctx context.Context, conn connection.Connection, call Call) (done outcome, err error) {
	m, err := ReadFreeRooms(call.Version, call.Request)
	if err != nil {
		return done, err
	}
	err = s.store.InTx(ctx, func(ctx context.Context) error {
		// Single rooms are read, changed and written: one message at a time.
		if _, err := s.deps.Properties.Lock(ctx, conn.OwnerID, conn.PropertyID); err != nil {
			return err
		}
		h, err := s.house(ctx, conn, m.Hotel)
		if err != nil {
			return err
		}
		f := &freeRoomsTx{Service: s, house: h, conn: conn, message: m}
		done, err = f.store(ctx)
		return err
	})
	return done, err
}

// freeRoomsTx stores one message.
type freeRoomsTx struct {
	*Service
	house

	conn     connection.Connection
	message  FreeRooms
	periods  []roomPeriod
	skipped  int // periods without effect
	warnings []Warning
}

func (f *freeRoomsTx) store(ctx context.Context) (outcome, error) {
	if err := f.match(); err != nil {
		return outcome{}, err
	}
	rows, err := f.unitRows(ctx)
	if err != nil {
		return outcome{}, err
	}
	result, err := f.deps.Connections.Ingest(ctx, f.conn, rows, f.message.Complete)
	if err != nil {
		return outcome{}, err
	}
	if len(result.Rejected) > 0 { // the rows were checked before
		return outcome{}, refuse(codeProcess, "%s", apperr.Sentence(result.Rejected[0].Err))
	}
	f.warnOverbooked(result.Overbooked)
	return outcome{
		answer: answer(ActionFreeRooms, f.warnings), ok: len(f.periods) + len(f.message.Closed), failed: f.skipped,
		message: f.summary(),
	}, nil
}

func (f *freeRoomsTx) summary() string {
	kind := "changes"
	if f.message.Complete {
		kind = "complete set"
	}
	text := fmt.Sprintf("%s, %d periods", kind, len(f.message.Periods))
	if len(f.warnings) > 0 {
		text += "; " + textOf(f.warnings)
	}
	return text
}

// window is the days that are stored. Nights that have passed concern nobody.
func (f *freeRoomsTx) window() civil.Range {
	return civil.Range{From: f.today, To: f.today.Add(horizon)}
}

// match finds the room type of each period and leaves out the days that are not
// stored. A message of which no category is known is refused.
func (f *freeRoomsTx) match() error {
	var unknown []string
	far := false
	for _, p := range f.message.Periods {
		r, known := f.room(p.Category)
		if !known {
			f.skipped++
			if !slices.Contains(unknown, p.Category) {
				unknown = append(unknown, p.Category)
			}
			continue
		}
		far = far || p.Season.To > f.window().To
		season, stored := p.Season.Intersect(f.window())
		if sum := p.Bookable + p.OutOfOrder + p.OutOfMarket; stored && sum > r.TotalUnits && p.Room == "" {
			f.warn(r.code, "%s has %d rooms in Allot, the counts from %s add up to %d: send the inventory", r.code, r.TotalUnits, p.Season.From, sum)
		}
		if !stored {
			continue
		}
		p.Season = season
		f.periods = append(f.periods, roomPeriod{p, r.ID})
	}
	if len(unknown) > 0 && len(f.message.Periods) == f.skipped {
		return refuse(codeRoom, "Invalid room type: none of the categories %s is a room of this hotel", short(strings.Join(unknown, ", ")))
	}
	for _, code := range unknown {
		f.warn(code, "%s is no room of this hotel and was left out: give a room this code", code)
	}
	if far {
		f.warn("", "days after %s are too far in the future and were left out", f.window().To)
	}
	return nil
}

func (f *freeRoomsTx) warn(record, format string, args ...any) {
	f.warnings = append(f.warnings, Warning{business, record, fmt.Sprintf(format, args...)})
}

// unitRows returns what the pool is told. In a closing season every room is taken; these
// rows come last, because the later of two rows for a day counts.
func (f *freeRoomsTx) unitRows(ctx context.Context) ([]rules.UnitRow, error) {
	single, grown, err := f.singleRooms(ctx)
	if err != nil {
		return nil, err
	}
	var rows []rules.UnitRow
	if f.message.bySingleRooms() {
		named := seasons(append(single.periods(grown), f.periods...))
		for _, room := range slices.Sorted(maps.Keys(named)) {
			for _, season := range named[room] {
				rows = append(rows, single.taken(room, season)...)
			}
		}
	} else {
		for _, p := range f.periods {
			rows = append(rows, f.unitRow(p))
		}
	}
	for _, closed := range f.message.Closed {
		season, stored := closed.Intersect(f.window())
		if !stored {
			continue
		}
		for _, r := range f.rooms {
			rows = append(rows, rules.UnitRow{RoomID: r.ID, From: season.From, To: season.To, Reserved: r.TotalUnits})
		}
	}
	return rows, nil
}

// unitRow turns what can be booked into what is taken. Units out of market are taken
// too: the hotel does not sell them here.
func (f *freeRoomsTx) unitRow(p roomPeriod) rules.UnitRow {
	r, _ := f.room(p.Category)
	outOfOrder := min(p.OutOfOrder, r.TotalUnits)
	return rules.UnitRow{
		Line: p.Line, RoomID: p.room, From: p.Season.From, To: p.Season.To,
		Reserved: max(0, r.TotalUnits-p.Bookable-outOfOrder), OutOfOrder: outOfOrder,
	}
}

// singleRooms brings what is stored of single rooms up to date and returns it, with the
// room types of which other nights changed too. A message about a category replaces what
// was said of its rooms.
func (f *freeRoomsTx) singleRooms(ctx context.Context) (single singleRooms, grown []int64, err error) {
	stored, err := f.Service.store.SingleRooms(ctx, f.conn.OwnerID, f.conn.ID, f.today)
	if err != nil {
		return nil, nil, err
	}
	if len(stored) == 0 && !f.message.bySingleRooms() {
		return singleRooms{}, nil, nil
	}
	known := singleRoomsOf(stored)
	if f.message.Complete {
		stored = nil
	}
	single = singleRoomsOf(stored)
	if f.message.bySingleRooms() {
		grown = single.enter(f.conn.ID, f.conn.OwnerID, f.periods, known)
		f.warnUnits(single)
	} else {
		for _, p := range f.periods {
			single.removeCategory(p.room, p.Season)
		}
	}
	touched := slices.Sorted(maps.Keys(seasons(f.periods)))
	if f.message.Complete {
		touched = nil
	}
	if n := len(single.list()); n > maxSingleRooms {
		return nil, nil, refuse(codeProcess, "the single rooms of this connection have %d periods in which they cannot be booked, %d are possible: send categories", n, maxSingleRooms)
	}
	if f.message.Complete || len(touched) > 0 {
		err = f.Service.store.ReplaceSingleRooms(ctx, f.conn.OwnerID, f.conn.ID, touched, single.list(touched...))
	}
	return single, grown, err
}

// warnUnits names the categories whose rooms stand for more units than Allot knows.
func (f *freeRoomsTx) warnUnits(single singleRooms) {
	sums := map[int64]int{}
	for key := range single {
		sums[key.room] += single.units(key)
	}
	for _, r := range f.rooms {
		if n := sums[r.ID]; n > r.TotalUnits {
			code := f.codeOf(r.ID)
			f.warn(code, "%s has %d rooms in Allot, the rooms that were reported of it stand for %d: send the inventory", code, r.TotalUnits, n)
		}
	}
}

// warnOverbooked names the days with more units than the house has left.
func (f *freeRoomsTx) warnOverbooked(list []rules.Overbooking) {
	for len(list) > 0 {
		n := slices.IndexFunc(list, func(o rules.Overbooking) bool { return o.RoomID != list[0].RoomID })
		if n < 0 {
			n = len(list)
		}
		code := f.codeOf(list[0].RoomID)
		var days []string
		for _, o := range list[:min(n, maxDays)] {
			days = append(days, fmt.Sprintf("%s (%d units too many)", o.Date, o.Reported-o.Counted))
		}
		if n > maxDays {
			days = append(days, fmt.Sprintf("and %d more days", n-maxDays))
		}
		f.warn(code, "%s is overbooked, because Allot has sold rooms too: %s", code, strings.Join(days, ", "))
		list = list[n:]
	}
}

// maxDays bounds the days that a warning names.
const maxDays = 10
