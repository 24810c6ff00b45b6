package inventoryhttptest

import (
	"net/http"
	"testing"

	"github.com/stretchr/testify/require"

	"allot/internal/inventory/allotment/rules"
	"allot/internal/partners/mapping"
	"allot/internal/platform/civil"
)

// close stops a room on the Master.
func (b *roomingBundle) close(t *testing.T, room int64, from, to string) {
	t.Helper()
	stop := rules.StatusStop
	_, err := b.Allotments.SaveRange(b.hotel.Context(t), b.hotel.Caller, b.master.ID, rules.RangeInput{
		Rooms: []int64{room}, Season: civil.Range{From: day(from), To: day(to)}, Setting: rules.Setting{Status: &stop},
	})
	require.NoError(t, err)
}

// warned says in short what an answer warns of.
func warned(o object) []string {
	list := []string{}
	warnings, _ := o["warnings"].([]any)
	for _, w := range warnings {
		one := w.(object)
		list = append(list, one["code"].(string)+" "+one["from"].(string)+" "+one["to"].(string))
	}
	return list
}

func TestLedger_anOperatorIsWarnedOfClosedNightsBeforeItSends(t *testing.T) {
	t.Parallel()
	b := setupRooming(t)
	b.close(t, b.rooms[0], "2030-06-02", "2030-06-05")
	l := b.ledger(t, b.operator, nil)
	b.entry(t, b.operator, l["id"], object{"room": b.rooms[1]})
	require.Empty(t, warned(bodyRooming(t, b.operator.Do(t, get, at(ledgers, l["id"]), ""), http.StatusOK)))
	b.entry(t, b.operator, l["id"], nil)
	want := []string{"closed_day 2030-06-02 2030-06-02"}
	require.Equal(t, want, warned(bodyRooming(t, b.operator.Do(t, get, at(ledgers, l["id"]), ""), http.StatusOK)), "of the list that is not sent yet")
	require.Equal(t, want, warned(bodyRooming(t, b.operator.Do(t, post, at(ledgers, l["id"])+"send/", ""), http.StatusOK)), "and of the answer that sends it")
	require.Empty(t, warned(bodyRooming(t, b.operator.Do(t, get, at(ledgers, l["id"]), ""), http.StatusOK)), "then it is the hotel's turn")
}

func TestLedger_anOperatorIsWarnedOfNightsBeyondItsAllotment(t *testing.T) {
	t.Parallel()
	b := setupRooming(t)
	kind, name, with := rules.KindConnected, "Its own", &b.contract.ID
	c, err := b.Allotments.CreateCalendar(b.hotel.Context(t), b.hotel.Caller, rules.CalendarChange{PropertyID: &b.property.ID, Kind: &kind, Name: &name, Contract: &with})
	require.NoError(t, err)
	from, to, units := day("2030-06-01"), day("2030-06-30"), 3
	_, err = b.Allotments.AddBlock(b.hotel.Context(t), b.hotel.Caller, c.ID, rules.BlockChange{RoomID: &b.rooms[0], StartDate: &from, EndDate: &to, Quantity: &units})
	require.NoError(t, err)
	l := b.ledger(t, b.operator, nil)
	b.entry(t, b.operator, l["id"], nil) // two of three units
	require.Empty(t, warned(bodyRooming(t, b.operator.Do(t, get, at(ledgers, l["id"]), ""), http.StatusOK)))
	b.entry(t, b.operator, l["id"], object{"arrival": "2030-06-02", "departure": "2030-06-04"})
	require.Equal(t, []string{"beyond_allotment 2030-06-02 2030-06-02"}, warned(bodyRooming(t, b.operator.Do(t, get, at(ledgers, l["id"]), ""), http.StatusOK)))
	require.Empty(t, warned(bodyRooming(t, b.hotel.Do(t, get, at(ledgers, l["id"]), ""), http.StatusOK)), "the hotel is warned when it confirms")
}

func TestLedger_anOperatorReadsItsOwnRoomNames(t *testing.T) {
	t.Parallel()
	b := setupRooming(t)
	code, name := "X1", "Its own double"
	_, _, err := b.Mappings.OfRooms.Save(b.operator.Context(t), b.operator.Caller, mapping.RoomInput{Target: b.rooms[0], Change: mapping.RoomChange{Code: &code, Name: &name}})
	require.NoError(t, err)
	l := b.ledger(t, b.operator, nil)
	require.Equal(t, name, b.entry(t, b.operator, l["id"], nil)["room_name"])
	require.Equal(t, "B room", b.entry(t, b.operator, l["id"], object{"room": b.rooms[1]})["room_name"], "the published one where it has none")
	b.close(t, b.rooms[0], "2030-06-01", "2030-06-05")
	warnings := bodyRooming(t, b.operator.Do(t, get, at(ledgers, l["id"]), ""), http.StatusOK)["warnings"].([]any)
	require.Contains(t, warnings[0].(object)["message"], name)
	first := func(o object) any { return o["entries"].([]any)[0].(object)["room_name"] }
	require.Equal(t, "A room", first(bodyRooming(t, b.hotel.Do(t, get, at(ledgers, l["id"]), ""), http.StatusOK)), "the hotel its own")
}

func TestSubmit_takesTheNamesThatPeopleUse(t *testing.T) {
	t.Parallel()
	b := setupRooming(t)
	b.close(t, b.rooms[0], "2030-06-01", "2030-06-02")
	path, _ := b.writer(t, b.operator, nil)
	stay := object{"room": b.rooms[0], "arrival": "2030-06-01", "departure": "2030-06-03"}
	in := object{"reference": "OP-1", "property": b.property.ID, "name": "Group 7", "entries": []object{stay}}
	sent := bodyRooming(t, b.Do(t, post, path, text(t, in)), http.StatusCreated)
	require.Equal(t, []any{float64(b.property.ID), float64(b.rooms[0])}, []any{sent["property_id"], sent["entries"].([]any)[0].(object)["room_id"]})
	require.Equal(t, []string{"closed_day 2030-06-01 2030-06-02"}, warned(sent))

	field := func(o object) any { return o["errors"].([]any)[0].(object)["field"] }
	in["reference"], in["property"] = "OP-2", 987654
	require.Equal(t, "property", field(code(t, b.Do(t, post, path, text(t, in)), http.StatusBadRequest, "validation_failed")))
	in["property_id"] = b.property.ID
	require.Equal(t, "property", field(code(t, b.Do(t, post, path, text(t, in)), http.StatusBadRequest, "validation_failed")), "two that differ")
	delete(in, "property")
	stay["room_id"] = b.rooms[1]
	require.Equal(t, "entries[0].room", field(code(t, b.Do(t, post, path, text(t, in)), http.StatusBadRequest, "validation_failed")))
}
