package identitytest

import (
	"testing"

	"github.com/stretchr/testify/require"

	"allot/internal/app/apptest"
	"allot/internal/identity/auth"
	"allot/internal/identity/settings"
	"allot/internal/platform/apperr"
	"allot/internal/platform/civil"
)

// Of the kinds of notification here only the first comes by e-mail unless the user
// says otherwise.
const (
	kindByMail = "invoice_received"
	kindQuiet  = "stop_sale"
)

func twoKinds(d *settings.Deps) {
	both := []auth.AccountType{auth.Accommodation, auth.TourOperator}
	d.Kinds = []settings.NotificationKind{{Kind: kindByMail, Default: true, For: both}, {Kind: kindQuiet, For: append(both, auth.Admin)}}
}

func TestService_preferences(t *testing.T) {
	t.Parallel()

	t.Run("have defaults until they are changed", func(t *testing.T) {
		t.Parallel()
		e := apptest.New(t, apptest.With(twoKinds))
		m := e.Manager(t)
		p, err := e.Settings.Preferences(t.Context(), m.User)
		require.NoError(t, err)
		require.Equal(t, settings.Preferences{
			Language: "en", DateFormat: "auto", Timezone: "UTC", Theme: "system", Density: "normal",
			EmailNotifications: map[string]bool{kindByMail: true, kindQuiet: false},
		}, p)
	})

	t.Run("the chosen form of days is that of documents too, else the region's", func(t *testing.T) {
		t.Parallel()
		e := apptest.New(t)
		m := e.Manager(t)
		for _, tt := range []struct{ form, want string }{{"auto", "Apr 3, 2027"}, {"DD/MM/YYYY", "03/04/2027"}} {
			_, err := e.Settings.UpdatePreferences(m.Context(t), m.Caller, settings.PreferencesInput{DateFormat: &tt.form})
			require.NoError(t, err)
			f, err := e.Settings.Format(t.Context(), m.User.ID, "en-US")
			require.NoError(t, err)
			require.Equal(t, tt.want, f.Date(civil.MustParse("2027-04-03")))
		}
	})

	t.Run("reminders are for the manager of a hotel's account to switch on", func(t *testing.T) {
		t.Parallel()
		e := apptest.New(t)
		m := e.Manager(t)
		on := settings.PreferencesInput{AutoReminders: ptr(true)}
		for _, who := range []*apptest.Who{e.SubUser(t, m, auth.Invoicing), e.Operator(t)} {
			_, err := e.Settings.UpdatePreferences(who.Context(t), who.Caller, on)
			require.Equal(t, "auto_reminders", apperr.Of(err).Fields[0].Field, "nobody would ask it")
			_, err = e.Settings.UpdatePreferences(who.Context(t), who.Caller, settings.PreferencesInput{AutoReminders: ptr(false)})
			require.NoError(t, err, "what was read can be sent back")
		}
		p, err := e.Settings.UpdatePreferences(m.Context(t), m.Caller, on)
		require.NoError(t, err)
		require.True(t, p.AutoReminders)
	})

	t.Run("are the user's own; the language is that of the user", func(t *testing.T) {
		t.Parallel()
		e := apptest.New(t, apptest.With(twoKinds))
		m := e.Manager(t)
		c := e.SubUser(t, m)
		p, err := e.Settings.UpdatePreferences(c.Context(t), c.Caller, settings.PreferencesInput{
			Language: ptr("tr"), Theme: ptr("dark"), Timezone: ptr("Europe/Istanbul"), DateFormat: ptr("DD.MM.YYYY"), AutoReminders: ptr(false),
			EmailNotifications: map[string]*bool{kindQuiet: ptr(true)},
		})
		require.NoError(t, err)
		want := settings.Preferences{
			Language: "tr", DateFormat: "DD.MM.YYYY", Timezone: "Europe/Istanbul", Theme: "dark", Density: "normal",
			EmailNotifications: map[string]bool{kindByMail: true, kindQuiet: true},
		}
		require.Equal(t, want, p)
		u, err := e.Accounts.Profile(t.Context(), c.Caller)
		require.NoError(t, err)
		require.Equal(t, "tr", u.Language)
		p, err = e.Settings.Preferences(t.Context(), u)
		require.NoError(t, err)
		require.Equal(t, want, p)
		p, err = e.Settings.Preferences(t.Context(), m.User)
		require.NoError(t, err)
		require.Equal(t, "system", p.Theme)
		require.Equal(t, []string{"update"}, actionsSettings(trail(t, e, m.User.ID, "preferences", c.User.ID)))
	})

	t.Run("tell whether a mail is wanted", func(t *testing.T) {
		t.Parallel()
		e := apptest.New(t, apptest.With(twoKinds))
		m := e.Manager(t)
		wants := func(kind string) bool {
			ok, err := e.Settings.WantsMail(t.Context(), m.User.ID, kind)
			require.NoError(t, err)
			return ok
		}
		set := func(in settings.PreferencesInput) {
			_, err := e.Settings.UpdatePreferences(m.Context(t), m.Caller, in)
			require.NoError(t, err)
		}
		require.True(t, wants(kindByMail))
		require.False(t, wants(kindQuiet))
		set(settings.PreferencesInput{EmailNotifications: map[string]*bool{kindByMail: ptr(false), kindQuiet: ptr(true)}})
		require.False(t, wants(kindByMail))
		require.True(t, wants(kindQuiet))
		set(settings.PreferencesInput{EmailNotifications: map[string]*bool{kindByMail: nil}})
		require.True(t, wants(kindByMail), "back to the default")
		require.True(t, wants(kindQuiet), "not named, not changed")
		set(settings.PreferencesInput{ClearNotifications: true})
		require.False(t, wants(kindQuiet))
		_, err := e.Settings.WantsMail(t.Context(), m.User.ID, "no_such_kind")
		require.Error(t, err)
	})

	t.Run("every bad field is named, and nothing changes", func(t *testing.T) {
		t.Parallel()
		e := apptest.New(t, apptest.With(twoKinds))
		m := e.Manager(t)
		_, _, err := e.Settings.UpdatePersonal(m.Context(t), m.Caller, settings.PersonalInput{
			Email: ptr("x"),
			PreferencesInput: settings.PreferencesInput{
				Language: ptr("klingon"), Theme: ptr("pink"), Timezone: ptr("Mars"), DateFormat: ptr("YY"), EmailNotifications: map[string]*bool{"odd": ptr(true)},
			},
		})
		require.Equal(t, []string{"email", "language", "date_format", "timezone", "theme", "email_notifications.odd"}, fields(t, err))
		_, _, err = e.Settings.UpdatePersonal(m.Context(t), m.Caller, settings.PersonalInput{
			FirstName: ptr("Eleni"), PreferencesInput: settings.PreferencesInput{Theme: ptr("pink")},
		})
		require.Equal(t, []string{"theme"}, fields(t, err))
		u, err := e.Accounts.Profile(t.Context(), m.Caller)
		require.NoError(t, err)
		require.Equal(t, "Anna", u.FirstName, "all or nothing")
	})

	t.Run("saving what is there is no change", func(t *testing.T) {
		t.Parallel()
		e := apptest.New(t, apptest.With(twoKinds))
		m := e.Manager(t)
		for range 2 {
			_, err := e.Settings.UpdatePreferences(m.Context(t), m.Caller, settings.PreferencesInput{Theme: ptr("dark")})
			require.NoError(t, err)
		}
		require.Len(t, trail(t, e, m.User.ID, "preferences", m.User.ID), 1)
	})
}
