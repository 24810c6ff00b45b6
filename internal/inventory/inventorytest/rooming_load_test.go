package inventorytest

import (
	"context"
	"database/sql"
	"encoding/json"
	"fmt"
	"math/rand/v2"
	"slices"
	"sync"
	"sync/atomic"

	"allot/internal/app/apptest"
	"allot/internal/content/facts"
	"allot/internal/content/property"
	"allot/internal/inventory/allotment/rules"
	"allot/internal/inventory/rooming"
	"allot/internal/platform/civil"
)

// load is an installation that many write to.
type load struct {
	*apptest.Env
	hotel, operator  *apptest.Who
	ctx, operatorCtx context.Context
	reader           *sql.DB
	shared           []*house
	lodge            atomic.Pointer[house] // shared too, deleted and built again

	tally     tally
	unchanged atomic.Int64 // refused writes after which everything was as before
	failed    atomic.Bool
}

// house is a property and what somebody has made in it; some of that may be gone.
type house struct {
	property int64

	mu                                                 sync.Mutex
	rooms, calendars, blocks, shares, ledgers, entries []int64
}

// build makes a property with a few rooms of few units and two calendars.
func (l *load) build() (*house, error) {
	name := "House"
	p, err := l.Properties.Create(l.ctx, l.hotel.Caller, property.Change{Name: &name}, property.Logo{})
	if err != nil {
		return nil, err
	}
	h := &house{property: p.ID}
	for _, units := range []int{3, 2, 5} {
		if err := l.saveRoom(h, 0, units); err != nil {
			return nil, err
		}
	}
	master, err := l.Allotments.Master(l.ctx, l.hotel.User.OwnerID, p.ID)
	if err != nil {
		return nil, err
	}
	h.calendars = []int64{master.ID}
	name, partner, at := "First group", &l.operator.User.OwnerID, &master.ID
	first, err := l.Rooming.Create(l.ctx, l.hotel.Caller, rooming.LedgerChange{PropertyID: &p.ID, Name: &name, CalendarID: &at, PartnerID: &partner})
	if err != nil {
		return nil, err
	}
	h.ledgers = []int64{first.ID}
	return h, nil
}

// saveRoom gives a room so many units; room 0 is a new one.
func (l *load) saveRoom(h *house, room int64, units int) error {
	record := facts.Record{"room_total_units": units}
	if room == 0 {
		record["name"] = "Room"
	} else {
		record["id"] = room
	}
	body, err := json.Marshal(record)
	if err != nil {
		return err
	}
	rooms, _ := l.Catalogue.Find(facts.CategoryRooms)
	saved, err := l.Properties.SaveFacts(l.ctx, l.hotel.Caller, h.property, rooms, body)
	if err == nil && room == 0 {
		h.add(&h.rooms, saved.Entries[0].ID)
	}
	return err
}

func (h *house) add(list *[]int64, id int64) {
	h.mu.Lock()
	defer h.mu.Unlock()
	*list = append(*list, id)
}

func (h *house) drop(list *[]int64, id int64) {
	h.mu.Lock()
	defer h.mu.Unlock()
	*list = slices.DeleteFunc(*list, func(other int64) bool { return other == id })
}

func (h *house) count(list *[]int64) int {
	h.mu.Lock()
	defer h.mu.Unlock()
	return len(*list)
}

// writer is one of those who write.
type writer struct {
	*load
	rnd *rand.Rand
	own *house // where nobody else writes
}

// house is where the next operation is: mostly where everybody else is.
func (w *writer) house() *house {
	switch n := w.rnd.IntN(20); {
	case n < 12:
		return w.shared[0]
	case n < 15:
		return w.shared[1]
	case n < 17:
		return w.lodge.Load()
	}
	return w.own
}

// weighted is the place of a kind of operation.
func (w *writer) weighted() int {
	all := 0
	for _, k := range kinds {
		all += k.weight
	}
	n := w.rnd.IntN(all)
	return slices.IndexFunc(kinds, func(k kind) bool {
		n -= k.weight
		return n < 0
	})
}

// one of a list, or 0, which is no record's id.
func (w *writer) one(h *house, list *[]int64) int64 {
	h.mu.Lock()
	defer h.mu.Unlock()
	if len(*list) == 0 {
		return 0
	}
	return (*list)[w.rnd.IntN(len(*list))]
}

