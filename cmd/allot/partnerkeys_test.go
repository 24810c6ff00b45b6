package main

import (
	"fmt"
	"math/rand/v2"
	"net/http"
	"path/filepath"
	"strconv"
	"strings"
	"sync"
	"testing"

	"github.com/stretchr/testify/require"

	"allot/internal/platform/db"
	"allot/internal/testkit/dbtest"
)

// tradeOn deals on a program that runs already.
func tradeOn(t *testing.T, p *program) *trade {
	t.Helper()
	return &trade{script: newScript(t, p)}
}

// What is taken from a key through one program holds for the next request
// through the other.
func TestProgram_KeysEndAtOnce(t *testing.T) {
	t.Parallel()
	both := nodes(t)
	s := tradeOn(t, both[0])
	hotel, operator := s.open("accommodation", "anna@poseidon.example", "Poseidon"), s.open("tour_operator", "jana@nordlicht.example", "Nordlicht")
	s.publish(hotel, "Poseidon", "posei")
	contract := s.agree(hotel, operator, everything())

	rounds := 10 / min(raceFactor, 3)
	for n := range rounds {
		to, from := both[n%2], both[1-n%2]
		token := s.newKey(operator, nil)
		keys := s.ok(200, get, "/api/settings/api-keys/", operator.token, nil).list()
		key := number(keys[0]["id"]) // the newest
		told := func(status, properties int) {
			t.Helper()
			for _, path := range []string{"facts", "allotment-stop-sale", "stop-sale"} {
				a := from.call(get, "/api/v1/"+path+"/"+token+"/", "", nil)
				require.Equal(t, status, a.status, a.raw)
				if status == 200 {
					require.Len(t, a.body["properties"], properties, a.raw)
				}
			}
		}
		must := func(status int, a answer) answer {
			t.Helper()
			require.Equal(t, status, a.status, a.raw)
			return a
		}
		told(200, 1)
		entry := must(201, to.call(post, "/api/settings/whitelists/create/", operator.token, object{"api_key": keys[0]["id"], "domain": "203.0.113.9"})).body["id"]
		told(403, 0)
		must(204, to.call(del, "/api/settings/whitelists/delete/"+number(entry)+"/", operator.token, nil))
		told(200, 1)
		must(200, to.call(put, "/api/settings/api-key/update/"+key+"/", operator.token, object{"permissions": object{"fact_sheet": false, "stop_sale": false}}))
		told(403, 0)
		must(200, to.call(put, "/api/settings/api-key/update/"+key+"/", operator.token, object{"permissions": object{"fact_sheet": true, "stop_sale": true}}))
		told(200, 1)
		if n == rounds-1 {
			must(200, to.call(del, contractPath(contract, "delete/"), hotel.token, nil))
			told(200, 0)
		}
		old := token
		token = must(200, to.call(post, "/api/settings/api-key/rotate/"+key+"/", operator.token, object{})).body["token"].(string)
		require.Equal(t, 401, from.call(get, "/api/v1/facts/"+old+"/", "", nil).status)
		require.Equal(t, 200, from.call(get, "/api/v1/facts/"+token+"/", "", nil).status)
		must(204, to.call(del, "/api/settings/api-key/delete/"+key+"/", operator.token, nil))
		told(401, 0)
	}
	for _, p := range both {
		require.NotContains(t, p.logged(), "level=ERROR")
	}
}

