package partnershttptest

import (
	"bytes"
	"fmt"
	"net/http"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"allot/internal/app/apptest"
	"allot/internal/app/config"
	"allot/internal/content/facts"
	"allot/internal/content/photo"
	"allot/internal/content/photo/phototest"
	"allot/internal/content/property"
	"allot/internal/identity/auth"
	"allot/internal/identity/plan"
	"allot/internal/partners/contract"
	"allot/internal/partners/mapping"
	"allot/internal/partners/override"
	"allot/internal/partners/portfolio"
)

func v1(token string) []string {
	return []string{"/api/v1/facts/" + token + "/", "/api/v1/photos/" + token + "/"}
}

func TestV1_envelope(t *testing.T) {
	t.Parallel()
	e := apptest.New(t)
	hotel, p := e.Published(t, "Aurora")
	operator := e.Operator(t)
	e.Grant(t, operator, plan.Gold)
	e.Accepted(t, hotel, operator)
	e.Map(t, operator, p, mapping.Codes{Hotel: "H", Internal: "I", External: "E", Supplier: "S"})
	token, _ := e.Key(t, operator, auth.KeyFactSheet, auth.KeyHotelPhotos)
	head := fmt.Sprintf(`{"generated_at":%q,"properties":[{"property_id":%d,"name":"Aurora","country":%q,"city":%q,`+
		`"codes":{"hotel":"H","internal":"I","external":"E","supplier":"S"},"version":1,"published_at":%q,`,
		e.Clock.Now().UTC().Format(time.RFC3339Nano), p.ID, p.Country, p.City, e.Clock.Now().UTC().Format(time.RFC3339Nano))
	for i, member := range []string{`"facts":{`, `"logo":null,"photos":[{`} {
		body := e.Do(t, get, v1(token)[i], "").Body.String()
		require.True(t, strings.HasPrefix(body, head+member), body)
	}
	strong, _ := e.Key(t, operator, auth.KeyStopSale, auth.KeyInvoices, auth.KeyRooming)
	for _, path := range v1(strong) {
		require.Contains(t, e.Do(t, get, path, "").Body.String(), `"code":"key_permission"`)
	}
	for _, path := range v1("nobody") {
		require.Equal(t, http.StatusUnauthorized, e.Do(t, get, path, "").Code)
	}
}

func TestV1_filters(t *testing.T) {
	t.Parallel()
	e := apptest.New(t)
	hotel, p := e.Published(t, "Aurora")
	other, q := e.Published(t, "Not ours")
	operator := e.Operator(t)
	e.Accepted(t, hotel, operator)
	e.Accepted(t, other, e.Operator(t))
	token, _ := e.Key(t, operator, auth.KeyFactSheet, auth.KeyHotelPhotos)
	elsewhere := "DE"
	require.NotEqual(t, elsewhere, p.Country)
	for query, want := range map[string][]int64{
		"": {p.ID}, "?property_id=" + ids(p, q): {p.ID}, "?property_id=" + ids(q): nil, "?country=" + p.Country: {p.ID}, "?country=" + elsewhere: nil,
		"?country=" + elsewhere + "," + p.Country: {p.ID}, "?country=" + elsewhere + "&property_id=" + ids(p): nil,
	} {
		for _, path := range v1(token) {
			require.Equal(t, want, decode[feedAnswer](t, e.Do(t, get, path+query, ""), http.StatusOK).ids(), query)
		}
	}
	for query, field := range map[string]string{
		"?property_id=x": "property_id", "?property_id=0": "property_id", "?property_id=1,-2": "property_id",
		"?property_id=99999999999999999999": "property_id", "?country=gr": "country", "?country=" + strings.Repeat("DE,", 500): "country",
	} {
		for _, path := range v1(token) {
			res := e.Do(t, get, path+query, "")
			require.Equal(t, http.StatusBadRequest, res.Code, query)
			require.Contains(t, res.Body.String(), `"field":"`+field, query)
		}
	}
	for _, path := range v1(token) {
		apptest.RequireInvalid(t, e.Do(t, get, path+"?property_id="+strings.Repeat("1,", 10_000), ""),
			"property_id", "must be at most 200 ids, separated by commas; there are 10000")
	}
}

func ids(list ...property.Property) string {
	text := []string{}
	for _, p := range list {
		text = append(text, fmt.Sprint(p.ID))
	}
	return strings.Join(text, ",")
}

