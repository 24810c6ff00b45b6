package exchangetest

import (
	"encoding/json"
	"slices"
	"testing"

	"github.com/stretchr/testify/require"

	"allot/internal/app/apptest"
	"allot/internal/content/facts"
	"allot/internal/content/property"
	"allot/internal/exchange/event"
	"allot/internal/inventory/allotment"
	"allot/internal/inventory/allotment/rules"
	"allot/internal/inventory/stopsale"
	"allot/internal/partners/contract"
	"allot/internal/partners/mapping"
	"allot/internal/partners/ratecontract"
	"allot/internal/platform/civil"
	"allot/internal/platform/outbox"
)

const linkBase = "https://allot.example"

// eventBundle is a published hotel with rooms of 3 and 5 units and the operators that
// know it in different ways. Today is 2030-05-31.
type eventBundle struct {
	*apptest.Env
	notes     *event.Service
	hotel     *apptest.Who
	property  property.Property
	rooms     []int64
	master    int64
	who       map[string]*apptest.Who
	contracts map[string]contract.Contract
	calendars map[string]int64
	first     civil.Date // of those that are followed
}

func day(s string) civil.Date { return civil.MustParse(s) }

func setupEvent(t *testing.T) *eventBundle {
	t.Helper()
	b := &eventBundle{Env: apptest.New(t), who: map[string]*apptest.Who{}, contracts: map[string]contract.Contract{}, calendars: map[string]int64{}}
	b.notes = event.New(event.Deps{
		Publications: b.Publications, Contracts: b.Contracts, RateContracts: b.RateContracts, Mappings: b.Mappings, Availability: b.Availability, Plans: b.Plans,
		LinkBase: func() string { return linkBase },
	})
	b.hotel, b.property, b.rooms = b.House(t, 3, 5)
	b.Publish(t, b.hotel, b.Admin(t), b.property)
	b.master = b.Master(t, b.hotel, b.property).ID

	b.partner(t, "connected", func(c *contract.Contract) { c.StopSaleDeadline, c.ShareReasons = 14, true })
	b.partner(t, "plain", nil)
	b.partner(t, "no stop sales", func(c *contract.Contract) { c.SyncStopSales = false })
	b.partner(t, "no exports", func(c *contract.Contract) { c.Flags = contract.Flags{contract.RightExports: contract.No} })
	b.partner(t, "no facts", func(c *contract.Contract) { c.Flags = contract.Flags{contract.RightFacts: contract.No} })
	b.partner(t, "ended", func(c *contract.Contract) { c.Status = contract.StatusCancelled })
	b.who["rates"], b.who["stranger"] = b.Operator(t), b.Operator(t)

	id := b.contracts["connected"].ID
	b.calendar(t, "connected", rules.KindConnected, func(ch *rules.CalendarChange) { p := &id; ch.Contract = &p })
	rate := b.Granted(t, b.hotel, b.who["rates"], b.property, []ratecontract.RoomAllotment{
		{RoomID: b.rooms[0], StartDate: day("2030-06-01"), EndDate: day("2030-06-30"), Quantity: 2},
	})
	b.calendar(t, "rates", rules.KindContracted, func(ch *rules.CalendarChange) { p := &rate.ID; ch.RateContract = &p })
	b.calendar(t, "external", rules.KindAllotment, nil)
	b.calendar(t, "alone", rules.KindStandalone, nil)
	return b
}

func (b *eventBundle) partner(t *testing.T, name string, change func(*contract.Contract)) {
	t.Helper()
	b.who[name] = b.Operator(t)
	if change == nil {
		change = func(*contract.Contract) {}
	}
	b.contracts[name] = b.Accepted(t, b.hotel, b.who[name], change)
}

// calendarName is what no partner may ever read.
const calendarName = "Secret nickname"

func (b *eventBundle) calendar(t *testing.T, name string, kind rules.Kind, change func(*rules.CalendarChange)) {
	t.Helper()
	called := calendarName + " " + name
	ch := rules.CalendarChange{PropertyID: &b.property.ID, Kind: &kind, Name: &called}
	if change != nil {
		change(&ch)
	}
	c, err := b.Allotments.CreateCalendar(b.hotel.Context(t), b.hotel.Caller, ch)
	require.NoError(t, err)
	b.calendars[name] = c.ID
}

