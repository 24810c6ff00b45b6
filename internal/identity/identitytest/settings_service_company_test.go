package identitytest

import (
	"bytes"
	"context"
	"errors"
	"image"
	"image/color"
	"image/png"
	"io"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"allot/internal/app/apptest"
	"allot/internal/identity/settings"
	"allot/internal/identity/settings/settingsdb"
	"allot/internal/platform/apperr"
	"allot/internal/platform/picture"
)

// zoneOf has the time zones of companies found by fn.
func zoneOf(fn func(settings.Company) (string, error)) apptest.Option {
	return apptest.With(func(d *settings.Deps) { d.ZoneOf = fn })
}

func TestService_CreateCompany(t *testing.T) {
	t.Parallel()

	t.Run("makes it with its defaults", func(t *testing.T) {
		t.Parallel()
		e := apptest.New(t)
		require.NoError(t, e.Settings.CreateCompany(t.Context(), 7, "Ξενοδοχείο", "GR", "anna@hotel.example"))
		c, err := e.Settings.Company(t.Context(), 7)
		require.NoError(t, err)
		require.True(t, c.UpdatedAt.Equal(e.Clock.Now()))
		c.UpdatedAt = time.Time{}
		require.Equal(t, &settings.Company{
			OwnerID: 7, Name: "Ξενοδοχείο", Country: "GR", Email: "anna@hotel.example", Currency: "EUR", Timezone: "UTC",
		}, c)
		name, err := e.Settings.CompanyName(t.Context(), 7)
		require.NoError(t, err)
		require.Equal(t, "Ξενοδοχείο", name)
	})

	t.Run("it is nobody else's, and staff have none", func(t *testing.T) {
		t.Parallel()
		e := apptest.New(t)
		require.NoError(t, e.Settings.CreateCompany(t.Context(), 7, "Hotel", "GR", "anna@hotel.example"))
		c, err := e.Settings.Company(t.Context(), 8)
		require.NoError(t, err)
		require.Nil(t, c)
		name, err := e.Settings.CompanyName(t.Context(), 8)
		require.NoError(t, err)
		require.Empty(t, name)
	})

	t.Run("goes with the transaction it was made in", func(t *testing.T) {
		t.Parallel()
		e := apptest.New(t)
		store := settingsdb.New(e.DB)
		boom := errors.New("boom")
		err := store.InTx(t.Context(), func(ctx context.Context) error {
			return errors.Join(e.Settings.CreateCompany(ctx, 7, "Hotel", "GR", "anna@hotel.example"), boom)
		})
		require.ErrorIs(t, err, boom)
		_, err = store.Company(t.Context(), 7)
		require.ErrorIs(t, err, apperr.ErrNotFound)
	})

	t.Run("refuses what is no company", func(t *testing.T) {
		t.Parallel()
		e := apptest.New(t)
		require.Equal(t, []string{"company_name", "country"}, fields(t, e.Settings.CreateCompany(t.Context(), 7, "", "Greece", "")))
		require.Error(t, e.Settings.CreateCompany(t.Context(), 7, strings.Repeat("Ξ", 201), "GR", ""))
		require.NoError(t, e.Settings.CreateCompany(t.Context(), 7, strings.Repeat("Ξ", 200), "GR", ""), "characters count, not bytes")
	})

	t.Run("is one an account: a second is a fault", func(t *testing.T) {
		t.Parallel()
		e := apptest.New(t)
		require.NoError(t, e.Settings.CreateCompany(t.Context(), 7, "Hotel", "GR", ""))
		require.Error(t, e.Settings.CreateCompany(t.Context(), 7, "Other", "DE", ""))
	})
}

func update(t *testing.T, e *apptest.Env, m *apptest.Who, in settings.CompanyInput) (settings.Company, error) {
	t.Helper()
	return e.Settings.UpdateCompany(m.Context(t), m.Caller, in)
}

