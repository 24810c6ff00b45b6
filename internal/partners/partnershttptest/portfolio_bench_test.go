package partnershttptest

import (
	"bytes"
	"fmt"
	"net/http"
	"net/http/httptest"
	"net/url"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"allot/internal/identity/plan"
	"allot/internal/partners/contract"
	"allot/internal/platform/db"
)

// ofHotel marks what a hotel with many partners asks for.
const ofHotel = "hotel: "

// pages are what an operator or a hotel with many contracts asks for.
var pages = []struct{ name, path string }{
	{"contracts", "/api/partners/contracts/"},
	{"contracts, page 2", "/api/partners/contracts/?page_size=10&page=2"},
	{"contracts, rare name", "/api/partners/contracts/?q=" + url.QueryEscape("Αφροδίτη")},
	{"contracts, common name", "/api/partners/contracts/?q=" + url.QueryEscape("ποσειδ")},
	{"my partners", "/api/partners/my-partners/"},
	{"partners' properties", partnersProperties},
	{"partners' properties, rare name", partnersProperties + "?q=" + url.QueryEscape("Αφροδίτη")},
	{"fact overrides", "/api/partners/override-facts/"},
	{"rate contracts", "/api/partners/rate-contracts/"},
	{"rate contracts, active", "/api/partners/rate-contracts/?status=active"},
	{"rate contracts, common name", "/api/partners/rate-contracts/?q=summer"},
	{"property mappings", "/api/tour-operator/mappings/properties/"},
	{"room mappings", "/api/tour-operator/mappings/rooms/"},
	{"room mappings, rare code", "/api/tour-operator/mappings/rooms/?q=R1017001"},
	{"unmapped rooms", "/api/tour-operator/mappings/unmapped/"},
	{"unmapped properties", "/api/tour-operator/mappings/unmapped/?kind=properties"},
	{ofHotel + "contracts", "/api/partners/contracts/"},
	{ofHotel + "my partners", "/api/partners/my-partners/"},
	{ofHotel + "partners' properties", partnersProperties},
	{ofHotel + "override approvals", "/api/partners/override-approvals/?status=waiting"},
}

func (f *fleet) page(b *testing.B, name, path string) time.Duration {
	b.Helper()
	who := f.operator
	if strings.HasPrefix(name, ofHotel) {
		who = f.hotel
	}
	start := time.Now()
	res := who.Do(b, http.MethodGet, path, "")
	took := time.Since(start)
	require.Equal(b, http.StatusOK, res.Code, res.Body)
	return took
}

// compare asks a small and a large installation by turns, so that both meet the
// same noise, and returns what the large one took and how much longer that was.
func compare(b *testing.B, small, large func() time.Duration) (each time.Duration, ratio float64, enough bool) {
	b.Helper()
	var alone, among []time.Duration
	for b.Loop() {
		alone, among = append(alone, small()), append(among, large())
	}
	each = quick(among)
	ratio = float64(each) / float64(quick(alone))
	b.ReportMetric(float64(each)/float64(time.Millisecond), "ms/page")
	b.ReportMetric(ratio, "many/few")
	return each, ratio, len(among) >= 20
}

// BenchmarkContracts reads the lists of an operator with 2,000 contracts and
// 50,000 rooms, and of a hotel with 2,000 partners, beside those of one with 20.
// It fails where a page is over its budget.
func BenchmarkContracts(b *testing.B) {
	few, many := newFleet(b, size{hotels: 20, rooms: 25}), newFleet(b, size{hotels: 2000, rooms: 25})
	for _, p := range pages {
		b.Run(p.name, func(b *testing.B) {
			each, ratio, enough := compare(b, func() time.Duration { return few.page(b, p.name, p.path) }, func() time.Duration { return many.page(b, p.name, p.path) })
			if enough && each > budget {
				b.Errorf("%s takes %s, over %s, and %.1f times as long as with 20 contracts", p.name, each, budget, ratio)
			}
		})
	}
	b.Run("accept", func(b *testing.B) {
		each, _, enough := compare(b, few.accepting(b), many.accepting(b))
		if enough && each > budget {
			b.Errorf("to accept a contract takes %s, over %s", each, budget)
		}
	})
}

