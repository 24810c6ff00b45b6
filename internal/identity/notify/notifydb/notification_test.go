package notifydb_test

import (
	"context"
	"fmt"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"allot/internal/identity/notify"
	"allot/internal/identity/notify/notifydb"
	"allot/internal/platform/apperr"
	"allot/internal/platform/db"
	"allot/internal/platform/page"
	"allot/internal/testkit/dbtest"
)

var noon = time.Date(2030, 5, 31, 12, 0, 0, 123456000, time.UTC)

type bundle struct {
	*notifydb.Store
	db *db.DB
}

func setup(tb testing.TB) *bundle {
	tb.Helper()
	d := dbtest.New(tb)
	return &bundle{Store: notifydb.New(d), db: d}
}

func (b *bundle) write(tb testing.TB, fn func(ctx context.Context) error) {
	tb.Helper()
	require.NoError(tb, b.InTx(tb.Context(), fn))
}

func note(owner, user int64) notify.Notification {
	return notify.Notification{
		OwnerID: owner, UserID: user, Kind: notify.PublicationApproved, Language: "el", Title: "Τίτλος", Body: "one\ntwo",
		Link: "/properties/7/", CreatedAt: noon,
	}
}

func (b *bundle) insert(tb testing.TB, list ...notify.Notification) []notify.Notification {
	tb.Helper()
	b.write(tb, func(ctx context.Context) error { return b.InsertNotifications(ctx, list) })
	return list
}

func (b *bundle) ids(t *testing.T, owner, user int64, f notify.Filter, req page.Request) ([]int64, int) {
	t.Helper()
	list, count, err := b.Notifications(t.Context(), owner, user, f, req)
	require.NoError(t, err)
	ids := []int64{}
	for _, n := range list {
		ids = append(ids, n.ID)
	}
	return ids, count
}

func TestStore_Notifications(t *testing.T) {
	t.Parallel()

	t.Run("are read back as they were stored, each with the id of its user", func(t *testing.T) {
		t.Parallel()
		b := setup(t)
		filled := note(7, 8)
		filled.Params = &notify.Params{Plain: map[string]string{"property": "Ποσειδών"}, Localized: map[string]map[string]string{"en": {"due": "1 May"}}}
		list := b.insert(t, note(7, 9), filled, note(7, 7))
		for _, want := range list {
			got, err := b.Notification(t.Context(), want.OwnerID, want.UserID, want.ID)
			require.NoError(t, err)
			require.Equal(t, want, got)
		}
	})

	t.Run("come newest first, page by page, narrowed as asked", func(t *testing.T) {
		t.Parallel()
		b := setup(t)
		var all []int64
		for i := range 5 {
			n := note(7, 7)
			n.IsRead = i%2 == 0
			if i > 2 {
				n.Kind = notify.PublicationDeclined
			}
			all = append([]int64{b.insert(t, n)[0].ID}, all...)
		}
		b.insert(t, note(7, 8))
		b.insert(t, note(8, 7))
		yes, no := true, false
		tests := map[string]struct {
			f     notify.Filter
			req   page.Request
			want  []int64
			count int
		}{
			"all":           {notify.Filter{}, page.Request{}, all, 5},
			"second page":   {notify.Filter{}, page.Request{Page: 2, Size: 2}, all[2:4], 5},
			"past the end":  {notify.Filter{}, page.Request{Page: 9}, []int64{}, 5},
			"read":          {notify.Filter{IsRead: &yes}, page.Request{}, []int64{all[0], all[2], all[4]}, 3},
			"unread":        {notify.Filter{IsRead: &no}, page.Request{}, []int64{all[1], all[3]}, 2},
			"kind":          {notify.Filter{Kind: "publication_declined"}, page.Request{}, all[:2], 2},
			"kind and read": {notify.Filter{Kind: "publication_declined", IsRead: &yes}, page.Request{}, all[:1], 1},
		}
		for name, tt := range tests {
			ids, count := b.ids(t, 7, 7, tt.f, tt.req)
			require.Equal(t, tt.want, ids, name)
			require.Equal(t, tt.count, count, name)
		}
		n, err := b.CountUnread(t.Context(), 7, 7)
		require.NoError(t, err)
		require.Equal(t, 2, n)
	})

	t.Run("nobody else's account or user reaches them", func(t *testing.T) {
		t.Parallel()
		b := setup(t)
		n := b.insert(t, note(7, 8))[0]
		for _, other := range [][2]int64{{7, 7}, {8, 8}, {9, 8}, {7, 9}} {
			owner, user := other[0], other[1]
			_, err := b.Notification(t.Context(), owner, user, n.ID)
			require.ErrorIs(t, err, apperr.ErrNotFound)
			b.write(t, func(ctx context.Context) error {
				_, err := b.LockNotification(ctx, owner, user, n.ID)
				require.ErrorIs(t, err, apperr.ErrNotFound)
				require.NoError(t, b.SetRead(ctx, owner, user, n.ID, true))
				require.NoError(t, b.SetMailed(ctx, owner, user, n.ID, noon))
				updated, err := b.SetAllRead(ctx, owner, user)
				require.NoError(t, err)
				require.Zero(t, updated)
				deleted, err := b.DeleteNotifications(ctx, owner, user, notify.Dismissal{IDs: []int64{n.ID}})
				require.NoError(t, err)
				require.Zero(t, deleted)
				deleted, err = b.DeleteNotifications(ctx, owner, user, notify.Dismissal{All: true})
				require.Zero(t, deleted)
				return err
			})
		}
		got, err := b.Notification(t.Context(), 7, 8, n.ID)
		require.NoError(t, err)
		require.Equal(t, n, got)
	})
}

