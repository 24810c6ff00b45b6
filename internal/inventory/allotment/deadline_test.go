package allotment_test

import (
	"testing"

	"github.com/stretchr/testify/require"

	"allot/internal/app/apptest"
	"allot/internal/content/property"
	"allot/internal/inventory/allotment/rules"
	"allot/internal/partners/contract"
	"allot/internal/partners/ratecontract"
	"allot/internal/partners/warning"
	"allot/internal/platform/civil"
	"allot/internal/testkit/audittest"
)

// noticed is a hotel with a room of 3 units and three operators: one wants 14
// days of notice, one 3, one none. Today is 2030-05-31.
type noticed struct {
	*apptest.Env
	who       *apptest.Who
	p         property.Property
	room      int64
	operators []*apptest.Who
	contracts []contract.Contract
	master    int64
}

func newNoticed(t *testing.T) *noticed {
	t.Helper()
	n := &noticed{Env: apptest.New(t)}
	var rooms []int64
	n.who, n.p, rooms = n.House(t, 3)
	n.room, n.master = rooms[0], n.Master(t, n.who, n.p).ID
	for _, days := range []int{14, 3, 0} {
		operator := n.Operator(t)
		n.operators = append(n.operators, operator)
		n.contracts = append(n.contracts, n.Accepted(t, n.who, operator, func(c *contract.Contract) { c.StopSaleDeadline = days }))
	}
	return n
}

func (n *noticed) calendar(t *testing.T, kind rules.Kind, change func(*rules.CalendarChange)) int64 {
	t.Helper()
	name := "Calendar"
	ch := rules.CalendarChange{PropertyID: &n.p.ID, Kind: &kind, Name: &name}
	if change != nil {
		change(&ch)
	}
	c, err := n.Allotments.CreateCalendar(n.who.Context(t), n.who.Caller, ch)
	require.NoError(t, err)
	return c.ID
}

func (n *noticed) set(t *testing.T, calendar int64, date string, s rules.Setting) []warning.Warning {
	t.Helper()
	saved, err := n.Allotments.SaveDay(n.who.Context(t), n.who.Caller, calendar, rules.DayInput{RoomID: n.room, Date: day(date), Setting: s})
	require.NoError(t, err)
	return saved.Warnings
}

// of are the places of the contracts that warnings name.
func (n *noticed) of(t *testing.T, list []warning.Warning) []int {
	t.Helper()
	places := []int{}
	for _, w := range list {
		require.Equal(t, "stop_sale_deadline", w.Code)
		require.NotEmpty(t, w.Partner)
		for i, c := range n.contracts {
			if c.ID == w.Contract {
				places = append(places, i)
			}
		}
	}
	return places
}

func to(s rules.Status) rules.Setting { return rules.Setting{Status: &s} }

func units(n int) rules.Setting { return rules.Setting{Closed: &n} }

