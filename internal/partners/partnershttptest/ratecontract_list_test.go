package partnershttptest

import (
	"fmt"
	"net/http"
	"testing"

	"github.com/stretchr/testify/require"

	"allot/internal/app/apptest"
	"allot/internal/partners/ratecontract"
	"allot/internal/testkit/audittest"
)

func TestRateContracts_list(t *testing.T) {
	t.Parallel()
	b := setupRatecontract(t)
	other, rival := b.Property(t, b.hotel, "Hotel Borealis"), b.Operator(t)
	b.create(t, object{"name": "Été à la mer", "number": "A-1"})
	b.create(t, object{"name": "Winter", "number": "B-2", "status": "draft"})
	b.create(t, object{"name": "Easter", "number": nil, "property": other.ID, "rooms": nil})
	b.create(t, object{"name": "Rival", "number": "C-3", "partner": rival.User.OwnerID, "rooms": []object{b.row(nil), b.row(object{"start_date": "2030-09-01", "end_date": "2030-09-02"})}})
	all := []string{"Rival", "Easter", "Winter", "Été à la mer"}
	for query, want := range map[string][]string{
		"":                                    all,
		"?q=ETE":                              {"Été à la mer"},
		"?q=mer+ete":                          {"Été à la mer"},
		"?q=a-1":                              {"Été à la mer"},
		"?q=rc-2030-0001":                     {"Easter"},
		"?q=%25":                              {},
		"?status=draft":                       {"Winter"},
		"?status=active":                      {"Rival", "Easter", "Été à la mer"},
		"?status=ended":                       {},
		fmt.Sprintf("?property=%d", other.ID): {"Easter"},
		"?property=999999":                    {},
		fmt.Sprintf("?partner=%d", rival.User.ID):                                                {"Rival"},
		fmt.Sprintf("?partner=%d&property=%d&status=active&q=riv", rival.User.ID, b.property.ID): {"Rival"},
	} {
		require.Equal(t, want, namesRatecontract(t, b.hotel.Do(t, get, base+query, "")), query)
	}
	require.Equal(t, []string{"Easter", "Été à la mer"}, namesRatecontract(t, b.operator.Do(t, get, base, "")))
	require.Equal(t, []string{"Easter"}, namesRatecontract(t, b.operator.Do(t, get, base+fmt.Sprintf("?property=%d&status=active", other.ID), "")))
	for _, bad := range []string{"?status=paused", "?property=0", "?partner=x", "?page=0"} {
		require.Equal(t, http.StatusBadRequest, b.hotel.Do(t, get, base+bad, "").Code, bad)
	}

	pages := []string{}
	for page := range 3 {
		res := b.hotel.Do(t, get, fmt.Sprintf("%s?page_size=2&page=%d", base, page+1), "")
		require.EqualValues(t, 4, body(t, res, http.StatusOK)["count"])
		pages = append(pages, namesRatecontract(t, res)...)
	}
	require.Equal(t, all, pages)
	first := body(t, b.hotel.Do(t, get, base+"?page_size=2", ""), http.StatusOK)
	require.Equal(t, apptest.BaseURL+base+"?page=2&page_size=2", first["next"])
}

func TestRateContracts_numbers(t *testing.T) {
	t.Parallel()

	t.Run("of twelve with one number one is made", func(t *testing.T) {
		t.Parallel()
		b := setupRatecontract(t)
		codes := apptest.AtOnce(12, func(i int) int {
			return b.hotel.Do(t, post, base, b.input(t, object{"number": []string{"s-30", "S-30"}[i%2]})).Code
		})
		require.Equal(t, map[int]int{http.StatusCreated: 1, http.StatusConflict: 11}, codes)
		require.Len(t, namesRatecontract(t, b.hotel.Do(t, get, base, "")), 1)
		apptest.RequireError(t, b.hotel.Do(t, post, base, b.input(t, nil)), http.StatusConflict, "already_exists",
			"another rate contract of the account has this number")
		require.Len(t, b.Told(t, b.operator), 1)
	})

	t.Run("twelve without a number get twelve in a row, and go round what was given by hand", func(t *testing.T) {
		t.Parallel()
		b := setupRatecontract(t)
		b.create(t, object{"number": "rc-2030-0005"})
		apptest.AtOnce(12, func(int) int { return b.hotel.Do(t, post, base, b.input(t, object{"number": nil})).Code })
		list, err := b.RateContracts.Of(t.Context(), b.hotel.User.OwnerID, b.property.ID)
		require.NoError(t, err)
		got, want := map[string]bool{}, map[string]bool{"rc-2030-0005": true}
		for i := 1; i <= 13; i++ {
			if i != 5 {
				want[fmt.Sprintf("RC-2030-%04d", i)] = true
			}
		}
		for _, r := range list {
			got[r.Number] = true
		}
		require.Equal(t, want, got)
		last := list[len(list)-1]
		require.NoError(t, b.RateContracts.Delete(b.hotel.Context(t), b.hotel.Caller, last.ID))
		require.Equal(t, "RC-2030-0014", b.create(t, object{"number": " "})["number"], "a number never names a second contract")
		require.Equal(t, http.StatusConflict, b.hotel.Do(t, patch, at(list[1].ID), text(t, object{"number": list[2].Number})).Code)
	})

	t.Run("another hotel counts by itself", func(t *testing.T) {
		t.Parallel()
		b := setupRatecontract(t)
		b.create(t, object{"number": nil})
		hotel, p := b.Hotel(t, "Hotel Borealis")
		res := hotel.Do(t, post, base, b.input(t, object{"property": p.ID, "number": nil, "rooms": nil}))
		require.Equal(t, "RC-2030-0001", body(t, res, http.StatusCreated)["number"])
	})

	t.Run("a repeat with its key is the first answer", func(t *testing.T) {
		t.Parallel()
		b := setupRatecontract(t)
		key := apptest.Header("Idempotency-Key", "one")
		first := body(t, b.hotel.Do(t, post, base, b.input(t, object{"number": nil}), key), http.StatusCreated)
		require.Equal(t, first, body(t, b.hotel.Do(t, post, base, b.input(t, object{"number": nil}), key), http.StatusCreated))
		require.Len(t, namesRatecontract(t, b.hotel.Do(t, get, base, "")), 1)
	})
}

