package app

import (
	"encoding/json"
	"log/slog"
	"maps"
	"net/http"
	"net/http/httptest"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"allot/internal/app/config"
	"allot/internal/demo"
	"allot/internal/exchange/bulkexport"
	"allot/internal/exchange/connection"
	"allot/internal/identity/auth"
	"allot/internal/platform/jobs"
	"allot/internal/platform/request"
	"allot/internal/testkit/dbtest"
)

const (
	operationsPage = "../../docs/operations.md"
	monitoring     = "../../deploy/monitoring"
)

// scrape returns the metrics of a program in which everything that is counted has
// happened.
func scrape(t *testing.T) string {
	t.Helper()
	w := newWorld(t)
	c, now := w.app.counters, w.app.now()
	w.sent("", get, "/api/nothing/", nil)
	c.exported(bulkexport.Export{Target: "facts", Format: "json", Status: bulkexport.StatusDone, StartedAt: &now, FinishedAt: &now})
	c.fed(auth.KeyUse{Endpoint: "/api/v1/facts/{token}/"})
	c.synced(connection.CSVURL, connection.SyncLog{Direction: connection.DirectionPull, Status: connection.LogSuccess})
	c.ran(jobs.Run{Kind: "greet", Queue: "default", Outcome: jobs.OutcomeDone})
	return metricsOf(t, w.app)
}

func metricsOf(t *testing.T, a *App) string {
	t.Helper()
	rec := httptest.NewRecorder()
	a.adminHandler().ServeHTTP(rec, httptest.NewRequestWithContext(t.Context(), http.MethodGet, "/metrics", http.NoBody))
	require.Equal(t, http.StatusOK, rec.Code, rec.Body)
	return rec.Body.String()
}

var metricName = regexp.MustCompile(`(?m)^# TYPE (\w+) (\w+)$`)

// families returns the metrics by name, with their types.
func families(text string) map[string]string {
	found := map[string]string{}
	for _, m := range metricName.FindAllStringSubmatch(text, -1) {
		found[m[1]] = m[2]
	}
	return found
}

// Whoever reads the page finds every metric there, and every metric of the page is
// there.
func TestMetrics_areExplained(t *testing.T) {
	t.Parallel()
	text := scrape(t)
	page, err := os.ReadFile(operationsPage)
	require.NoError(t, err)
	var explained []string
	for _, m := range regexp.MustCompile("(?m)^\\| `(allot_\\w+)").FindAllStringSubmatch(string(page), -1) {
		explained = append(explained, m[1])
	}
	var have []string
	for name := range families(text) {
		if strings.HasPrefix(name, "allot_") {
			have = append(have, name)
		}
	}
	slices.Sort(have)
	slices.Sort(explained)
	require.Equal(t, have, explained, "the table in %s has a line for each metric", operationsPage)

	t.Run("and promtool accepts them", func(t *testing.T) {
		t.Parallel()
		check := exec.CommandContext(t.Context(), promtool(t), "check", "metrics")
		check.Stdin = strings.NewReader(text)
		out, err := check.CombinedOutput()
		require.NoError(t, err, string(out))
		require.Empty(t, string(out))
	})

	t.Run("and dashboard and alerts ask for metrics that there are", func(t *testing.T) {
		t.Parallel()
		known := families(text)
		for name, kind := range maps.Clone(known) {
			if kind == "histogram" || kind == "summary" {
				known[name+"_sum"], known[name+"_count"], known[name+"_bucket"] = "", "", ""
			}
		}
		known["up"] = "gauge" // Prometheus makes it
		asked := 0
		for _, query := range append(dashboardQueries(t), alertQueries(t)...) {
			for _, name := range namesIn(query) {
				asked++
				require.Contains(t, known, name, "%s", query)
			}
		}
		require.Greater(t, asked, 60)
	})
}

var (
	quoted  = regexp.MustCompile(`"[^"]*"`)
	grouped = regexp.MustCompile(`\b(?:by|without|on|ignoring)\s*\([^)]*\)`)
	matched = regexp.MustCompile(`\{[^}]*\}`)
	word    = regexp.MustCompile(`\b[a-z_][a-z0-9_]+\b(\s*\()?`)
)

