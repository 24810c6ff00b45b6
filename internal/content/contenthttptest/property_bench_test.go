package contenthttptest

import (
	"context"
	"fmt"
	"net/http"
	"net/url"
	"slices"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"allot/internal/app/apptest"
	"allot/internal/content/property"
	"allot/internal/content/property/propertydb"
	"allot/internal/identity/account"
	"allot/internal/identity/auth"
	"allot/internal/platform/db"
	"allot/internal/platform/fold"
)

// budget is what a list may take at the server.
const budget = 50 * time.Millisecond

// questions are the lists that a hotel asks for.
var questions = []struct{ name, query string }{
	{"first page", ""},
	{"deep page", "page=150"},
	{"rare name", "name=" + url.QueryEscape("Αφροδίτη")},
	{"common name", "name=" + url.QueryEscape("ξενοδοχ")},
	{"common name, deep page", "page=100&name=" + url.QueryEscape("ξενοδοχ")},
	{"no such name", "name=nowhere"},
	{"country", "country=DE"},
	{"status", "status=published"},
	{"everything at once", "country=GR&status=draft&name=" + url.QueryEscape("ποσειδ")},
}

// crowd is an installation in which one account has many properties and others
// have some each.
func crowd(b *testing.B, properties, others, each int) *apptest.Who {
	b.Helper()
	e := apptest.New(b)
	who := e.Manager(b)
	store, now := propertydb.New(e.DB), e.Clock.Now()
	countries := []string{"GR", "GR", "GR", "GR", "GR", "GR", "CY", "TR", "ES", "DE"}
	insert := func(ctx context.Context, owner int64, n int) error {
		for i := range n {
			name := fmt.Sprintf("Ξενοδοχείο Ποσειδών %05d", i*7919%n)
			if i%5000 == 17 {
				name = "Αφροδίτη " + name
			}
			if i%10 == 9 {
				name = fmt.Sprintf("Hotel Seaside %05d", i)
			}
			p := property.Property{
				OwnerID: owner, Code: fmt.Sprintf("P%d", i), Name: name, NameSearch: fold.Fold(name), Country: countries[i%len(countries)],
				City: "Ηράκλειο", Address: "Λεωφόρος Ικάρου 12", Phone: "+30 2810 123456", Email: "info@hotel.example",
				Timezone: "Europe/Athens", Currency: "EUR", Status: property.Statuses[i%7%len(property.Statuses)], CreatedAt: now, UpdatedAt: now,
			}
			if err := store.InsertProperty(ctx, &p); err != nil {
				return err
			}
		}
		return nil
	}
	require.NoError(b, e.DB.InTx(b.Context(), func(ctx context.Context) error {
		for i := range others {
			u := account.User{
				EmailState: account.EmailConfirmed,
				Email:      fmt.Sprintf("other%d@hotel.example", i), AccountType: auth.Accommodation, IsManager: true, Language: "en", CreatedAt: now, UpdatedAt: now,
			}
			if err := e.AccountStore.InsertUser(ctx, &u); err != nil {
				return err
			}
			if err := insert(ctx, u.ID, each); err != nil {
				return err
			}
		}
		return insert(ctx, who.User.ID, properties)
	}))
	if e.DB.Engine() == db.Postgres { // as its daemon does
		_, err := e.DB.SQL().ExecContext(b.Context(), "VACUUM ANALYZE")
		require.NoError(b, err)
	}
	return who
}

func ask(b *testing.B, who *apptest.Who, query string) time.Duration {
	b.Helper()
	start := time.Now()
	res := who.Do(b, http.MethodGet, "/api/info/properties/search/?"+query, "")
	took := time.Since(start)
	require.Equal(b, http.StatusOK, res.Code, res.Body)
	return took
}

// BenchmarkList reads the properties of an account that has 10,000 of them,
// through the whole server. It fails where a list is over its budget.
func BenchmarkList(b *testing.B) {
	who := crowd(b, 10_000, 200, 50)
	for _, q := range questions {
		b.Run(q.name, func(b *testing.B) {
			n := 0
			for b.Loop() {
				ask(b, who, q.query)
				n++
			}
			if each := b.Elapsed() / time.Duration(n); each > budget {
				b.Errorf("%s takes %s, over %s", q.name, each, budget)
			}
		})
	}
}

// quick is what one in ten takes at most: a busy machine only ever adds.
func quick(took []time.Duration) time.Duration {
	slices.Sort(took)
	return took[len(took)/10]
}

// BenchmarkList_Accounts compares the same lists beside 10 and beside 2,000
// other accounts. It fails where more accounts cost more than noise does.
func BenchmarkList_Accounts(b *testing.B) {
	few, many := crowd(b, 1000, 10, 20), crowd(b, 1000, 2000, 20)
	for _, q := range questions {
		b.Run(q.name, func(b *testing.B) {
			var alone, among []time.Duration
			for b.Loop() { // by turns, so that both meet the same noise
				alone, among = append(alone, ask(b, few, q.query)), append(among, ask(b, many, q.query))
			}
			ratio := float64(quick(among)) / float64(quick(alone))
			b.ReportMetric(ratio, "many/few")
			if len(among) >= 20 && ratio > 1.3 {
				b.Errorf("%s takes %.2f times as long among 2,000 accounts as among 10", q.name, ratio)
			}
		})
	}
}
