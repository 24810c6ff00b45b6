package notifydb_test

import (
	"context"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"allot/internal/identity/notify"
	"allot/internal/platform/apperr"
	"allot/internal/platform/page"
)

func news(start time.Time, end *time.Time, reach notify.Reach) notify.Announcement {
	return notify.Announcement{
		Title: map[string]string{"en": "News", "el": "Νέα"}, Body: map[string]string{"en": "one\ntwo", "el": "ένα"},
		Link: "/news/", Level: notify.LevelWarning, Audience: reach, StartsAt: start, EndsAt: end, CreatedAt: noon, UpdatedAt: noon,
	}
}

func (b *bundle) announce(t *testing.T, a notify.Announcement) notify.Announcement {
	t.Helper()
	b.write(t, func(ctx context.Context) error { return b.InsertAnnouncement(ctx, &a) })
	require.NotZero(t, a.ID)
	return a
}

func TestStore_Announcements(t *testing.T) {
	t.Parallel()

	t.Run("are read back as they were stored, and changed as asked", func(t *testing.T) {
		t.Parallel()
		b := setup(t)
		end := noon.Add(time.Hour)
		a, other := b.announce(t, news(noon, &end, notify.ReachAll)), b.announce(t, news(noon, nil, notify.ReachAll))
		list, count, err := b.Announcements(t.Context(), page.Request{})
		require.NoError(t, err)
		require.Equal(t, 2, count)
		require.Equal(t, []notify.Announcement{other, a}, list, "of one start, the later made first")

		a.Title, a.EndsAt, a.CreatedAt = map[string]string{"en": "Old"}, nil, noon.Add(time.Hour)
		b.write(t, func(ctx context.Context) error { return b.UpdateAnnouncement(ctx, a) })
		a.CreatedAt = noon
		b.write(t, func(ctx context.Context) error {
			got, err := b.LockAnnouncement(ctx, a.ID)
			require.Equal(t, a, got)
			return err
		})
		b.write(t, func(ctx context.Context) error { return b.DeleteAnnouncement(ctx, a.ID) })
		b.write(t, func(ctx context.Context) error {
			_, err := b.LockAnnouncement(ctx, a.ID)
			require.ErrorIs(t, err, apperr.ErrNotFound)
			return nil
		})
		list, _, err = b.Announcements(t.Context(), page.Request{})
		require.NoError(t, err)
		require.Equal(t, []notify.Announcement{other}, list)
	})

	t.Run("are in force from the very start until before the end", func(t *testing.T) {
		t.Parallel()
		b := setup(t)
		end := noon.Add(time.Hour)
		first := b.announce(t, news(noon, &end, notify.ReachAll)).ID
		second := b.announce(t, news(noon.Add(time.Minute), nil, notify.ReachAccommodations)).ID
		b.announce(t, news(noon, nil, notify.ReachTourOperators))
		for at, want := range map[time.Time][]int64{
			noon.Add(-time.Microsecond): {}, noon: {first}, noon.Add(time.Minute): {second, first},
			end.Add(-time.Microsecond): {second, first}, end: {second},
		} {
			list, count, err := b.AnnouncementsInForce(t.Context(), []notify.Reach{notify.ReachAll, notify.ReachAccommodations}, at, page.Request{})
			require.NoError(t, err)
			ids := []int64{}
			for _, a := range list {
				ids = append(ids, a.ID)
			}
			require.Equal(t, want, ids, at)
			require.Len(t, want, count)
		}
	})

	t.Run("the table itself knows the levels and audiences", func(t *testing.T) {
		t.Parallel()
		b := setup(t)
		a := news(noon, nil, "everybody")
		err := b.InTx(t.Context(), func(ctx context.Context) error { return b.InsertAnnouncement(ctx, &a) })
		require.Error(t, err)
		require.Contains(t, strings.ToLower(err.Error()), "check constraint")
	})
}
