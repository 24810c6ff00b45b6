package identitytest

import (
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"allot/internal/app/apptest"
	"allot/internal/identity/notify"
	"allot/internal/platform/apperr"
	"allot/internal/platform/page"
	"allot/internal/testkit/audittest"
)

func planNotify() notify.AnnouncementInput {
	return notify.AnnouncementInput{
		Title: &map[string]string{"en": "Maintenance", "de": "Wartung"},
		Body:  &map[string]string{"en": "On Sunday.", "de": "Am Sonntag."},
	}
}

func announce(t *testing.T, e *apptest.Env, admin *apptest.Who, in notify.AnnouncementInput) notify.Announcement {
	t.Helper()
	a, err := e.Notify.CreateAnnouncement(admin.Context(t), in)
	require.NoError(t, err)
	return a
}

// seen are the titles that a caller is shown.
func seen(t *testing.T, e *apptest.Env, w *apptest.Who) []string {
	t.Helper()
	list, count, lang, err := e.Notify.InForce(w.Context(t), w.Caller, page.Request{})
	require.NoError(t, err)
	require.Len(t, list, count)
	out := []string{}
	for _, a := range list {
		title, _ := a.In(lang)
		out = append(out, title)
	}
	return out
}

func TestService_Announcements(t *testing.T) {
	t.Parallel()

	t.Run("are in force from their start until their end", func(t *testing.T) {
		t.Parallel()
		e := setupNotify(t)
		admin, m := e.Admin(t), e.Manager(t)
		in := planNotify()
		in.StartsAt, in.EndsAt = ptr(e.Clock.Now().Add(time.Minute)), ptr(e.Clock.Now().Add(2*time.Minute))
		announce(t, e, admin, in)
		require.Empty(t, seen(t, e, m))
		e.Clock.Advance(time.Minute)
		require.Equal(t, []string{"Maintenance"}, seen(t, e, m))
		e.Clock.Advance(time.Minute)
		require.Empty(t, seen(t, e, m))
	})

	t.Run("reach their audience in its language", func(t *testing.T) {
		t.Parallel()
		e := setupNotify(t)
		admin, hotel, operator := e.Admin(t), e.Manager(t), e.Operator(t)
		speak(t, e, operator, "de")
		speak(t, e, hotel, "el") // nobody has translated it
		announce(t, e, admin, planNotify())
		for _, reach := range []notify.Reach{notify.ReachAccommodations, notify.ReachTourOperators} {
			in := planNotify()
			in.Title, in.Audience = &map[string]string{"en": "To " + string(reach), "de": "An " + string(reach)}, ptr(reach)
			announce(t, e, admin, in)
		}
		require.Equal(t, []string{"To accommodation", "Maintenance"}, seen(t, e, hotel))
		require.Equal(t, []string{"An tour_operator", "Wartung"}, seen(t, e, operator))
		require.Equal(t, []string{"Maintenance"}, seen(t, e, admin))
		list, count, err := e.Notify.Announcements(admin.Context(t), page.Request{Size: 2})
		require.NoError(t, err)
		require.Equal(t, []int{2, 3}, []int{len(list), count})
	})

	t.Run("every change is in the audit trail, with what was before", func(t *testing.T) {
		t.Parallel()
		e := setupNotify(t)
		admin := e.Admin(t)
		a := announce(t, e, admin, planNotify())
		require.Equal(t, []any{notify.LevelInfo, notify.ReachAll, e.Clock.Now()}, []any{a.Level, a.Audience, a.StartsAt})
		e.Clock.Advance(time.Hour)
		b, err := e.Notify.UpdateAnnouncement(admin.Context(t), a.ID, notify.AnnouncementInput{Link: ptr("/news/"), EndsAt: ptr(e.Clock.Now())})
		require.NoError(t, err)
		require.Equal(t, a.Title, b.Title)
		require.Equal(t, []any{"/news/", e.Clock.Now(), a.CreatedAt}, []any{b.Link, b.UpdatedAt, b.CreatedAt})
		b, err = e.Notify.UpdateAnnouncement(admin.Context(t), a.ID, notify.AnnouncementInput{EndsAt: &time.Time{}})
		require.NoError(t, err)
		require.Nil(t, b.EndsAt)
		require.NoError(t, e.Notify.DeleteAnnouncement(admin.Context(t), a.ID))
		require.Equal(t, []string{"create", "update", "update", "delete"}, actionsNotify(t, e, admin.User.ID, "announcement", a.ID))
		entries, err := audittest.Of(t.Context(), e.DB, admin.User.ID, "announcement", a.ID)
		require.NoError(t, err)
		require.Contains(t, string(entries[3].Before), `"link":"/news/"`)
	})

	t.Run("a refused change changes nothing, and what is gone is not there", func(t *testing.T) {
		t.Parallel()
		e := setupNotify(t)
		admin := e.Admin(t)
		a := announce(t, e, admin, planNotify())
		_, err := e.Notify.UpdateAnnouncement(admin.Context(t), a.ID, notify.AnnouncementInput{StartsAt: &time.Time{}, Body: &map[string]string{"en": "x"}})
		require.Equal(t, []string{"body", "starts_at"}, fieldsOf(err))
		list, _, err := e.Notify.Announcements(admin.Context(t), page.Request{})
		require.NoError(t, err)
		require.Equal(t, []notify.Announcement{a}, list)
		_, err = e.Notify.UpdateAnnouncement(admin.Context(t), 999_999, planNotify())
		require.ErrorIs(t, err, apperr.ErrNotFound)
		require.ErrorIs(t, e.Notify.DeleteAnnouncement(admin.Context(t), 999_999), apperr.ErrNotFound)
	})

	t.Run("of twenty who delete one, one does", func(t *testing.T) {
		t.Parallel()
		e := setupNotify(t)
		admin := e.Admin(t)
		a := announce(t, e, admin, planNotify())
		twins(t, 20, func(int) error {
			err := e.Notify.DeleteAnnouncement(admin.Context(t), a.ID)
			if apperr.Of(err).Kind == apperr.NotFound {
				return nil
			}
			return err
		})
		require.Equal(t, []string{"create", "delete"}, actionsNotify(t, e, admin.User.ID, "announcement", a.ID))
	})
}
