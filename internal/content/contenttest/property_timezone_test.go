package contenttest

import (
	"context"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"allot/internal/app/apptest"
	"allot/internal/content/property"
	"allot/internal/content/reference"
	"allot/internal/identity/settings"
	"allot/internal/platform/apperr"
)

// zoneOf has the time zones of properties found by fn.
func zoneOf(fn func(property.Property) (string, error)) apptest.Option {
	return apptest.With(func(d *property.Deps) { d.ZoneOf = fn })
}

// worldwide is an installation that knows where places are.
func worldwide(t *testing.T) (*apptest.Env, *apptest.Who) {
	t.Helper()
	world, err := reference.New(reference.Deps{Now: time.Now})
	require.NoError(t, err)
	e := apptest.New(t, zoneOf(func(p property.Property) (string, error) {
		return world.ZoneOf(reference.Place{Country: p.Country, State: p.State, City: p.City, Latitude: p.Latitude, Longitude: p.Longitude})
	}))
	who, _ := e.Hotel(t, "First")
	return e, who
}

func text(s string) *string { return &s }

func TestService_Timezone(t *testing.T) {
	t.Parallel()
	e, who := worldwide(t)
	create := func(t *testing.T, c property.Change) property.Property {
		t.Helper()
		c.Name = text("Hotel")
		p, err := e.Properties.Create(who.Context(t), who.Caller, c, property.Logo{})
		require.NoError(t, err)
		return p
	}
	update := func(t *testing.T, p property.Property, c property.Change) property.Property {
		t.Helper()
		_, err := e.Properties.Update(who.Context(t), who.Caller, p.ID, c, property.Logo{})
		require.NoError(t, err)
		stored, err := e.Properties.Get(t.Context(), who.User.OwnerID, p.ID)
		require.NoError(t, err)
		return stored
	}
	t.Run("is that of the place", func(t *testing.T) {
		t.Parallel()
		lat, lon := 21.3, -157.86
		north, east := &lat, &lon
		for want, c := range map[string]property.Change{
			"Europe/Athens":    {Country: text("GR")},
			"Europe/Berlin":    {Country: text("DE"), City: text("Garmisch-Partenkirchen")},
			"America/New_York": {Country: text("US"), City: text("New York")},
			"Pacific/Honolulu": {Country: text("US"), Latitude: &north, Longitude: &east},
			"Atlantic/Canary":  {Country: text("ES"), City: text("Puerto de la Cruz")},
			"Atlantic/Azores":  {Country: text("PT"), City: text("Ponta Delgada")},
			"Australia/Perth":  {Country: text("AU"), City: text("Perth")},
		} {
			require.Equal(t, want, create(t, c).Timezone)
		}
	})
	t.Run("follows the place when it is told later", func(t *testing.T) {
		t.Parallel()
		p := create(t, property.Change{Country: text("ES")})
		require.Equal(t, "Europe/Madrid", p.Timezone)
		p = update(t, p, property.Change{City: text("Arrecife"), Timezone: text("Europe/Madrid")})
		require.Equal(t, "Atlantic/Canary", p.Timezone, "sending back what was read is no choice")
		p = update(t, p, property.Change{Country: text("PT"), City: text("Funchal")})
		require.Equal(t, "Atlantic/Madeira", p.Timezone)
		require.Equal(t, "Atlantic/Madeira", update(t, p, property.Change{Address: text("Rua 1")}).Timezone)
	})
	t.Run("that was chosen is never overwritten, until the choice is given back", func(t *testing.T) {
		t.Parallel()
		for _, p := range []property.Property{
			create(t, property.Change{Country: text("US"), Timezone: text("America/Denver")}),
			update(t, create(t, property.Change{Country: text("US")}), property.Change{Timezone: text("America/Denver")}),
		} {
			p = update(t, p, property.Change{City: text("Honolulu")})
			require.Equal(t, "America/Denver", p.Timezone)
			p = update(t, p, property.Change{Country: text("ES"), City: text("Madrid")})
			require.Equal(t, "America/Denver", p.Timezone)
			p = update(t, p, property.Change{Timezone: text("")})
			require.Equal(t, "Europe/Madrid", p.Timezone)
			require.Equal(t, "Atlantic/Azores", update(t, p, property.Change{Country: text("PT"), City: text("Ponta Delgada")}).Timezone)
		}
	})
	t.Run("that was given up follows the place, also where it is the same", func(t *testing.T) {
		t.Parallel()
		p := create(t, property.Change{Country: text("GR"), Timezone: text("Europe/Athens")})
		p = update(t, p, property.Change{Timezone: text("")})
		require.Equal(t, "Europe/Athens", p.Timezone)
		require.Equal(t, "Europe/Istanbul", update(t, p, property.Change{Country: text("TR")}).Timezone)
	})
	t.Run("of a property from before this rule stays", func(t *testing.T) {
		t.Parallel()
		p := create(t, property.Change{Country: text("ES")})
		const columns = `owner_id, name, name_search, property_type, stars, chain, country, state, city, address, postal_code, latitude, longitude,
			phone, email, website, currency, logo_key, status, facts_completeness, created_at, updated_at, published_at`
		var old int64
		require.NoError(t, e.DB.InTx(t.Context(), func(ctx context.Context) error {
			err := e.DB.From(ctx).NewRaw(`INSERT INTO properties (code, timezone, `+columns+`) SELECT 'OLD', 'UTC', `+columns+
				` FROM properties WHERE id = ? RETURNING id`, p.ID).Scan(ctx, &old)
			if err != nil {
				return err
			}
			return e.Allotments.PropertyCreated(ctx, property.Property{ID: old, OwnerID: p.OwnerID})
		}))
		require.Equal(t, "UTC", update(t, property.Property{ID: old}, property.Change{City: text("Arrecife")}).Timezone)
		require.Equal(t, "Atlantic/Canary", update(t, property.Property{ID: old}, property.Change{Timezone: text("")}).Timezone)
	})
	t.Run("is that of the company where nothing is known but the same country", func(t *testing.T) {
		t.Parallel()
		who := e.Manager(t)
		company := func(in settings.CompanyInput) {
			_, err := e.Settings.UpdateCompany(who.Context(t), who.Caller, in)
			require.NoError(t, err)
		}
		first := func(c property.Change) string {
			c.Name = text("Hotel")
			p, err := e.Properties.Create(who.Context(t), who.Caller, c, property.Logo{})
			require.NoError(t, err)
			require.NoError(t, e.Properties.Delete(who.Context(t), who.Caller, p.ID))
			return p.Timezone
		}
		company(settings.CompanyInput{Country: text("ES"), City: text("Las Palmas")})
		require.Equal(t, "Atlantic/Canary", first(property.Change{}))
		require.Equal(t, "Europe/Madrid", first(property.Change{City: text("Granada")}))
		require.Equal(t, "Europe/Lisbon", first(property.Change{Country: text("PT")}))
		company(settings.CompanyInput{Timezone: text("Africa/Ceuta")})
		require.Equal(t, "Africa/Ceuta", first(property.Change{}))
	})
}

