package invoicepdf_test

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"allot/internal/platform/lang"
	"allot/internal/testkit/pdftest"
)

// One invoice, as the pages of each reader write its days and numbers.
func TestRender_Regions(t *testing.T) {
	t.Parallel()
	for _, tt := range []struct {
		tag, chosen string
		want        []string
	}{
		{"en-GB", "auto", []string{"1 Jun 2026", "€2,298.96", "1,845.00"}},
		{"en-US", "auto", []string{"Jun 1, 2026", "€2,298.96", "1,845.00"}},
		{"en-US", "DD.MM.YYYY", []string{"01.06.2026", "€2,298.96"}},
		{"de-DE", "auto", []string{"01.06.2026", "2.298,96 €", "1.845,00"}},
		{"de-AT", "auto", []string{"01.06.2026", "€ 2.298,96", "1.845,00"}},
	} {
		t.Run(strings.TrimSuffix(tt.tag+" "+tt.chosen, " auto"), func(t *testing.T) {
			t.Parallel()
			o := options("en")
			o.Format = lang.In(tt.tag).Choosing(tt.chosen)
			text := strings.ReplaceAll(strings.Join(pdftest.Pages(t, render(t, invoice(3), o)), "\n"), "\u00a0", " ")
			for _, want := range tt.want {
				require.Contains(t, text, want)
			}
		})
	}
}