func TestService_UpdateCompany(t *testing.T) {
	t.Parallel()

	t.Run("changes what is named, brings it to its clean form and records it", func(t *testing.T) {
		t.Parallel()
		e := apptest.New(t)
		m, other := e.Manager(t), e.Manager(t)
		c, err := update(t, e, m, settings.CompanyInput{
			Name: ptr(" Poseidon "), VATID: ptr("gr 123.456-789"), Email: ptr("Info@Hotel.Example"), Website: ptr("https://hotel.example/"),
			Phone: ptr("+30 2810 123456"), Currency: ptr("TRY"), Timezone: ptr("Europe/Istanbul"), City: ptr("Ηράκλειο"),
		})
		require.NoError(t, err)
		require.Equal(t, []string{"Poseidon", "EL123456789", "info@hotel.example", "TRY", "Europe/Istanbul", "Ηράκλειο", "GR"},
			[]string{c.Name, c.VATID, c.Email, c.Currency, c.Timezone, c.City, c.Country})
		stored, err := e.Settings.Company(t.Context(), m.User.ID)
		require.NoError(t, err)
		require.Equal(t, c.Name, stored.Name)
		entries := trail(t, e, m.User.ID, "company", m.User.ID)
		require.Equal(t, []string{"update"}, actionsSettings(entries))
		require.Contains(t, string(entries[0].Before), `"vat_id":""`)
		require.Contains(t, string(entries[0].After), `"vat_id":"EL123456789"`)
		theirs, err := e.Settings.Company(t.Context(), other.User.ID)
		require.NoError(t, err)
		require.NotEqual(t, "Poseidon", theirs.Name)
	})

	t.Run("the time zone is that of the place until one is chosen, and again when the choice is given back", func(t *testing.T) {
		t.Parallel()
		e := apptest.New(t, zoneOf(func(c settings.Company) (string, error) {
			return map[string]string{"GR": "Europe/Athens", "ES": "Europe/Madrid", "ES Arrecife": "Atlantic/Canary"}[strings.TrimSpace(c.Country+" "+c.City)], nil
		}))
		m := e.Manager(t)
		zone := func(in settings.CompanyInput) string {
			_, err := update(t, e, m, in)
			require.NoError(t, err)
			c, err := e.Settings.Company(t.Context(), m.User.ID)
			require.NoError(t, err)
			return c.Timezone
		}
		require.Equal(t, "Europe/Athens", zone(settings.CompanyInput{}), "of the country it was registered in")
		require.Equal(t, "Europe/Madrid", zone(settings.CompanyInput{Country: ptr("ES")}))
		require.Equal(t, "Atlantic/Canary", zone(settings.CompanyInput{City: ptr("Arrecife"), Timezone: ptr("Europe/Madrid")}), "what was read is no choice")
		require.Equal(t, "Europe/London", zone(settings.CompanyInput{Timezone: ptr("Europe/London")}))
		require.Equal(t, "Europe/London", zone(settings.CompanyInput{Country: ptr("GR"), City: ptr("")}))
		require.Equal(t, "Europe/London", zone(settings.CompanyInput{Timezone: ptr("Europe/London"), Country: ptr("ES")}))
		require.Equal(t, "Europe/Madrid", zone(settings.CompanyInput{Timezone: ptr("")}))
	})

	t.Run("the time zone is not looked up for fields that are refused", func(t *testing.T) {
		t.Parallel()
		e := apptest.New(t, zoneOf(func(c settings.Company) (string, error) {
			require.LessOrEqual(t, len(c.City), 50, "looked up")
			return "UTC", nil
		}))
		m := e.Manager(t)
		long := strings.Repeat("x,", 51)
		_, err := update(t, e, m, settings.CompanyInput{City: &long})
		require.Equal(t, []string{"city"}, fields(t, err))
	})

	t.Run("looking up the time zone keeps no writer waiting, and is done again for a place that changed meanwhile", func(t *testing.T) {
		t.Parallel()
		find := func(settings.Company) (string, error) { return "UTC", nil }
		e := apptest.New(t, zoneOf(func(c settings.Company) (string, error) { return find(c) }))
		m := e.Manager(t)
		calls := 0
		find = func(c settings.Company) (string, error) {
			if calls++; calls == 1 {
				_, err := update(t, e, m, settings.CompanyInput{City: ptr("Arrecife")})
				require.NoError(t, err)
			}
			return map[string]string{"": "Europe/Madrid", "Arrecife": "Atlantic/Canary"}[c.City], nil
		}
		c, err := update(t, e, m, settings.CompanyInput{Country: ptr("ES")})
		require.NoError(t, err)
		require.Equal(t, []string{"ES", "Arrecife", "Atlantic/Canary"}, []string{c.Country, c.City, c.Timezone})
		calls = 1
		_, err = update(t, e, m, settings.CompanyInput{City: ptr("")})
		require.NoError(t, err)
		require.Equal(t, 2, calls, "once, where nobody else changed the place")
	})

	t.Run("clearing brings the defaults back, and the same again is no change", func(t *testing.T) {
		t.Parallel()
		e := apptest.New(t)
		m := e.Manager(t)
		_, err := update(t, e, m, settings.CompanyInput{Currency: ptr("TRY"), City: ptr("Side")})
		require.NoError(t, err)
		c, err := update(t, e, m, settings.CompanyInput{Currency: ptr(""), Timezone: ptr(""), City: ptr("")})
		require.NoError(t, err)
		require.Equal(t, []string{"EUR", "UTC", ""}, []string{c.Currency, c.Timezone, c.City})
		_, err = update(t, e, m, settings.CompanyInput{City: ptr("")})
		require.NoError(t, err)
		require.Len(t, trail(t, e, m.User.ID, "company", m.User.ID), 2)
	})

	t.Run("others hear of a change, and of nothing else", func(t *testing.T) {
		t.Parallel()
		e := apptest.New(t)
		m := e.Manager(t)
		told := func() int64 {
			n, err := e.DB.From(t.Context()).NewSelect().Table("outbox_events").
				Where("kind = ? AND owner_id = ?", "settings.company_updated", m.User.OwnerID).Count(t.Context())
			require.NoError(t, err)
			return n
		}
		_, err := update(t, e, m, settings.CompanyInput{City: ptr("Side")})
		require.NoError(t, err)
		require.EqualValues(t, 1, told())
		_, err = update(t, e, m, settings.CompanyInput{City: ptr("Side")})
		require.NoError(t, err)
		_, err = update(t, e, m, settings.CompanyInput{Country: ptr("XX")})
		require.Error(t, err)
		require.EqualValues(t, 1, told())
	})

	t.Run("every bad field is named", func(t *testing.T) {
		t.Parallel()
		e := apptest.New(t)
		m := e.Manager(t)
		long := strings.Repeat("x", 301)
		_, err := update(t, e, m, settings.CompanyInput{
			Name: ptr(""), LegalName: ptr("a\nb"), VATID: ptr("123"), RegistrationNumber: &long, Address: &long, PostalCode: &long, City: &long,
			Country: ptr("XX"), Phone: ptr("call me"), Email: ptr("x"), Website: ptr("hotel.example"), Currency: ptr("EURO"), Timezone: ptr("Athens"),
		})
		require.Equal(t, []string{
			"name", "country", "legal_name", "vat_id", "registration_number", "address", "postal_code", "city",
			"phone", "email", "website", "currency", "timezone",
		}, fields(t, err))
		require.Empty(t, trail(t, e, m.User.ID, "company", m.User.ID))
	})

	t.Run("VAT numbers", func(t *testing.T) {
		t.Parallel()
		e := apptest.New(t)
		m := e.Manager(t)
		for given, want := range map[string]string{
			"DE123456789": "DE123456789", "atu12345678": "ATU12345678", "XI 123456789": "XI123456789", "CHE-123.456.789 MWST": "CHE123456789MWST", "TR1234567890": "TR1234567890",
			"123456789": "", "ZZ123": "", "DE": "", "DE1": "", "DE12345678901234567": "", "DÉ123": "",
		} {
			c, err := update(t, e, m, settings.CompanyInput{VATID: &given})
			if want == "" {
				require.Equal(t, []string{"vat_id"}, fields(t, err), given)
				continue
			}
			require.NoError(t, err, given)
			require.Equal(t, want, c.VATID)
		}
	})
}