func TestService_Timezone_lookUp(t *testing.T) {
	t.Parallel()
	zones := map[string]string{"Madrid": "Europe/Madrid", "Arrecife": "Atlantic/Canary"}

	t.Run("is not made for fields that are refused", func(t *testing.T) {
		t.Parallel()
		e := apptest.New(t, zoneOf(func(p property.Property) (string, error) {
			require.LessOrEqual(t, len(p.City), 100, "looked up")
			return "UTC", nil
		}))
		who, p := e.Hotel(t, "First")
		long := strings.Repeat("x,", 101)
		_, err := e.Properties.Update(who.Context(t), who.Caller, p.ID, property.Change{City: &long}, property.Logo{})
		require.ErrorIs(t, err, apperr.ErrValidation)
		_, err = e.Properties.Create(who.Context(t), who.Caller, property.Change{Name: text("Second"), City: &long}, property.Logo{})
		require.ErrorIs(t, err, apperr.ErrValidation)
	})
	t.Run("keeps no writer waiting, and is made again for a place that changed meanwhile", func(t *testing.T) {
		t.Parallel()
		find := func(property.Property) (string, error) { return "UTC", nil }
		e := apptest.New(t, zoneOf(func(p property.Property) (string, error) { return find(p) }))
		who, p := e.Hotel(t, "First")
		update := func(c property.Change) {
			_, err := e.Properties.Update(who.Context(t), who.Caller, p.ID, c, property.Logo{})
			require.NoError(t, err)
		}
		calls := 0
		find = func(p property.Property) (string, error) {
			if calls++; calls == 1 {
				update(property.Change{City: text("Arrecife")})
			}
			return zones[p.City], nil
		}
		update(property.Change{Country: text("ES")})
		stored, err := e.Properties.Get(t.Context(), who.User.OwnerID, p.ID)
		require.NoError(t, err)
		require.Equal(t, []string{"ES", "Arrecife", "Atlantic/Canary"}, []string{stored.Country, stored.City, stored.Timezone})
		calls = 1
		update(property.Change{City: text("Madrid")})
		require.Equal(t, 2, calls, "once, where nobody else changed the place")
	})
}