// accepting lets the operator accept the proposal of a hotel, again and again.
func (f *fleet) accepting(b *testing.B) func() time.Duration {
	b.Helper()
	hotel := f.Manager(b)
	f.Grant(b, hotel, plan.Gold)
	c := f.Proposed(b, hotel, f.operator)
	return func() time.Duration {
		f.SetStatus(b, c, contract.StatusProposed)
		start := time.Now()
		res := f.operator.Do(b, http.MethodPost, fmt.Sprintf("/api/partners/contracts/%d/accept/", c.ID), "{}")
		took := time.Since(start)
		require.Equal(b, http.StatusOK, res.Code, res.Body)
		return took
	}
}

// BenchmarkContracts_Accounts compares the same lists beside 500 and beside 2,000
// other hotels and partners. It fails where more accounts cost more than noise
// does. PostgreSQL gets more leave: its plans follow its statistics, which are not
// the same in two databases just filled.
func BenchmarkContracts_Accounts(b *testing.B) {
	few, many := newFleet(b, size{hotels: 50, rooms: 10, others: 500}), newFleet(b, size{hotels: 50, rooms: 10, others: 2000})
	for _, p := range append(pages, struct{ name, path string }{"feed", ""}) {
		b.Run(p.name, func(b *testing.B) {
			ask := func(f *fleet) func() time.Duration {
				if p.name == "feed" {
					return func() time.Duration { return f.feed(b, 50) }
				}
				return func() time.Duration { return f.page(b, p.name, p.path) }
			}
			_, ratio, enough := compare(b, ask(few), ask(many))
			limit := 1.3
			if few.DB.Engine() == db.Postgres {
				limit = 2
			}
			if enough && ratio > limit {
				b.Errorf("%s takes %.2f times as long among 2,000 accounts as among 500", p.name, ratio)
			}
		})
	}
}

// feed reads what a system reads of all hotels of the operator.
func (f *fleet) feed(b *testing.B, properties int) time.Duration {
	b.Helper()
	w := &counter{header: http.Header{}, what: []byte(`"property_id":`)}
	start := time.Now()
	f.Server().ServeHTTP(w, httptest.NewRequestWithContext(b.Context(), http.MethodGet, "/api/info/published-partners/"+f.token+"/", http.NoBody))
	took := time.Since(start)
	require.Equal(b, properties, w.n)
	return took
}

// counter takes an answer without keeping it and counts what is in it.
type counter struct {
	header http.Header
	what   []byte
	tail   []byte
	n      int
}

func (c *counter) Header() http.Header { return c.header }
func (*counter) WriteHeader(int)       {}
func (c *counter) Write(p []byte) (int, error) {
	c.tail = append(c.tail, p...)
	c.n += bytes.Count(c.tail, c.what)
	c.tail = append(c.tail[:0], c.tail[max(0, len(c.tail)-len(c.what)+1):]...)
	return len(p), nil
}

// BenchmarkFeed reads the facts of 1,000 contracted hotels and of 10, as they
// are and with codes, overrides and photos of the operator's own on every one.
// It fails where a property costs more among many.
func BenchmarkFeed(b *testing.B) {
	for name, plain := range map[string]bool{"plain": true, "with own codes, facts and photos": false} {
		b.Run(name, func(b *testing.B) {
			few, many := newFleet(b, size{hotels: 10, rooms: 10, plain: plain}), newFleet(b, size{hotels: 1000, rooms: 10, plain: plain})
			var among, alone []time.Duration
			for b.Loop() { // as much work on both sides, by turns, so that both meet the same noise
				if len(among) == 5 {
					continue // seconds each: enough is known by now
				}
				var sum time.Duration
				for range 100 {
					sum += few.feed(b, 10)
				}
				alone, among = append(alone, sum/1000), append(among, many.feed(b, 1000)/1000)
			}
			one := quick(among)
			ratio := float64(one) / float64(quick(alone))
			b.ReportMetric(float64(one)/float64(time.Microsecond), "µs/property")
			b.ReportMetric(ratio, "many/few")
			if len(among) >= 3 && ratio > 1.3 {
				b.Errorf("a property takes %.2f times as long among 1,000 as among 10", ratio)
			}
		})
	}
}
