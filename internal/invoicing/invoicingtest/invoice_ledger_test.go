package invoicingtest

import (
	"fmt"
	"net/http"
	"testing"

	"github.com/stretchr/testify/require"

	"allot/internal/app/apptest"
	"allot/internal/inventory/rooming"
	"allot/internal/platform/civil"
)

// stays is a bundle with a ledger in a house with two rooms.
type stays struct {
	*invoiceBundle
	rooms  []int64
	ledger rooming.Ledger
}

func setupStays(t *testing.T, units int) *stays {
	t.Helper()
	b := &invoiceBundle{Env: apptest.New(t)}
	hotel, p, rooms := b.House(t, units, units)
	b.Publish(t, hotel, b.Admin(t), p)
	b.hotel, b.operator = hotel, b.Operator(t)
	b.contract = b.Accepted(t, b.hotel, b.operator)
	s := &stays{invoiceBundle: b, rooms: rooms}
	s.ledger = b.Ledger(t, b.hotel, b.operator, p, b.Master(t, b.hotel, p).ID)
	return s
}

// confirmed adds a confirmed stay.
func (s *stays) confirmed(t *testing.T, room int64, arrival string, nights, units int) rooming.Entry {
	t.Helper()
	e := s.Pending(t, s.hotel, s.ledger.ID, room, civil.MustParse(arrival), nights, units)
	_, err := s.Rooming.ConfirmEntry(s.hotel.Context(t), s.hotel.Caller, e.ID)
	require.NoError(t, err)
	return e
}

func (s *stays) path() string { return fmt.Sprintf("/api/rooming/ledgers/%d/invoice/", s.ledger.ID) }

func (s *stays) bill(t *testing.T, in object) object {
	t.Helper()
	return body(t, s.hotel.Do(t, post, s.path(), text(t, in)), http.StatusCreated)
}

func (s *stays) refused(t *testing.T, in object, field, problem string) {
	t.Helper()
	res := body(t, s.hotel.Do(t, post, s.path(), text(t, in)), http.StatusBadRequest)
	found := false
	for _, e := range res["errors"].([]any) {
		found = found || e.(object)["field"] == field && e.(object)["message"] == problem
	}
	require.True(t, found, "%v", res["errors"])
}

func states(v object) []string {
	list := []string{}
	for _, m := range v["line_matches"].([]any) {
		list = append(list, m.(object)["state"].(string))
	}
	return list
}

func (s *stays) price(room int, price string) object {
	return object{"room": s.rooms[room], "unit_price": price}
}

