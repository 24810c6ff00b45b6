package insighttest

import (
	"encoding/json"
	"fmt"
	"net/http"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"allot/internal/app/apptest"
	"allot/internal/content/property"
	"allot/internal/inventory/allotment/rules"
	"allot/internal/partners/contract"
	"allot/internal/platform/civil"
)

// booked is a hotel where much has happened in the window.
func booked(t *testing.T) *reportBundle {
	t.Helper()
	b := setupReport(t)
	b.set(t, b.master, b.rooms[0], "2030-06-28", confirmed(3)) // the day before
	b.set(t, b.master, b.rooms[0], "2030-06-30", confirmed(2))
	b.set(t, b.master, b.rooms[1], "2030-06-30", closed(5))
	b.set(t, b.master, b.rooms[0], "2030-07-01", status(rules.StatusStop))
	b.set(t, b.master, b.rooms[1], "2030-07-01", status(rules.StatusBlock))
	b.set(t, b.master, b.rooms[0], "2030-07-02", status(rules.StatusRequest))
	_, err := b.Allotments.ImportUnits(b.hotel.Context(t), b.hotel.User.OwnerID, b.property.ID, rules.UnitsImport{
		Source: "PMS", Rows: []rules.UnitRow{{RoomID: b.rooms[1], Date: civil.MustParse("2030-07-02"), Reserved: 5}},
	})
	require.NoError(t, err)
	kind, name := rules.KindAllotment, "Aurinko"
	c, err := b.Allotments.CreateCalendar(b.hotel.Context(t), b.hotel.Caller, rules.CalendarChange{PropertyID: &b.property.ID, Kind: &kind, Name: &name})
	require.NoError(t, err)
	b.set(t, c.ID, b.rooms[0], "2030-06-30", confirmed(1))             // now the first room is full
	b.set(t, c.ID, b.rooms[0], "2030-06-29", status(rules.StatusStop)) // not on the Master
	return b
}

const (
	june  = `"room_nights":16,"sold":3,"closed":5,"external":0,"free":8,"occupancy":"18.75","stop_days":0,"closed_days":1`
	july  = `"room_nights":16,"sold":0,"closed":8,"external":5,"free":3,"occupancy":"31.25","stop_days":1,"closed_days":1`
	whole = `"room_nights":32,"sold":3,"closed":13,"external":5,"free":11,"occupancy":"25.00","stop_days":1,"closed_days":2`
)

func TestAvailability_house(t *testing.T) {
	t.Parallel()

	t.Run("adds up nights, stops and closed days, by month too", func(t *testing.T) {
		t.Parallel()
		b := booked(t)
		apptest.RequireJSON(t, b.hotel.Do(t, get, availability+window, ""), http.StatusOK, fmt.Sprintf(`{"count":1,"next":null,"previous":null,"results":[
			{"property_id":%d,"name":"Hotel Aurora","from":"2030-06-29","to":"2030-07-02",
			 "house":{%s,"months":[{"month":"2030-06",%s},{"month":"2030-07",%s}]}}]}`, b.property.ID, whole, june, july))
	})

	t.Run("counts what one room lends another once", func(t *testing.T) {
		t.Parallel()
		b := setupReport(t)
		lent := 2
		_, err := b.Allotments.AddShare(b.hotel.Context(t), b.hotel.Caller, rules.ShareChange{
			PropertyID: &b.property.ID, DonorRoom: &b.rooms[1], RecipientRoom: &b.rooms[0], MaxUnits: &lent,
		})
		require.NoError(t, err)
		b.set(t, b.master, b.rooms[0], "2030-06-30", confirmed(4))
		require.Contains(t, b.hotel.Do(t, get, availability+"?from=2030-06-30&to=2030-06-30", "").Body.String(),
			`"house":{"room_nights":8,"sold":4,"closed":0,"external":0,"free":4,"occupancy":"50.00","stop_days":0,"closed_days":0,`)
	})

	t.Run("is by default of the next 30 days and never of more than 366", func(t *testing.T) {
		t.Parallel()
		b := setupReport(t)
		got := results(t, b.hotel, availability)[0]
		require.Equal(t, []any{"2030-05-31", "2030-06-29"}, []any{got["from"], got["to"]})
		require.Equal(t, http.StatusOK, b.hotel.Do(t, get, availability+"?from=2030-01-01&to=2031-01-01", "").Code)
		require.Equal(t, http.StatusOK, b.hotel.Do(t, get, availability+"?from=9999-12-20&to=9999-12-31", "").Code)
		for _, path := range []string{availability, export} {
			apptest.RequireInvalid(t, b.hotel.Do(t, get, path+"?from=2030-01-01&to=2031-01-02", ""), "to", "must be 2031-01-01 at the latest: a report is over at most 366 days")
			apptest.RequireInvalid(t, b.hotel.Do(t, get, path+"?from=2030-01-02&to=2030-01-01", ""), "to", "must not be before from, which is 2030-01-02")
			apptest.RequireInvalid(t, b.hotel.Do(t, get, path+"?property_id=1,x", ""), "property_id", `must be ids, separated by commas; "x" is none`)
		}
	})

	t.Run("is of the properties that were asked for and that the reader may see, page by page", func(t *testing.T) {
		t.Parallel()
		b := setupReport(t)
		other := b.Property(t, b.hotel, "Casa Luna")
		stranger, theirs, _ := b.House(t, 2)
		ids := func(who *apptest.Who, query string) []any {
			list := []any{}
			for _, r := range results(t, who, availability+query) {
				list = append(list, r["name"])
			}
			return list
		}
		require.Equal(t, []any{"Hotel Aurora", "Casa Luna"}, ids(b.hotel, ""))
		require.Equal(t, []any{"Casa Luna"}, ids(b.hotel, "?page_size=1&page=2"))
		require.Equal(t, []any{"Casa Luna"}, ids(b.hotel, fmt.Sprintf("?property_id=%d,%d", other.ID, theirs.ID)))
		require.Empty(t, ids(b.hotel, fmt.Sprintf("?property_id=%d", theirs.ID)))
		require.Len(t, ids(stranger, ""), 1)
		scoped := b.reader(t, b.hotel, other.ID)
		require.Equal(t, []any{"Casa Luna"}, ids(scoped, ""))
		require.Empty(t, ids(scoped, fmt.Sprintf("?property_id=%d", b.property.ID)))
		require.NotContains(t, scoped.Do(t, get, export, "").Body.String(), "Aurora")
		require.Contains(t, b.hotel.Do(t, get, availability+fmt.Sprintf("?property_id=%d", other.ID), "").Body.String(),
			`"room_nights":0,"sold":0,"closed":0,"external":0,"free":0,"occupancy":"0.00","stop_days":0,"closed_days":30`)
	})

	t.Run("is for those who read reports", func(t *testing.T) {
		t.Parallel()
		requireForbidden(t, setupReport(t), availability, export)
	})
}

