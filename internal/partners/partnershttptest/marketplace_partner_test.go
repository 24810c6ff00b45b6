package partnershttptest

import (
	"bytes"
	"fmt"
	"net/http"
	"net/url"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"allot/internal/app/apptest"
	"allot/internal/content/photo/phototest"
	"allot/internal/content/property"
	"allot/internal/identity/auth"
	"allot/internal/identity/settings"
	"allot/internal/partners/contract"
	"allot/internal/partners/marketplace"
	"allot/internal/platform/page"
)

const available, discover = "/api/partners/", "/api/partners/discover/"

func ptr[T any](v T) *T { return &v }

func company(t *testing.T, e *apptest.Env, who *apptest.Who, in settings.CompanyInput) {
	t.Helper()
	_, err := e.Settings.UpdateCompany(who.Context(t), who.Caller, in)
	require.NoError(t, err)
}

// namesMarketplace lists who is found, in order.
func namesMarketplace(t *testing.T, who *apptest.Who, path string) []string {
	t.Helper()
	list := apptest.Decode[page.Page[marketplace.MarketCard]](t, who.Do(t, http.MethodGet, path, ""), http.StatusOK)
	found := []string{}
	for _, c := range list.Results {
		found = append(found, c.Name)
	}
	return found
}

// marketplaceSecrets is what a company keeps to itself until there is a contract.
var marketplaceSecrets = settings.CompanyInput{
	Name: ptr("Poseidon AE"), City: ptr("Ηράκλειο"), Website: ptr("https://poseidon.example/"),
	LegalName: ptr("Secret Legal"), VATID: ptr("EL123456789"), RegistrationNumber: ptr("secret-77"), Address: ptr("Secret street 1"),
	PostalCode: ptr("71202"), Phone: ptr("+30 2810 123456"), Email: ptr("secret@poseidon.example"), Currency: ptr("TRY"),
}

func TestDiscover(t *testing.T) {
	t.Parallel()
	e := apptest.New(t)
	admin, operator, stranger := e.Admin(t), e.Operator(t), e.Operator(t)
	hotel, p := e.Ready(t, "Poseidon Beach")
	in := marketplaceSecrets
	in.Logo = bytes.NewReader(phototest.JPEG(t, 64, 48))
	company(t, e, hotel, in)
	own, err := e.Settings.Company(t.Context(), hotel.User.OwnerID)
	require.NoError(t, err)
	stars := ptr(4.5)
	_, err = e.Properties.Update(hotel.Context(t), hotel.Caller, p.ID, property.Change{
		City: ptr("Πάφος"), Country: ptr("CY"), PropertyType: ptr("resort"), Stars: &stars, Phone: ptr("+357 26 123456"), Email: ptr("secret@beach.example"),
	}, property.Logo{})
	require.NoError(t, err)
	e.Publish(t, hotel, admin, p)
	e.Start(t)
	e.Settle(t)
	c := e.Accepted(t, hotel, operator, func(c *contract.Contract) { c.Status = contract.StatusProposed })
	published, err := e.Publications.Card(t.Context(), p.ID)
	require.NoError(t, err)

	t.Run("shows what everybody may know and where the caller stands", func(t *testing.T) {
		t.Parallel()
		res := operator.Do(t, http.MethodGet, discover, "")
		apptest.RequireJSON(t, res, http.StatusOK, fmt.Sprintf(`{"count":1,"next":null,"previous":null,"results":[{
			"id":%d,"account_type":"accommodation","company_name":"Poseidon AE","country":"GR","city":"Ηράκλειο","logo":"%s/media/%s",
			"website":"https://poseidon.example/","properties_count":1,"countries":["CY","GR"],
			"properties":[{"id":%d,"name":"Poseidon Beach","country":"CY","city":"Πάφος","stars":4.5,"property_type":"resort","cover":"%s/media/%s"}],
			"contract":{"id":%d,"status":"P","direction":"incoming"}}]}`,
			hotel.User.OwnerID, apptest.BaseURL, own.LogoKey, p.ID, apptest.BaseURL, published.CoverKey, c.ID))
		require.NotContains(t, strings.ToLower(res.Body.String()), "secret")
		for _, key := range []string{own.LogoKey, published.CoverKey} {
			require.Equal(t, http.StatusOK, e.Do(t, http.MethodGet, "/media/"+key, "").Code)
		}
	})

	t.Run("a hotel finds the operator, from its own side", func(t *testing.T) {
		t.Parallel()
		apptest.RequireJSON(t, hotel.Do(t, http.MethodGet, discover+"?q=manager2", ""), http.StatusOK, fmt.Sprintf(`{"count":1,"next":null,"previous":null,"results":[{
			"id":%d,"account_type":"tour_operator","company_name":"Company of manager2","country":"GR","city":"","logo":null,
			"website":"","properties_count":0,"countries":["GR"],"properties":[],
			"contract":{"id":%d,"status":"P","direction":"outgoing"}}]}`, operator.User.OwnerID, c.ID))
	})

	t.Run("the shorter list has the same cards without more", func(t *testing.T) {
		t.Parallel()
		apptest.RequireJSON(t, stranger.Do(t, http.MethodGet, available, ""), http.StatusOK, fmt.Sprintf(`{"count":1,"next":null,"previous":null,"results":[{
			"id":%d,"account_type":"accommodation","company_name":"Poseidon AE","country":"GR","city":"Ηράκλειο","logo":"%s/media/%s",
			"website":"https://poseidon.example/","properties_count":1}]}`, hotel.User.OwnerID, apptest.BaseURL, own.LogoKey))
	})
}

