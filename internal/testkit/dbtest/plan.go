package dbtest

import (
	"context"
	"encoding/json"
	"fmt"
	"regexp"
	"slices"
	"strings"

	"github.com/uptrace/bun"

	"allot/internal/platform/db"
)

// narrow matches columns whose values belong to one account or record. The cost of
// a search that begins with one does not grow with the accounts.
var narrow = regexp.MustCompile(`^(rowid|id|\w+_id|token_hash|email|username|invite_email|initiated_by|provider_reference|scope|\w*key)$`)

// acrossAccounts are the indexes that are read for all accounts on purpose: an index
// of waiting rows, one that a nightly job reads from its old end or that is read
// once for its last entry, or one of the marketplace, read page by page.
var acrossAccounts = []string{
	"account_users_staff", "publications_queue", "outbox_events_waiting", "directory_entries_stale", "account_users_pending", "invoices_open", "invoices_to_remind", "einvoice_inbounds_unreadable", "billing_subscriptions_due", "webhook_deliveries_waiting", "webhook_endpoints_active", // what waits, and the staff
	"account_sessions_by_age", "account_sessions_idle", "account_password_resets_by_end", "idempotency_keys_by_age", "notify_notifications_by_age", "outbox_events_by_age",
	"apistats_days_by_age", "apistats_summaries_by_age", "apistats_keys_by_age", "apistats_writers_by_age", // nightly
	"account_email_confirmations_by_end", "contract_invitations_by_age", "contract_letters_by_age", "contract_receivers_by_age", "billing_events_by_age", "webhook_deliveries_by_age", "webhook_endpoints_by_age", "bulk_exports_by_age", // nightly too
	"connections_due", "connection_imports_running", // what waits
	"connection_logs_by_age", "connection_imports_by_age", // nightly
	"connections_username",                                                                                                   // one record: no two connections have one user name
	"directory_entries_by_name", "directory_entries_by_age", "directory_entries_by_search", "directory_countries_by_country", // marketplace
	"billing_paid_by_category", "billing_grants_by_category", // staff look for accounts by plan
	"billing_history_by_number",                                                  // one record: no two bills of the platform have one number
	"allotment_properties_wake_on", "billing_paid_until", "billing_grants_until", // what a new date changes
	"account_users_accounts", // what staff list
}

// oldEnds are indexes of which a job reads the old end, but nothing may read all.
var oldEnds = []string{"audit_entries_by_age", "mailing_mailings_by_moved_at"}

// onPurpose reports whether an index may be read for all accounts, wholly or in
// part.
func onPurpose(index string, part bool) bool {
	return slices.Contains(acrossAccounts, index) || part && slices.Contains(oldEnds, index)
}

// small are the tables that do not grow with the accounts.
var small = []string{"billing_plans", "notify_announcements", "river_job", "river_leader", "node_leases"}

// Scans explains a statement and returns every step that reads rows of all
// accounts: a whole table, a whole index, or a part of one that is not selected by
// account or record.
func Scans(ctx context.Context, d *db.DB, query string) ([]string, error) {
	if m := target.FindStringSubmatch(query); m != nil && slices.Contains(small, m[1]) {
		return nil, nil
	}
	if d.Engine() == db.Postgres {
		return postgresScans(ctx, d, query)
	}
	return sqliteScans(ctx, d, query)
}

var (
	target   = regexp.MustCompile(`(?:FROM|UPDATE)\s+"?(\w+)"?`)
	subquery = regexp.MustCompile(`^(?:CO-ROUTINE|MATERIALIZE) (\w+)$`)
	ofValues = regexp.MustCompile(`^SCAN CONSTANT ROW$|-ROW VALUES CLAUSE$|^SCAN json_each VIRTUAL TABLE `) // it reads no table
	step     = regexp.MustCompile(`^(SCAN|SEARCH) \w+(?: EXISTS)?(?: USING (?:COVERING )?(?:INDEX (\w+)|(?:INTEGER )?PRIMARY KEY))?(?: \((\w+)=\?)?`)
)

// sqliteScans needs no data: without statistics SQLite plans by the schema.
func sqliteScans(ctx context.Context, d *db.DB, query string) ([]string, error) {
	var plan []struct {
		ID, Parent, Notused int
		Detail              string
	}
	if err := d.From(ctx).NewRaw("EXPLAIN QUERY PLAN "+query).Scan(ctx, &plan); err != nil {
		return nil, err
	}
	var scans []string
	selected := map[string]bool{} // subqueries, whose own steps are in the plan too
	for _, p := range plan {
		if m := subquery.FindStringSubmatch(p.Detail); m != nil {
			selected["SCAN "+m[1]] = true
		}
		m := step.FindStringSubmatch(p.Detail)
		if m == nil || selected[p.Detail] || ofValues.MatchString(p.Detail) || onPurpose(m[2], m[1] == "SEARCH") {
			continue
		}
		if m[1] == "SCAN" || !narrow.MatchString(m[3]) {
			scans = append(scans, p.Detail)
		}
	}
	return scans, nil
}

// node is a step of PostgreSQL's plan.
type node struct {
	Type     string `json:"Node Type"`
	Relation string `json:"Relation Name"`
	Index    string `json:"Index Name"`
	Cond     string `json:"Index Cond"`
	Plans    []node `json:"Plans"`
}

// postgresScans explains with sequential scans and hash and merge joins disabled,
// which PostgreSQL would choose for the few rows of a test.
func postgresScans(ctx context.Context, d *db.DB, query string) (scans []string, err error) {
	err = d.From(ctx).RunInTx(ctx, nil, func(ctx context.Context, tx bun.Tx) error {
		if _, err := tx.ExecContext(ctx, "SET LOCAL enable_seqscan = off; SET LOCAL enable_hashjoin = off; SET LOCAL enable_mergejoin = off"); err != nil {
			return err
		}
		var text string
		if err := tx.NewRaw("EXPLAIN (FORMAT JSON) "+query).Scan(ctx, &text); err != nil {
			return err
		}
		var plans []struct{ Plan node }
		if err := json.Unmarshal([]byte(text), &plans); err != nil {
			return fmt.Errorf("read plan: %w", err)
		}
		for _, p := range plans {
			found, err := p.Plan.scans(ctx, tx)
			if err != nil {
				return err
			}
			scans = append(scans, found...)
		}
		return nil
	})
	return scans, err
}

func (n node) scans(ctx context.Context, tx bun.Tx) ([]string, error) {
	var scans []string
	switch {
	case n.Type == "Seq Scan":
		scans = append(scans, "Seq Scan on "+n.Relation)
	case n.Index != "" && !onPurpose(n.Index, n.Cond != ""):
		var first string
		err := tx.NewRaw("SELECT attname FROM pg_attribute WHERE attrelid = ?::regclass AND attnum = 1", n.Index).Scan(ctx, &first)
		if err != nil {
			return nil, fmt.Errorf("first column of index %s: %w", n.Index, err)
		}
		if !narrow.MatchString(first) || !strings.Contains(n.Cond, "("+first+" = ") {
			scans = append(scans, fmt.Sprintf("%s using %s (%s)", n.Type, n.Index, n.Cond))
		}
	}
	for _, p := range n.Plans {
		below, err := p.scans(ctx, tx)
		if err != nil {
			return nil, err
		}
		scans = append(scans, below...)
	}
	return scans, nil
}