func TestAvailability_offer(t *testing.T) {
	t.Parallel()

	t.Run("tells an operator the days of the Master, and nights of its own calendar only", func(t *testing.T) {
		t.Parallel()
		b := booked(t)
		require.Empty(t, results(t, b.operator, availability+window), "without a contract")
		c := b.Accepted(t, b.hotel, b.operator)
		apptest.RequireJSON(t, b.operator.Do(t, get, availability+window, ""), http.StatusOK, fmt.Sprintf(`{"count":1,"next":null,"previous":null,"results":[
			{"property_id":%d,"name":"Hotel Aurora","from":"2030-06-29","to":"2030-07-02","offer":{
			 "open_days":1,"on_request_days":1,"closed_days":2,"allotment_nights":null,"available_nights":null,"months":[
			 {"month":"2030-06","open_days":1,"on_request_days":0,"closed_days":1,"allotment_nights":null,"available_nights":null},
			 {"month":"2030-07","open_days":0,"on_request_days":1,"closed_days":1,"allotment_nights":null,"available_nights":null}]}}]}`, b.property.ID))

		kind, name, id := rules.KindConnected, "Theirs", &c.ID
		own, err := b.Allotments.CreateCalendar(b.hotel.Context(t), b.hotel.Caller,
			rules.CalendarChange{PropertyID: &b.property.ID, Kind: &kind, Name: &name, Contract: &id})
		require.NoError(t, err)
		start, end, quantity := civil.MustParse("2030-06-01"), civil.MustParse("2030-06-30"), 2
		_, err = b.Allotments.AddBlock(b.hotel.Context(t), b.hotel.Caller, own.ID,
			rules.BlockChange{RoomID: &b.rooms[0], StartDate: &start, EndDate: &end, Quantity: &quantity})
		require.NoError(t, err)
		b.set(t, own.ID, b.rooms[0], "2030-06-29", confirmed(1))
		// On the 30th the room is full: nothing of the two units is left.
		body := b.operator.Do(t, get, availability+window, "").Body.String()
		require.Contains(t, body, `{"month":"2030-06","open_days":1,"on_request_days":0,"closed_days":1,"allotment_nights":4,"available_nights":1}`)
		require.Contains(t, body, `"allotment_nights":0,"available_nights":0`)
		require.NotContains(t, body, "sold")
		require.NotContains(t, body, "room_nights")
	})

	t.Run("says why there is nothing to read, and is nobody else's", func(t *testing.T) {
		t.Parallel()
		b := setupReport(t)
		c := b.Accepted(t, b.hotel, b.operator, func(c *contract.Contract) { c.SyncStopSales = false })
		got := results(t, b.operator, availability)
		require.Len(t, got, 1)
		require.Equal(t, object{"code": "stop_sale_not_shared", "message": "The contract does not share stop sales"}, got[0]["error"])
		require.NotContains(t, got[0], "offer")
		require.NotContains(t, got[0], "house")
		require.Contains(t, b.operator.Do(t, get, export, "").Body.String(), ",Hotel Aurora,,,,,,,The contract does not share stop sales\r\n")
		at := availability + fmt.Sprintf("?property_id=%d", b.property.ID)
		require.Empty(t, results(t, b.Operator(t), at))
		require.Len(t, results(t, b.reader(t, b.operator), availability), 1)
		b.SetStatus(t, c, contract.StatusCancelled)
		require.Empty(t, results(t, b.operator, at))
	})
}

