package pdf_test

import (
	"testing"

	"github.com/stretchr/testify/require"

	"allot/internal/platform/pdf"
)

func TestVisual(t *testing.T) {
	t.Parallel()
	for line, want := range map[string]string{
		"":                            "",
		"Hotel (5*) 12":               "Hotel (5*) 12",
		"מלון":                        "ןולמ",
		"מלון שלום":                   "םולש ןולמ",
		"מלון 5 כוכבים":               "םיבכוכ 5 ןולמ",
		"מלון 1,250.00€":              "1,250.00€ ןולמ",
		"מלון Beach 12":               "Beach 12 ןולמ",
		"מלון (חוף)":                  "(ףוח) ןולמ",
		"Customer: מלון שלום, Israel": "Customer: םולש ןולמ, Israel",
		"Customer: מלון (תל אביב), Haifa": "Customer: (ביבא לת) ןולמ, Haifa",
		"Customer: מלון 12 (תל אביב)":     "Customer: (ביבא לת) 12 ןולמ",
		"מלון Beach (Sea) חוף":            "ףוח Beach (Sea) ןולמ",
		"Hotel (מלון)":                    "Hotel (ןולמ)",
		"Customer: רחוב 12 Haifa":         "Customer: 12 בוחר Haifa",
	} {
		require.Equal(t, want, pdf.Visual(line), line)
	}
}
