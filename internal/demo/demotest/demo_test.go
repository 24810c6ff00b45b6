// Package demotest tests the demo's data in the whole program.
package demotest

import (
	"context"
	"database/sql"
	"fmt"
	"regexp"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/shopspring/decimal"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"allot/internal/app/apptest"
	"allot/internal/demo"
	"allot/internal/exchange/bulkexport"
	"allot/internal/identity/auth"
	"allot/internal/inventory/allotment/allotmenttest"
	"allot/internal/inventory/allotment/rules"
	"allot/internal/invoicing/invoice"
	"allot/internal/platform/civil"
	"allot/internal/platform/db"
	"allot/internal/platform/page"
	"allot/internal/testkit/dbtest"
)

var all = page.Request{Page: 1, Size: 500}

func seed(t *testing.T) (*apptest.Env, []demo.User) {
	t.Helper()
	e := apptest.New(t)
	users, err := e.SeedDemo(t.Context(), demo.Options{Password: "violet harbour kettle"})
	require.NoError(t, err)
	return e, users
}

func manager(t *testing.T, e *apptest.Env, email string) (context.Context, auth.Caller) {
	t.Helper()
	u, err := e.Accounts.AccountByEmail(t.Context(), email)
	require.NoError(t, err)
	who := auth.Caller{UserID: u.ID, OwnerID: u.ID, AccountType: u.AccountType, Manager: true}
	return auth.With(t.Context(), who), who
}

const chainEmail = "sofia@meridian-hotels.example"

func TestLarge(t *testing.T) {
	t.Parallel()
	e, users := seed(t)
	require.Len(t, users, 18)
	t.Run("two runs on one day make the same records under the same ids", func(t *testing.T) { //nolint:paralleltest // the subtests share one demo, and some count its records
		if dbtest.Engine() != db.SQLite {
			t.Skip("what is made does not depend on the engine")
		}
		same(t, e)
	})

	t.Run("a second start makes nothing", func(t *testing.T) { //nolint:paralleltest // the subtests share one demo, and some count its records
		before := rows(t, e, "audit_entries")
		again, err := e.SeedDemo(t.Context(), demo.Options{Password: "violet harbour kettle"})
		require.NoError(t, err)
		require.Equal(t, users, again)
		require.Equal(t, before, rows(t, e, "audit_entries"))
	})
	t.Run("no room is sold twice, and the pool is what its records say", func(t *testing.T) { //nolint:paralleltest // the subtests share one demo, and some count its records
		require.NoError(t, allotmenttest.Check(t.Context(), allotmenttest.Reader(t, e.DB)))
	})
	t.Run("no letter waits from the past", func(t *testing.T) { //nolint:paralleltest // the subtests share one demo, and some count its records
		require.Less(t, rows(t, e, "river_job"), 40)
	})
	t.Run("there is something in every state", func(t *testing.T) { everyState(t, e) })                       //nolint:paralleltest // the subtests share one demo, and some count its records
	t.Run("the calendars are closed when the fact sheet says so", func(t *testing.T) { closedSeasons(t, e) }) //nolint:paralleltest // the subtests share one demo, and some count its records
	t.Run("invoices add up", func(t *testing.T) { sums(t, e) })                                               //nolint:paralleltest // the subtests share one demo, and some count its records
	if dbtest.Engine() != db.SQLite {
		// The sweep of files, which starts with the queue, asks for the keys of all photos at
		// once. PostgreSQL reads the whole primary key of a small table for that, which dbtest
		// takes for a statement that grows with the accounts. Of a table with a million rows it
		// reads the index of keys, as EXPLAIN says.
		return
	}
	e.Start(t)
	t.Run("a year of exports has no warning", func(t *testing.T) { exports(t, e) }) //nolint:paralleltest // the subtests share one demo
}

func rows(t *testing.T, e *apptest.Env, table string) (n int) {
	t.Helper()
	require.NoError(t, e.DB.SQL().QueryRowContext(t.Context(), "SELECT COUNT(*) FROM "+table).Scan(&n))
	return n
}

// column returns the only column of a query.
func column(t *testing.T, e *apptest.Env, query string) (values []string) {
	t.Helper()
	list, err := e.DB.SQL().QueryContext(t.Context(), query)
	require.NoError(t, err, query)
	defer func() { _ = list.Close() }()
	for list.Next() {
		var v string
		require.NoError(t, list.Scan(&v))
		values = append(values, v)
	}
	require.NoError(t, list.Err())
	return values
}

