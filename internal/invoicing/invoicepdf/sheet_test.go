package invoicepdf_test

import (
	"testing"

	"github.com/stretchr/testify/require"

	"allot/internal/invoicing/document"
	"allot/internal/invoicing/invoicepdf"
	"allot/internal/platform/money"
	"allot/internal/platform/pdf"
)

func TestSheet_Numbers(t *testing.T) {
	t.Parallel()
	for name, tt := range map[string]struct {
		language       string
		currency       money.Currency
		price          string
		quantity, rate string
		want           []string // quantity, price, rate, net, total
	}{
		"English":              {"en", "EUR", "1234.5", "1", "7", []string{"1 night", "1,234.50", "7%", "1,234.50", "€1,320.92"}},
		"English with a code":  {"en", "USD", "1234567.891", "2.5", "8.25", []string{"2.5 nights", "1,234,567.891", "8.25%", "3,086,419.73", "USD 3,341,049.36"}},
		"English below zero":   {"en", "EUR", "10", "-3", "20", []string{"-3 nights", "10.00", "20%", "-30.00", "-€36.00"}},
		"German":               {"de", "EUR", "1234.5", "10", "19", []string{"10 Nächte", "1.234,50", "19 %", "12.345,00", "14.690,55 €"}},
		"German with a code":   {"de-AT", "CHF", "999.99", "1", "2.6", []string{"1 Nacht", "999,99", "2,6 %", "999,99", "CHF\u00a01.025,99"}},
		"Turkish":              {"tr", "TRY", "1000000", "1", "20", []string{"1 gece", "1.000.000,00", "%20", "1.000.000,00", "1.200.000,00 TRY"}},
		"Greek":                {"el", "EUR", "80", "2", "13", []string{"2 διανυκτερεύσεις", "80,00", "13%", "160,00", "180,80 €"}},
		"yen have no decimals": {"en", "JPY", "120", "3", "10", []string{"3 nights", "120", "10%", "360", "JPY 396"}},
		"dinars have three":    {"de", "KWD", "1.5", "1", "0", []string{"1 Nacht", "1,500", "0 %", "1,500", "1,500 KWD"}},
		"another language":     {"fr", "EUR", "1", "1", "0", []string{"1 night", "1.00", "0%", "1.00", "€1.00"}},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			d := invoice(1)
			d.Currency = tt.currency
			d.Lines[0].Quantity, d.Lines[0].UnitPrice, d.Lines[0].Rate = amount(tt.quantity), amount(tt.price), amount(tt.rate)
			d.Compute(func(document.Category) string { return "" })
			s := invoicepdf.NewSheet(d, options(tt.language))
			r := s.Table.Rows[0]
			require.Equal(t, pdf.Clean(tt.want[4]), tt.want[4], "the fonts have it")
			require.Equal(t, tt.want, []string{r.Quantity, r.Price, r.Rate, r.Net, s.Totals[len(s.Totals)-1].Value})
		})
	}
}

func TestSheet_Lines(t *testing.T) {
	t.Parallel()
	t.Run("a price for several units says so", func(t *testing.T) {
		t.Parallel()
		d := invoice(1)
		d.Lines[0].BaseQuantity = amount("1000")
		require.Equal(t, "184,50 / 1.000", invoicepdf.NewSheet(d, options("de")).Table.Rows[0].Price)
		d.Lines[0].BaseQuantity = amount("1.00")
		require.Equal(t, "184,50", invoicepdf.NewSheet(d, options("de")).Table.Rows[0].Price)
	})
	t.Run("a line of a file may have a code instead of a unit, and no number", func(t *testing.T) {
		t.Parallel()
		d := invoice(2)
		d.Lines[1].Unit, d.Lines[1].UnitCode, d.Lines[1].ID = "", "KGM", ""
		d.Lines[0].Unit = ""
		rows := invoicepdf.NewSheet(d, options("en")).Table.Rows
		require.Equal(t, "10", rows[0].Quantity)
		require.Equal(t, "20 KGM", rows[1].Quantity)
		require.Equal(t, "2", rows[1].Position)
	})
	t.Run("days are in the form of the language", func(t *testing.T) {
		t.Parallel()
		d := invoice(1)
		for language, want := range map[string]string{
			"en": "11 May 2026 – 21 May 2026", "de": "11.05.2026 – 21.05.2026", "tr": "11.05.2026 – 21.05.2026", "el": "11/05/2026 – 21/05/2026",
		} {
			require.Equal(t, want, invoicepdf.NewSheet(d, options(language)).Table.Rows[0].Stay)
		}
		d.Lines[0].To = 0
		require.Equal(t, "11.05.2026", invoicepdf.NewSheet(d, options("de")).Table.Rows[0].Stay)
		d.Lines[0].To = d.Lines[0].From
		require.Equal(t, "11.05.2026", invoicepdf.NewSheet(d, options("de")).Table.Rows[0].Stay)
	})
}

