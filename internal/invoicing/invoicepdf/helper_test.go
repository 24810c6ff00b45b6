package invoicepdf_test

import (
	"bytes"
	"fmt"
	"image"
	"image/color"
	"image/png"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"allot/internal/invoicing/document"
	"allot/internal/invoicing/invoicepdf"
	"allot/internal/platform/civil"
	"allot/internal/platform/lang"
	"allot/internal/platform/money"
)

var created = time.Date(2026, time.June, 1, 9, 30, 0, 0, time.UTC)

func amount(s string) money.Amount {
	a, err := money.Parse(s)
	if err != nil {
		panic(err)
	}
	return a
}

// invoice is a document of so many lines, with two rates and a line without tax.
func invoice(lines int) document.Document {
	d := document.Document{
		Type: document.TypeInvoice, Number: "2026-0042", Currency: "EUR",
		IssueDate: civil.MustParse("2026-06-01"), DueDate: civil.MustParse("2026-07-01"),
		ServiceFrom: civil.MustParse("2026-05-11"), ServiceTo: civil.MustParse("2026-05-21"),
		BuyerReference: "04011000-12345-34",
		Seller: document.Party{
			Name: "Hotel Ägäis Betriebs-GmbH", Street: "Seestraße 1", PostalCode: "18609", City: "Binz", Country: "DE",
			VATID: "DE123456789", TaxNumber: "079/123/45678", Registration: "HRB 4711 Stralsund",
			ContactName: "Ayşe Öztürk", ContactPhone: "+49 38393 12340", ContactEmail: "rechnung@hotel-aegaeis.example",
		},
		Buyer: document.Party{
			Name: "Sun & Sea Tours AG", Street: "Hafenweg 7", PostalCode: "20457", City: "Hamburg", Country: "DE", VATID: "DE987654321",
		},
		Payment: document.Payment{IBAN: "DE02120300000000202051", BIC: "BYLADEM1001", Holder: "Hotel Ägäis Betriebs-GmbH", Reference: "2026-0042"},
	}
	for i := range lines {
		d.Lines = append(d.Lines, kinds[i%len(kinds)])
		d.Lines[i].ID = fmt.Sprint(i + 1)
	}
	d.Compute(func(document.Category) string { return "" })
	return d
}

var kinds = []document.Line{
	{
		Description: "Doppelzimmer Meerblick, Halbpension, Familie Παπαδόπουλος", Quantity: amount("10"), Unit: document.UnitNight,
		UnitPrice: amount("184.50"), Category: document.CategoryStandard, Rate: amount("7"),
		From: civil.MustParse("2026-05-11"), To: civil.MustParse("2026-05-21"),
	},
	{
		Description: "Frühstück / Πρωινό / Kahvaltı", Quantity: amount("20"), Unit: document.UnitPerson,
		UnitPrice: amount("12.345"), Category: document.CategoryStandard, Rate: amount("19"),
	},
	{Description: "Kurtaxe", Quantity: amount("1"), Unit: document.UnitFlat, UnitPrice: amount("31.00"), Category: document.CategoryExempt},
}

func options(language string) invoicepdf.Options {
	return invoicepdf.Options{
		Format: lang.In(language), Created: created, PropertyName: "Hotel Ägäis",
		Look: invoicepdf.Look{
			HeaderText:   "Vielen Dank für Ihre Buchung. Wir erlauben uns, folgende Leistungen zu berechnen:",
			FooterText:   "Hotel Ägäis Betriebs-GmbH · Seestraße 1 · 18609 Binz · Geschäftsführerin: Ayşe Öztürk\nAmtsgericht Stralsund HRB 4711 · USt-IdNr. DE123456789",
			PrimaryColor: "#0f766e",
		},
	}
}

func render(tb testing.TB, d document.Document, o invoicepdf.Options) []byte {
	tb.Helper()
	out, err := invoicepdf.Render(d, o)
	require.NoError(tb, err)
	return out
}

// logo is a disc on transparent ground.
func logo(tb testing.TB, width, height int, c color.Color) []byte {
	tb.Helper()
	img := image.NewNRGBA(image.Rect(0, 0, width, height))
	for y := range height {
		for x := range width {
			if dx, dy := x-height/2, y-height/2; dx*dx+dy*dy < height*height/4 || x > height && y > height/3 && y < height*2/3 {
				img.Set(x, y, c)
			}
		}
	}
	var buf bytes.Buffer
	require.NoError(tb, png.Encode(&buf, img))
	return buf.Bytes()
}

func long(words int) string {
	return strings.TrimSpace(strings.Repeat("Lorem ipsum dolor sit amet. ", words/5))
}