func everyState(t *testing.T, e *apptest.Env) {
	t.Helper()
	for of, want := range map[string][]string{
		"status FROM contracts":                               {"A", "C", "P", "R", "X"},
		"status FROM rooming_ledgers":                         {"cancelled", "closed", "confirmed", "open", "sent"},
		"status FROM rooming_entries":                         {"cancelled", "confirmed", "declined", "pending"},
		"status FROM override_wishes":                         {"active", "declined", "waiting"},
		"status FROM invoices":                                {"CANCELLED", "CLEARED", "DISPUTED", "DRAFT", "OVERDUE", "PAID", "SENT", "VIEWED"},
		"reason FROM allotment_days WHERE reason <> ''":       {"force_majeure", "group_hold", "hotel_event", "peak_exclusion", "renovation"},
		"kind FROM allotment_calendars":                       {"allotment", "connected", "contracted", "master", "standalone"},
		"changes_requested FROM contracts WHERE status = 'A'": nil,
		"language FROM account_users WHERE language <> ''":    {"de", "el", "en", "tr"},
		"country FROM properties":                             {"AT", "ES", "GR", "TR"},
		"is_read FROM notify_notifications":                   nil,
	} {
		got := column(t, e, "SELECT DISTINCT "+of)
		slices.Sort(got)
		if want == nil {
			assert.Len(t, got, 2, of)
			continue
		}
		assert.Equal(t, want, got, of)
	}
}

// closedSeasons compares the Masters of the chain with the opening periods.
func closedSeasons(t *testing.T, e *apptest.Env) {
	t.Helper()
	ctx, who := manager(t, e, chainEmail)
	ids, err := e.Properties.IDs(ctx, who.OwnerID)
	require.NoError(t, err)
	require.Len(t, ids, 5)
	now := civil.Of(e.Clock.Now())
	for _, id := range ids {
		sheet, err := e.Properties.Sheet(ctx, who.OwnerID, id)
		require.NoError(t, err)
		require.GreaterOrEqual(t, len(sheet["rooms"]), 8)
		require.LessOrEqual(t, len(sheet["rooms"]), 12)
		periods := sheet["general"][0].Data["opening_periods"].([]any)
		calendars, err := e.Allotments.CalendarsOf(ctx, who.OwnerID, id)
		require.NoError(t, err)
		for _, c := range calendars {
			if c.Kind != rules.KindMaster {
				continue
			}
			closed := map[civil.Date]bool{}
			for _, day := range column(t, e, fmt.Sprintf("SELECT DISTINCT CAST(date AS TEXT) FROM allotment_days WHERE calendar_id = %d AND status = 'stop' AND reason = ''", c.ID)) {
				date, err := civil.Parse(day)
				require.NoError(t, err)
				closed[date] = true
			}
			for date := now; date < now.Add(365); date++ {
				require.Equal(t, !open(periods, date), closed[date], "property %d on %s", id, date)
			}
		}
	}
}

func open(periods []any, date civil.Date) bool {
	day := date.String()[5:]
	return slices.ContainsFunc(periods, func(p any) bool {
		from, to := fmt.Sprint(p.(map[string]any)["from"]), fmt.Sprint(p.(map[string]any)["to"])
		if from <= to {
			return from <= day && day <= to
		}
		return day >= from || day <= to
	})
}

func sums(t *testing.T, e *apptest.Env) {
	t.Helper()
	for _, email := range []string{chainEmail, demo.HotelEmail} {
		ctx, who := manager(t, e, email)
		list, _, err := e.Invoices.List(ctx, who, invoice.Filter{}, all)
		require.NoError(t, err)
		require.NotEmpty(t, list)
		for _, v := range list {
			var lines decimal.Decimal
			for _, l := range v.LineItems {
				lines = lines.Add(l.Quantity.Decimal().Mul(l.UnitPrice.Decimal()).Round(2))
			}
			require.True(t, lines.Equal(v.Subtotal.Decimal()), v.ID)
			require.True(t, lines.Add(v.TaxAmount.Decimal()).Equal(v.TotalAmount.Decimal()), v.ID)
		}
	}
}