// Whatever changes what an operator is told changes the names of the answers;
// what does not concern it does not.
func TestV1_revalidation(t *testing.T) {
	t.Parallel()
	e := apptest.New(t)
	hotel, p := e.Published(t, "Aurora")
	other, q := e.Published(t, "Elsewhere")
	operator, stranger := e.Operator(t), e.Operator(t)
	e.Grant(t, operator, plan.Gold)
	all := func(c *contract.Contract) {
		c.EditFacts, c.SelectPhotos, c.AddOwnPhotos = contract.Yes, contract.Yes, contract.Yes
	}
	c := e.Accepted(t, hotel, operator, all)
	e.Accepted(t, other, stranger)
	token, _ := e.Key(t, operator, auth.KeyFactSheet, auth.KeyHotelPhotos)
	one := e.ContractKey(t, operator, c.ID)
	paths := append(append(v1(token), v1(one)...), "/api/info/published-partners/"+token+"/", "/api/facts/partners-photos/"+token+"/",
		v1(token)[0]+"?country="+p.Country, v1(token)[1]+"?format=xml")
	have := map[string]string{}
	for _, path := range paths {
		have[path] = e.ETag(t, path)
	}
	check := func(what string, same bool) {
		t.Helper()
		for _, path := range paths {
			require.Equal(t, same, e.Unchanged(t, path, have[path]), "%s: %s", what, path)
			have[path] = e.ETag(t, path)
		}
	}

	check("nothing", true)
	e.Clock.Advance(36 * time.Hour)
	check("time, on a plan that holds nothing back", true)
	e.Save(t, hotel, p.ID, facts.CategoryRooms, facts.Record{"code": "NEW", "name": "Draft"})
	check("a draft", true)
	e.Publish(t, other, e.Staff(), q)
	e.Map(t, stranger, q, mapping.Codes{Hotel: "THEIRS"})
	check("what others publish and call things", true)

	e.Publish(t, hotel, e.Staff(), p)
	check("a version", false)
	e.Map(t, operator, p, mapping.Codes{Hotel: "OURS"})
	check("a code", false)
	_, _, err := e.Overrides.SaveFacts(operator.Context(t), operator.Caller, override.FactsInput{
		PropertyID: p.ID, Category: "general", Fields: facts.Record{"official_name": "In our words"},
	})
	require.NoError(t, err)
	check("a fact of its own", false)
	_, err = e.Overrides.AddPhoto(operator.Context(t), operator.Caller, p.ID, photo.AddInput{File: bytes.NewReader(phototest.JPEG(t, 64, 48))})
	require.NoError(t, err)
	check("a photo of its own", false)
	e.SetFlags(t, c, contract.Flags{contract.RightCategory("rooms"): contract.No})
	check("the terms", false)
	e.SetStatus(t, c, contract.StatusCancelled)
	check("the end of the contract", false)
	for _, path := range paths[:4] {
		require.Contains(t, e.Do(t, get, path, "").Body.String(), `"properties":[]`)
	}
	e.SetStatus(t, c, contract.StatusAccepted)
	check("its return", false)
	require.NoError(t, e.Properties.Delete(hotel.Context(t), hotel.Caller, p.ID))
	check("a property that is deleted", false)

	require.NotEqual(t, have[paths[0]], have[paths[2]], "two keys")
	require.False(t, e.Unchanged(t, paths[0]+"?property_id=1", have[paths[0]]), "another filter")
	require.False(t, e.Unchanged(t, paths[0], have[paths[1]]))
}

func TestV1_revalidationInSteps(t *testing.T) {
	t.Parallel()
	e := apptest.New(t)
	hotel, p := e.Published(t, "Aurora")
	e.Grant(t, hotel, plan.Silver) // an hour
	token, _ := e.Key(t, hotel, auth.KeyFactSheet)
	path := v1(token)[0]
	version := func() int {
		return decode[feedAnswer](t, e.Do(t, get, path, ""), http.StatusOK).Properties[0].Version
	}
	e.Clock.Advance(time.Minute)
	e.Publish(t, hotel, e.Staff(), p)
	tag := e.ETag(t, path)
	require.Equal(t, 1, version())
	e.Clock.Advance(58 * time.Minute)
	require.True(t, e.Unchanged(t, path, tag))
	e.Clock.Advance(2 * time.Minute)
	require.False(t, e.Unchanged(t, path, tag), "the second version shows now, though nothing was written")
	require.Equal(t, 2, version())
	e.Grant(t, hotel, plan.Gold)
	e.Publish(t, hotel, e.Staff(), p)
	require.Equal(t, 3, version())
}

// The address of the server, as the client knows it, is part of what it gets.
func TestV1_revalidationByHost(t *testing.T) {
	t.Parallel()
	e := apptest.New(t, apptest.Settings(func(s *config.Settings) { s.BaseURL = "" })) // it was not told its address
	hotel, _ := e.Published(t, "Aurora")
	token, _ := e.Key(t, hotel, auth.KeyHotelPhotos)
	path := v1(token)[1]
	tag := e.ETag(t, path)
	host := func(r *http.Request) { r.Host = "photos.example" }
	res := e.Do(t, get, path, "", host, apptest.Header("If-None-Match", tag))
	require.Equal(t, http.StatusOK, res.Code)
	require.Contains(t, res.Body.String(), "http://photos.example/media/")
}

func TestEach_trying(t *testing.T) {
	t.Parallel()
	e := apptest.New(t)
	hotel, p := e.Ready(t, "Hotel 0")
	e.Grant(t, hotel, plan.Gold)
	list := []property.Property{p}
	for i := range 11 {
		list = append(list, e.Property(t, hotel, fmt.Sprintf("Hotel %d", i+1)))
	}
	want := []int64{}
	for _, one := range list {
		e.Publish(t, hotel, e.Staff(), one)
		want = append(want, one.ID)
	}
	told := func(most int, only ...int64) []int64 {
		got := []int64{}
		key := auth.KeyCaller{KeyID: 1, OwnerID: hotel.User.OwnerID, AccountType: auth.Accommodation, MaxProperties: most}
		f := portfolio.Filter{Right: contract.RightFacts, Properties: only}
		x, err := e.Portfolio.Select(t.Context(), key, f, e.Clock.Now())
		require.NoError(t, err)
		require.NoError(t, x.Each(t.Context(), func(p portfolio.Property) error {
			got = append(got, p.Card.PropertyID)
			return nil
		}))
		return got
	}
	require.Equal(t, want, told(0))
	require.Equal(t, want[:10], told(10), "the first by id")
	require.Equal(t, want[10:], told(10, want[10:]...), "of those that were asked for")
	require.Len(t, told(100), 12)
}