// A token has 120 requests a minute; others, and the test lane, are not asked.
func TestProgram_RateLimit(t *testing.T) {
	t.Parallel()
	notRaced(t)
	s := newTrade(t)
	hotel, other := s.open("accommodation", "anna@poseidon.example", "Poseidon"), s.open("accommodation", "mehmet@lara.example", "Lara")
	ask := func(c company) answer { return s.call(get, "/api/v1/facts/"+c.key+"/", "", nil) }
	for left := 119; left >= 0; left-- {
		a := ask(hotel)
		require.Equal(t, 200, a.status, a.raw)
		require.Equal(t, []string{"120", strconv.Itoa(left), "120;w=60"}, []string{a.header.Get("RateLimit-Limit"), a.header.Get("RateLimit-Remaining"), a.header.Get("RateLimit-Policy")})
		reset, err := strconv.Atoi(a.header.Get("RateLimit-Reset"))
		require.NoError(t, err)
		require.True(t, reset >= 1 && reset <= 60, "%d", reset)
	}
	for _, path := range []string{"facts", "photos", "stop-sale", "allotment-stop-sale", "invoices", "rooming"} {
		a := s.ok(429, get, "/api/v1/"+path+"/"+hotel.key+"/", "", nil)
		require.Equal(t, "rate_limited", a.body["code"])
		require.Equal(t, a.header.Get("RateLimit-Reset"), a.header.Get("Retry-After"))
		require.Equal(t, "0", a.header.Get("RateLimit-Remaining"))
		require.Contains(t, a.body["message"], a.header.Get("Retry-After"))
	}
	require.Equal(t, 200, ask(other).status, "others have their own")
	for range 130 {
		a := s.call(post, "/api/v1/test-call/", hotel.token, object{"endpoint": "facts"})
		require.Equal(t, 200, a.status, a.raw)
		require.Empty(t, a.header.Get("RateLimit-Limit"))
	}
	require.Equal(t, 429, ask(hotel).status)
	require.Zero(t, s.stop())
}

// counted is what a client knows of its calls to an operation.
type counted struct{ ok, failed, bytes int64 }

// Ten thousand calls with twenty tokens, some of them wrong, with a restart
// between: the statistics are what the clients counted.
func TestSlow_CountsCalls(t *testing.T) {
	t.Parallel()
	dbtest.Slow(t, db.Postgres)
	calls := 10_000 / raceFactor
	const tokens, clients = 20, 16
	s := newTrade(t, "ALLOT_V1_RATE_PER_MINUTE=0", "ALLOT_LOG_LEVEL=warn")
	hotel := s.open("accommodation", "anna@poseidon.example", "Poseidon")
	s.property(hotel.token, "Poseidon")
	type row struct {
		key      string
		endpoint string
	}
	keys := make([]object, tokens)
	for i := range keys {
		keys[i] = s.ok(201, post, "/api/settings/api-key/create/", hotel.token, object{
			"name": fmt.Sprintf("Key %d", i), "permissions": object{"fact_sheet": true, "stop_sale": true, "rooming": i%2 == 0},
		}).body
	}
	counts, mu := map[row]counted{}, sync.Mutex{}
	paths := []string{"facts/%s/", "allotment-stop-sale/%s/", "rooming/%s/", "facts/%s/?country=Greece", "stop-sale/%s/?from=nonsense"}
	load := func(n int) {
		var all sync.WaitGroup
		for c := range clients {
			all.Go(func() {
				random := rand.New(rand.NewPCG(uint64(c), uint64(n)))
				for range n / clients {
					key, path := keys[random.IntN(tokens)], paths[random.IntN(len(paths))]
					a := s.call(get, "/api/v1/"+fmt.Sprintf(path, key["token"]), "", nil, "Accept-Encoding", "identity")
					r := row{number(key["id"]), path[:strings.IndexByte(path, '/')]}
					mu.Lock()
					one := counts[r]
					if a.status == http.StatusOK {
						one.ok++
					} else {
						one.failed++
					}
					one.bytes += int64(len(a.raw))
					counts[r] = one
					mu.Unlock()
				}
			})
		}
		all.Wait()
	}
	compare := func() {
		t.Helper()
		got := map[row]counted{}
		for page := 1; ; page++ {
			a := s.ok(200, get, fmt.Sprintf("/api/reports/api-stats/?page=%d&page_size=50", page), hotel.token, nil)
			for _, r := range a.list() {
				one := row{number(r["key"]), r["endpoint"].(string)}
				sum := got[one] // over midnight there are two days
				sum.ok, sum.failed, sum.bytes = sum.ok+int64(r["hits_ok"].(float64)), sum.failed+int64(r["hits_error"].(float64)), sum.bytes+int64(r["bytes_transferred"].(float64))
				got[one] = sum
			}
			if a.body["next"] == nil {
				break
			}
		}
		require.Equal(t, counts, got)
	}
	load(calls / 2)
	compare()
	require.Zero(t, s.stop())
	s.program = s.site.start(t)
	compare()
	load(calls / 2)
	compare()
	var total counted
	for _, c := range counts {
		total.ok, total.failed, total.bytes = total.ok+c.ok, total.failed+c.failed, total.bytes+c.bytes
	}
	sum := s.ok(200, get, "/api/reports/api-stats/summary/", hotel.token, nil).body["totals"]
	require.Equal(t, []any{float64(total.ok), float64(total.failed), float64(total.bytes)}, pick(sum, "hits_ok", "hits_error", "bytes_transferred"))
	require.Positive(t, total.failed)
	t.Logf("%d right, %d wrong, %d bytes", total.ok, total.failed, total.bytes)
	require.Zero(t, s.stop())
}