// namesIn returns the metrics that a query names: words that are no function, label or
// operator.
func namesIn(query string) []string {
	query = matched.ReplaceAllString(quoted.ReplaceAllString(query, ""), "")
	query = regexp.MustCompile(`\[[^\]]*\]`).ReplaceAllString(grouped.ReplaceAllString(query, ""), "")
	var names []string
	for _, w := range word.FindAllStringSubmatch(query, -1) {
		if w[1] == "" && !slices.Contains([]string{"and", "or", "unless", "by"}, w[0]) && strings.Contains(w[0], "_") || w[0] == "up" {
			names = append(names, w[0])
		}
	}
	return names
}

func dashboardQueries(t *testing.T) (list []string) {
	t.Helper()
	raw, err := os.ReadFile(filepath.Join(monitoring, "grafana-dashboard.json"))
	require.NoError(t, err)
	var d struct {
		UID, Title    string
		SchemaVersion int
		Panels        []struct {
			ID          int
			Type, Title string
			GridPos     struct{ H, W, X, Y int }
			Targets     []struct{ RefID, Expr string }
		}
	}
	require.NoError(t, json.Unmarshal(raw, &d))
	require.NotEmpty(t, d.UID)
	require.Positive(t, d.SchemaVersion)
	ids, taken := map[int]bool{}, map[[2]int]string{}
	for _, p := range d.Panels {
		require.False(t, ids[p.ID], "two panels have the id %d", p.ID)
		ids[p.ID] = true
		require.LessOrEqual(t, p.GridPos.X+p.GridPos.W, 24, p.Title)
		for x := range p.GridPos.W {
			for y := range p.GridPos.H {
				at := [2]int{p.GridPos.X + x, p.GridPos.Y + y}
				require.Empty(t, taken[at], "%s is drawn over it", p.Title)
				taken[at] = p.Title
			}
		}
		require.Equal(t, p.Type == "row", len(p.Targets) == 0, p.Title)
		for _, target := range p.Targets {
			list = append(list, target.Expr)
		}
	}
	return list
}

// alertQueries reads the expressions of the rules, one after "expr:" on its line or
// below it.
func alertQueries(t *testing.T) (list []string) {
	t.Helper()
	raw, err := os.ReadFile(filepath.Join(monitoring, "alerts.yaml"))
	require.NoError(t, err)
	page, err := os.ReadFile(operationsPage)
	require.NoError(t, err)
	rules := strings.Split(string(raw), "- alert: ")[1:]
	for _, rule := range rules {
		name, _, _ := strings.Cut(rule, "\n")
		_, expr, found := strings.Cut(rule, "expr: ")
		require.True(t, found, name)
		expr, _, _ = strings.Cut(expr, "labels:")
		expr, _, _ = strings.Cut(expr, "for:")
		list = append(list, strings.TrimPrefix(expr, "|\n"))
		_, runbook, _ := strings.Cut(rule, "docs/operations.md#")
		runbook, _, _ = strings.Cut(runbook, `"`)
		require.Contains(t, strings.ToLower(string(page)), "\n### "+runbook+"\n", "the page says what to do about %s", name)
	}
	return list
}

// promtool returns the tool of Prometheus, without which these tests are skipped, but
// not in CI.
func promtool(t *testing.T) string {
	t.Helper()
	path, err := exec.LookPath("promtool")
	if err != nil {
		require.Empty(t, os.Getenv("CI"), "promtool is missing (Debian package prometheus)")
		t.Skip("SKIPPED: promtool is missing (Debian package prometheus)")
	}
	return path
}

func TestMonitoring_isAccepted(t *testing.T) {
	t.Parallel()
	tool := promtool(t)
	run := func(args ...string) {
		cmd := exec.CommandContext(t.Context(), tool, args...)
		cmd.Dir = monitoring
		out, err := cmd.CombinedOutput()
		require.NoError(t, err, string(out))
	}
	run("check", "rules", "alerts.yaml")
	run("test", "rules", "alerts_test.yaml")

	// The queries of the dashboard are parsed as rules, with the variables of Grafana
	// filled in.
	rules := "groups: [{name: dashboard, rules: ["
	for _, q := range dashboardQueries(t) {
		q = strings.NewReplacer("$__rate_interval", "5m", "$job", "allot", "$instance", ".*").Replace(q)
		text, err := json.Marshal(q)
		require.NoError(t, err)
		rules += `{record: "dashboard:query", expr: ` + string(text) + "},"
	}
	file := filepath.Join(t.TempDir(), "dashboard.yaml")
	require.NoError(t, os.WriteFile(file, []byte(strings.TrimSuffix(rules, ",")+"]}]"), 0o600))
	run("check", "rules", "--lint=none", file)
}

