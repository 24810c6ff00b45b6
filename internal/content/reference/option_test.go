package reference_test

import (
	"slices"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"allot/internal/content/reference"
	"allot/internal/platform/apperr"
	"allot/internal/platform/iso"
)

func optionOf(t *testing.T, s *reference.Service, list, lang, value string) reference.Option {
	t.Helper()
	all, err := s.Options(list, lang)
	require.NoError(t, err)
	i := slices.IndexFunc(all, func(o reference.Option) bool { return o.Value == value })
	require.NotEqual(t, -1, i, value)
	return all[i]
}

func TestService_Options(t *testing.T) {
	t.Parallel()

	t.Run("languages have their names in the language asked for", func(t *testing.T) {
		t.Parallel()
		for lang, want := range map[string]string{"en": "Greek", "de": "Griechisch", "tr": "Yunanca", "el": "Ελληνικά"} {
			require.Equal(t, reference.Option{Value: "el", Label: want}, optionOf(t, service(t), "languages", lang, "el"))
		}
	})

	t.Run("every language and zone is one that the services accept", func(t *testing.T) {
		t.Parallel()
		for _, lang := range []string{"en", "de", "el", "tr"} {
			list, err := service(t).Options("languages", lang)
			require.NoError(t, err)
			require.Greater(t, len(list), 150)
			for _, o := range list {
				require.True(t, iso.IsLanguage(o.Value), o.Value)
			}
		}
		list, err := service(t).Options("timezones", "en")
		require.NoError(t, err)
		require.Greater(t, len(list), 400)
		for _, o := range list {
			require.True(t, iso.IsTimezone(o.Value), o.Value)
			require.Regexp(t, `^[+-][01][0-9]:[0-5][0-9]$`, o.Offset, o.Value)
			require.True(t, o.Value == "UTC" || iso.IsCountry(o.Country), o.Value)
		}
	})

	t.Run("zones have the offset of now", func(t *testing.T) {
		t.Parallel()
		summer := newService(t, reference.Deps{Now: func() time.Time { return time.Date(2030, 7, 15, 12, 0, 0, 0, time.UTC) }})
		require.Equal(t, reference.Option{Value: "Europe/Athens", Label: "Europe/Athens (UTC+02:00)", Country: "GR", Offset: "+02:00"},
			optionOf(t, service(t), "timezones", "en", "Europe/Athens"))
		require.Equal(t, "+03:00", optionOf(t, summer, "timezones", "en", "Europe/Athens").Offset)
		require.Equal(t, "+03:00", optionOf(t, service(t), "timezones", "en", "Europe/Istanbul").Offset)
		require.Equal(t, "RS", optionOf(t, service(t), "timezones", "en", "Europe/Belgrade").Country)
		require.Equal(t, reference.Option{Value: "UTC", Label: "UTC", Offset: "+00:00"}, optionOf(t, service(t), "timezones", "en", "UTC"))
	})

	t.Run("other modules offer their lists", func(t *testing.T) {
		t.Parallel()
		s := newService(t, reference.Deps{Lists: map[string]func(string) []reference.Option{
			"themes": func(lang string) []reference.Option {
				return []reference.Option{{Value: "dark", Label: "dark in " + lang}}
			},
		}})
		require.Equal(t, []string{"languages", "themes", "timezones"}, s.OptionLists())
		require.Equal(t, "dark in tr", optionOf(t, s, "themes", "tr", "dark").Label)
	})

	t.Run("nobody takes the name of a list that is there", func(t *testing.T) {
		t.Parallel()
		_, err := reference.New(reference.Deps{Now: winter, Lists: map[string]func(string) []reference.Option{
			"timezones": func(string) []reference.Option { return nil },
		}})
		require.ErrorContains(t, err, "option list timezones")
	})

	t.Run("an unknown list is not found, and the answer says which there are", func(t *testing.T) {
		t.Parallel()
		for _, list := range []string{"", "countries", "../languages"} {
			_, err := service(t).Options(list, "en")
			require.ErrorIs(t, err, apperr.ErrNotFound)
			require.ErrorContains(t, err, "there are languages, timezones")
		}
	})
}