func logo(t *testing.T, width int, c color.Color) io.ReadSeeker {
	t.Helper()
	img := image.NewNRGBA(image.Rect(0, 0, width, 100))
	for i := range width * 100 {
		img.Set(i%width, i/width, c)
	}
	var b bytes.Buffer
	require.NoError(t, png.Encode(&b, img))
	return bytes.NewReader(b.Bytes())
}

func TestService_logo(t *testing.T) {
	t.Parallel()
	red, clear := color.NRGBA{R: 200, A: 255}, color.NRGBA{R: 200, A: 100}

	t.Run("is fitted, lies in the account's folder and can be removed", func(t *testing.T) {
		t.Parallel()
		e := apptest.New(t)
		m := e.Manager(t)
		c, err := update(t, e, m, settings.CompanyInput{Logo: logo(t, 1200, clear)})
		require.NoError(t, err)
		require.True(t, strings.HasPrefix(c.LogoKey, "logos/"+strconv.FormatInt(m.User.ID, 10)+"/"), c.LogoKey)
		require.Equal(t, ".png", filepath.Ext(c.LogoKey), "transparency is kept")
		f, err := e.Blobs.Open(t.Context(), c.LogoKey)
		require.NoError(t, err)
		config, err := png.DecodeConfig(f)
		require.NoError(t, err)
		require.NoError(t, f.Close())
		require.Equal(t, []int{600, 50}, []int{config.Width, config.Height})
		c, err = update(t, e, m, settings.CompanyInput{ClearLogo: true})
		require.NoError(t, err)
		require.Empty(t, c.LogoKey)
		require.Contains(t, string(trail(t, e, m.User.ID, "company", m.User.ID)[1].Before), `"logo_key":"logos/`)
	})

	t.Run("what is no picture is refused", func(t *testing.T) {
		t.Parallel()
		e := apptest.New(t)
		_, err := update(t, e, e.Manager(t), settings.CompanyInput{Logo: strings.NewReader("<svg/>")})
		require.ErrorIs(t, err, picture.ErrInvalid)
	})

	t.Run("unused ones are swept after a day", func(t *testing.T) {
		t.Parallel()
		e := apptest.New(t)
		m := e.Manager(t)
		old := func(in settings.CompanyInput) string {
			c, err := update(t, e, m, in)
			require.NoError(t, err)
			at := e.Clock.Now().Add(-25 * time.Hour)
			require.NoError(t, os.Chtimes(filepath.Join(e.DataDir, "blobs", "live", filepath.FromSlash(c.LogoKey)), at, at))
			return c.LogoKey
		}
		unused, used := old(settings.CompanyInput{Logo: logo(t, 300, red)}), old(settings.CompanyInput{Logo: logo(t, 200, red)})
		e.Start(t)
		e.Settle(t)
		_, err := e.Blobs.Stat(t.Context(), unused)
		require.ErrorIs(t, err, apperr.ErrNotFound)
		_, err = e.Blobs.Stat(t.Context(), used)
		require.NoError(t, err)
	})
}
