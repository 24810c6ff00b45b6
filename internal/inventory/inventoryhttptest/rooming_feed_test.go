package inventoryhttptest

import (
	"context"
	"fmt"
	"net/http"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"allot/internal/app/apptest"
	"allot/internal/exchange/partnerapi"
	"allot/internal/identity/auth"
	"allot/internal/identity/plan"
	"allot/internal/partners/contract"
	"allot/internal/partners/mapping"
)

func (b *roomingBundle) key(t *testing.T, who *apptest.Who, contract *int64) string {
	t.Helper()
	b.Grant(t, who, plan.Gold)
	name := "key"
	token, _, err := b.Keys.CreateKey(who.Context(t), who.Caller, partnerapi.KeyInput{
		Name: &name, Contract: contract, Permissions: map[auth.KeyScope]bool{auth.KeyRooming: true},
	})
	require.NoError(t, err)
	return "/api/v1/rooming/" + token + "/"
}

// shared reads the ledgers of a key, the same as JSON and as XML.
func (b *roomingBundle) shared(t *testing.T, path string) []object {
	t.Helper()
	res := b.Do(t, get, path, "")
	sign := "?"
	if strings.Contains(path, "?") {
		sign = "&"
	}
	apptest.RequireSameXML(t, res.Body.Bytes(), b.Do(t, get, path+sign+"format=xml", "").Body.Bytes())
	list := []object{}
	for _, l := range bodyRooming(t, res, http.StatusOK)["ledgers"].([]any) {
		list = append(list, l.(object))
	}
	return list
}

// namesRooming are those of the ledgers, each with how many entries are shown.
func namesRooming(list []object) []string {
	out := []string{}
	for _, l := range list {
		out = append(out, fmt.Sprintf("%s:%d", l["name"], len(l["entries"].([]any))))
	}
	return out
}

func (b *roomingBundle) mapAll(t *testing.T) {
	t.Helper()
	now, by, p := b.Clock.Now(), b.operator.User.OwnerID, b.property
	require.NoError(t, b.DB.InTx(t.Context(), func(ctx context.Context) error {
		err := b.MappingStore.OfProperties().Save(ctx, by, []*mapping.PropertyMapping{{
			OperatorID: by, OwnerID: p.OwnerID, PropertyID: p.ID, HotelCode: "H", InternalCode: "I", ExternalCode: "E", SupplierCode: "S",
			CreatedAt: now, UpdatedAt: now,
		}})
		if err != nil {
			return err
		}
		return b.MappingStore.OfRooms().Save(ctx, by, []*mapping.RoomMapping{{
			OperatorID: by, OwnerID: p.OwnerID, PropertyID: p.ID, RoomID: b.rooms[0], Code: "R", Name: "Our room", CreatedAt: now, UpdatedAt: now,
		}})
	}))
}

const goldenFeed = `{"generated_at":"2030-05-31T12:00:00Z","ledgers":[{"id":%v,"name":"Group 7","status":"sent","reference":"","reason":"","property_id":%d,
	"property_name":"Hotel Aurora","codes":%s,"user":%d,"user_company":%q,"partner":%d,"partner_company":%q,"calendar":%s,
	"counts":{"pending":2,"confirmed":0,"declined":0,"cancelled":0},"created_at":"2030-05-31T12:00:00Z","updated_at":"2030-05-31T12:00:00Z","entries":[
	{"id":%v,"room_id":%d,"room_name":%q,"room_code":%q,"arrival":"2030-06-01","departure":"2030-06-03","units":2,
		"guests":[{"first_name":"Eva","last_name":"Μπλε","type":"adult","age":null}],"board":"HB","reference":"B-1","status":"pending","note":"Late","reason":"",
		"created_at":"2030-05-31T12:00:00Z","updated_at":"2030-05-31T12:00:00Z"},
	{"id":%v,"room_id":%d,"room_name":%q,"room_code":%q,"arrival":"2030-06-05","departure":"2030-06-07","units":1,"guests":[],"board":"","reference":"",
		"status":"pending","note":"","reason":"","created_at":"2030-05-31T12:00:00Z","updated_at":"2030-05-31T12:00:00Z"}]}]}`

