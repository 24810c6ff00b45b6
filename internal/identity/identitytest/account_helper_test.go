package identitytest

import (
	"context"
	"encoding/hex"
	"fmt"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"allot/internal/app/apptest"
	"allot/internal/identity/account"
	"allot/internal/platform/apperr"
	"allot/internal/platform/audit"
	"allot/internal/platform/db"
	"allot/internal/platform/outbox"
	"allot/internal/testkit/audittest"
)

// TestMain runs many tests at once whatever the machine: those that await a
// letter wait more than they work.
func ptr[T any](v T) *T { return &v }

// fieldsOf are the fields that an error refuses.
func fieldsOf(err error) []string {
	names := []string{}
	for _, f := range apperr.Of(err).Fields {
		names = append(names, f.Field)
	}
	return names
}

// rowsAccount counts a table.
func rowsAccount(t *testing.T, e *apptest.Env, table string) int {
	t.Helper()
	n, err := e.DB.From(t.Context()).NewSelect().Table(table).Count(t.Context())
	require.NoError(t, err)
	return int(n)
}

// events are the kinds of an account's events, oldest first.
func events(t *testing.T, e *apptest.Env, owner int64) []string {
	t.Helper()
	kinds := []string{}
	err := e.DB.From(t.Context()).NewSelect().Model((*outbox.Stored)(nil)).Column("kind").
		Where("owner_id = ?", owner).Order("id").Scan(t.Context(), &kinds)
	require.NoError(t, err)
	return kinds
}

// trail is what the audit knows of an object.
func trail(t *testing.T, e *apptest.Env, owner int64, object string, id int64) []audit.Entry {
	t.Helper()
	entries, err := audittest.Of(t.Context(), e.DB, owner, object, id)
	require.NoError(t, err)
	return entries
}

// last is the latest entry of an object.
func last(t *testing.T, e *apptest.Env, owner int64, object string, id int64) audit.Entry {
	t.Helper()
	entries := trail(t, e, owner, object, id)
	require.NotEmpty(t, entries)
	return entries[len(entries)-1]
}

// dump is the whole database as text, bytes also as hexadecimal digits.
func dump(t *testing.T, e *apptest.Env) string {
	t.Helper()
	list := "SELECT name FROM sqlite_master WHERE type = 'table'"
	if e.DB.Engine() == db.Postgres {
		list = "SELECT tablename FROM pg_tables WHERE schemaname = 'public'"
	}
	var tables []string
	require.NoError(t, e.DB.From(t.Context()).NewRaw(list).Scan(t.Context(), &tables))
	require.Contains(t, tables, "river_job")
	var out []string
	for _, table := range tables {
		out = append(out, dumpTable(t, e, table)...)
	}
	slices.Sort(out)
	return strings.Join(out, "\n")
}

func dumpTable(t *testing.T, e *apptest.Env, table string) (out []string) {
	t.Helper()
	list, err := e.DB.From(t.Context()).QueryContext(t.Context(), `SELECT * FROM "`+table+`"`)
	require.NoError(t, err)
	defer func() { _ = list.Close() }()
	columns, err := list.Columns()
	require.NoError(t, err)
	values, targets := make([]any, len(columns)), make([]any, len(columns))
	for i := range values {
		targets[i] = &values[i]
	}
	for list.Next() {
		require.NoError(t, list.Scan(targets...))
		for i, v := range values {
			if b, ok := v.([]byte); ok {
				v = string(b) + " " + hex.EncodeToString(b)
			}
			out = append(out, fmt.Sprintf("%s.%s: %v", table, columns[i], v))
		}
	}
	require.NoError(t, list.Err())
	return out
}

var tokenInLink = regexp.MustCompile(`/password-reset/#token=([\w-]{43})`)

// tokenIn finds the token of a reset letter.
func tokenIn(t *testing.T, text string) string {
	t.Helper()
	found := tokenInLink.FindStringSubmatch(text)
	require.Len(t, found, 2, text)
	return found[1]
}

// meanwhile lets something happen between what a service has read and the
// transaction that it opens.
type meanwhile struct {
	account.Store
	fn func()
}

func (m *meanwhile) InTx(ctx context.Context, fn func(ctx context.Context) error) error {
	if now := m.fn; now != nil {
		m.fn = nil
		now()
	}
	return m.Store.InTx(ctx, fn)
}

// setupMeanwhile is an installation whose service can be interrupted.
func setupMeanwhile(t *testing.T) (*apptest.Env, *meanwhile) {
	t.Helper()
	m := &meanwhile{}
	e := apptest.New(t, apptest.With(func(d *account.Deps) {
		m.Store = d.Store
		d.Store = m
	}))

	return e, m
}

// setPassword replaces a password behind the service's back.
func setPassword(t *testing.T, e *apptest.Env, id int64, password string) {
	t.Helper()
	hash, err := e.Hasher.Hash(t.Context(), password)
	require.NoError(t, err)
	change(t, e, id, func(u *account.User) { u.PasswordHash = hash })
}

// change edits a user behind the service's back.
func change(t *testing.T, e *apptest.Env, id int64, fn func(u *account.User)) {
	t.Helper()
	require.NoError(t, e.AccountStore.InTx(t.Context(), func(ctx context.Context) error {
		u, err := e.AccountStore.User(ctx, id)
		if err != nil {
			return err
		}
		fn(&u)
		return e.AccountStore.UpdateUser(ctx, u)
	}))
}