func TestRateContracts_atOnce(t *testing.T) {
	t.Parallel()
	b := setupRatecontract(t)
	r := b.Granted(t, b.hotel, b.operator, b.property, nil)
	codes := apptest.AtOnce(12, func(i int) int {
		rows := []object{b.row(object{"quantity": i%10 + 1}), b.row(object{"quantity": i%10 + 1, "start_date": "2030-09-01", "end_date": "2030-09-30"})}
		return b.hotel.Do(t, patch, at(r.ID), text(t, object{"name": fmt.Sprint("Writer ", i), "rooms": rows})).Code
	})
	require.Equal(t, map[int]int{http.StatusOK: 12}, codes)
	got, err := b.RateContracts.Get(t.Context(), b.operator.User.OwnerID, r.ID)
	require.NoError(t, err)
	var last int
	_, err = fmt.Sscanf(got.Name, "Writer %d", &last)
	require.NoError(t, err)
	require.Equal(t, []ratecontract.RoomAllotment{
		{RoomID: b.room, StartDate: day("2030-06-01"), EndDate: day("2030-08-31"), Quantity: last%10 + 1, ReleaseDays: 7},
		{RoomID: b.room, StartDate: day("2030-09-01"), EndDate: day("2030-09-30"), Quantity: last%10 + 1, ReleaseDays: 7},
	}, got.Rooms, "one writer's rows, whole")
	trail, err := audittest.Of(t.Context(), b.DB, b.hotel.User.OwnerID, "rate_contract", r.ID)
	require.NoError(t, err)
	require.Len(t, trail, 13)
	for i := 1; i < len(trail); i++ {
		require.JSONEq(t, string(trail[i-1].After), string(trail[i].Before), "one history")
	}
	require.Len(t, b.Told(t, b.operator), 13)

	t.Run("ended and changed at the same moment it is ended once", func(t *testing.T) {
		t.Parallel()
		b := setupRatecontract(t)
		r := b.Granted(t, b.hotel, b.operator, b.property, nil)
		codes := apptest.AtOnce(12, func(i int) int {
			if i%2 == 0 {
				return b.hotel.Do(t, patch, at(r.ID), `{"status":"ended"}`).Code
			}
			return b.hotel.Do(t, patch, at(r.ID), fmt.Sprintf(`{"name":"Writer %d"}`, i)).Code
		})
		require.Equal(t, 12, codes[http.StatusOK]+codes[http.StatusConflict], codes)
		ended := 0
		for _, n := range b.Told(t, b.operator) {
			if n.Kind == "rate_contract_ended" {
				ended++
			}
		}
		require.Equal(t, 1, ended)
	})
}

// The hotel works under a name that others do not know yet.
func TestRateContract_propertyName(t *testing.T) {
	t.Parallel()
	b := setupRatecontract(t)
	res := b.hotel.Do(t, post, base, b.input(t, nil))
	require.Equal(t, http.StatusCreated, res.Code, res.Body)
	called := func(who *apptest.Who) string {
		body := apptest.Decode[struct{ Results []ratecontract.Named }](t, who.Do(t, get, base, ""), http.StatusOK)
		require.Len(t, body.Results, 1)
		return body.Results[0].PropertyName
	}
	require.Equal(t, "Hotel Aurora", called(b.operator), "granting names what is not published yet")
	b.Publish(t, b.hotel, b.Admin(t), b.property)
	res = b.hotel.Do(t, http.MethodPut, fmt.Sprintf("/api/info/property/update/%d/", b.property.ID), `{"name":"Aurora Palace"}`)
	require.Equal(t, http.StatusOK, res.Code, res.Body)
	require.Equal(t, "Hotel Aurora", called(b.operator))
	require.Equal(t, "Aurora Palace", called(b.hotel))
}