func TestFeed_sides(t *testing.T) {
	t.Parallel()
	b := setupRooming(t)
	b.mapAll(t)
	ledger, ids := b.sent(t,
		object{"guests": []object{{"first_name": "Eva", "last_name": "Μπλε"}}, "board": "HB", "reference": "B-1", "note": "Late"},
		object{"room": b.rooms[1], "arrival": "2030-06-05", "departure": "2030-06-07", "units": 1})
	companies, err := b.Settings.CompanyNames(t.Context(), []int64{b.hotel.User.OwnerID, b.operator.User.OwnerID})
	require.NoError(t, err)
	rooms, err := b.Properties.Rooms(t.Context(), b.hotel.User.OwnerID, b.property.ID)
	require.NoError(t, err)
	golden := func(codes, calendar string, first mapping.RoomCode) string {
		return fmt.Sprintf(goldenFeed, ledger["id"], b.property.ID, codes, b.hotel.User.OwnerID, companies[b.hotel.User.OwnerID],
			b.operator.User.OwnerID, companies[b.operator.User.OwnerID], calendar,
			ids[0], b.rooms[0], first.Name, first.Code, ids[1], b.rooms[1], rooms[1].Name, rooms[1].Code)
	}

	t.Run("the operator reads it under its own names and codes, without the hotel's calendar", func(t *testing.T) {
		t.Parallel()
		apptest.RequireJSON(t, b.Do(t, get, b.key(t, b.operator, nil), ""), http.StatusOK,
			golden(`{"hotel":"H","internal":"I","external":"E","supplier":"S"}`, "null", mapping.RoomCode{Code: "R", Name: "Our room"}))
	})

	t.Run("the hotel reads it as it calls things", func(t *testing.T) {
		t.Parallel()
		want := golden(fmt.Sprintf(`{"hotel":%q,"internal":"","external":"","supplier":""}`, b.property.Code), fmt.Sprint(b.master.ID),
			mapping.RoomCode{Code: rooms[0].Code, Name: rooms[0].Name})
		apptest.RequireJSON(t, b.Do(t, get, b.key(t, b.hotel, nil), ""), http.StatusOK, want)
		apptest.RequireJSON(t, b.Do(t, get, b.key(t, b.hotel, &b.contract.ID), ""), http.StatusOK, want)
	})

	t.Run("nobody else reads anything, whatever is asked for", func(t *testing.T) {
		t.Parallel()
		strangers, theirs, _ := b.House(t, 2)
		b.Publish(t, strangers, b.Admin(t), theirs)
		agency := b.Operator(t)
		b.Accepted(t, strangers, agency)
		for _, who := range []*apptest.Who{strangers, agency, b.Operator(t)} {
			path := b.key(t, who, nil)
			for _, query := range []string{"", fmt.Sprintf("?property_id=%d", b.property.ID), "?status=sent", "?from=2030-06-01&to=2030-06-02"} {
				require.Empty(t, b.shared(t, path+query))
			}
		}
	})

	t.Run("a key needs the permission, and has to be one", func(t *testing.T) {
		t.Parallel()
		weak, _ := b.Key(t, b.hotel, auth.KeyFactSheet, auth.KeyHotelPhotos, auth.KeyInvoices, auth.KeyStopSale)
		code(t, b.Do(t, get, "/api/v1/rooming/"+weak+"/", ""), http.StatusForbidden, "key_permission")
		code(t, b.hotel.Do(t, get, "/api/v1/rooming/"+b.hotel.Token+"/", ""), http.StatusUnauthorized, "not_authenticated")
	})
}

func TestFeed_contracts(t *testing.T) {
	t.Parallel()
	b := setupRooming(t)
	second := b.Operator(t)
	other := b.Accepted(t, b.hotel, second)
	b.ledger(t, b.hotel, object{"name": "First"})
	b.ledger(t, b.hotel, object{"name": "Second", "partner": second.User.OwnerID})
	b.ledger(t, b.hotel, object{"name": "Telephone", "partner": nil})
	all, one := b.key(t, b.hotel, nil), b.key(t, b.hotel, &other.ID)
	theirs, mine := b.key(t, second, nil), b.key(t, b.operator, &b.contract.ID)
	require.Equal(t, []string{"First:0", "Second:0", "Telephone:0"}, namesRooming(b.shared(t, all)))
	require.Equal(t, []string{"Second:0"}, namesRooming(b.shared(t, one)), "a hotel's key for one contract")
	require.Equal(t, []string{"Second:0"}, namesRooming(b.shared(t, theirs)))
	require.Equal(t, []string{"First:0"}, namesRooming(b.shared(t, mine)))

	b.Set(t, other.ID, "flags", fmt.Sprintf(`{%q:"N"}`, contract.RightRooming))
	require.Empty(t, b.shared(t, theirs), "without the right")
	require.Empty(t, b.shared(t, one))
	b.Set(t, other.ID, "flags", `{}`)
	require.Len(t, b.shared(t, theirs), 1)
	b.SetStatus(t, other, contract.StatusCancelled)
	require.Empty(t, b.shared(t, theirs), "at once")
	require.Empty(t, b.shared(t, one))
	require.Len(t, b.shared(t, all), 3, "the hotel keeps its lists")
}

