package main

import (
	"bytes"
	"cmp"
	"fmt"
	"maps"
	"net/http"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"allot/internal/app"
	"allot/internal/app/examples"
	"allot/internal/platform/db"
	"allot/internal/testkit/costs"
	"allot/internal/testkit/dbtest"
)

const (
	costClients = 40
	// costMemory is how much more memory than at rest the program may take.
	costMemory = 400 << 20
	// costRest is how much more than before may stay with it a minute later.
	costRest = 100 << 20
	// costWait is how long one in a hundred requests of another account may take.
	costWait = 500 * time.Millisecond
)

// dear are the operations that make check-rest tries, for a moment and without a look at the
// clock: of each kind of body the one that took the most when all were measured.
var dear = []string{"batchUpdateDays", "saveFacts", "importContactsCsv", "exchangeAlpineBits", "logIn"}

// 40 clients send the largest body that an operation takes, and the one that costs the
// most of those that it refuses, while another account works: memory stays within its
// bound and is given back, the other account does not notice, and nobody is answered by a
// failure. make test-costs does so with every operation; ALLOT_TEST_COSTS says for how
// long, half of it for each of the two bodies, and ALLOT_TEST_COSTS_OF which alone (a
// regular expression).
func TestSlow_Costs(t *testing.T) { //nolint:paralleltest // where it takes the time nothing runs beside it
	dbtest.Slow(t, db.SQLite)
	notRaced(t)
	of := regexp.MustCompile(cmp.Or(os.Getenv("ALLOT_TEST_COSTS_OF"), "."))
	all := os.Getenv("ALLOT_TEST_COSTS") != ""
	if !all {
		t.Parallel()
	}
	duration, err := time.ParseDuration(cmp.Or(os.Getenv("ALLOT_TEST_COSTS"), "500ms"))
	require.NoError(t, err)
	s := newCostSuite(t, duration, all)
	for _, o := range s.doc.Operations { //nolint:paralleltest // one after the other
		if (all || slices.Contains(dear, o.ID)) && of.MatchString(o.ID) {
			t.Run(o.ID, func(t *testing.T) { s.measure(t, o) })
		}
	}
	t.Logf("worst first, by memory above rest:\n%s", s.table())
}

// All of it at once: clients that send what costs the most, and strangers who send all of a
// log-in but its last byte.
//
// Where the time is taken: others may wait for 250 ms for a day beside the attack, which is bodies
// that are refused and the largest of invoices, lists and photos. Beside the largest changes of days, too,
// they may wait as long as beside any one operation: on SQLite one transaction writes at a time,
// and a hotel may close all its rooms for a year in one.
func TestSlow_CostsAtOnce(t *testing.T) { //nolint:paralleltest // as above
	dbtest.Slow(t, db.SQLite)
	notRaced(t)
	timed := os.Getenv("ALLOT_TEST_COSTS") != ""
	if !timed {
		t.Parallel()
	}
	duration, err := time.ParseDuration(cmp.Or(os.Getenv("ALLOT_TEST_COSTS"), "500ms"))
	require.NoError(t, err)
	s := newCostSuite(t, duration, timed)
	p := s.start(t)
	run := costRun{program: p, duration: duration}
	sent := append([]string{"createInvoice", "addRoomingEntries", "addPhoto"}, dear...)
	var changes []costShot // that are accepted and hold the writer for long
	for _, o := range s.doc.Operations {
		if slices.Contains(sent, o.ID) {
			a := s.attack(t, p, o)
			require.NotEqual(t, "second", a.request.As, "the account that works meanwhile")
			run.other = a.other
			run.shots = append(run.shots, costShot{attack: a, body: a.costliest(t)})
			if largest := a.largest(t); o.ID == "batchUpdateDays" {
				changes = append(changes, largest)
			} else {
				run.shots = append(run.shots, largest)
			}
		}
	}
	run.shots = append(run.shots, mcpShot(p))
	require.Len(t, slices.Concat(run.shots, changes), 2*len(sent)+1)
	for range 1000 {
		holdBack(t, p)
	}
	if timed {
		f := s.atOnce(t, run, "the attack")
		require.Less(t, f.small, 250*time.Millisecond, f)
		require.Less(t, f.worst, costWait, f)
	}
	run.shots = append(run.shots, changes...)
	f := s.atOnce(t, run, "with the largest changes")
	if timed {
		require.Less(t, f.worst, costWait, f)
	}
}

