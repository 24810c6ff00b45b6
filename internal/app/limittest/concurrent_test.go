package limittest

import (
	"fmt"
	"log/slog"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"allot/internal/app"
	"allot/internal/app/apptest"
	"allot/internal/app/config"
	"allot/internal/identity/account"
	"allot/internal/identity/auth"
	"allot/internal/identity/plan"
	"allot/internal/platform/db"
	"allot/internal/platform/secret"
	"allot/internal/testkit/dbtest"
)

// creators is how many ask at once.
const creators = 20

// race is a feature whose limit many creators reach at once.
type race struct {
	feature plan.Feature
	fits    int // how many of them can be created
	who     *apptest.Who
	create  func(i int) call
}

// allowed is the limit of everything in the tests of this file.
const allowed = 3

// races makes an account for each feature that has used nothing of it but what it cannot do
// without: a property, its Master.
func races(t *testing.T, e *apptest.Env) map[string]race {
	t.Helper()
	accounts := []*apptest.Who{}
	defer func() { pay(t, e, allowed, accounts...) }()
	hotel := func() *apptest.Who {
		accounts = append(accounts, e.Manager(t))
		return accounts[len(accounts)-1]
	}
	all := map[string]race{}
	all["properties"] = race{plan.FeatureProperties, allowed, hotel(), func(i int) call {
		return call{method: post, path: "/api/info/property/create/", body: object{"name": fmt.Sprint("Hotel ", i)}}
	}}
	all["keys"] = race{plan.FeatureAPIKeys, allowed, hotel(), func(i int) call {
		return call{method: post, path: keysPath + "create/", body: object{"name": fmt.Sprint("System ", i)}}
	}}
	all["contacts"] = race{plan.FeatureContacts, allowed, hotel(), func(i int) call {
		return call{method: post, path: contactsPath + "create/", body: contact(i)}
	}}

	photos := hotel()
	gallery := e.Property(t, photos, "Aurora").ID
	all["photos"] = race{plan.FeaturePhotos, allowed, photos, func(int) call {
		return call{method: post, path: at("/api/info/property/", gallery, "gallery/"), picture: true}
	}}

	calendars := hotel()
	house := e.Property(t, calendars, "Aurora").ID
	all["calendars"] = race{plan.FeatureCalendars, allowed - 1, calendars, func(i int) call {
		return call{method: post, path: calendarsPath, body: object{"property": house, "kind": "standalone", "name": fmt.Sprint("Desk ", i)}}
	}}

	invoices, payer := hotel(), e.Operator(t)
	e.Accepted(t, invoices, payer)
	all["invoices"] = race{plan.FeatureInvoices, allowed, invoices, func(int) call {
		return call{method: post, path: invoicesPath + "create/", body: invoice(payer)}
	}}

	proposing, receiving := hotel(), hotel()
	to, received := make([]int64, creators+1), make([]int64, creators+1)
	for i := range to {
		operator := e.Operator(t)
		to[i], received[i] = operator.User.OwnerID, e.Proposed(t, operator, receiving).ID
	}
	all["proposals"] = race{plan.FeaturePartnerConnections, allowed, proposing, func(i int) call {
		return call{method: post, path: contractsPath + "create/", body: object{"partner": to[i]}}
	}}
	all["acceptances"] = race{plan.FeaturePartnerConnections, allowed, receiving, func(i int) call {
		return call{method: post, path: at(contractsPath, received[i], "accept/")}
	}}

	partners := e.Partners(t, "Y")
	accounts = append(accounts, partners.Operator)
	all["own photos"] = race{plan.FeaturePhotos, allowed, partners.Operator, func(int) call {
		return call{method: post, path: ownPhotos(partners.Property.ID), picture: true}
	}}
	return all
}

func ownPhotos(property int64) string { return at("/api/tour-operator/photos/", property, "own/") }

// However many create at once, exactly as many get through as the plan allows. Then the next is
// refused, and after an upgrade it is not.
func TestLimits(t *testing.T) {
	t.Parallel()
	e := apptest.New(t)
	for name, r := range races(t, e) {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			codes := apptest.AtOnce(creators, func(i int) int { return r.create(i).send(t, r.who).Code })
			created := codes[http.StatusCreated] + codes[http.StatusOK]
			require.Equal(t, r.fits, created, "%v", codes)
			require.Equal(t, creators-r.fits, codes[http.StatusForbidden], "%v", codes)
			refused(t, r.who, r.create(creators), r.feature, allowed, allowed)
			e.Grant(t, r.who, plan.Gold)
			ok(t, r.who, r.create(creators))
		})
	}
}

// node sends a request to one of several processes on one database.
type node struct {
	*app.App
	token string
}

func (n node) create(t *testing.T, name string) int {
	t.Helper()
	r := httptest.NewRequestWithContext(t.Context(), post, "/api/info/property/create/", strings.NewReader(fmt.Sprintf(`{"name":%q}`, name)))
	r.Header.Set("Authorization", "Token "+n.token)
	r.Header.Set("Content-Type", "application/json")
	w := httptest.NewRecorder()
	n.Server().ServeHTTP(w, r)
	return w.Code
}

// A limit holds over two nodes, and a grant on one of them is in force on the other at once.
func TestLimits_twoNodes(t *testing.T) {
	t.Parallel()
	url, _ := dbtest.Location(t)
	if dbtest.Engine() == db.SQLite {
		t.Skip("on SQLite there is no other node")
	}
	nodes := make([]node, 2)
	for i := range nodes {
		a, err := app.New(t.Context(), config.Settings{
			DataDir: t.TempDir(), DatabaseURL: url, Addr: "127.0.0.1:0", SecretKey: strings.Repeat("00", secret.KeySize),
		}, slog.New(slog.DiscardHandler))
		require.NoError(t, err)
		t.Cleanup(func() { _ = a.Close() })
		nodes[i].App = a
	}
	token, u, err := nodes[0].Accounts.Register(t.Context(), account.RegisterInput{
		Email: "anna@hotel.example", Password: apptest.Password, AccountType: auth.Accommodation, CompanyName: "Poseidon", Country: "GR",
	})
	require.NoError(t, err)
	nodes[0].token, nodes[1].token = token, token
	give := func(name string) {
		_, err := nodes[0].Plans.Grant(t.Context(), u.ID, plan.GrantInput{Plan: &name})
		require.NoError(t, err)
	}

	require.Equal(t, http.StatusCreated, nodes[1].create(t, "First"))
	require.Equal(t, http.StatusForbidden, nodes[1].create(t, "Second"))
	give("silver")
	require.Equal(t, http.StatusCreated, nodes[1].create(t, "Second"))
	codes := apptest.AtOnce(creators, func(i int) int { return nodes[i%2].create(t, fmt.Sprint("Hotel ", i)) })
	require.Equal(t, map[int]int{http.StatusCreated: 1, http.StatusForbidden: creators - 1}, codes)
	give("gold")
	require.Equal(t, http.StatusCreated, nodes[1].create(t, "Fourth"))
	give("free")
	require.Equal(t, http.StatusForbidden, nodes[1].create(t, "Fifth"))
}