func TestAvailable(t *testing.T) {
	t.Parallel()
	e := apptest.New(t)
	operator := e.Operator(t)
	hotels := map[contract.Status]*apptest.Who{}
	for _, s := range []contract.Status{"P", "C", "R", "X", "A"} {
		hotels[s] = e.Manager(t)
		e.Accepted(t, hotels[s], operator, func(c *contract.Contract) { c.Status = s })
		company(t, e, hotels[s], settings.CompanyInput{Name: ptr("Hotel " + string(s))})
	}
	company(t, e, e.Manager(t), settings.CompanyInput{Name: ptr("Hotel nobody knows")})
	e.Start(t)
	e.Settle(t)

	require.Equal(t, []string{"Hotel nobody knows", "Hotel R", "Hotel X"}, namesMarketplace(t, operator, available))
	require.Equal(t, []string{"Hotel X"}, namesMarketplace(t, operator, available+"?page=3&page_size=1"))
	require.Equal(t, []string{"Hotel R"}, namesMarketplace(t, operator, available+"?q=tel+r&country=GR"))
	require.Empty(t, namesMarketplace(t, operator, available+"?country=DE"))
	require.Len(t, namesMarketplace(t, e.Operator(t), available), 6, "another operator's contracts are its own")
	require.Empty(t, namesMarketplace(t, hotels["A"], available+"?q=nothing"))
	require.Len(t, namesMarketplace(t, hotels["A"], available), 1, "the operator it has no contract with")

	require.Len(t, namesMarketplace(t, operator, discover), 6)
	require.Equal(t, []string{"Hotel A"}, namesMarketplace(t, operator, discover+"?connected=true"))
	require.Len(t, namesMarketplace(t, operator, discover+"?connected=false"), 5)
	require.Empty(t, namesMarketplace(t, e.Operator(t), discover+"?connected=true"))
	e.SetStatus(t, contract.Contract{ID: contractOf(t, e, operator, hotels["A"])}, contract.StatusCancelled)
	require.Empty(t, namesMarketplace(t, operator, discover+"?connected=true"))
	require.Contains(t, namesMarketplace(t, operator, available), "Hotel A")
}

func contractOf(t *testing.T, e *apptest.Env, operator, hotel *apptest.Who) int64 {
	t.Helper()
	c, err := e.Contracts.Between(t.Context(), hotel.User.OwnerID, operator.User.OwnerID)
	require.NoError(t, err)
	return c.ID
}

