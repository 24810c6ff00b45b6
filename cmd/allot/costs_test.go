package main

import (
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

// dear are the operations that make check tries, for a moment and without a look at the
// clock: of each kind of body the one that took the most when all were measured.
var dear = []string{"batchUpdateDays", "saveFacts", "importContactsCsv", "exchangeAlpineBits", "logIn"}

// 40 clients send the largest body that an operation takes, and the one that costs the
// most of those that it refuses, while another account works: memory stays within its
// bound and is given back, the other account does not notice, and nobody is answered by a
// failure. make test-costs does so with every operation; ALLOT_TEST_COSTS says for how
// long, and ALLOT_TEST_COSTS_OF which alone (a regular expression).
func TestProgram_Costs(t *testing.T) { //nolint:paralleltest // where it takes the time nothing runs beside it
	slow(t, db.SQLite)
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

// table has the figures of all bodies.
func (s *costSuite) table() string {
	slices.SortFunc(s.figures, func(a, b costFigure) int { return cmp.Compare(b.rise, a.rise) })
	var table strings.Builder
	fmt.Fprintf(&table, "%-28s %-9s %9s %8s %7s %8s %8s %8s  %s\n", "operation", "body", "bytes", "sent", "MB", "MB after", "p50 ms", "p99 ms", "answers, and what is sent")
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
	timed    bool              // the machine is quiet
	tokens   map[string]string // of sessions, by the word for the user
	figures  []costFigure
}

// costFigure is what one body of an operation took.
type costFigure struct {
	operation, kind, name string
	size, sent            int
	rise, left            int64
	middle, worst         time.Duration
	statuses              map[int]int
}

func (f costFigure) String() string {
	var answers []string
	for _, status := range slices.Sorted(maps.Keys(f.statuses)) {
		answers = append(answers, fmt.Sprintf("%d: %d", status, f.statuses[status]))
	}
	return fmt.Sprintf("%-28s %-9s %9d %8d %7d %8d %8d %8d  %s (%s)", f.operation, f.kind, f.size, f.sent, f.rise>>20, f.left>>20,
		f.middle.Milliseconds(), f.worst.Milliseconds(), strings.Join(answers, ", "), f.name)
}

func newCostSuite(t *testing.T, duration time.Duration, timed bool) *costSuite {
	t.Helper()
	raw, err := app.Document()
	require.NoError(t, err)
	doc, err := costs.Read(raw)
	require.NoError(t, err)
	s := &costSuite{doc: doc, duration: duration, timed: timed, tokens: map[string]string{}, site: newSite(t, "ALLOT_LOG_LEVEL=error", "ALLOT_V1_RATE_PER_MINUTE=0", "ALLOT_PAYMENTS=sandbox")}
	p, _ := s.site.startCommand(t, nil, "demo --small", served.MatchString)
	for as, email := range examples.Users {
		s.tokens[as] = p.call(http.MethodPost, "/api/auth/login/", "", object{"email": email, "password": app.DemoPassword}).body["auth_token"].(string)
	}
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
	p := s.start(t)
	first := s.first(t, o)
	request, found := examples.All()[o.Method+" "+first.Path]
	require.True(t, found, "%s has no example", o.ID)
	a := &costAttack{program: p, doc: s.doc, operation: o, request: request, token: s.tokens[request.As], duration: s.duration, timed: s.timed}
	a.address = p.base + request.Target(first.Path, o.Path)
	a.limit = a.findLimit(t)
	if !s.timed {
		a.limit = min(a.limit, 4<<20)
	}
	as, calendar := "second", "2"
	if request.As == as || request.As == "staff" { // who suspends the second hotel in the example
		as, calendar = "hotel", "1"
	}
	a.other = costOther{program: p, token: s.tokens[as], calendar: calendar}
	a.other.choose(t)
	for kind, body := range map[string]costs.Body{"accepted": a.largest(t), "refused": a.costliest(t)} {
		s.figures = append(s.figures, a.run(t, kind, body))
	}
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