func TestFeed_rooms(t *testing.T) {
	t.Parallel()
	b := setupRooming(t)
	b.mapAll(t)
	b.sent(t, nil)
	b.Set(t, b.contract.ID, "flags", fmt.Sprintf(`{%q:"N"}`, contract.RightCategory("rooms")))
	entry := b.shared(t, b.key(t, b.operator, nil))[0]["entries"].([]any)[0].(object)
	require.Empty(t, entry["room_name"], "rooms that the contract does not open have no names")
	require.Empty(t, entry["room_code"])
}

func TestFeed_filters(t *testing.T) {
	t.Parallel()
	b := setupRooming(t)
	draft := b.Property(t, b.hotel, "Second house")
	june := b.ledger(t, b.hotel, object{"name": "June"})
	b.entry(t, b.hotel, june["id"], object{"arrival": "2030-06-01", "departure": "2030-06-03"})
	b.entry(t, b.hotel, june["id"], object{"arrival": "2030-06-10", "departure": "2030-06-12"})
	july := b.ledger(t, b.hotel, object{"name": "July"})
	b.entry(t, b.hotel, july["id"], object{"arrival": "2030-07-01", "departure": "2030-07-03"})
	bodyRooming(t, b.hotel.Do(t, post, at(ledgers, july["id"])+"confirm/", ""), http.StatusOK)
	b.ledger(t, b.hotel, object{"name": "Empty", "property": draft.ID, "calendar": nil})
	paths := []string{b.key(t, b.hotel, nil), b.key(t, b.operator, nil)}
	house := fmt.Sprintf("property_id=%d", b.property.ID)
	for query, want := range map[string][]string{
		"":                  {"June:2", "July:1", "Empty:0"},
		"?status=open":      {"June:2", "Empty:0"},
		"?status=confirmed": {"July:1"},
		"?status=cancelled": {},
		"?" + house:         {"June:2", "July:1"},
		fmt.Sprintf("?property_id=%d,%d", draft.ID, 9):        {"Empty:0"},
		"?property_id=999999":                                 {},
		"?from=2030-06-03&to=2030-06-03":                      {"June:1"},
		"?from=2030-06-04&to=2030-06-09":                      {},
		"?from=2030-06-12":                                    {"June:1", "July:1"},
		"?to=2030-06-10":                                      {"June:2"},
		"?to=2030-06-09":                                      {"June:1"},
		"?from=2030-06-03&to=2030-07-01&status=open&" + house: {"June:2"},
		"?from=2030-06-13&status=open":                        {},
	} {
		for _, path := range paths {
			require.Equal(t, want, namesRooming(b.shared(t, path+query)), query)
		}
	}
}

func TestFeed_malformed(t *testing.T) {
	t.Parallel()
	b := setupRooming(t)
	path := b.key(t, b.operator, nil)
	for query, field := range map[string]string{
		"?status=OPEN": "status", "?status=open,sent": "status", "?from=x": "from", "?to=2030-02-30": "to", "?from=2030-06-02&to=2030-06-01": "to",
		"?from=2000-01-01&to=2030-01-01": "to", "?property_id=x": "property_id", "?property_id=-1": "property_id",
		"?property_id=" + strings.Repeat("7,", 10_000): "property_id",
	} {
		refused := code(t, b.Do(t, get, path+query, ""), http.StatusBadRequest, "validation_failed")
		require.Len(t, refused["errors"], 1, query)
		require.Contains(t, refused["errors"].([]any)[0].(object)["field"], field)
	}
	apptest.RequireInvalid(t, b.Do(t, get, path+"?from=2030-06-02&to=2030-06-01&property_id=x", ""),
		"property_id", `must be ids, separated by commas; "x" is none`, "to", "must not be before from")
}
