package inventoryhttptest

import (
	"net/http"
	"testing"

	"github.com/stretchr/testify/require"

	"allot/internal/app/apptest"
	"allot/internal/content/facts"
	"allot/internal/partners/ratecontract"
	"allot/internal/platform/civil"
)

// pull pulls over HTTP and returns how many blocks were created, updated,
// deleted and left alone.
func (d *desk) pull(t *testing.T, calendar any) []any {
	t.Helper()
	got := deskBody(t, d.hotel.Do(t, post, calendarAt(t, calendar, "pull-contract/"), ""), http.StatusOK)
	require.Len(t, got["blocks"], len(d.blocks(t, calendar)))
	return []any{got["created"], got["updated"], got["deleted"], got["unchanged"]}
}

func rows(list ...ratecontract.RoomAllotment) *[]ratecontract.RoomAllotment { return &list }

func TestPullContract(t *testing.T) {
	t.Parallel()

	t.Run("a contracted calendar follows its contract", func(t *testing.T) {
		t.Parallel()
		d := newDesk(t)
		june, july := d.row(0, "2030-06-01", "2030-06-30", 3), d.row(0, "2030-07-01", "2030-07-31", 4)
		r := d.Granted(t, d.hotel, d.operator, d.property, []ratecontract.RoomAllotment{july, june}, func(c *ratecontract.Change) {
			c.StartDate, c.Status = ptr(civil.MustParse("2030-06-01")), ptr(ratecontract.StatusDraft)
		})
		c := d.contracted(t, r)
		require.Empty(t, d.blocks(t, c), "a draft allots nothing")
		d.regrant(t, r.ID, ratecontract.Change{Status: ptr(ratecontract.StatusActive)})
		require.Equal(t, []string{"A 06-01 06-30 3 contract", "A 07-01 07-31 4 contract"}, d.blocks(t, c))
		ids := deskNames(t, d.hotel.Do(t, get, calendarAt(t, c, "blocks/"), ""), "id")

		require.Equal(t, []any{0.0, 0.0, 0.0, 2.0}, d.pull(t, c))
		require.Equal(t, ids, deskNames(t, d.hotel.Do(t, get, calendarAt(t, c, "blocks/"), ""), "id"))
		require.Len(t, d.told(t), 1, "pulling what is there is no news")

		june.Quantity = 5
		august := d.row(1, "2030-08-01", "2030-08-31", 2)
		d.regrant(t, r.ID, ratecontract.Change{Rooms: rows(june, august)})
		require.Equal(t, []string{"A 06-01 06-30 5 contract", "B 08-01 08-31 2 contract"}, d.blocks(t, c))
		require.Equal(t, ids[0], deskNames(t, d.hotel.Do(t, get, calendarAt(t, c, "blocks/"), ""), "id")[0])
		d.regrant(t, r.ID, ratecontract.Change{Name: ptr("Renamed")})
		d.regrant(t, r.ID, ratecontract.Change{Status: ptr(ratecontract.StatusDraft)})
		require.Empty(t, d.blocks(t, c))
		d.regrant(t, r.ID, ratecontract.Change{Status: ptr(ratecontract.StatusActive)})
		d.regrant(t, r.ID, ratecontract.Change{Status: ptr(ratecontract.StatusEnded)})
		require.Empty(t, d.blocks(t, c))
		require.Equal(t, []any{0.0, 0.0, 0.0, 0.0}, d.pull(t, c))
		both := []string{"A 06-01 06-30", "B 08-01 08-31"}
		require.Equal(t, [][]string{{"A 06-01 07-31"}, {"A 06-01 07-31", "B 08-01 08-31"}, both, both, both}, d.told(t))
		require.Equal(t, []string{"create", "pull", "pull", "pull", "pull", "pull"}, d.actions(t, "allotment_calendar", c))
	})

	t.Run("a contract that is deleted leaves its calendar empty and unbound", func(t *testing.T) {
		t.Parallel()
		d := newDesk(t)
		r := d.granted(t, d.row(0, "2030-06-01", "2030-06-30", 3))
		contracted, connected := d.contracted(t, r), d.connected(t)
		require.NoError(t, d.RateContracts.Delete(d.hotel.Context(t), d.hotel.Caller, r.ID))
		require.Empty(t, d.blocks(t, contracted))
		require.Empty(t, d.blocks(t, connected))
		got := deskBody(t, d.hotel.Do(t, get, calendarAt(t, contracted, ""), ""), http.StatusOK)
		require.Equal(t, []any{nil, "", true}, []any{got["rate_contract"], got["counterparty"], got["is_contract_fed"]})
		apptest.RequireError(t, d.hotel.Do(t, post, calendarAt(t, contracted, "pull-contract/"), ""), http.StatusConflict, "no_rate_contract",
			"the rate contract of this calendar is gone: bind another")
		require.Equal(t, http.StatusConflict, d.hotel.Do(t, post, calendarAt(t, contracted, "blocks/"), d.block(t, nil)).Code)
		require.Equal(t, []string{"create", "pull", "update", "pull"}, d.actions(t, "allotment_calendar", contracted))
		deskBody(t, d.hotel.Do(t, patch, calendarAt(t, contracted, ""), `{"name":"Unbound"}`), http.StatusOK)
		require.Equal(t, [][]string{{"A 06-01 06-30"}, {"A 06-01 06-30"}, {"A 06-01 06-30"}}, d.told(t), "made, made, and one for both that lost it")
		d.addBlock(t, connected, nil)
	})

	t.Run("another binding brings its own blocks", func(t *testing.T) {
		t.Parallel()
		d := newDesk(t)
		old, next := d.granted(t, d.row(0, "2030-06-01", "2030-06-30", 3)), d.granted(t, d.row(0, "2030-06-01", "2030-07-31", 3))
		c := d.contracted(t, old)
		body := deskBody(t, d.hotel.Do(t, patch, calendarAt(t, c, ""), deskText(t, object{"rate_contract": next.ID})), http.StatusOK)
		require.EqualValues(t, next.ID, body["rate_contract"])
		require.Equal(t, []string{"A 06-01 07-31 3 contract"}, d.blocks(t, c))
		require.Equal(t, [][]string{{"A 06-01 06-30"}, {"A 07-01 07-31"}}, d.told(t), "only days that differ are news")
		d.regrant(t, old.ID, ratecontract.Change{Rooms: rows()})
		require.Equal(t, []string{"A 06-01 07-31 3 contract"}, d.blocks(t, c))
	})

	t.Run("a connected calendar takes all of its operator, the oldest first, or the one it is bound to", func(t *testing.T) {
		t.Parallel()
		d := newDesk(t)
		c := d.connected(t)
		apptest.RequireError(t, d.hotel.Do(t, post, calendarAt(t, c, "pull-contract/"), ""), http.StatusConflict, "no_rate_contract",
			"the operator has no rate contract in force for this property: write blocks by hand")
		d.addBlock(t, c, nil)
		first := d.granted(t, d.row(0, "2030-06-10", "2030-06-20", 3), d.row(0, "2030-07-01", "2030-07-01", 1))
		second := d.granted(t, d.row(0, "2030-06-01", "2030-07-31", 2), d.row(1, "2030-06-01", "2030-06-30", 4))
		all := []string{
			"A 06-01 06-09 2 contract", "A 06-10 06-20 3 contract", "A 06-21 06-30 2 contract", "A 07-01 07-01 1 contract", "A 07-02 07-31 2 contract", "B 06-01 06-30 4 contract",
		}
		require.Equal(t, all, d.blocks(t, c))
		require.Equal(t, []any{0.0, 0.0, 0.0, 6.0}, d.pull(t, c))
		deskBody(t, d.hotel.Do(t, patch, calendarAt(t, c, ""), deskText(t, object{"rate_contract": second.ID})), http.StatusOK)
		require.Equal(t, []string{"A 06-01 07-31 2 contract", "B 06-01 06-30 4 contract"}, d.blocks(t, c))
		deskBody(t, d.hotel.Do(t, patch, calendarAt(t, c, ""), `{"rate_contract":null}`), http.StatusOK)
		require.Equal(t, all, d.blocks(t, c))
		d.regrant(t, first.ID, ratecontract.Change{Status: ptr(ratecontract.StatusEnded)})
		require.Equal(t, []string{"A 06-01 07-31 2 contract", "B 06-01 06-30 4 contract"}, d.blocks(t, c))
		require.NoError(t, d.RateContracts.Delete(d.hotel.Context(t), d.hotel.Caller, second.ID))
		require.Empty(t, d.blocks(t, c))

		rival := d.Operator(t)
		other := d.Accepted(t, d.hotel, rival)
		d.Granted(t, d.hotel, rival, d.property, []ratecontract.RoomAllotment{d.row(1, "2030-06-01", "2030-06-02", 1)})
		require.Empty(t, d.blocks(t, c))
		deskBody(t, d.hotel.Do(t, patch, calendarAt(t, c, ""), deskText(t, object{"counterparty_contract": other.ID})), http.StatusOK)
		require.Equal(t, []string{"B 06-01 06-02 1 contract"}, d.blocks(t, c))
	})

	t.Run("blocks by hand are a fallback that a pull leaves alone while nothing can be sold under the contract", func(t *testing.T) {
		t.Parallel()
		d := newDesk(t)
		d.granted(t, d.row(0, "2030-01-01", "2030-05-30", 3))
		c := d.connected(t)
		d.addBlock(t, c, nil)
		require.Equal(t, []any{0.0, 0.0, 0.0, 1.0}, d.pull(t, c))
		require.Equal(t, []string{"A 06-01 06-30 3 manual"}, d.blocks(t, c))
	})

	t.Run("other calendars have nothing to pull", func(t *testing.T) {
		t.Parallel()
		d := newDesk(t)
		d.granted(t, d.row(0, "2030-06-01", "2030-06-30", 3))
		for _, kind := range []string{"allotment", "standalone"} {
			apptest.RequireError(t, d.hotel.Do(t, post, calendarAt(t, d.calendar(t, object{"kind": kind}), "pull-contract/"), ""), http.StatusConflict,
				"no_rate_contract", "a calendar of kind "+kind+" is fed by no rate contract")
		}
		master := d.Master(t, d.hotel, d.property)
		require.Equal(t, http.StatusConflict, d.hotel.Do(t, post, calendarAt(t, master.ID, "pull-contract/"), "").Code)
	})

	t.Run("rows go with their room", func(t *testing.T) {
		t.Parallel()
		d := newDesk(t)
		r := d.granted(t, d.row(0, "2030-06-01", "2030-06-30", 3), d.row(1, "2030-06-01", "2030-06-30", 2))
		c := d.contracted(t, r)
		category, _ := d.Catalogue.Find(facts.CategoryRooms)
		require.NoError(t, d.Properties.DeleteRecord(d.hotel.Context(t), d.hotel.Caller, d.property.ID, category, d.rooms[0]))
		require.Equal(t, []string{"B 06-01 06-30 2 contract"}, d.blocks(t, c))
		require.Equal(t, []any{0.0, 0.0, 0.0, 1.0}, d.pull(t, c))
	})

	t.Run("a contract of a thousand rows is pulled whole", func(t *testing.T) {
		t.Parallel()
		d := newDesk(t)
		var list []ratecontract.RoomAllotment
		day := civil.MustParse("2030-06-01")
		for i := range ratecontract.MaxRows {
			row := d.row(i%2, day.String(), day.String(), 1+i%3)
			list = append(list, row)
			day += civil.Date(i % 2)
		}
		r := d.Granted(t, d.hotel, d.operator, d.property, list, func(c *ratecontract.Change) { c.EndDate = ptr(civil.MustParse("2032-01-01")) })
		c := d.contracted(t, r)
		got := deskBody(t, d.hotel.Do(t, post, calendarAt(t, c, "pull-contract/"), ""), http.StatusOK)
		require.Len(t, got["blocks"], ratecontract.MaxRows)
		require.EqualValues(t, ratecontract.MaxRows, got["unchanged"])
	})

	t.Run("many who pull, bind and change the contract at once agree in the end", func(t *testing.T) {
		t.Parallel()
		d := newDesk(t)
		r, next := d.granted(t, d.row(0, "2030-06-01", "2030-06-30", 3)), d.granted(t)
		c, connected := d.contracted(t, r), d.connected(t)
		codes := apptest.AtOnce(24, func(i int) int {
			switch i % 4 {
			case 0:
				return d.hotel.Do(t, post, calendarAt(t, c, "pull-contract/"), "").Code
			case 1:
				id := []int64{r.ID, next.ID}[i/4%2]
				return d.hotel.Do(t, patch, calendarAt(t, c, ""), deskText(t, object{"rate_contract": id})).Code
			case 2:
				return d.hotel.Do(t, post, calendarAt(t, connected, "pull-contract/"), "").Code
			}
			d.regrant(t, r.ID, ratecontract.Change{Rooms: rows(d.row(i/4%2, "2030-06-01", "2030-06-30", 1+i/8))})
			return http.StatusOK
		})
		require.Equal(t, map[int]int{http.StatusOK: 24}, codes)
		require.Equal(t, []any{0.0, 0.0, 0.0}, d.pull(t, connected)[:3])
		require.Equal(t, []any{0.0, 0.0, 0.0}, d.pull(t, c)[:3])
	})
}
