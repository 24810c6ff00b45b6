package notifydb_test

import (
	"context"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"allot/internal/identity/notify"
)

// Everything that a user can see of notifications and announcements raises a stamp, and
// that of nobody else.
func TestStore_raisesStamps(t *testing.T) {
	t.Parallel()
	b := setup(t)
	const user, other = 7, 8
	stamps := func() []int64 {
		t.Helper()
		st, err := b.db.Stamps(t.Context(), append(notify.Inbox.Of(user, other), notify.News.Of(notify.NewsID)...))
		require.NoError(t, err)
		return st.Values
	}
	raises := func(what string, want [3]bool, fn func(ctx context.Context) error) {
		t.Helper()
		before := stamps()
		b.write(t, fn)
		after := stamps()
		require.Equal(t, want, [3]bool{before[0] != after[0], before[1] != after[1], before[2] != after[2]}, what)
	}
	mine, both, all, none := [3]bool{true}, [3]bool{true, true}, [3]bool{false, false, true}, [3]bool{}

	list := []notify.Notification{note(user, user), note(user, other)}
	raises("insert", both, func(ctx context.Context) error { return b.InsertNotifications(ctx, list) })
	raises("mailed", none, func(ctx context.Context) error { return b.SetMailed(ctx, user, user, list[0].ID, noon) })
	raises("read", mine, func(ctx context.Context) error { return b.SetRead(ctx, user, user, list[0].ID, true) })
	raises("all read", mine, func(ctx context.Context) error {
		_, err := b.SetAllRead(ctx, user, user)
		return err
	})
	raises("purge of read ones", mine, func(ctx context.Context) error {
		_, err := b.PurgeNotifications(ctx, true, noon.Add(time.Hour), 10)
		return err
	})
	raises("purge of nothing", none, func(ctx context.Context) error {
		_, err := b.PurgeNotifications(ctx, true, noon.Add(time.Hour), 10)
		return err
	})
	raises("dismiss", [3]bool{false, true}, func(ctx context.Context) error {
		_, err := b.DeleteNotifications(ctx, user, other, notify.Dismissal{All: true})
		return err
	})

	a := notify.Announcement{Title: map[string]string{"en": "News"}, Body: map[string]string{"en": "Text"}, Level: notify.LevelInfo, Audience: notify.ReachAll, StartsAt: noon, CreatedAt: noon, UpdatedAt: noon}
	raises("announce", all, func(ctx context.Context) error { return b.InsertAnnouncement(ctx, &a) })
	raises("change it", all, func(ctx context.Context) error { return b.UpdateAnnouncement(ctx, a) })
	raises("delete it", all, func(ctx context.Context) error { return b.DeleteAnnouncement(ctx, a.ID) })
}
