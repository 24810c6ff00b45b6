package identitytest

import (
	"encoding/json"
	"fmt"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"allot/internal/app/apptest"
	"allot/internal/identity/account"
	"allot/internal/platform/outbox"
)

func TestService_UpdateProfile(t *testing.T) {
	t.Parallel()

	t.Run("changes what is given and leaves the rest", func(t *testing.T) {
		t.Parallel()
		e := apptest.New(t)
		m := e.Manager(t)
		u, err := e.Accounts.UpdateProfile(m.Context(t), m.Caller, account.ProfileInput{FirstName: ptr(" Ελένη "), Language: ptr("el")})
		require.NoError(t, err)
		require.Equal(t, []string{"Ελένη", "Petrou", "el", m.User.Email}, []string{u.FirstName, u.LastName, u.Language, u.Email})
		stored, err := e.Accounts.Profile(m.Context(t), m.Caller)
		require.NoError(t, err)
		require.Equal(t, "Ελένη", stored.FirstName)

		u, err = e.Accounts.UpdateProfile(m.Context(t), m.Caller, account.ProfileInput{FirstName: ptr(""), Language: ptr("")})
		require.NoError(t, err)
		require.Empty(t, u.FirstName)
		require.Equal(t, "en", u.Language, "no language is the default one")
	})

	t.Run("leaves a trail of before and after, without the password", func(t *testing.T) {
		t.Parallel()
		e := apptest.New(t)
		m := e.Manager(t)
		_, err := e.Accounts.UpdateProfile(m.Context(t), m.Caller, account.ProfileInput{FirstName: ptr("Eleni")})
		require.NoError(t, err)
		entry := last(t, e, m.User.ID, "user", m.User.ID)
		require.Equal(t, "update", entry.Action)
		var before, after map[string]any
		require.NoError(t, json.Unmarshal(entry.Before, &before))
		require.NoError(t, json.Unmarshal(entry.After, &after))
		require.Equal(t, "Anna", before["first_name"])
		require.Equal(t, "Eleni", after["first_name"])
		require.NotContains(t, string(entry.Before)+string(entry.After), "argon2id")
	})

	t.Run("tells which fields changed, and nothing if none did", func(t *testing.T) {
		t.Parallel()
		e := apptest.New(t)
		m := e.Manager(t)
		_, err := e.Accounts.UpdateProfile(m.Context(t), m.Caller, account.ProfileInput{FirstName: ptr("Anna"), Email: ptr(strings.ToUpper(m.User.Email))})
		require.NoError(t, err)
		require.Equal(t, []string{"account.registered"}, events(t, e, m.User.ID))
		require.Len(t, trail(t, e, m.User.ID, "user", m.User.ID), 1)

		_, err = e.Accounts.UpdateProfile(m.Context(t), m.Caller, account.ProfileInput{LastName: ptr("Other"), Email: ptr("New@hotel.example")})
		require.NoError(t, err)
		var ev outbox.Stored
		require.NoError(t, e.DB.From(t.Context()).NewSelect().Model(&ev).Where("kind = 'account.profile_updated'").Scan(t.Context()))
		require.JSONEq(t, fmt.Sprintf(`{"owner_id":%[1]d,"user_id":%[1]d,"changed_fields":["email","last_name"],"previous_email":%[2]q,"previous_state":"confirmed"}`,
			m.User.ID, m.User.Email), string(ev.Payload))
	})

	t.Run("a new address gets the log-in, the old one the notice", func(t *testing.T) {
		t.Parallel()
		e := apptest.New(t)
		e.Start(t)
		m := e.Manager(t)
		e.Settle(t)
		_, err := e.Accounts.UpdateProfile(m.Context(t), m.Caller, account.ProfileInput{Email: ptr("new@hotel.example")})
		require.NoError(t, err)
		letters := e.Letters(t, m.User.Email)
		require.Len(t, letters, 2)
		notice := letters[0]
		if notice.Subject == "Welcome to Allot" {
			notice = letters[1]
		}
		require.Equal(t, "Your e-mail address on Allot has changed", notice.Subject)
		require.Contains(t, notice.Text, "new@hotel.example")
		require.Empty(t, e.Letters(t, "new@hotel.example"))

		_, err = login(t, e, m.User.Email, apptest.Password, false)
		require.ErrorIs(t, err, account.ErrInvalidCredentials)
		e.Login(t, "new@hotel.example")
	})

	t.Run("refuses what is taken or not valid, and keeps everything as it was", func(t *testing.T) {
		t.Parallel()
		e := apptest.New(t)
		m, other := e.Manager(t), e.Manager(t)
		_, err := e.Accounts.UpdateProfile(m.Context(t), m.Caller, account.ProfileInput{Email: &other.User.Email, FirstName: ptr("Eleni")})
		require.ErrorIs(t, err, account.ErrEmailTaken)
		_, err = e.Accounts.UpdateProfile(m.Context(t), m.Caller, account.ProfileInput{
			Email: ptr(""), FirstName: ptr(strings.Repeat("a", 101)), LastName: ptr("a\tb"), Language: ptr("english"),
		})
		require.ElementsMatch(t, []string{"email", "first_name", "last_name", "language"}, fieldsOf(err))
		u, err := e.Accounts.Profile(m.Context(t), m.Caller)
		require.NoError(t, err)
		require.Equal(t, "Anna", u.FirstName)
		require.Equal(t, []string{"account.registered"}, events(t, e, m.User.ID))
	})
}
