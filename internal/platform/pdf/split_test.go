package pdf_test

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"allot/internal/platform/pdf"
)

func TestDoc_Wrap(t *testing.T) {
	t.Parallel()
	for name, tt := range map[string]struct {
		width float64
		text  string
		want  []string
	}{
		"an e-mail address ends before its sign": {
			40, "reservierung.gruppen@strandhotel-rugen.example", []string{"reservierung.gruppen", "@strandhotel-rugen", ".example"},
		},
		"a web address ends after a stroke": {
			50, "https://www.strandhotel.example/angebote/wochenende", []string{"https://www.strandhotel", ".example/angebote/", "wochenende"},
		},
		"and never before a stroke": {25, "https://strandhotelstrandhotel", []string{"https://", "strandhotelstra", "ndhotel"}},
		"a compound ends after its hyphen": {
			40, "Superior-Familien-Maisonette-Suite", []string{"Superior-Familien-", "Maisonette-Suite"},
		},
		"a long word ends where it must":        {20, strings.Repeat("x", 25), []string{strings.Repeat("x", 11), strings.Repeat("x", 11), "xxx"}},
		"what fits on the next line goes there": {40, "Schreiben Sie an info@hotel.example", []string{"Schreiben Sie an", "info@hotel.example"}},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			d := pdf.New(options())
			d.Font(pdf.Regular, 10)
			got := d.Wrap(tt.text, tt.width)
			require.Equal(t, tt.want, got)
			require.Equal(t, strings.ReplaceAll(tt.text, " ", ""), strings.ReplaceAll(strings.Join(got, ""), " ", ""), "nothing is lost")
		})
	}
}