// After a restore the same numbers stand for other days: nobody is told that
// nothing has changed.
func TestProgram_RestoredIsNotUnchanged(t *testing.T) {
	t.Parallel()
	if dbtest.Engine() != db.SQLite {
		t.Skip("the backup command is for the embedded default")
	}
	s := newTrade(t)
	hotel, operator := s.open("accommodation", "anna@poseidon.example", "Poseidon"), s.open("tour_operator", "jana@nordlicht.example", "Nordlicht")
	h := s.publish(hotel, "Poseidon", "posei")
	s.agree(hotel, operator, everything())
	master := s.ok(200, get, calendarsPath, hotel.token, nil).list()[0]["id"]
	set := func(status string) {
		t.Helper()
		s.ok(200, post, at(calendarsPath, master, "daily/"), hotel.token, object{"room": h.room, "date": ahead(3), "status": status})
	}
	export, grid := "/api/v1/allotment-stop-sale/"+operator.key+"/?granularity=spans&to="+ahead(9), at(calendarsPath, master, "grid/?from="+ahead(1)+"&to="+ahead(9))
	s.ok(200, get, export, "", nil) // and it has calendars
	require.Zero(t, s.stop())
	archive := filepath.Join(t.TempDir(), "allot.tar.gz")
	text, code := s.site.output(t, "", "backup", "--to", archive)
	require.Zero(t, code, text)

	s.program = s.site.start(t)
	set("free")
	told := s.ok(200, get, export, "", nil)
	seen := s.ok(200, get, grid, hotel.token, nil)
	require.Zero(t, s.stop())
	s.site = &site{dir: t.TempDir(), env: s.site.env}
	text, code = s.site.output(t, "", "restore", "--from", archive)
	require.Zero(t, code, text)
	s.program = s.site.start(t)
	set("stop")

	require.Contains(t, s.ok(200, get, export, "", nil, "If-None-Match", told.header.Get("ETag")).raw, `"status":"stop"`)
	s.ok(200, get, grid, hotel.token, nil, "If-None-Match", seen.header.Get("ETag"))
	since := s.ok(200, get, export+"&since="+told.body["next_cursor"].(string), "", nil)
	require.Equal(t, true, since.body["complete"])
	require.Contains(t, since.raw, `"status":"stop"`)
	for _, cut := range []string{"A", "AA", "x"} {
		cursor := since.body["next_cursor"].(string)
		if changed := cursor[:len(cursor)-len(cut)] + cut; changed != cursor {
			s.ok(400, get, export+"&since="+changed, "", nil)
		}
	}
	s.ok(400, get, export+"&to="+ahead(8), "", nil) // given twice
	require.Equal(t, "application/json", s.call(http.MethodHead, export, "", nil).header.Get("Content-Type"))
	require.Equal(t, "application/xml", s.call(http.MethodHead, export+"&format=xml", "", nil).header.Get("Content-Type"))
	require.Zero(t, s.stop())
}