const firstDay, someDays = "2030-06-01", 6

func (w *writer) date() civil.Date { return civil.MustParse(firstDay).Add(w.rnd.IntN(someDays)) }

func (w *writer) season() civil.Range {
	from := w.date()
	return civil.Range{From: from, To: from.Add(w.rnd.IntN(3))}
}

// kind is something that can happen to availability.
type kind struct {
	name   string
	weight int
	do     func(w *writer, h *house) error
}

var kinds = []kind{
	{"daily", 16, (*writer).daily},
	{"batch", 10, (*writer).batch},
	{"bulk", 10, (*writer).bulk},
	{"PMS", 8, (*writer).pms},
	{"room total", 8, (*writer).roomTotal},
	{"room", 2, (*writer).room},
	{"property", 2, (*writer).changeProperty},
	{"share", 4, (*writer).share},
	{"share changed", 4, (*writer).shareChanged},
	{"share ended", 3, (*writer).shareEnded},
	{"calendar", 4, (*writer).calendar},
	{"calendar gone", 4, (*writer).calendarGone},
	{"block", 4, (*writer).block},
	{"block changed", 3, (*writer).blockChanged},
	{"block gone", 2, (*writer).blockGone},
	{"ledger", 3, (*writer).ledger},
	{"ledger moved", 2, (*writer).ledgerMoved},
	{"ledger answered", 5, (*writer).ledgerAnswered},
	{"ledger gone", 2, (*writer).ledgerGone},
	{"entry", 8, (*writer).entry},
	{"entry confirmed", 12, (*writer).entryConfirmed},
	{"entry edited", 6, (*writer).entryEdited},
	{"entry cancelled", 6, (*writer).entryCancelled},
	{"grid", 6, (*writer).grid},
}

// setting closes or confirms a few units, sometimes with a status.
func (w *writer) setting() rules.Setting {
	n := w.rnd.IntN(3)
	var s rules.Setting
	if w.rnd.IntN(2) == 0 {
		s.Closed = &n
	} else {
		s.Confirmed = &n
	}
	if w.rnd.IntN(3) == 0 {
		s.Status = &rules.Statuses[w.rnd.IntN(len(rules.Statuses))]
	}
	return s
}

func (w *writer) daily(h *house) error {
	_, err := w.Allotments.SaveDay(w.ctx, w.hotel.Caller, w.one(h, &h.calendars),
		rules.DayInput{RoomID: w.one(h, &h.rooms), Date: w.date(), Setting: w.setting()})
	return err
}

func (w *writer) batch(h *house) error {
	var days []rules.DayInput
	for range 6 {
		days = append(days, rules.DayInput{RoomID: w.one(h, &h.rooms), Date: w.date(), Setting: w.setting()})
	}
	_, err := w.Allotments.SaveDays(w.ctx, w.hotel.Caller, w.one(h, &h.calendars), days)
	return err
}

func (w *writer) bulk(h *house) error {
	in := rules.RangeInput{Season: w.season(), Setting: w.setting()}
	if w.rnd.IntN(3) > 0 {
		in.Rooms = []int64{w.one(h, &h.rooms), w.one(h, &h.rooms)}
	}
	_, err := w.Allotments.SaveRange(w.ctx, w.hotel.Caller, w.one(h, &h.calendars), in)
	return err
}

func (w *writer) pms(h *house) error {
	in := rules.UnitsImport{Source: []string{"Front desk", "Channels"}[w.rnd.IntN(2)], IncludesPlatformBookings: w.rnd.IntN(3) == 0}
	for i := range 3 {
		season := w.season()
		in.Rows = append(in.Rows, rules.UnitRow{
			Line: i + 1, RoomID: w.one(h, &h.rooms), From: season.From, To: season.To, Reserved: w.rnd.IntN(3), OutOfOrder: w.rnd.IntN(2),
		})
	}
	_, err := w.Allotments.ImportUnits(w.ctx, w.hotel.User.OwnerID, h.property, in)
	return err
}

func (w *writer) roomTotal(h *house) error {
	room := w.one(h, &h.rooms)
	if room == 0 {
		return nil
	}
	return w.saveRoom(h, room, 1+w.rnd.IntN(6))
}