func TestMetrics_countTheTrade(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	text := metricsOf(t, w.app)
	for _, line := range []string{
		`allot_logins_total{outcome="failed"} 0`,
		`allot_availability_cells_total{write="rooming"} 28`, // 14 nights of the double room, and of the suite that borrows from it
		`allot_writes_total{action="create",object="api_key"} `,
		`allot_state_ok 1`,
		`allot_queue_oldest_job_seconds{queue="mail"} `,
		`allot_webhook_endpoints{state="active"} `,
		`allot_build_info{`,
		`allot_mails_total{outcome="unavailable"} 0`,
		`go_sql_open_connections{db_name="writer"} `,
	} {
		require.Contains(t, text, "\n"+line)
	}
	require.Regexp(t, `\nallot_logins_total\{outcome="ok"\} [1-9]`, text, "those of the test's world, and of the demo")
	w.sent("", post, "/api/auth/login/", map[string]any{"email": demo.HotelEmail, "password": "wrong horse"})
	w.sent(w.hotel, get, "/api/allotment/calendars/999999/", nil)
	w.sent(w.hotel, get, "/api/allotment/calendars/?no_such_name=1", nil)
	w.sent(w.keys[0], get, "/api/v1/facts/"+w.keys[0]+"/", nil)
	text = metricsOf(t, w.app)
	for _, line := range []string{
		`allot_logins_total{outcome="failed"} 1`,
		`allot_refusals_total{code="invalid_credentials"} 1`,
		`allot_refusals_total{code="unknown_field"} 1`,
		`allot_feed_requests_total{feed="facts",outcome="ok"} 1`,
		`allot_db_transactions_total{outcome="committed"} `,
	} {
		require.Contains(t, text, "\n"+line)
	}
	for _, hidden := range []string{w.hotel, w.keys[0], "poseidon", "demo.example", "calendars/999999"} {
		require.NotContains(t, strings.ToLower(text), strings.ToLower(hidden))
	}
}

// bare returns the program without any data.
func bare(t *testing.T) *App {
	t.Helper()
	url, _ := dbtest.Location(t)
	a, err := New(t.Context(), config.Settings{DataDir: t.TempDir(), DatabaseURL: url, Addr: "127.0.0.1:0"}, slog.New(slog.DiscardHandler))
	require.NoError(t, err)
	t.Cleanup(func() { _ = a.Close() })
	return a
}

func TestMetrics_withoutADatabase(t *testing.T) {
	t.Parallel()

	t.Run("a scrape is answered while the database is away, and says so", func(t *testing.T) {
		t.Parallel()
		a := bare(t)
		require.NoError(t, a.DB.Close())
		text := metricsOf(t, a)
		require.Contains(t, text, "\nallot_state_ok 0\n")
		require.Contains(t, text, "\nallot_mails_total{")
		require.NotContains(t, text, "\nallot_queue_jobs{")
	})

	t.Run("two scrapes shortly after each other read the database once", func(t *testing.T) {
		t.Parallel()
		a := bare(t)
		require.Contains(t, metricsOf(t, a), "\nallot_state_ok 1\n")
		require.NoError(t, a.DB.Close())
		require.Contains(t, metricsOf(t, a), "\nallot_state_ok 1\n", "the figures of a moment ago are shown")
	})
}

func TestRefusal_ofTheLastAnswer(t *testing.T) {
	t.Parallel()
	ctx := request.With(t.Context(), request.Meta{})
	require.Empty(t, request.Refusal(ctx))
	request.Refuse(ctx, "pool_exceeded")
	require.Equal(t, "pool_exceeded", request.Refusal(ctx))
	request.Refuse(t.Context(), "nobody listens")
}