func TestService_notice(t *testing.T) {
	t.Parallel()
	const stop, block = rules.StatusStop, rules.StatusBlock

	t.Run("a day less than the agreed days ahead is late, on the Master for every contract", func(t *testing.T) {
		t.Parallel()
		n := newNoticed(t)
		require.Equal(t, []int{0, 1}, n.of(t, n.set(t, n.master, "2030-06-02", to(stop))))
		require.Equal(t, []int{0}, n.of(t, n.set(t, n.master, "2030-06-03", to(block))))
		require.Equal(t, []int{0}, n.of(t, n.set(t, n.master, "2030-06-13", to(stop))))
		require.Empty(t, n.set(t, n.master, "2030-06-14", to(stop)), "14 days ahead")
	})

	t.Run("only what takes a day off sale", func(t *testing.T) {
		t.Parallel()
		n := newNoticed(t)
		require.Empty(t, n.set(t, n.master, "2030-06-10", to(rules.StatusRequest)))
		require.Equal(t, []int{0}, n.of(t, n.set(t, n.master, "2030-06-10", to(stop))))
		require.Empty(t, n.set(t, n.master, "2030-06-10", to(block)), "it was closed before")
		require.Empty(t, n.set(t, n.master, "2030-06-10", to(rules.StatusNone)))
		require.Empty(t, n.set(t, n.master, "2030-06-10", units(2)))
		require.Equal(t, []int{0}, n.of(t, n.set(t, n.master, "2030-06-10", units(3))), "nothing is left")
		require.Empty(t, n.set(t, n.master, "2030-06-10", to(rules.StatusFree)))
		sold := 3
		require.Empty(t, n.set(t, n.master, "2030-06-11", rules.Setting{Confirmed: &sold}), "sold is not closed")
	})

	t.Run("of an operator's calendar its own contract counts", func(t *testing.T) {
		t.Parallel()
		n := newNoticed(t)
		connected := n.calendar(t, rules.KindConnected, func(ch *rules.CalendarChange) { id := &n.contracts[1].ID; ch.Contract = &id })
		require.Equal(t, []int{1}, n.of(t, n.set(t, connected, "2030-06-01", to(stop))))
		require.Empty(t, n.set(t, connected, "2030-06-10", to(stop)))

		rate := n.Granted(t, n.who, n.operators[0], n.p, []ratecontract.RoomAllotment{
			{RoomID: n.room, StartDate: day("2030-06-01"), EndDate: day("2030-06-30"), Quantity: 2},
		})
		contracted := n.calendar(t, rules.KindContracted, func(ch *rules.CalendarChange) { id := &rate.ID; ch.RateContract = &id })
		require.Empty(t, n.set(t, contracted, "2030-06-10", units(1)))
		require.Equal(t, []int{0}, n.of(t, n.set(t, contracted, "2030-06-10", units(2))), "of its two units none is left")
		n.SetStatus(t, n.contracts[0], contract.StatusCancelled)
		require.Empty(t, n.set(t, contracted, "2030-06-11", to(stop)), "no contract is in force")
		require.Empty(t, n.set(t, n.calendar(t, rules.KindAllotment, nil), "2030-06-01", to(stop)))
	})

	t.Run("today is the property's", func(t *testing.T) {
		t.Parallel()
		n := newNoticed(t)
		zone := "Pacific/Kiritimati" // 2030-06-01 already
		_, err := n.Properties.Update(n.who.Context(t), n.who.Caller, n.p.ID, property.Change{Timezone: &zone}, property.Logo{})
		require.NoError(t, err)
		require.Equal(t, []int{0}, n.of(t, n.set(t, n.master, "2030-06-14", to(stop))))
		require.Empty(t, n.set(t, n.master, "2030-06-15", to(stop)))
	})

	t.Run("many days are named as ranges, marked in the trail and kept with the event", func(t *testing.T) {
		t.Parallel()
		n := newNoticed(t)
		s := stop
		saved, err := n.Allotments.SaveRange(n.who.Context(t), n.who.Caller, n.master, rules.RangeInput{
			Season: civil.Range{From: day("2030-05-31"), To: day("2030-12-31")}, Weekdays: []int{6, 7}, Setting: rules.Setting{Status: &s},
		})
		require.NoError(t, err)
		require.Equal(t, []int{0, 1}, n.of(t, saved.Warnings))
		require.Equal(t, []civil.Range{{From: day("2030-06-01"), To: day("2030-06-02")}, {From: day("2030-06-08"), To: day("2030-06-09")}}, saved.Warnings[0].Dates)
		require.Equal(t, []civil.Date{day("2030-06-01"), day("2030-06-09")}, []civil.Date{saved.Warnings[0].From, saved.Warnings[0].To})
		require.Contains(t, saved.Warnings[0].Message, "14 days of notice")
		trail, err := audittest.Of(t.Context(), n.DB, n.who.User.OwnerID, "allotment_days", n.master)
		require.NoError(t, err)
		require.Len(t, trail, 2)
		require.Equal(t, "late_stop_sale", trail[1].Action)
		require.Contains(t, string(trail[1].After), `"stop_sale_deadline"`)

		batch, err := n.Allotments.SaveDays(n.who.Context(t), n.who.Caller, n.master, []rules.DayInput{{RoomID: n.room, Date: day("2030-06-03"), Setting: to(stop)}})
		require.NoError(t, err)
		require.Equal(t, []int{0}, n.of(t, batch.Warnings))
	})
}