func TestDiscover_Filters(t *testing.T) {
	t.Parallel()
	e := apptest.New(t)
	admin, operator := e.Admin(t), e.Operator(t)
	publish := func(who *apptest.Who, name, country, city, kind string, stars float64) {
		p := e.Property(t, who, name)
		s := &stars
		_, err := e.Properties.Update(who.Context(t), who.Caller, p.ID, property.Change{
			Country: &country, City: &city, PropertyType: &kind, Stars: &s,
		}, property.Logo{})
		require.NoError(t, err)
		e.Publish(t, who, admin, p)
	}
	aegean, _ := e.Hotel(t, "Working copy only")
	company(t, e, aegean, settings.CompanyInput{Name: ptr("Aegean Group"), City: ptr("Athens")})
	publish(aegean, "Αφροδίτη", "CY", "Πάφος", "resort", 5)
	publish(aegean, "Olympia Inn", "GR", "Olympia", "hotel", 3)
	e.Clock.Advance(1)
	bergblick, _ := e.Hotel(t, "Draft")
	company(t, e, bergblick, settings.CompanyInput{Name: ptr("Bergblick KG"), City: ptr("Füssen"), Country: ptr("DE")})
	publish(bergblick, "Bergblick", "DE", "Füssen", "resort", 4)
	e.Clock.Advance(1)
	company(t, e, e.Manager(t), settings.CompanyInput{Name: ptr("Ćirilo"), Country: ptr("DE")})
	e.Start(t)
	e.Settle(t)

	a, b, c := "Aegean Group", "Bergblick KG", "Ćirilo"
	for query, want := range map[string][]string{
		"":                           {a, b, c},
		"sort=newest":                {c, b, a},
		"sort=newest&published=true": {b, a},
		"q=AEGEAN":                   {a},
		"q=" + url.QueryEscape("αφροδιτη"): {a},
		"q=fussen":                             {b},
		"q=athens":                             {a},
		"q=working":                            {},
		"q=cirilo":                             {c},
		"q=100%25":                             {},
		"country=GR":                           {a},
		"country=CY":                           {a},
		"country=CY,DE":                        {a, b, c},
		"country=FR":                           {},
		"published=true":                       {a, b},
		"published=false":                      {c},
		"property_type=resort":                 {a, b},
		"property_type=resort&country=GR":      {},
		"property_type=resort&country=CY":      {a},
		"property_type=hotel&stars_min=3.5":    {},
		"property_type=hotel&stars_min=3":      {a},
		"stars_min=4":                          {a, b},
		"stars_min=4.5":                        {a},
		"stars_min=4&country=DE&q=berg":        {b},
		"stars_min=4&country=DE&q=aegean":      {},
		"country=DE&published=false&q=ciri":    {c},
		"country=DE&page_size=1&page=2":        {c},
		"connected=false&stars_min=5&q=paphos": {},
	} {
		t.Run("of "+query, func(t *testing.T) {
			t.Parallel()
			require.Equal(t, want, namesMarketplace(t, operator, discover+"?"+query))
		})
	}

	for query, problem := range map[string][2]string{
		"country=GR,Greece":    {"country", `must be ISO 3166-1 alpha-2 codes such as GR, separated by commas; "Greece" is none`},
		"property_type=castle": {"property_type", "must be one of " + strings.Join(property.Types(e.Catalogue), ", ")},
	} {
		t.Run("refuses "+query, func(t *testing.T) {
			t.Parallel()
			apptest.RequireInvalid(t, operator.Do(t, http.MethodGet, discover+"?"+query, ""), problem[0], problem[1])
		})
	}
	for _, query := range []string{"connected=maybe", "published=1", "sort=price", "stars_min=8", "stars_min=x", "q=" + strings.Repeat("x", 201), "page=0"} {
		t.Run("refuses "+query[:min(len(query), 20)], func(t *testing.T) {
			t.Parallel()
			require.Equal(t, http.StatusBadRequest, operator.Do(t, http.MethodGet, discover+"?"+query, "").Code)
		})
	}
}

func TestWhoMay(t *testing.T) {
	t.Parallel()
	e := apptest.New(t)
	hotel, operator := e.Manager(t), e.Operator(t)
	for _, path := range []string{available, discover} {
		t.Run("look at "+path, func(t *testing.T) {
			t.Parallel()
			apptest.RequireNotSignedIn(t, e.Do(t, http.MethodGet, path, ""))
			require.Equal(t, http.StatusForbidden, e.Admin(t).Do(t, http.MethodGet, path, "").Code)
			for _, manager := range []*apptest.Who{hotel, operator} {
				others := slices.DeleteFunc(slices.Clone(auth.Flags), func(f auth.Flag) bool { return f == auth.PartnerConnections })
				require.Equal(t, http.StatusForbidden, e.SubUser(t, manager, others...).Do(t, http.MethodGet, path, "").Code)
				require.Equal(t, namesMarketplace(t, manager, path), namesMarketplace(t, e.SubUser(t, manager, auth.PartnerConnections), path))
				require.NotContains(t, namesMarketplace(t, manager, path), "Company of "+strings.TrimSuffix(manager.User.Email, "@hotel.example"))
			}
		})
	}
}