// set writes days of a room of a calendar.
func (b *eventBundle) set(t *testing.T, calendar int64, room int, from, to string, s rules.Setting) allotment.SavedRange {
	t.Helper()
	saved, err := b.Allotments.SaveRange(b.hotel.Context(t), b.hotel.Caller, calendar, rules.RangeInput{
		Rooms: []int64{b.rooms[room]}, Season: civil.Range{From: day(from), To: day(to)}, Setting: s,
	})
	require.NoError(t, err)
	return saved
}

func status(s rules.Status) rules.Setting { return rules.Setting{Status: &s} }

func closed(n int) rules.Setting { return rules.Setting{Closed: &n} }

func (b *eventBundle) mark(t *testing.T, room int, date string, color stopsale.Color) stopsale.SavedEvent {
	t.Helper()
	at := day(date)
	e, err := b.StopSales.CreateEvent(b.hotel.Context(t), b.hotel.Caller, stopsale.EventChange{Room: &b.rooms[room], Date: &at, Color: &color})
	require.NoError(t, err)
	return e
}

// stored are the events of a kind, oldest first.
func (b *eventBundle) stored(t *testing.T, kind string) []outbox.Stored {
	t.Helper()
	list := []outbox.Stored{}
	require.NoError(t, b.DB.From(t.Context()).NewSelect().Model(&list).Where("kind = ?", kind).Order("id").Scan(t.Context()))
	return list
}

func (b *eventBundle) last(t *testing.T, kind string) outbox.Stored {
	t.Helper()
	list := b.stored(t, kind)
	require.NotEmpty(t, list)
	return list[len(list)-1]
}

// names are who receives an event, in order of their names.
func (b *eventBundle) names(t *testing.T, ev outbox.Stored) []string {
	t.Helper()
	list, err := b.notes.Receivers(t.Context(), ev)
	require.NoError(t, err)
	names := []string{}
	for _, r := range list {
		if r.Owner {
			require.Equal(t, b.hotel.User.OwnerID, r.Account)
			names = append(names, "hotel")
		}
		for name, who := range b.who {
			if who.User.OwnerID == r.Account {
				names = append(names, name)
			}
		}
	}
	require.Len(t, names, len(list))
	slices.Sort(names)
	return names
}

// tell renders an event for somebody who receives it.
func (b *eventBundle) tell(t *testing.T, ev outbox.Stored, name string) []string {
	t.Helper()
	list, err := b.notes.Receivers(t.Context(), ev)
	require.NoError(t, err)
	account := b.hotel.User.OwnerID
	if name != "hotel" {
		account = b.who[name].User.OwnerID
	}
	i := slices.IndexFunc(list, func(r event.Receiver) bool { return r.Account == account })
	require.GreaterOrEqual(t, i, 0, "%s is told nothing", name)
	messages, err := b.notes.Render(t.Context(), ev, list[i])
	require.NoError(t, err)
	texts := []string{}
	for _, m := range messages {
		require.True(t, json.Valid(m))
		require.NotContains(t, string(m), calendarName)
		texts = append(texts, string(m))
	}
	return texts
}

// rename gives the connected operator words of its own.
func (b *eventBundle) rename(t *testing.T, name string) {
	t.Helper()
	who, code, called := b.who[name], "X1", "Its own double"
	_, _, err := b.Mappings.OfRooms.Save(who.Context(t), who.Caller, mapping.RoomInput{
		Target: b.rooms[0], Change: mapping.RoomChange{Code: &code, Name: &called},
	})
	require.NoError(t, err)
}

// unpublished adds a room that partners do not know yet.
func (b *eventBundle) unpublished(t *testing.T) {
	t.Helper()
	b.rooms = append(b.rooms, b.Save(t, b.hotel, b.property.ID, facts.CategoryRooms, facts.Record{"name": "New wing", "room_total_units": 4}))
}
