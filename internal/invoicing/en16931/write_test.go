package en16931_test

import (
	"flag"
	"os"
	"path/filepath"
	"testing"

	"github.com/stretchr/testify/require"

	"allot/internal/invoicing/document"
	"allot/internal/invoicing/en16931"
)

var update = flag.Bool("update", false, "rewrite the golden files of the writers")

// writers lists what can be written.
func writers() map[string]func(document.Document) ([]byte, error) {
	return map[string]func(document.Document) ([]byte, error){
		"ubl":     en16931.WriteUBL,
		"cii":     func(d document.Document) ([]byte, error) { return en16931.WriteCII(d, en16931.ProfileXRechnung) },
		"facturx": func(d document.Document) ([]byte, error) { return en16931.WriteCII(d, en16931.ProfileEN16931) },
	}
}

func TestWrite_Golden(t *testing.T) {
	t.Parallel()
	for name, change := range goldenCases(t) {
		for syntax, write := range writers() {
			if syntax == "facturx" && name != "standard" {
				continue // it differs from cii in the profile only
			}
			t.Run(name+" in "+syntax+" is written as it was judged", func(t *testing.T) {
				t.Parallel()
				d := sampleInvoice(t)
				change(&d)
				got, err := write(computed(d))
				require.NoError(t, err)
				path := filepath.Join("testdata", "write", name+"."+syntax+".xml")
				if *update {
					require.NoError(t, os.WriteFile(path, got, 0o600))
				}
				want, err := os.ReadFile(path)
				require.NoError(t, err)
				require.Equal(t, string(want), string(got))
				checkStructure(t, got)
			})
		}
	}
}

func TestWrite_Gaps(t *testing.T) {
	t.Parallel()
	for syntax, write := range writers() {
		t.Run(syntax+" is refused with every gap", func(t *testing.T) {
			t.Parallel()
			d := computed(sampleInvoice(t))
			d.BuyerReference, d.Seller.ContactPhone = " \x00", "12"
			got, err := write(d)
			require.Nil(t, got)
			var gaps *en16931.GapsError
			require.ErrorAs(t, err, &gaps)
			require.Equal(t, []document.Gap{
				{Field: "buyer_reference", Message: "is required"},
				{Field: "seller.contact_phone", Message: "is required, with at least three digits"},
			}, gaps.Gaps)
			require.EqualError(t, err, "the document makes no e-invoice: buyer_reference is required; "+
				"seller.contact_phone is required, with at least three digits")
		})
	}
}

func TestWriteUBL(t *testing.T) {
	t.Parallel()
	write := func(t *testing.T, name string) written {
		t.Helper()
		d := sampleInvoice(t)
		goldenCases(t)[name](&d)
		data, err := en16931.WriteUBL(computed(d))
		require.NoError(t, err)
		return parseWritten(t, data)
	}
	t.Run("a currency without minor units has its rounding beside the line", func(t *testing.T) {
		t.Parallel()
		f := write(t, "jpy")
		require.Equal(t, []string{"25351.00", "1235.00"}, f.texts("InvoiceLine/LineExtensionAmount"))
		require.Equal(t, []string{"false", "true"}, f.texts("InvoiceLine/AllowanceCharge/ChargeIndicator"))
		require.Equal(t, []string{"0.35", "0.44"}, f.texts("InvoiceLine/AllowanceCharge/Amount"))
		require.Equal(t, []string{"Rounding", "Rounding"}, f.texts("InvoiceLine/AllowanceCharge/AllowanceChargeReason"))
	})
	t.Run("a document outside the scope of VAT names no VAT id and no rate on its lines", func(t *testing.T) {
		t.Parallel()
		f := write(t, "outside")
		require.Equal(t, []string{"FC"}, f.texts("AccountingSupplierParty/Party/PartyTaxScheme/TaxScheme/ID"))
		require.Empty(t, f.all("AccountingCustomerParty/Party/PartyTaxScheme"))
		require.Empty(t, f.all("InvoiceLine/Item/ClassifiedTaxCategory/Percent"))
		require.Equal(t, []string{"0"}, f.texts("TaxTotal/TaxSubtotal/TaxCategory/Percent"))
	})
	t.Run("euros are paid within SEPA, other currencies by transfer", func(t *testing.T) {
		t.Parallel()
		require.Equal(t, []string{"58"}, write(t, "standard").texts("PaymentMeans/PaymentMeansCode"))
		require.Equal(t, []string{"30"}, write(t, "chf").texts("PaymentMeans/PaymentMeansCode"))
	})
	t.Run("an intra-community supply goes to the buyer", func(t *testing.T) {
		t.Parallel()
		const country = "Delivery/DeliveryLocation/Address/Country/IdentificationCode"
		require.Equal(t, []string{"AT"}, write(t, "community").texts(country))
		require.Empty(t, write(t, "standard").texts(country))
	})
	t.Run("a line has its own number or its position", func(t *testing.T) {
		t.Parallel()
		require.Equal(t, []string{"1", "2", "2030-05-29"}, write(t, "negative").texts("InvoiceLine/ID"))
	})
	t.Run("text has no characters that XML forbids and no space around it", func(t *testing.T) {
		t.Parallel()
		f := write(t, "characters")
		require.Equal(t, []string{"Danke – Ευχαριστούμε 🏖\nA < B & \"C\" > 'D' ]]>  end"}, f.texts("Note"))
		require.Equal(t, []string{"Ηλίου & Θάλασσα <Α.Ε.>"}, f.texts("AccountingCustomerParty/Party/PartyLegalEntity/RegistrationName"))
		require.Empty(t, f.texts("AccountingCustomerParty/Party/PostalAddress/StreetName"))
	})
	t.Run("a reason of spaces gives way to that of the category", func(t *testing.T) {
		t.Parallel()
		d := sampleInvoice(t)
		taxed(t, &d, document.CategoryReverse, "0")
		d.Compute(func(document.Category) string { return " \x01" })
		data, err := en16931.WriteUBL(d)
		require.NoError(t, err)
		require.Equal(t, []string{"Reverse charge"}, parseWritten(t, data).texts("TaxTotal/TaxSubtotal/TaxCategory/TaxExemptionReason"))
	})
}