// room adds one, or deletes one that is not needed.
func (w *writer) room(h *house) error {
	if h.count(&h.rooms) < 4 {
		return w.saveRoom(h, 0, 2)
	}
	id := w.one(h, &h.rooms)
	rooms, _ := w.Catalogue.Find(facts.CategoryRooms)
	err := w.Properties.DeleteRecord(w.ctx, w.hotel.Caller, h.property, rooms, id)
	if err == nil {
		h.drop(&h.rooms, id)
	}
	return err
}

// changeProperty renames a property or, if it is the lodge, deletes it and
// builds another one.
func (w *writer) changeProperty(h *house) error {
	if h != w.lodge.Load() {
		name := fmt.Sprintf("House %d", w.rnd.IntN(100))
		_, err := w.Properties.Update(w.ctx, w.hotel.Caller, h.property, property.Change{Name: &name}, property.Logo{})
		return err
	}
	if err := w.Properties.Delete(w.ctx, w.hotel.Caller, h.property); err != nil {
		return err
	}
	lodge, err := w.build()
	if err == nil {
		w.lodge.Store(lodge)
	}
	return err
}

func (w *writer) share(h *house) error {
	if h.count(&h.shares) > 4 {
		return w.shareEnded(h)
	}
	donor, recipient, units, open := w.one(h, &h.rooms), w.one(h, &h.rooms), 1+w.rnd.IntN(2), w.rnd.IntN(2) == 0
	s, err := w.Allotments.AddShare(w.ctx, w.hotel.Caller, rules.ShareChange{
		PropertyID: &h.property, DonorRoom: &donor, RecipientRoom: &recipient, MaxUnits: &units, OpenWhileBorrowing: &open,
	})
	if err == nil {
		h.add(&h.shares, s.ID)
	}
	return err
}

func (w *writer) shareChanged(h *house) error {
	units, active, season := 1+w.rnd.IntN(3), w.rnd.IntN(4) > 0, w.season()
	c := rules.ShareChange{MaxUnits: &units, IsActive: &active}
	if w.rnd.IntN(3) == 0 {
		c.StartDate, c.EndDate = &season.From, &season.To
	}
	_, err := w.Allotments.UpdateShare(w.ctx, w.hotel.Caller, w.one(h, &h.shares), c)
	return err
}

func (w *writer) shareEnded(h *house) error {
	id := w.one(h, &h.shares)
	err := w.Allotments.DeleteShare(w.ctx, w.hotel.Caller, id)
	if err == nil {
		h.drop(&h.shares, id)
	}
	return err
}

func (w *writer) calendar(h *house) error {
	if h.count(&h.calendars) > 5 {
		return w.calendarGone(h)
	}
	kind, name := rules.KindAllotment, "Tours"
	if w.rnd.IntN(6) == 0 {
		kind = rules.KindStandalone
	}
	c, err := w.Allotments.CreateCalendar(w.ctx, w.hotel.Caller, rules.CalendarChange{PropertyID: &h.property, Kind: &kind, Name: &name})
	if err == nil {
		h.add(&h.calendars, c.ID)
	}
	return err
}

func (w *writer) calendarGone(h *house) error {
	id := w.one(h, &h.calendars)
	err := w.Allotments.DeleteCalendar(w.ctx, w.hotel.Caller, id)
	if err == nil {
		h.drop(&h.calendars, id)
	}
	return err
}

func (w *writer) blockInput(h *house) rules.BlockChange {
	room, season, quantity, release := w.one(h, &h.rooms), w.season(), 1+w.rnd.IntN(4), w.rnd.IntN(3)
	return rules.BlockChange{RoomID: &room, StartDate: &season.From, EndDate: &season.To, Quantity: &quantity, ReleaseDays: &release}
}

func (w *writer) block(h *house) error {
	if h.count(&h.blocks) > 12 {
		return w.blockGone(h)
	}
	b, err := w.Allotments.AddBlock(w.ctx, w.hotel.Caller, w.one(h, &h.calendars), w.blockInput(h))
	if err == nil {
		h.add(&h.blocks, b.ID)
	}
	return err
}

func (w *writer) blockChanged(h *house) error {
	_, err := w.Allotments.UpdateBlock(w.ctx, w.hotel.Caller, w.one(h, &h.blocks), w.blockInput(h))
	return err
}

