package chart_test

import (
	"testing"

	"github.com/stretchr/testify/require"

	"allot/internal/inventory/chart"
	"allot/internal/platform/lang"
)

func TestChart_FileName(t *testing.T) {
	t.Parallel()
	for name, tt := range map[string]struct{ property, calendar, lang, want string }{
		"plain":              {"Grand Hotel", "Master", "en", "grand-hotel-master-availability-2030-05.pdf"},
		"another language":   {"Grand Hotel", "Master", "de-AT", "grand-hotel-master-availability-2030-05-de.pdf"},
		"one we do not know": {"Grand Hotel", "Master", "ja", "grand-hotel-master-availability-2030-05.pdf"},
		"Greek":              {"Ακτή Ήλιος", "Βασικό", "el", "akti-ilios-vasiko-availability-2030-05-el.pdf"},
		"nothing to go by":   {"海の家", "", "", "availability-2030-05.pdf"},
		"a path":             {"../../x", "/etc/\x00", "../x", "x-etc-availability-2030-05.pdf"},
	} {
		t.Run("of "+name, func(t *testing.T) {
			t.Parallel()
			window, err := chart.Span(day("2030-05-14"), 0, 0)
			require.NoError(t, err)
			c := chart.Chart{Property: tt.property, Calendar: tt.calendar, Format: lang.In(tt.lang), Window: window}
			require.Equal(t, tt.want, c.FileName())
		})
	}
}
