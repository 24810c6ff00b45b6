package invoicepdf_test

import (
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"allot/internal/invoicing/document"
	"allot/internal/invoicing/invoicepdf"
	"allot/internal/testkit/pdftest"
)

func code(d document.Document) string { return invoicepdf.NewSheet(d, options("en")).Payment.Code }

func TestPaymentCode(t *testing.T) {
	t.Parallel()
	const want = "BCD\n002\n1\nSCT\nBYLADEM1001\nHotel Ägäis Betriebs-GmbH\nDE02120300000000202051\nEUR1974.15\n\n\n2026-0042"
	require.Equal(t, want, code(invoice(1)))

	for name, tt := range map[string]struct {
		change func(*document.Document)
		old    string
		new    string
	}{
		"an IBAN may have spaces":                {func(d *document.Document) { d.Payment.IBAN = "de02 1203 0000 0000 2020 51" }, "", ""},
		"a BIC is optional":                      {func(d *document.Document) { d.Payment.BIC = "" }, "BYLADEM1001", ""},
		"a wrong BIC is left out":                {func(d *document.Document) { d.Payment.BIC = "BANK" }, "BYLADEM1001", ""},
		"the seller stands for the holder":       {func(d *document.Document) { d.Payment.Holder = " "; d.Seller.Name = "Ξενοδοχείο" }, "Hotel Ägäis Betriebs-GmbH", "Ξενοδοχείο"},
		"the number stands for the reference":    {func(d *document.Document) { d.Payment.Reference = "" }, "", ""},
		"a reference has one line":               {func(d *document.Document) { d.Payment.Reference = "a\nb\t c" }, "2026-0042", "a b c"},
		"a creditor reference has its own place": {func(d *document.Document) { d.Payment.Reference = "RF18 5390 0754 7034" }, "\n\n2026-0042", "\nRF18539007547034"},
		"one with wrong digits is text":          {func(d *document.Document) { d.Payment.Reference = "RF19539007547034" }, "2026-0042", "RF19539007547034"},
		"a cent can be paid":                     {func(d *document.Document) { d.Totals.Due = amount("0.01") }, "1974.15", "0.01"},
		"so can nearly a billion":                {func(d *document.Document) { d.Totals.Due = amount("999999999.99") }, "1974.15", "999999999.99"},
		"a name is cut":                          {func(d *document.Document) { d.Payment.Holder = strings.Repeat("ä", 100) }, "Hotel Ägäis Betriebs-GmbH", strings.Repeat("ä", 70)},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			d := invoice(1)
			tt.change(&d)
			require.Equal(t, strings.Replace(want, tt.old, tt.new, 1), code(d))
		})
	}
	for name, change := range map[string]func(*document.Document){
		"another currency":     func(d *document.Document) { d.Currency = "USD" },
		"a wrong IBAN":         func(d *document.Document) { d.Payment.IBAN = "DE03120300000000202051" },
		"no IBAN":              func(d *document.Document) { d.Payment.IBAN = "" },
		"nothing to pay":       func(d *document.Document) { d.Totals.Due = amount("0") },
		"less than a cent":     func(d *document.Document) { d.Totals.Due = amount("0.009") },
		"money to get back":    func(d *document.Document) { d.Totals.Due = amount("-1") },
		"a billion":            func(d *document.Document) { d.Totals.Due = amount("1000000000") },
		"nobody to be paid":    func(d *document.Document) { d.Payment.Holder, d.Seller.Name = "", "" },
		"a credit note's type": func(d *document.Document) { d.Type = document.TypeCreditNote },
	} {
		t.Run("there is none with "+name, func(t *testing.T) {
			t.Parallel()
			d := invoice(1)
			change(&d)
			require.Empty(t, code(d))
		})
	}
	t.Run("it never has more than 331 bytes", func(t *testing.T) {
		t.Parallel()
		d := invoice(1)
		d.Payment.Holder, d.Payment.Reference = strings.Repeat("Ω", 100), strings.Repeat("€", 200)
		got := code(d)
		require.LessOrEqual(t, len(got), 331)
		require.Greater(t, len(got), 320)
		require.True(t, strings.HasSuffix(got, "€"))
		pdftest.RequireTidy(t, render(t, d, options("en")))
	})
}

// A reader of QR codes is heavy to install, so scripts/check does without it.
func TestPaymentCode_CanBeRead(t *testing.T) {
	t.Parallel()
	zbar, err := exec.LookPath("zbarimg")
	if err != nil {
		t.Skip("NOT CHECKED: that the payment code can be read; install zbar-tools")
	}
	long := invoice(1)
	long.Payment.Holder, long.Payment.Reference = strings.Repeat("Ω", 70), strings.Repeat("ä", 140)
	for _, d := range []document.Document{invoice(1), long} {
		page := filepath.Join(t.TempDir(), "page.png")
		png := pdftest.Run(t, "pdftoppm", render(t, d, options("de")), "-r", "150", "-png", "-singlefile", "@")
		require.NoError(t, os.WriteFile(page, []byte(png), 0o600))
		out, err := exec.CommandContext(t.Context(), zbar, "--raw", "-q", "--nodbus", "-Sbinary", page).Output()
		require.NoError(t, err)
		require.Equal(t, code(d), strings.TrimSpace(string(out)))
	}
}