func (w *writer) blockGone(h *house) error {
	id := w.one(h, &h.blocks)
	err := w.Allotments.DeleteBlock(w.ctx, w.hotel.Caller, id)
	h.drop(&h.blocks, id)
	return err
}

func (w *writer) ledger(h *house) error {
	if h.count(&h.ledgers) > 8 {
		return w.ledgerGone(h)
	}
	name, calendar, partner := "Group", w.calendarOf(h), w.operator.User.OwnerID
	of := &partner
	c := rooming.LedgerChange{PropertyID: &h.property, Name: &name, CalendarID: &calendar, PartnerID: &of}
	l, err := w.Rooming.Create(w.ctx, w.hotel.Caller, c)
	if err == nil {
		h.add(&h.ledgers, l.ID)
	}
	return err
}

func (w *writer) calendarOf(h *house) *int64 {
	id := w.one(h, &h.calendars)
	return &id
}

func (w *writer) ledgerMoved(h *house) error {
	calendar := w.calendarOf(h)
	_, err := w.Rooming.Update(w.ctx, w.hotel.Caller, w.one(h, &h.ledgers), rooming.LedgerChange{CalendarID: &calendar})
	return err
}

// ledgerAnswered confirms all that waits in a ledger, or cancels all of it.
func (w *writer) ledgerAnswered(h *house) error {
	id := w.one(h, &h.ledgers)
	if w.rnd.IntN(4) > 0 {
		_, err := w.Rooming.Confirm(w.ctx, w.hotel.Caller, id)
		return err
	}
	ctx, who := w.side()
	_, err := w.Rooming.Cancel(ctx, who.Caller, id, "")
	return err
}

func (w *writer) ledgerGone(h *house) error {
	id := w.one(h, &h.ledgers)
	if _, err := w.Rooming.Cancel(w.ctx, w.hotel.Caller, id, ""); err != nil && w.rnd.IntN(2) == 0 {
		return err
	}
	err := w.Rooming.Delete(w.ctx, w.hotel.Caller, id)
	h.drop(&h.ledgers, id)
	return err
}

// stay is what an entry says.
func (w *writer) stay(h *house) rooming.EntryChange {
	room, arrival, units := w.one(h, &h.rooms), w.date(), 1+w.rnd.IntN(2)
	departure := arrival.Add(1 + w.rnd.IntN(3))
	return rooming.EntryChange{RoomID: &room, Arrival: &arrival, Departure: &departure, Units: &units}
}

func (w *writer) entry(h *house) error {
	if h.count(&h.entries) > 30 {
		return w.entryCancelled(h)
	}
	list, err := w.Rooming.AddEntries(w.ctx, w.hotel.Caller, w.one(h, &h.ledgers), []rooming.EntryChange{w.stay(h), w.stay(h)}, true)
	for _, e := range list {
		h.add(&h.entries, e.ID)
	}
	return err
}

func (w *writer) entryConfirmed(h *house) error {
	_, err := w.Rooming.ConfirmEntry(w.ctx, w.hotel.Caller, w.one(h, &h.entries))
	return err
}

func (w *writer) entryEdited(h *house) error {
	_, err := w.Rooming.UpdateEntry(w.ctx, w.hotel.Caller, w.one(h, &h.entries), w.stay(h))
	return err
}

func (w *writer) entryCancelled(h *house) error {
	ctx, who := w.side()
	id := w.one(h, &h.entries)
	_, err := w.Rooming.CancelEntry(ctx, who.Caller, id, "")
	h.drop(&h.entries, id)
	return err
}

// grid reads, as somebody does all the time.
func (w *writer) grid(h *house) error {
	g, err := w.Allotments.Grid(w.ctx, w.hotel.Caller, w.one(h, &h.calendars), civil.MustParse(firstDay), 0)
	if err == nil && len(g.JSON()) == 0 {
		return fmt.Errorf("the grid of a calendar of property %d is empty", h.property)
	}
	return err
}

// side is one of the two that have a ledger.
func (w *writer) side() (context.Context, *apptest.Who) {
	if w.rnd.IntN(4) == 0 {
		return w.operatorCtx, w.operator
	}
	return w.ctx, w.hotel
}