func TestSheet_Taxes(t *testing.T) {
	t.Parallel()
	d := invoice(3)
	d.Lines[0].Category, d.Lines[0].Rate = document.CategoryReverse, amount("0")
	d.Lines[1].Category, d.Lines[1].Rate = document.CategoryOutsideScope, amount("0")
	reason := func(c document.Category) string {
		if c == document.CategoryExempt {
			return "Steuerfrei nach § 4 Nr. 12 UStG"
		}
		return ""
	}
	d.Compute(reason)
	s := invoicepdf.NewSheet(d, options("de"))
	require.Equal(t, "Steuerschuldnerschaft des Leistungsempfängers (Reverse charge)", s.Taxes[0].Reason)
	require.Equal(t, "Nicht steuerbar", s.Taxes[1].Reason)
	require.Equal(t, "Steuerfrei nach § 4 Nr. 12 UStG", s.Taxes[2].Reason, "a reason of the hotel stays as it is")
	for i, want := range []string{"0 % (1)", "– (2)", "0 % (3)"} {
		require.Equal(t, want, s.Taxes[i].Rate)
		require.Equal(t, want, s.Table.Rows[i].Rate, "a line refers to its reason")
	}
}

func TestSheet_Parties(t *testing.T) {
	t.Parallel()
	s := invoicepdf.NewSheet(invoice(1), options("de"))
	require.Equal(t, "Hotel Ägäis Betriebs-GmbH", s.Seller.Name)
	require.Equal(t, []string{"Seestraße 1", "18609 Binz", "Deutschland"}, s.Seller.Lines)
	require.Equal(t, []string{
		"USt-IdNr.: DE123456789", "Steuernummer: 079/123/45678", "Registernummer: HRB 4711 Stralsund",
		"Ayşe Öztürk", "Telefon: +49 38393 12340", "E-Mail: rechnung@hotel-aegaeis.example",
	}, s.Seller.Details)
	require.Equal(t, []string{"USt-IdNr.: DE987654321"}, s.Buyer.Details)
	require.Equal(t, []pdf.Fact{
		{Label: "Rechnungsdatum", Value: "01.06.2026"},
		{Label: "Fällig am", Value: "01.07.2026"},
		{Label: "Leistungszeitraum", Value: "11.05.2026 – 21.05.2026"},
		{Label: "Ihr Zeichen", Value: "04011000-12345-34"},
		{Label: "Haus", Value: "Hotel Ägäis"},
	}, s.Facts)
	d := invoice(1)
	d.Type, d.Preceding, d.Buyer.Country = document.TypeCreditNote, "2026-0007", "XX"
	s = invoicepdf.NewSheet(d, options("en"))
	require.Equal(t, "Credit note", s.Title)
	require.Contains(t, s.Facts, pdf.Fact{Label: "Refers to invoice", Value: "2026-0007"})
	require.Equal(t, "XX", s.Buyer.Lines[2], "a country without a name")
}

func TestSheet_Payment(t *testing.T) {
	t.Parallel()
	t.Run("an account has its number in groups of four", func(t *testing.T) {
		t.Parallel()
		p := invoicepdf.NewSheet(invoice(1), options("en")).Payment
		require.Equal(t, "Please pay €1,974.15 by 1 Jul 2026.", p.Terms)
		require.Equal(t, []pdf.Fact{
			{Label: "Account holder", Value: "Hotel Ägäis Betriebs-GmbH"},
			{Label: "IBAN", Value: "DE02 1203 0000 0000 2020 51"},
			{Label: "BIC", Value: "BYLADEM1001"},
			{Label: "Payment reference", Value: "2026-0042"},
		}, p.Account)
	})
	t.Run("the hotel's own words stand instead", func(t *testing.T) {
		t.Parallel()
		o := options("en")
		o.Look.BankDetails, o.Look.PaymentTerms = " Sparkasse Rügen ", "30 days net"
		d := invoice(1)
		p := invoicepdf.NewSheet(d, o).Payment
		require.Equal(t, "Sparkasse Rügen", p.Bank)
		require.Equal(t, []pdf.Fact{{Label: "Payment reference", Value: "2026-0042"}}, p.Account)
		require.Equal(t, "30 days net", p.Terms)
		d.PaymentTerms = "14 days net"
		require.Equal(t, "14 days net", invoicepdf.NewSheet(d, o).Payment.Terms, "those of the document come first")
	})
	t.Run("what is paid, cancelled or a credit note asks for no money", func(t *testing.T) {
		t.Parallel()
		for _, m := range []invoicepdf.Mark{invoicepdf.MarkPaid, invoicepdf.MarkCancelled} {
			o := options("en")
			o.Mark = m
			p := invoicepdf.NewSheet(invoice(1), o).Payment
			require.Empty(t, p.Code)
			require.Empty(t, p.Terms)
		}
		d := invoice(1)
		d.Type = document.TypeCreditNote
		require.Empty(t, invoicepdf.NewSheet(d, options("en")).Payment.Code)
	})
}
