package exchangetest

import (
	"fmt"
	"testing"

	"github.com/stretchr/testify/require"

	"allot/internal/inventory/allotment/rules"
	"allot/internal/inventory/stopsale"
	"allot/internal/partners/contract"
	"allot/internal/platform/civil"
)

func TestService_RenderStopSale(t *testing.T) {
	t.Parallel()

	t.Run("a span of the Master is one message, split where notice was kept, without units of the house", func(t *testing.T) {
		t.Parallel()
		b := setupEvent(t)
		b.rename(t, "connected")
		stop, reason, note := rules.StatusStop, rules.ReasonRenovation, "Xylophon"
		saved := b.set(t, b.master, 0, "2030-06-10", "2030-06-20", rules.Setting{Status: &stop, Reason: &reason, Note: &note})
		require.Len(t, saved.Warnings, 1)
		ev := b.last(t, "stopsale.created")
		id := func(date string) string { return fmt.Sprintf("%d-%d-%s", b.master, b.rooms[0], date) }
		message := func(from, to, room, code, units string, late bool, reason string) string {
			return fmt.Sprintf(`{"id":%q,"property_id":%d,"date":%q,"date_to":%q,"status":"stop","allotment":%s,"room_type":%q,"room_id":%d,"room_code":%q,
				"source":"master","late":%t%s}`, id(from), b.property.ID, from, to, units, room, b.rooms[0], code, late, reason)
		}
		mine := b.tell(t, ev, "connected")
		require.Len(t, mine, 2)
		require.JSONEq(t, message("2030-06-10", "2030-06-13", "Its own double", "X1", "null", true, `,"reason":"renovation"`), mine[0])
		require.JSONEq(t, message("2030-06-14", "2030-06-20", "Its own double", "X1", "null", false, `,"reason":"renovation"`), mine[1])
		plain := b.tell(t, ev, "plain")
		require.Len(t, plain, 1)
		require.JSONEq(t, message("2030-06-10", "2030-06-20", "A room", "", "null", false, ""), plain[0])
		own := b.tell(t, ev, "hotel")
		require.Len(t, own, 2, "to the hotel the longest notice counts")
		require.JSONEq(t, message("2030-06-10", "2030-06-13", "A room", "", "3", true, `,"reason":"renovation"`), own[0])
		for _, text := range append(append(mine, plain...), own...) {
			require.NotContains(t, text, note)
		}
	})

	t.Run("of its own calendar an operator is told its allotment, never the calendar's name", func(t *testing.T) {
		t.Parallel()
		b := setupEvent(t)
		b.set(t, b.calendars["rates"], 0, "2030-06-10", "2030-06-12", status(rules.StatusStop))
		got := b.tell(t, b.last(t, "stopsale.created"), "rates")
		require.Len(t, got, 1)
		require.JSONEq(t, fmt.Sprintf(`{"id":"%d-%d-2030-06-10","property_id":%d,"date":"2030-06-10","date_to":"2030-06-12","status":"stop","allotment":2,
			"room_type":"A room","room_id":%d,"room_code":"","source":"calendar","late":false}`, b.calendars["rates"], b.rooms[0], b.property.ID, b.rooms[0]), got[0])
	})

	t.Run("an update has what was before, a lifted stop only where it was", func(t *testing.T) {
		t.Parallel()
		b := setupEvent(t)
		b.set(t, b.calendars["rates"], 0, "2030-06-10", "2030-06-11", status(rules.StatusStop))
		b.set(t, b.calendars["rates"], 0, "2030-06-10", "2030-06-11", status(rules.StatusBlock))
		b.set(t, b.calendars["rates"], 0, "2030-06-10", "2030-06-11", status(rules.StatusNone))
		where := fmt.Sprintf(`"room_type":"A room","room_id":%d,"room_code":"","date":"2030-06-10","date_to":"2030-06-11"`, b.rooms[0])
		head := fmt.Sprintf(`"id":"%d-%d-2030-06-10","property_id":%d,%s`, b.calendars["rates"], b.rooms[0], b.property.ID, where)
		require.JSONEq(t, fmt.Sprintf(`{%s,"status":"block","allotment":2,"source":"calendar","late":false,
			"previous":{%s,"status":"stop","allotment":2,"source":"calendar"}}`, head, where), b.tell(t, b.last(t, "stopsale.updated"), "rates")[0])
		require.JSONEq(t, fmt.Sprintf(`{%s}`, head), b.tell(t, b.last(t, "stopsale.cancelled"), "rates")[0])
	})

	t.Run("another reason is news only to who may know reasons", func(t *testing.T) {
		t.Parallel()
		b := setupEvent(t)
		stop, first, second := rules.StatusStop, rules.ReasonRenovation, rules.ReasonHotelEvent
		b.set(t, b.master, 0, "2030-06-10", "2030-06-10", rules.Setting{Status: &stop, Reason: &first})
		b.set(t, b.master, 0, "2030-06-10", "2030-06-10", rules.Setting{Status: &stop, Reason: &second})
		ev := b.last(t, "stopsale.updated")
		require.Contains(t, b.tell(t, ev, "connected")[0], `"reason":"hotel_event"`)
		require.Empty(t, b.tell(t, ev, "plain"))
		require.Empty(t, b.tell(t, ev, "rates"))
	})

	t.Run("a stop that becomes a request is not lifted for who may not ask, and the days follow", func(t *testing.T) {
		t.Parallel()
		b := setupEvent(t)
		b.partner(t, "no requests", func(c *contract.Contract) { c.AllowOnRequest = false })
		b.set(t, b.master, 0, "2030-06-10", "2030-06-10", status(rules.StatusStop))
		b.set(t, b.master, 0, "2030-06-10", "2030-06-10", status(rules.StatusRequest))
		ev := b.last(t, "stopsale.cancelled")
		require.Len(t, b.tell(t, ev, "plain"), 1)
		require.Len(t, b.tell(t, ev, "hotel"), 1)
		require.Empty(t, b.tell(t, ev, "no requests"))
		ev = b.last(t, "availability.updated")
		require.Equal(t, []string{"06-10 06-10 true", "A room ", "06-10 06-10 on_request - of -"}, b.shows(t, b.tell(t, ev, "plain")[0]))
		require.Equal(t, []string{"06-10 06-10 true", "A room ", "06-10 06-10 closed - of -"}, b.shows(t, b.tell(t, ev, "no requests")[0]))
		b.set(t, b.master, 0, "2030-06-10", "2030-06-10", status(rules.StatusNone))
		ev = b.last(t, "stopsale.cancelled")
		require.Len(t, b.tell(t, ev, "no requests"), 1, "now it is lifted for it too")
		require.Empty(t, b.tell(t, ev, "plain"))
		require.Empty(t, b.tell(t, ev, "hotel"))
	})

	t.Run("a stop is told as availability too, when it is set and when it is lifted", func(t *testing.T) {
		t.Parallel()
		b := setupEvent(t)
		b.set(t, b.calendars["rates"], 0, "2030-06-10", "2030-06-10", status(rules.StatusStop))
		require.Equal(t, []string{"06-10 06-10 true", "A room ", "06-10 06-10 closed 0 of 2"},
			b.shows(t, b.tell(t, b.last(t, "availability.updated"), "rates")[0]), "who listens to this event alone must not sell the day")
		b.set(t, b.calendars["rates"], 0, "2030-06-10", "2030-06-10", status(rules.StatusNone))
		require.Equal(t, []string{"06-10 06-10 true", "A room ", "06-10 06-10 open 2 of 2"},
			b.shows(t, b.tell(t, b.last(t, "availability.updated"), "rates")[0]))
	})

	t.Run("rooms that are not published stay unknown", func(t *testing.T) {
		t.Parallel()
		b := setupEvent(t)
		b.unpublished(t)
		b.set(t, b.master, 2, "2030-06-10", "2030-06-10", status(rules.StatusStop))
		ev := b.last(t, "stopsale.created")
		require.Len(t, b.tell(t, ev, "hotel"), 1)
		require.Empty(t, b.tell(t, ev, "plain"))
	})

	t.Run("legacy stop sales have the same shape and their own ids", func(t *testing.T) {
		t.Parallel()
		b := setupEvent(t)
		e := b.mark(t, 0, "2030-06-10", stopsale.Stop)
		head := fmt.Sprintf(`"id":"%d","property_id":%d,"room_type":"A room","room_id":%d,"room_code":"","date":"2030-06-10","date_to":"2030-06-10"`,
			e.ID, b.property.ID, b.rooms[0])
		message := func(late bool) string {
			return fmt.Sprintf(`{%s,"status":"stop","allotment":null,"source":"","late":%t}`, head, late)
		}
		ev := b.last(t, "stopsale.created")
		require.JSONEq(t, message(true), b.tell(t, ev, "connected")[0], "14 days of notice were agreed")
		require.JSONEq(t, message(false), b.tell(t, ev, "plain")[0])
		color, source := stopsale.OnRequest, "Phone"
		_, err := b.StopSales.UpdateEvent(b.hotel.Context(t), b.hotel.Caller, e.ID, stopsale.EventChange{Color: &color, Source: &source})
		require.NoError(t, err)
		got := b.tell(t, b.last(t, "stopsale.updated"), "plain")[0]
		require.Contains(t, got, `"status":"on_request"`)
		require.Contains(t, got, `"source":"Phone"`)
		require.Contains(t, got, `"previous":{"date":"2030-06-10","date_to":"2030-06-10","status":"stop"`)
		require.NoError(t, b.StopSales.DeleteEvent(b.hotel.Context(t), b.hotel.Caller, e.ID))
		require.JSONEq(t, fmt.Sprintf(`{%s}`, head), b.tell(t, b.last(t, "stopsale.cancelled"), "plain")[0])
	})

	t.Run("to who may not ask for rooms a legacy request is a stop, before as after", func(t *testing.T) {
		t.Parallel()
		b := setupEvent(t)
		b.partner(t, "no requests", func(c *contract.Contract) { c.AllowOnRequest = false })
		e := b.mark(t, 0, "2030-06-10", stopsale.OnRequest)
		ev := b.last(t, "stopsale.created")
		require.Contains(t, b.tell(t, ev, "plain")[0], `"status":"on_request"`)
		require.Contains(t, b.tell(t, ev, "no requests")[0], `"status":"stop"`)
		paint := func(color stopsale.Color) {
			_, err := b.StopSales.UpdateEvent(b.hotel.Context(t), b.hotel.Caller, e.ID, stopsale.EventChange{Color: &color})
			require.NoError(t, err)
		}
		paint(stopsale.Stop)
		require.Len(t, b.tell(t, b.last(t, "stopsale.updated"), "plain"), 1)
		require.Empty(t, b.tell(t, b.last(t, "stopsale.updated"), "no requests"), "it was a stop before")
		paint(stopsale.OnRequest)
		paint(stopsale.Open)
		got := b.tell(t, b.last(t, "stopsale.updated"), "no requests")[0]
		require.Contains(t, got, `"status":"open"`)
		require.Contains(t, got, `"previous":{"date":"2030-06-10","date_to":"2030-06-10","status":"stop"`)
		require.NoError(t, b.StopSales.DeleteEvent(b.hotel.Context(t), b.hotel.Caller, e.ID))
		require.Len(t, b.tell(t, b.last(t, "stopsale.cancelled"), "no requests"), 1)
	})

	t.Run("a request with many spans writes few rows and loses none", func(t *testing.T) {
		t.Parallel()
		b := setupEvent(t)
		stop, first := rules.StatusStop, day("2030-06-01")
		var days []rules.DayInput
		for i := range 500 {
			days = append(days, rules.DayInput{RoomID: b.rooms[0], Date: first.Add(2 * i), Setting: rules.Setting{Status: &stop}})
		}
		_, err := b.Allotments.SaveDays(b.hotel.Context(t), b.hotel.Caller, b.master, days)
		require.NoError(t, err)
		list := b.stored(t, "stopsale.created")
		require.Len(t, list, 3)
		told := map[string]bool{}
		for _, ev := range list {
			for _, text := range b.tell(t, ev, "plain") {
				told[text] = true
			}
		}
		require.Len(t, told, 500)
		require.Equal(t, civil.Date(998), days[499].Date-first)
	})
}
