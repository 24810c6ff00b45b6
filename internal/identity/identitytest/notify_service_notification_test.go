package identitytest

import (
	"context"
	"sync/atomic"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"allot/internal/app/apptest"
	"allot/internal/identity/auth"
	"allot/internal/identity/notify"
	"allot/internal/platform/apperr"
	"allot/internal/platform/page"
)

// fill gives a user many notifications of one time.
func fill(t *testing.T, e *apptest.Env, w *apptest.Who, n int, at time.Time) {
	t.Helper()
	for n > 0 {
		batch := make([]notify.Notification, min(n, 1000))
		for i := range batch {
			batch[i] = notify.Notification{
				OwnerID: w.User.OwnerID, UserID: w.User.ID, Kind: notify.PublicationApproved, Language: "en",
				Title: "Title", Body: "Body", CreatedAt: at,
			}
		}
		require.NoError(t, e.DB.InTx(t.Context(), func(ctx context.Context) error { return e.NotifyStore.InsertNotifications(ctx, batch) }))
		n -= len(batch)
	}
}

func unread(t *testing.T, e *apptest.Env, w *apptest.Who) int {
	t.Helper()
	n, err := e.Notify.Unread(w.Context(t), w.Caller)
	require.NoError(t, err)
	return n
}

func TestService_SetRead(t *testing.T) {
	t.Parallel()

	t.Run("each user has a read state of their own", func(t *testing.T) {
		t.Parallel()
		e := setupNotify(t)
		m := e.Manager(t)
		c := e.SubUser(t, m, auth.FactSheets)
		tell(t, e, approved(m.User.ID))
		id := e.Told(t, m)[0].ID
		n, err := e.Notify.SetRead(m.Context(t), m.Caller, id, true)
		require.NoError(t, err)
		require.True(t, n.IsRead)
		require.Equal(t, []int{0, 1}, []int{unread(t, e, m), unread(t, e, c)})

		n, err = e.Notify.SetRead(m.Context(t), m.Caller, id, false)
		require.NoError(t, err)
		require.False(t, n.IsRead)
		require.Equal(t, 1, unread(t, e, m))
		require.Equal(t, []string{"update", "update"}, actionsNotify(t, e, m.User.ID, "notification", id))
	})

	t.Run("a mark that is already there leaves no trail", func(t *testing.T) {
		t.Parallel()
		e := setupNotify(t)
		m := e.Manager(t)
		tell(t, e, approved(m.User.ID))
		id := e.Told(t, m)[0].ID
		twins(t, 20, func(int) error {
			_, err := e.Notify.SetRead(m.Context(t), m.Caller, id, true)
			return err
		})
		require.Equal(t, []string{"update"}, actionsNotify(t, e, m.User.ID, "notification", id))
	})

	t.Run("another account's, a colleague's and a missing one are not there", func(t *testing.T) {
		t.Parallel()
		e := setupNotify(t)
		m, stranger := e.Manager(t), e.Manager(t)
		c := e.SubUser(t, m, auth.FactSheets)
		tell(t, e, approved(m.User.ID))
		id := e.Told(t, m)[0].ID
		for _, w := range []*apptest.Who{stranger, c} {
			_, err := e.Notify.SetRead(w.Context(t), w.Caller, id, true)
			require.ErrorIs(t, err, apperr.ErrNotFound)
		}
		_, err := e.Notify.SetRead(m.Context(t), m.Caller, 999_999, true)
		require.ErrorIs(t, err, apperr.ErrNotFound)
		require.Equal(t, 1, unread(t, e, m))
	})
}

func TestService_SetAllRead(t *testing.T) {
	t.Parallel()

	t.Run("marks the caller's only, and twins count each once", func(t *testing.T) {
		t.Parallel()
		e := setupNotify(t)
		m, stranger := e.Manager(t), e.Manager(t)
		fillOne := func(w *apptest.Who) {
			for range 5 {
				tell(t, e, notify.Notice{To: notify.User(w.User.ID), Kind: notify.PublicationApproved, Params: map[string]string{"property": "P"}})
			}
		}
		fillOne(m)
		fillOne(stranger)
		var updated atomic.Int64
		twins(t, 20, func(int) error {
			n, err := e.Notify.SetAllRead(m.Context(t), m.Caller)
			updated.Add(int64(n))
			return err
		})
		require.EqualValues(t, 5, updated.Load())
		require.Equal(t, []int{0, 5}, []int{unread(t, e, m), unread(t, e, stranger)})
		require.Equal(t, []string{"read"}, actionsNotify(t, e, m.User.ID, "notifications", m.User.ID))
	})
}