func TestStore_PurgeNotifications(t *testing.T) {
	t.Parallel()
	b := setup(t)
	for i := range 4 {
		n := note(int64(7+i), int64(7+i))
		n.CreatedAt = noon.Add(time.Duration(i) * time.Hour)
		n.IsRead = i != 1
		b.insert(t, n)
	}
	purge := func(read bool, before time.Time, most int) (n int) {
		b.write(t, func(ctx context.Context) (err error) {
			n, err = b.PurgeNotifications(ctx, read, before, most)
			return err
		})
		return n
	}
	require.Equal(t, 0, purge(true, noon, 10), "not older than itself")
	require.Equal(t, 1, purge(true, noon.Add(3*time.Hour), 1), "no more than asked")
	require.Equal(t, 1, purge(true, noon.Add(3*time.Hour), 10), "the newest stays")
	require.Equal(t, 1, purge(false, noon.Add(3*time.Hour), 10), "unread ones have their own time")
	ids, _ := b.ids(t, 10, 10, notify.Filter{}, page.Request{})
	require.Len(t, ids, 1)
}

// busy is a user with so many thousand notifications among a thousand of others.
func busy(tb testing.TB, thousands int) *bundle {
	tb.Helper()
	b := setup(tb)
	for i := range thousands + 1 {
		batch := make([]notify.Notification, 1000)
		for j := range batch {
			batch[j] = note(7, 7)
			batch[j].IsRead = j%100 != 0
			if i == thousands {
				batch[j].OwnerID, batch[j].UserID = int64(j), int64(j)
			}
		}
		b.insert(tb, batch...)
	}
	b.write(tb, func(ctx context.Context) error {
		_, err := b.db.From(ctx).ExecContext(ctx, "ANALYZE notify_notifications")
		return err
	})
	return b
}

// Reading a page must not mean reading or sorting the whole table.
func TestStore_Notifications_useIndexes(t *testing.T) {
	t.Parallel()
	b := busy(t, 2)
	const mine = "SELECT * FROM notify_notifications WHERE owner_id = 7 AND user_id = 7"
	for name, query := range map[string]string{
		"page":   mine + " ORDER BY id DESC LIMIT 50",
		"unread": mine + " AND is_read = FALSE ORDER BY id DESC LIMIT 50",
		"kind":   mine + " AND kind = 'publication_declined' ORDER BY id DESC LIMIT 50",
		"count":  "SELECT count(*) FROM notify_notifications WHERE owner_id = 7 AND user_id = 7 AND is_read = FALSE",
		"old":    "SELECT id FROM notify_notifications WHERE is_read = TRUE AND created_at < '2020-01-01' ORDER BY created_at LIMIT 1000",
	} {
		plan := b.explain(t, query)
		require.NotContains(t, plan, "Seq Scan", name)
		require.NotContains(t, plan, "SCAN notify_notifications\n", name)
		require.NotContains(t, plan, "TEMP B-TREE", name)
		require.NotContains(t, plan, "Sort", name)
	}
}

func (b *bundle) explain(t *testing.T, query string) string {
	t.Helper()
	explain := "EXPLAIN QUERY PLAN "
	if b.db.Engine() == db.Postgres {
		explain = "EXPLAIN "
	}
	rows, err := b.db.From(t.Context()).QueryContext(t.Context(), explain+query)
	require.NoError(t, err)
	defer func() { _ = rows.Close() }()
	columns, err := rows.Columns()
	require.NoError(t, err)
	var plan strings.Builder
	for rows.Next() {
		values := make([]any, len(columns))
		targets := make([]any, len(columns))
		for i := range values {
			targets[i] = &values[i]
		}
		require.NoError(t, rows.Scan(targets...))
		fmt.Fprintf(&plan, "%v\n", values[len(values)-1])
	}
	require.NoError(t, rows.Err())
	require.NotEmpty(t, plan.String())
	return plan.String()
}

func BenchmarkStore_Notifications(b *testing.B) {
	s := busy(b, 10)
	no := false
	for name, f := range map[string]notify.Filter{"all": {}, "unread": {IsRead: &no}, "kind": {Kind: "publication_approved"}} {
		b.Run(name, func(b *testing.B) {
			for b.Loop() {
				list, _, err := s.Notifications(b.Context(), 7, 7, f, page.Request{})
				require.NoError(b, err)
				require.Len(b, list, 50)
			}
		})
	}
}

func BenchmarkStore_CountUnread(b *testing.B) {
	s := busy(b, 10)
	for b.Loop() {
		n, err := s.CountUnread(b.Context(), 7, 7)
		require.NoError(b, err)
		require.Equal(b, 100, n)
	}
}