// atOnce has the clients of a run send all its bodies.
func (s *costSuite) atOnce(t *testing.T, run costRun, kind string) costFigure {
	t.Helper()
	run.shots = slices.Clone(run.shots)
	stayLoggedIn(run.program, run.shots)
	f := costFigure{operation: "all", kind: kind, name: fmt.Sprintf("%d bodies, 1,000 slow log-ins", len(run.shots)), statuses: map[int]int{}}
	run.measure(t, &f)
	require.NotContains(t, f.statuses, http.StatusUnauthorized, f)
	return f
}

// mcpShot is the largest batch of calls that an assistant may send: the document does not
// have that protocol.
func mcpShot(p *program) costShot {
	call := `{"jsonrpc":"2.0","id":1,"method":"tools/list"}`
	a := &costAttack{
		program: p, operation: costs.Operation{ID: "mcp", Method: http.MethodPost}, address: p.base + "/mcp/",
		request: examples.Request{As: "hotel", Header: map[string]string{"Accept": "application/json, text/event-stream"}},
	}
	return costShot{attack: a, body: costs.Body{Name: "a batch of calls", Media: "application/json", Raw: []byte("[" + call + strings.Repeat(","+call, 19) + "]")}}
}

// stayLoggedIn gives each user one session for all its bodies, because a third one ends the
// first, and has a colleague log in meanwhile.
func stayLoggedIn(p *program, shots []costShot) {
	tokens := map[string]string{}
	for i := range shots {
		as := shots[i].attack.request.As
		if _, known := tokens[as]; !known {
			tokens[as] = costToken(p, as)
		}
		shots[i].attack.token = tokens[as]
		for _, raw := range []*[]byte{&shots[i].body.Raw, &shots[i].other} {
			*raw = bytes.ReplaceAll(*raw, []byte(examples.Users["hotel"]), []byte(examples.Users["bookkeeper"]))
		}
	}
}

// holdBack sends a log-in without its last byte.
func holdBack(t *testing.T, p *program) {
	t.Helper()
	conn, err := costDialer.DialContext(t.Context(), "tcp", strings.TrimPrefix(p.base, "http://"))
	require.NoError(t, err)
	t.Cleanup(func() { _ = conn.Close() })
	body := `{"email": "nobody@example.com", "password": "` + strings.Repeat("x", 60_000)
	_, err = fmt.Fprintf(conn, "POST /api/auth/login/ HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nContent-Length: %d\r\n\r\n%s", len(body)+1, body)
	require.NoError(t, err)
}

// table has the figures of all bodies.
func (s *costSuite) table() string {
	slices.SortFunc(s.figures, func(a, b costFigure) int { return cmp.Compare(b.rise, a.rise) })
	var table strings.Builder
	fmt.Fprintf(&table, "%-28s %-9s %9s %8s %7s %8s %8s %8s %8s  %s\n", "operation", "body", "bytes", "sent", "MB", "MB after", "p50 ms", "p99 one", "p99 all", "answers, and what is sent")
	for _, f := range s.figures {
		table.WriteString(f.String() + "\n")
	}
	return table.String()
}

// costSuite is a demo of which every measurement has a copy.
type costSuite struct {
	site     *site
	doc      *costs.Document
	duration time.Duration
	timed    bool // the machine is quiet
	figures  []costFigure
}

// costFigure is what one body of an operation took.
type costFigure struct {
	operation, kind, name string
	size, sent            int
	rise, left            int64
	middle, worst         time.Duration // of all that the other account writes
	small                 time.Duration // the worst of its single days
	statuses              map[int]int
}