// Nobody of a suspended hotel can close a day: an operator must not plan with what it shows.
func TestAvailability_suspendedHotel(t *testing.T) {
	t.Parallel()
	b := setupReport(t)
	b.Accepted(t, b.hotel, b.operator)
	require.Contains(t, results(t, b.operator, availability)[0], "offer")
	staff := b.Admin(t)
	_, err := b.Accounts.Suspend(staff.Context(t), b.hotel.User.OwnerID, "Not paid")
	require.NoError(t, err)
	got := results(t, b.operator, availability)
	require.Len(t, got, 1)
	require.Equal(t, object{"code": "hotel_suspended", "message": property.ClosedMessage}, got[0]["error"])
	require.NotContains(t, got[0], "offer")
	require.Contains(t, b.operator.Do(t, get, export, "").Body.String(), ",Hotel Aurora,,,,,,,\""+property.ClosedMessage+"\"\r\n")
	_, err = b.Accounts.Resume(staff.Context(t), b.hotel.User.OwnerID)
	require.NoError(t, err)
	require.Contains(t, results(t, b.operator, availability)[0], "offer")
}

func TestAvailability_export(t *testing.T) {
	t.Parallel()
	b := booked(t)
	name := "=cmd()"
	_, err := b.Properties.Update(b.hotel.Context(t), b.hotel.Caller, b.property.ID, property.Change{Name: &name}, property.Logo{})
	require.NoError(t, err)
	res := b.hotel.Do(t, get, export+window, "")
	require.Equal(t, http.StatusOK, res.Code, res.Body)
	require.Equal(t, "text/csv; charset=utf-8", res.Header().Get("Content-Type"))
	require.Contains(t, res.Header().Get("Content-Disposition"), `"availability 2030-06-29 2030-07-02.csv"`)
	require.Equal(t, "\ufeffproperty_id,name,month,room_nights,sold,closed,external,free,occupancy,stop_days,closed_days\r\n"+
		fmt.Sprintf("%d,'=cmd(),2030-06,16,3,5,0,8,18.75,0,1\r\n%d,'=cmd(),2030-07,16,0,8,5,3,31.25,1,1\r\n", b.property.ID, b.property.ID), res.Body.String())

	b.Accepted(t, b.hotel, b.operator)
	lines := strings.Split(b.operator.Do(t, get, export+window, "").Body.String(), "\r\n")
	require.Equal(t, "\ufeffproperty_id,name,month,open_days,on_request_days,closed_days,allotment_nights,available_nights,error", lines[0])
	require.Equal(t, fmt.Sprintf("%d,Hotel Aurora,2030-06,1,0,1,,,", b.property.ID), lines[1], "under the name that is published")
}

// Whatever is asked, a report adds up.
func TestAvailability_adds(t *testing.T) {
	t.Parallel()
	b := booked(t)
	var page struct {
		Results []struct {
			House struct {
				Nights   int `json:"room_nights"`
				Sold     int
				Closed   int
				External int
				Free     int
				Months   []struct {
					Nights int `json:"room_nights"`
					Free   int
				}
			}
		}
	}
	res := b.hotel.Do(t, get, availability+"?from=2030-05-01&to=2031-05-01", "")
	require.NoError(t, json.Unmarshal(res.Body.Bytes(), &page))
	h := page.Results[0].House
	require.Equal(t, 366*8, h.Nights)
	require.Equal(t, h.Nights, h.Sold+h.Closed+h.External+h.Free)
	require.Len(t, h.Months, 13)
	for _, m := range h.Months {
		h.Nights -= m.Nights
		h.Free -= m.Free
	}
	require.Zero(t, h.Nights)
	require.Zero(t, h.Free)
}
