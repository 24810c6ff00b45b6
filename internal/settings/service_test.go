package settings_test

import (
	"context"
	"errors"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"allot/internal/account"
	"allot/internal/platform/apperr"
	"allot/internal/platform/db/dbtest"
	"allot/internal/settings"
	"allot/internal/settings/settingsdb"
)

var noon = time.Date(2030, 5, 31, 12, 0, 0, 0, time.UTC)

func setup(t *testing.T) (*settings.Service, *settingsdb.Store) {
	t.Helper()
	store := settingsdb.New(dbtest.New(t))
	return settings.New(store, func() time.Time { return noon }), store
}

func TestService_Company(t *testing.T) {
	t.Parallel()

	t.Run("is made with its defaults and read back", func(t *testing.T) {
		t.Parallel()
		s, _ := setup(t)
		require.NoError(t, s.CreateCompany(t.Context(), 7, "Ξενοδοχείο", "GR", "anna@hotel.example"))
		c, err := s.Company(t.Context(), 7)
		require.NoError(t, err)
		require.True(t, c.UpdatedAt.Equal(noon))
		c.UpdatedAt = time.Time{}
		require.Equal(t, &settings.Company{
			OwnerID: 7, Name: "Ξενοδοχείο", Country: "GR", Email: "anna@hotel.example", Currency: "EUR", Timezone: "UTC",
		}, c)
		name, err := s.CompanyName(t.Context(), 7)
		require.NoError(t, err)
		require.Equal(t, "Ξενοδοχείο", name)
	})

	t.Run("is nobody else's, and staff have none", func(t *testing.T) {
		t.Parallel()
		s, _ := setup(t)
		require.NoError(t, s.CreateCompany(t.Context(), 7, "Hotel", "GR", "anna@hotel.example"))
		c, err := s.Company(t.Context(), 8)
		require.NoError(t, err)
		require.Nil(t, c)
		name, err := s.CompanyName(t.Context(), 8)
		require.NoError(t, err)
		require.Empty(t, name)
	})

	t.Run("goes with the transaction it was made in", func(t *testing.T) {
		t.Parallel()
		s, store := setup(t)
		boom := errors.New("boom")
		err := store.InTx(t.Context(), func(ctx context.Context) error {
			return errors.Join(s.CreateCompany(ctx, 7, "Hotel", "GR", "anna@hotel.example"), boom)
		})
		require.ErrorIs(t, err, boom)
		_, err = store.Company(t.Context(), 7)
		require.ErrorIs(t, err, apperr.ErrNotFound)
	})

	t.Run("refuses what is no company", func(t *testing.T) {
		t.Parallel()
		s, _ := setup(t)
		err := s.CreateCompany(t.Context(), 7, "", "Greece", "")
		require.ErrorIs(t, err, apperr.ErrValidation)
		fields := apperr.Of(err).Fields
		require.Equal(t, []string{"company_name", "country"}, []string{fields[0].Field, fields[1].Field})
		require.Error(t, s.CreateCompany(t.Context(), 7, strings.Repeat("Ξ", 201), "GR", ""))
		require.NoError(t, s.CreateCompany(t.Context(), 7, strings.Repeat("Ξ", 200), "GR", ""), "characters count, not bytes")
	})

	t.Run("is one an account: a second is a fault", func(t *testing.T) {
		t.Parallel()
		s, _ := setup(t)
		require.NoError(t, s.CreateCompany(t.Context(), 7, "Hotel", "GR", ""))
		require.Error(t, s.CreateCompany(t.Context(), 7, "Other", "DE", ""))
		name, err := s.CompanyName(t.Context(), 7)
		require.NoError(t, err)
		require.Equal(t, "Hotel", name)
	})
}

func TestPreferencesOf(t *testing.T) {
	t.Parallel()
	p := settings.PreferencesOf(account.User{Language: "el"})
	require.Equal(t, "el", p.Language)
	require.NotNil(t, p.EmailNotifications)
	require.False(t, p.AutoReminders)
}