func (f costFigure) String() string {
	var answers []string
	for _, status := range slices.Sorted(maps.Keys(f.statuses)) {
		answers = append(answers, fmt.Sprintf("%d: %d", status, f.statuses[status]))
	}
	return fmt.Sprintf("%-28s %-9s %9d %8d %7d %8d %8d %8d %8d  %s (%s)", f.operation, f.kind, f.size, f.sent, f.rise>>20, f.left>>20,
		f.middle.Milliseconds(), f.small.Milliseconds(), f.worst.Milliseconds(), strings.Join(answers, ", "), f.name)
}

func newCostSuite(t *testing.T, duration time.Duration, timed bool) *costSuite {
	t.Helper()
	raw, err := app.Document()
	require.NoError(t, err)
	doc, err := costs.Read(raw)
	require.NoError(t, err)
	s := &costSuite{doc: doc, duration: duration, timed: timed, site: newSite(t, "ALLOT_LOG_LEVEL=error", "ALLOT_V1_RATE_PER_MINUTE=0", "ALLOT_PAYMENTS=sandbox")}
	p, _ := s.site.startCommand(t, nil, "demo --small", served.MatchString)
	require.Zero(t, p.stop())
	return s
}

// start serves a copy of the demo.
func (s *costSuite) start(t *testing.T) *program {
	t.Helper()
	copied := &site{dir: t.TempDir(), env: s.site.env}
	require.NoError(t, os.CopyFS(filepath.Join(copied.dir, "data"), os.DirFS(s.site.dir)))
	copied.dir = filepath.Join(copied.dir, "data")
	require.NoError(t, os.Chmod(filepath.Join(copied.dir, "secret.key"), 0o600))
	return copied.start(t)
}

// measure sends the bodies of one operation.
func (s *costSuite) measure(t *testing.T, o costs.Operation) {
	t.Helper()
	a := s.attack(t, s.start(t), o)
	for kind, shot := range map[string]costShot{"accepted": a.largest(t), "refused": {attack: a, body: a.costliest(t)}} {
		s.figures = append(s.figures, a.run(t, kind, shot))
	}
}

// attack makes ready what one operation is sent.
func (s *costSuite) attack(t *testing.T, p *program, o costs.Operation) *costAttack {
	t.Helper()
	first := s.first(t, o)
	request, found := examples.All()[o.Method+" "+first.Path]
	require.True(t, found, "%s has no example", o.ID)
	a := &costAttack{program: p, doc: s.doc, operation: o, request: request, token: costToken(p, request.As), duration: s.duration / 2, timed: s.timed}
	a.address = p.base + request.Target(first.Path, o.Path)
	a.limit = a.findLimit(t)
	if !s.timed {
		a.limit = min(a.limit, 4<<20)
	}
	as, calendar := "second", "2"
	if request.As == as || request.As == "staff" { // who suspends the second hotel in the example
		as, calendar = "hotel", "1"
	}
	a.other = costOther{program: p, token: costToken(p, as), calendar: calendar}
	a.other.choose(t)
	return a
}

// costToken logs a user of the demo in: the suite takes longer than a session lasts.
func costToken(p *program, as string) string {
	email, known := examples.Users[as]
	if !known {
		return ""
	}
	return p.call(http.MethodPost, "/api/auth/login/", "", object{"email": email, "password": app.DemoPassword}).body["auth_token"].(string)
}

// first is the operation whose example and whose code an operation has that is another
// path of it.
func (s *costSuite) first(t *testing.T, o costs.Operation) costs.Operation {
	t.Helper()
	if _, own := examples.All()[o.Method+" "+o.Path]; own {
		return o
	}
	id := regexp.MustCompile(`(Alt\d*|Legacy)$`).ReplaceAllString(o.ID, "")
	i := slices.IndexFunc(s.doc.Operations, func(other costs.Operation) bool { return other.ID == id })
	require.GreaterOrEqual(t, i, 0, o.ID)
	return s.doc.Operations[i]
}