func TestService_Dismiss(t *testing.T) {
	t.Parallel()

	t.Run("removes what is the caller's and passes over the rest", func(t *testing.T) {
		t.Parallel()
		e := setupNotify(t)
		m, stranger := e.Manager(t), e.Manager(t)
		c := e.SubUser(t, m, auth.FactSheets)
		tell(t, e, approved(m.User.ID))
		tell(t, e, approved(m.User.ID))
		tell(t, e, approved(stranger.User.ID))
		own, theirs, colleagues := e.Told(t, m), e.Told(t, stranger)[0].ID, e.Told(t, c)[0].ID
		d := notify.Dismissal{IDs: []int64{own[0].ID, own[0].ID, theirs, colleagues, 999_999}}
		n, err := e.Notify.Dismiss(m.Context(t), m.Caller, d)
		require.NoError(t, err)
		require.Equal(t, 1, n)
		n, err = e.Notify.Dismiss(m.Context(t), m.Caller, d)
		require.NoError(t, err)
		require.Zero(t, n, "twice is no failure")
		require.Equal(t, own[1:], e.Told(t, m))
		require.Len(t, e.Told(t, stranger), 1)
		require.Len(t, e.Told(t, c), 2)
		require.Equal(t, []string{"delete"}, actionsNotify(t, e, m.User.ID, "notifications", m.User.ID))
	})

	t.Run("all are only the caller's", func(t *testing.T) {
		t.Parallel()
		e := setupNotify(t)
		m := e.Manager(t)
		c := e.SubUser(t, m, auth.FactSheets)
		tell(t, e, approved(m.User.ID))
		n, err := e.Notify.Dismiss(m.Context(t), m.Caller, notify.Dismissal{All: true})
		require.NoError(t, err)
		require.Equal(t, 1, n)
		require.Len(t, e.Told(t, c), 1)
	})

	t.Run("refuses to guess what is meant", func(t *testing.T) {
		t.Parallel()
		e := setupNotify(t)
		m := e.Manager(t)
		for _, d := range []notify.Dismissal{{}, {IDs: []int64{1}, All: true}, {IDs: make([]int64, notify.MaxDismiss+1)}} {
			_, err := e.Notify.Dismiss(m.Context(t), m.Caller, d)
			require.ErrorIs(t, err, apperr.ErrValidation)
			require.Equal(t, []string{"ids"}, fieldsOf(err))
		}
	})

	t.Run("readers and dismissers at once end with nothing left and nothing counted twice", func(t *testing.T) {
		t.Parallel()
		e := setupNotify(t)
		m := e.Manager(t)
		for range 30 {
			tell(t, e, approved(m.User.ID))
		}
		var ids []int64
		for _, n := range e.Told(t, m) { // newest first: the reverse of what mark-all goes by
			ids = append(ids, n.ID)
		}
		var deleted atomic.Int64
		twins(t, 20, func(i int) error {
			if i%2 == 0 {
				_, err := e.Notify.SetAllRead(m.Context(t), m.Caller)
				return err
			}
			n, err := e.Notify.Dismiss(m.Context(t), m.Caller, notify.Dismissal{IDs: ids})
			deleted.Add(int64(n))
			return err
		})
		require.EqualValues(t, 30, deleted.Load())
		require.Empty(t, e.Told(t, m))
	})
}

func TestService_Notifications(t *testing.T) {
	t.Parallel()
	e := setupNotify(t)
	m := e.Manager(t)
	_, _, err := e.Notify.Notifications(m.Context(t), m.Caller, notify.Filter{Kind: "nothing"}, page.Request{})
	require.Equal(t, []string{"kind"}, fieldsOf(err))
}
