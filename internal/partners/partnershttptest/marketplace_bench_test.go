package partnershttptest

import (
	"context"
	"fmt"
	"net/http"
	"net/url"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"allot/internal/app/apptest"
	"allot/internal/identity/auth"
	"allot/internal/partners/contract"
	"allot/internal/partners/marketplace"
	"allot/internal/platform/db"
	"allot/internal/platform/fold"
)

// many is a platform of the size we promise to serve; few is a tenth of it.
const many, few = 20_000, 2000

// budget is what a page of the marketplace may take at the server.
const budget = 150 * time.Millisecond

// toHub marks what is asked by the operator that every hotel has a contract with.
const toHub = "partner of all, "

// questions are what an operator asks the marketplace. deep stands for a page
// in the middle of it.
var questions = []struct{ name, path, query string }{
	{toHub + "available", available, ""},
	{toHub + "first page", discover, ""},
	{toHub + "not connected", discover, "connected=false"},
	{toHub + "connected", discover, "connected=true"},
	{"available", available, ""},
	{"first page", discover, ""},
	{"page in the middle", discover, "page=deep"},
	{"newest", discover, "sort=newest"},
	{"rare name", discover, "q=" + url.QueryEscape("Αφροδίτη")},
	{"common name", discover, "q=" + url.QueryEscape("ξενοδοχ")},
	{"no such name", discover, "q=nowhere"},
	{"common country", discover, "country=GR"},
	{"rare country", discover, "country=MT"},
	{"type and stars", discover, "property_type=resort&stars_min=4.5"},
	{"not connected", discover, "connected=false"},
	{"newest by name", discover, "sort=newest&q=seaside"},
	{"everything at once", discover, "q=seaside&country=CY,ES&stars_min=3&published=true&connected=false"},
}

// market is an installation with so many hotels, of which one operator has a
// contract with every twentieth and another one with all.
func market(b *testing.B, hotels int) (operator, hub *apptest.Who) {
	b.Helper()
	e := apptest.New(b)
	operator, hub = e.Operator(b), e.Operator(b)
	countries := []string{"GR", "GR", "GR", "GR", "GR", "GR", "CY", "TR", "ES", "DE"}
	kinds := []string{"hotel", "resort", "apartment"}
	require.NoError(b, e.DB.InTx(b.Context(), func(ctx context.Context) error {
		for i := range hotels {
			id := int64(i + 1000)
			name := fmt.Sprintf("Ξενοδοχεία Ποσειδών %05d", i*7919%hotels)
			if i%1000 == 17 {
				name = "Αφροδίτη " + name
			}
			if i%10 == 9 {
				name = fmt.Sprintf("Hotel Seaside %05d", i)
			}
			where := []string{countries[i%len(countries)]}
			if i%1000 == 7 {
				where = []string{"MT"}
			}
			if err := enter(ctx, e, id, name, where, kinds[i%3], float64(i%9)/2+1); err != nil {
				return err
			}
			if err := agree(ctx, e, id, hub); err != nil {
				return err
			}
			if i%20 == 0 {
				if err := agree(ctx, e, id, operator); err != nil {
					return err
				}
			}
		}
		return nil
	}))
	if e.DB.Engine() == db.Postgres { // as its daemon does
		_, err := e.DB.SQL().ExecContext(b.Context(), "VACUUM ANALYZE")
		require.NoError(b, err)
	}
	return operator, hub
}

func agree(ctx context.Context, e *apptest.Env, hotel int64, operator *apptest.Who) error {
	return e.ContractStore.InsertContract(ctx, &contract.Contract{
		UserID: hotel, PartnerID: operator.User.OwnerID, Terms: contract.Defaults(), Status: contract.StatusAccepted,
		InitiatedBy: hotel, ProposedBy: hotel, CreatedAt: e.Clock.Now(), UpdatedAt: e.Clock.Now(),
	})
}

// enter makes the entry of a hotel with two published properties.
func enter(ctx context.Context, e *apptest.Env, id int64, name string, countries []string, kind string, stars float64) error {
	entry := marketplace.Entry{
		PartnerCard: marketplace.PartnerCard{
			OwnerID: id, AccountType: auth.Accommodation, Name: name, Country: countries[0], City: "Ηράκλειο",
			Website: "https://hotel.example/", Properties: 2,
		},
		NameKey: fold.Fold(name), Shown: []int64{id * 10, id*10 + 1}, JoinedAt: e.Clock.Now().Add(-time.Duration(id) * time.Minute), UpdatedAt: e.Clock.Now(),
	}
	entry.Search = fold.Words(name) + " ηρακλειο"
	if _, err := e.DirectoryStore.ClaimEntry(ctx, entry); err != nil {
		return err
	}
	var list []marketplace.Property
	for _, p := range entry.Shown {
		text := fmt.Sprintf("%s beach %d ηρακλειο", fold.Words(name), p%10)
		entry.Search += "\n" + text
		list = append(list, marketplace.Property{PropertyID: p, OwnerID: id, Country: countries[0], PropertyType: kind, Stars: &stars, Search: text})
	}
	if err := e.DirectoryStore.SaveEntry(ctx, entry, countries); err != nil {
		return err
	}
	return e.DirectoryStore.SaveProperties(ctx, list)
}

func ask(b *testing.B, who *apptest.Who, path, query string) time.Duration {
	b.Helper()
	start := time.Now()
	res := who.Do(b, http.MethodGet, path+"?"+query, "")
	took := time.Since(start)
	require.Equal(b, http.StatusOK, res.Code, res.Body)
	return took
}

// quick is what one in ten takes at most: a busy machine only ever adds.
func quick(took []time.Duration) time.Duration {
	slices.Sort(took)
	return took[len(took)/10]
}

// BenchmarkMarket asks the marketplace of 20,000 hotels and, by turns, one of
// 2,000. It fails where a page is over its budget and reports how the two
// compare: a search looks through all of them, a page without one does not.
func BenchmarkMarket(b *testing.B) {
	small, smallHub := market(b, few)
	large, largeHub := market(b, many)
	for _, q := range questions {
		b.Run(q.name, func(b *testing.B) {
			var among, alone []time.Duration
			small, large := small, large
			if strings.HasPrefix(q.name, toHub) {
				small, large = smallHub, largeHub
			}
			deep := func(n int) string {
				if q.query != "page=deep" {
					return q.query
				}
				return fmt.Sprintf("page=%d", n/100)
			}
			for b.Loop() {
				alone, among = append(alone, ask(b, small, q.path, deep(few))), append(among, ask(b, large, q.path, deep(many)))
			}
			each := quick(among)
			ratio := float64(each) / float64(quick(alone))
			b.ReportMetric(float64(each)/float64(time.Millisecond), "ms/page")
			b.ReportMetric(ratio, "many/few")
			if len(among) >= 20 && each > budget {
				b.Errorf("%s takes %s, over %s, and %.1f times as long as among a tenth of the hotels", q.name, each, budget, ratio)
			}
		})
	}
}