func exports(t *testing.T, e *apptest.Env) {
	t.Helper()
	now := civil.Of(e.Clock.Now())
	for _, email := range []string{chainEmail, demo.PartnerEmail} {
		ctx, who := manager(t, e, email)
		for _, x := range []bulkexport.CreateInput{
			{Target: "availability", Format: "xml_ota", From: now, To: now.Add(364)},
			{Target: "availability", Format: "octo", From: now, To: now.Add(364)},
			{Target: "availability", Format: "csv", From: now, To: now.Add(364)},
			{Target: "availability", Format: "json", From: now, To: now.Add(364)},
			{Target: "facts", Format: "json"},
			{Target: "invoices", Format: "datev", From: now.Add(-365), To: now, Settings: bulkexport.ExportSettings{
				ConsultantNumber: 1001, ClientNumber: 1, DebtorAccount: 10_000, RevenueAccounts: map[string]int64{"13": 8300, "24": 8400},
			}},
			{Target: "invoices", Format: "xero", From: now.Add(-365), To: now, Settings: bulkexport.ExportSettings{
				AccountCodes: map[string]string{"13": "200", "24": "201"}, TaxTypes: map[string]string{"13": "13%", "24": "24%"},
			}},
			{Target: "invoices", Format: "json", From: now.Add(-365), To: now},
		} {
			if who.AccountType == auth.TourOperator && (x.Format == "datev" || x.Format == "xero") {
				continue // operators send no invoices
			}
			asked, err := e.Exports.Create(ctx, who, x)
			require.NoError(t, err, "%s of %s", x.Format, email)
			e.Settle(t)
			done, err := e.Exports.Export(ctx, who, asked.ID)
			require.NoError(t, err)
			require.Equal(t, bulkexport.StatusDone, done.Status, "%s: %s", x.Format, done.Error)
			require.Empty(t, done.Warnings, "%s of %s", x.Format, email)
			require.NotZero(t, done.Size)
		}
	}
}

// same compares the demo with that of another run.
func same(t *testing.T, e *apptest.Env) {
	t.Helper()
	again, _ := seed(t)
	first, second := content(t, e), content(t, again)
	require.Greater(t, len(first["allotment_days"]), 20_000)
	for table, list := range first {
		other := second[table]
		if !assert.Len(t, other, len(list), table) {
			continue
		}
		for i := range list {
			if !assert.Equal(t, list[i], other[i], table) {
				break
			}
		}
	}
}

// random matches identifiers, tokens and hashes, which no two runs share.
var random = regexp.MustCompile(`[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f-]{22}|[A-Za-z0-9_+/=-]{24,}|\b(sub|pi|pm|cus|ch|seti)_[A-Za-z0-9_]+|"token_prefix":"[^"]*"`)

// unlike matches the columns whose values no two runs share.
var unlike = regexp.MustCompile(`hash|prefix|sealed|credentials|^request_id$`)

// content returns the rows of every table, without what is random.
func content(t *testing.T, e *apptest.Env) map[string][]string {
	t.Helper()
	names := column(t, e, "SELECT name FROM sqlite_master WHERE type = 'table' AND name NOT LIKE 'sqlite_%' AND name NOT LIKE 'river_%' AND name NOT LIKE 'goose_%'")
	tables := map[string][]string{}
	for _, name := range names {
		tables[name] = table(t, e, name)
	}
	return tables
}

func table(t *testing.T, e *apptest.Env, name string) []string {
	t.Helper()
	list, err := e.DB.SQL().QueryContext(t.Context(), "SELECT * FROM "+name)
	require.NoError(t, err)
	defer func() { _ = list.Close() }()
	columns, err := list.Columns()
	require.NoError(t, err)
	var lines []string
	for list.Next() {
		values, into := make([]sql.RawBytes, len(columns)), make([]any, len(columns))
		for i := range values {
			into[i] = &values[i]
		}
		require.NoError(t, list.Scan(into...))
		var line strings.Builder
		for i, v := range values {
			if unlike.MatchString(columns[i]) {
				continue
			}
			fmt.Fprintf(&line, "%s=%s ", columns[i], random.ReplaceAll(v, []byte("*")))
		}
		lines = append(lines, line.String())
	}
	require.NoError(t, list.Err())
	slices.Sort(lines)
	return lines
}

// In the evening it is tomorrow already at some properties; in summer an hour earlier.
func TestSlow_LargeAtNight(t *testing.T) {
	t.Parallel()
	dbtest.Slow(t, db.SQLite)
	for _, at := range []string{"2030-07-15T21:30:00Z", "2031-01-15T23:30:00Z"} {
		t.Run(at, func(t *testing.T) {
			t.Parallel()
			e := apptest.New(t)
			now, err := time.Parse(time.RFC3339, at)
			require.NoError(t, err)
			e.Clock.Advance(now.Sub(e.Clock.Now()))
			_, err = e.SeedDemo(t.Context(), demo.Options{Password: "violet harbour kettle"})
			require.NoError(t, err)
		})
	}
}