func TestInvoice_FromLedger(t *testing.T) {
	t.Parallel()

	t.Run("has a line for each confirmed stay, by room or by entry", func(t *testing.T) {
		t.Parallel()
		s := setupStays(t, 10)
		first := s.confirmed(t, s.rooms[0], "2030-06-01", 3, 2)
		reference, guests := "R 7", []rooming.Guest{{FirstName: "Ada", LastName: "Berg", Type: rooming.GuestAdult}}
		_, err := s.Rooming.UpdateEntry(s.hotel.Context(t), s.hotel.Caller, first.ID, rooming.EntryChange{Reference: &reference, Guests: &guests})
		require.NoError(t, err)
		second := s.confirmed(t, s.rooms[1], "2030-06-10", 1, 1)
		pending := s.Pending(t, s.hotel, s.ledger.ID, s.rooms[0], civil.MustParse("2030-06-01"), 2, 1)
		cancelled := s.confirmed(t, s.rooms[0], "2030-06-20", 1, 1)
		_, err = s.Rooming.CancelEntry(s.hotel.Context(t), s.hotel.Caller, cancelled.ID, "")
		require.NoError(t, err)

		v := s.bill(t, object{"tax_rate": "10", "notes": "Thanks", "prices": []object{s.price(0, "80"), s.price(1, "50.50")}})
		require.Equal(t, []any{"DRAFT", "Thanks", "530.50", "53.05", "583.55", "2030-05-31", "2030-06-30", "2030-06-01", "2030-06-11"},
			[]any{v["status"], v["notes"], v["subtotal"], v["tax_amount"], v["total_amount"], v["issue_date"], v["due_date"], v["service_from"], v["service_to"]})
		require.Equal(t, []any{float64(s.operator.User.OwnerID), float64(s.ledger.ID), "Hotel Aurora"}, []any{v["partner"], v["ledger"], v["property_name"]})
		lines := v["line_items"].([]any)
		require.Len(t, lines, 2)
		line := lines[0].(object)
		require.Equal(t, []any{"A room, Ada Berg, R 7", "6.00", "room_night", "80.00", "480.00", float64(first.ID), "2030-06-01", "2030-06-04"},
			[]any{line["description"], line["quantity"], line["unit"], line["unit_price"], line["line_total"], line["entry"], line["from"], line["to"]})
		require.Nil(t, v["warnings"])
		require.Equal(t, []string{"matched", "matched"}, states(v))

		again := s.bill(t, object{"entries": []object{{"entry": second.ID, "unit_price": "9"}}, "issue_date": "2030-07-01", "due_date": "2030-07-02", "currency": "USD"})
		require.Len(t, again["line_items"], 1)
		require.Equal(t, []any{"9.00", "USD", "2030-07-02"}, []any{again["total_amount"], again["currency"], again["due_date"]})
		require.Equal(t, []any{object{"code": "already_invoiced", "message": "1 of these stays are on invoice INV-2030-0001 (DRAFT) already"}}, again["warnings"])
		do(t, s.hotel, v, "cancel/")
		do(t, s.hotel, again, "cancel/")
		require.Nil(t, s.bill(t, object{"prices": []object{s.price(0, "1"), s.price(1, "1")}})["warnings"], "cancelled invoices do not count")

		both := "give a price by room in prices, or by entry in entries"
		s.refused(t, object{}, "prices", both)
		s.refused(t, object{"prices": []object{s.price(0, "1")}, "entries": []object{{"entry": first.ID, "unit_price": "1"}}}, "prices", both)
		s.refused(t, object{"prices": []object{s.price(0, "1")}}, "prices",
			fmt.Sprintf("has no price for room %d (B room), in which the ledger has a confirmed stay", s.rooms[1]))
		for _, id := range []int64{pending.ID, cancelled.ID, 1 << 40} {
			s.refused(t, object{"entries": []object{{"entry": id, "unit_price": "1"}}}, "entries[0].entry", "must be a confirmed entry of the ledger")
		}
		s.refused(t, object{"prices": []object{s.price(0, "1"), s.price(1, "1"), s.price(0, "2")}}, "prices[2].room", "is named twice")
		negative := "must not be negative: give a discount as a negative quantity"
		s.refused(t, object{"prices": []object{s.price(0, "1"), s.price(1, "-1")}}, "prices[1].unit_price", negative)
		s.refused(t, object{"entries": []object{{"entry": second.ID, "unit_price": "-1"}}}, "entries[0].unit_price", negative)
		apptest.RequireNotFound(t, s.Manager(t).Do(t, post, s.path(), text(t, object{"prices": []object{s.price(0, "1")}})))
		require.Equal(t, http.StatusForbidden, s.operator.Do(t, post, s.path(), text(t, object{"prices": []object{s.price(0, "1")}})).Code)
	})

	t.Run("takes no stay of another ledger", func(t *testing.T) {
		t.Parallel()
		s := setupStays(t, 10)
		other := s.confirmed(t, s.rooms[0], "2030-06-01", 1, 1)
		first := s.ledger
		p, err := s.Properties.Own(s.hotel.Context(t), s.hotel.Caller, first.PropertyID)
		require.NoError(t, err)
		s.ledger = s.Ledger(t, s.hotel, s.operator, p, *first.CalendarID)
		s.confirmed(t, s.rooms[0], "2030-06-02", 1, 1)
		s.refused(t, object{"entries": []object{{"entry": other.ID, "unit_price": "1"}}}, "entries[0].entry", "must be a confirmed entry of the ledger")
	})

	t.Run("of a line both sides see how it compares with the stay", func(t *testing.T) {
		t.Parallel()
		s := setupStays(t, 10)
		same, moves, ends := s.confirmed(t, s.rooms[0], "2030-06-01", 2, 1), s.confirmed(t, s.rooms[0], "2030-06-05", 2, 1), s.confirmed(t, s.rooms[0], "2030-06-09", 2, 1)
		v := s.bill(t, object{"prices": []object{s.price(0, "10")}})
		lines := append(v["line_items"].([]any), object{"description": "Bus", "quantity": 1, "unit_price": 5}, object{"description": "Nobody", "quantity": 1, "unit_price": 5, "entry": 1 << 40})
		v = body(t, s.hotel.Do(t, put, at(v, ""), text(t, object{"line_items": lines})), http.StatusOK)
		require.Equal(t, []string{"matched", "matched", "matched", "no_stay", "unknown"}, states(v))
		do(t, s.hotel, v, "send/")

		departure := moves.Departure.Add(1)
		_, err := s.Rooming.UpdateEntry(s.hotel.Context(t), s.hotel.Caller, moves.ID, rooming.EntryChange{Departure: &departure})
		require.NoError(t, err)
		_, err = s.Rooming.CancelEntry(s.hotel.Context(t), s.hotel.Caller, ends.ID, "")
		require.NoError(t, err)
		for _, who := range []*apptest.Who{s.hotel, s.operator} {
			read := body(t, who.Do(t, get, at(v, ""), ""), http.StatusOK)
			require.Equal(t, []string{"matched", "differs", "not_confirmed", "no_stay", "unknown"}, states(read))
			list := read["line_matches"].([]any)
			require.Equal(t, object{"line": 1.0, "state": "matched", "entry": float64(same.ID), "arrival": "2030-06-01", "departure": "2030-06-03", "room_nights": "2.00", "invoiced": "2.00"}, list[0])
			require.Equal(t, object{"line": 2.0, "state": "differs", "entry": float64(moves.ID), "arrival": "2030-06-05", "departure": "2030-06-08", "room_nights": "3.00", "invoiced": "2.00"}, list[1])
		}
	})

	t.Run("a stay of the hotel with another operator is unknown to this one", func(t *testing.T) {
		t.Parallel()
		s := setupStays(t, 10)
		e := s.confirmed(t, s.rooms[0], "2030-06-01", 2, 1)
		other := s.Operator(t)
		s.Accepted(t, s.hotel, other)
		v := s.create(t, object{"partner": other.User.OwnerID, "line_items": []object{{"description": "x", "quantity": 2, "unit_price": 1, "entry": e.ID, "from": "2030-06-01", "to": "2030-06-03"}}})
		require.Equal(t, []any{object{"line": 1.0, "state": "unknown", "entry": float64(e.ID), "arrival": nil, "departure": nil, "room_nights": nil, "invoiced": "2.00"}}, v["line_matches"])
	})

	t.Run("1,000 stays fit, 1,001 do not", func(t *testing.T) {
		t.Parallel()
		s := setupStays(t, 2000)
		arrival, departure, one := civil.MustParse("2030-06-01"), civil.MustParse("2030-06-02"), 1
		list := make([]rooming.EntryChange, 1001)
		for i := range list {
			list[i] = rooming.EntryChange{RoomID: &s.rooms[0], Arrival: &arrival, Departure: &departure, Units: &one}
		}
		added, err := s.Rooming.AddEntries(s.hotel.Context(t), s.hotel.Caller, s.ledger.ID, list, true)
		require.NoError(t, err)
		_, err = s.Rooming.Confirm(s.hotel.Context(t), s.hotel.Caller, s.ledger.ID)
		require.NoError(t, err)
		s.refused(t, object{"prices": []object{s.price(0, "1")}}, "entries", "at most 1000 stays fit on an invoice: choose some of them")
		chosen := []object{}
		for _, e := range added[:1000] {
			chosen = append(chosen, object{"entry": e.ID, "unit_price": "1"})
		}
		require.Equal(t, "1000.00", s.bill(t, object{"entries": chosen})["total_amount"])
	})
}
