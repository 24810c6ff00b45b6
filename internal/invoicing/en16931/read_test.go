package en16931_test

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"allot/internal/invoicing/document"
	"allot/internal/invoicing/en16931"
	"allot/internal/platform/civil"
	"allot/internal/platform/money"
)

// own returns one of the files that were written for these tests.
func own(tb testing.TB, name string) string {
	tb.Helper()
	data, err := os.ReadFile(filepath.Join("testdata", name))
	require.NoError(tb, err)
	return string(data)
}

func read(t require.TestingT, data string) en16931.File {
	f, err := en16931.Read([]byte(data))
	require.NoError(t, err)
	return f
}

func parsed(t require.TestingT, s string) money.Amount {
	a, err := money.Parse(s)
	require.NoError(t, err, s)
	return a
}

// texts returns amounts as texts: 1.5 and 1.50 differ in memory.
func texts(amounts ...money.Amount) []string {
	out := make([]string, len(amounts))
	for i, a := range amounts {
		out[i] = a.String()
	}
	return out
}

func totals(t document.Totals) []string {
	return texts(t.Lines, t.Allowances, t.Charges, t.Net, t.Tax, t.Gross, t.Prepaid, t.Rounding, t.Due)
}

// requireSame compares two documents.
func requireSame(t *testing.T, want, got document.Document) {
	t.Helper()
	require.Equal(t, totals(want.Totals), totals(got.Totals))
	require.Len(t, got.Lines, len(want.Lines))
	for i := range want.Lines {
		w, g := want.Lines[i], got.Lines[i]
		require.Equal(t, texts(w.Quantity, w.UnitPrice, w.BaseQuantity, w.Total, w.Rate), texts(g.Quantity, g.UnitPrice, g.BaseQuantity, g.Total, g.Rate), "line %d", i)
		for _, l := range []*document.Line{&w, &g} {
			l.Quantity, l.UnitPrice, l.BaseQuantity, l.Total, l.Rate = money.Amount{}, money.Amount{}, money.Amount{}, money.Amount{}, money.Amount{}
		}
		require.Equal(t, w, g, "line %d", i)
	}
	require.Len(t, got.Taxes, len(want.Taxes))
	for i, w := range want.Taxes {
		g := got.Taxes[i]
		require.Equal(t, texts(w.Rate, w.Base, w.Amount), texts(g.Rate, g.Base, g.Amount), "tax %d", i)
		require.Equal(t, []string{string(w.Category), w.Reason}, []string{string(g.Category), g.Reason}, "tax %d", i)
	}
	require.Len(t, got.Adjustments, len(want.Adjustments))
	for i, w := range want.Adjustments {
		g := got.Adjustments[i]
		require.Equal(t, texts(w.Amount, w.Rate), texts(g.Amount, g.Rate), "adjustment %d", i)
		require.Equal(t, []any{w.Charge, w.Reason, w.Category}, []any{g.Charge, g.Reason, g.Category}, "adjustment %d", i)
	}
	for _, d := range []*document.Document{&want, &got} {
		d.Lines, d.Taxes, d.Adjustments, d.Totals = nil, nil, nil, document.Totals{}
	}
	require.Equal(t, want, got)
}

// stay is what both stay_ubl.xml and stay_cii.xml say.
func stay(t *testing.T) document.Document {
	t.Helper()
	a := func(s string) money.Amount { return parsed(t, s) }
	from, to := civil.MustParse("2030-05-01"), civil.MustParse("2030-05-05")
	return document.Document{
		Type: document.TypeInvoice, Number: "2030-0042", IssueDate: civil.MustParse("2030-05-06"), DueDate: civil.MustParse("2030-06-05"),
		Currency: "EUR", BuyerReference: "PO-77", PaymentTerms: "30 days", Note: "Stay of the group Müller\nSecond note", Preceding: "2030-0041",
		ServiceFrom: from, ServiceTo: to,
		Seller: document.Party{
			Name: "Hotel Adria Betriebs GmbH", ID: "S-1", Registration: "HRB 4711", VATID: "DE111111125", TaxNumber: "27/123/45678",
			Endpoint: "bill@adria.example", EndpointScheme: "EM", Street: "Seeweg 1", PostalCode: "23730", City: "Neustadt", Country: "DE",
			ContactName: "Ada Beck", ContactPhone: "+49 4561 100", ContactEmail: "ada@adria.example",
		},
		Buyer: document.Party{
			Name: "Sonnenreisen AG", ID: "B-9", Registration: "FN 12345a", VATID: "ATU12345675",
			Endpoint: "in@sonne.example", EndpointScheme: "EM", Street: "Ring 7", PostalCode: "1010", City: "Wien", Country: "AT",
		},
		Payment: document.Payment{IBAN: "DE75512108001245126199", BIC: "BYLADEM1001", Holder: "Adria", Reference: "2030-0042"},
		Lines: []document.Line{
			{ID: "1", Description: "Double room, half board", Quantity: a("4"), UnitCode: "DAY", UnitPrice: a("120.005"), BaseQuantity: a("1"), Total: a("480.02"), Category: "S", Rate: a("7"), From: from, To: to},
			{ID: "1.1", Parent: "1", Description: "Room", Quantity: a("4"), UnitCode: "DAY", UnitPrice: a("90.005"), Total: a("360.02"), Category: "S", Rate: a("7")},
			{ID: "1.2", Parent: "1", Description: "Half board", Quantity: a("4"), UnitCode: "DAY", UnitPrice: a("30"), Total: a("120"), Category: "S", Rate: a("7")},
			{ID: "2", Description: "Pool towels", Quantity: a("12"), UnitCode: "C62", UnitPrice: a("5.50"), BaseQuantity: a("6"), Total: a("11"), Category: "S", Rate: a("19")},
			{ID: "3", Description: "Visitor's tax", Quantity: a("-8"), UnitCode: "IE", Category: "O"},
		},
		Adjustments: []document.Adjustment{
			{Amount: a("20.02"), Reason: "Group discount", Category: "S", Rate: a("7")},
			{Charge: true, Amount: a("9"), Reason: "FC", Category: "S", Rate: a("19")},
		},
		Taxes: []document.Tax{
			{Category: "S", Rate: a("7"), Base: a("460"), Amount: a("32.20")},
			{Category: "S", Rate: a("19"), Base: a("20"), Amount: a("3.80")},
			{Category: "O", Reason: "Not subject to VAT"},
		},
		Totals: document.Totals{
			Lines: a("491.02"), Allowances: a("20.02"), Charges: a("9"), Net: a("480"), Tax: a("36"), Gross: a("516"),
			Prepaid: a("100"), Rounding: a("-0.01"), Due: a("415.99"),
		},
	}
}

func TestRead_BothSyntaxes(t *testing.T) {
	t.Parallel()

	t.Run("an invoice of UBL is read whole", func(t *testing.T) {
		t.Parallel()
		f := read(t, own(t, "stay_ubl.xml"))
		requireSame(t, stay(t), f.Document)
		require.Equal(t, en16931.SyntaxUBL, f.Syntax)
		require.Equal(t, "urn:cen.eu:en16931:2017", f.Profile)
	})

	t.Run("the same invoice of CII is read alike", func(t *testing.T) {
		t.Parallel()
		f := read(t, own(t, "stay_cii.xml"))
		requireSame(t, stay(t), f.Document)
		require.Equal(t, en16931.SyntaxCII, f.Syntax)
		require.Equal(t, "urn:cen.eu:en16931:2017", f.Profile)
	})

	t.Run("a credit note of UBL has its due date with the means of payment, and what is left out follows from the rest", func(t *testing.T) {
		t.Parallel()
		d := read(t, own(t, "credit_ubl.xml")).Document
		require.Equal(t, document.TypeCreditNote, d.Type)
		require.Equal(t, "2030-07-15", d.DueDate.String())
		require.Equal(t, "Only a trading name", d.Seller.Name)
		require.Equal(t, "Night not stayed", d.Lines[0].Description)
		require.Equal(t, "1.00", d.Lines[0].Quantity.String())
		require.Equal(t, []string{"50.00", "0.00", "0.00", "50.00", "3.50", "53.50", "0.00", "0.00", "53.50"}, totals(d.Totals))
	})
}

func TestRead_Type(t *testing.T) {
	t.Parallel()
	for code, want := range map[string]document.Type{
		"380": document.TypeInvoice, "381": document.TypeCreditNote, "384": document.TypeCorrection, "389": document.TypeInvoice,
		"261": document.TypeCreditNote, "326": document.TypeInvoice, "": document.TypeInvoice,
	} {
		for name, tag := range map[string]string{"stay_ubl.xml": "InvoiceTypeCode>", "stay_cii.xml": "r:TypeCode>"} {
			data := strings.Replace(own(t, name), tag+"380<", tag+code+"<", 1)
			require.Equal(t, want, read(t, data).Document.Type, "%s in %s", code, name)
		}
	}
}

func TestRead_Values(t *testing.T) {
	t.Parallel()

	t.Run("amounts are those of the file, rounded beyond six decimals", func(t *testing.T) {
		t.Parallel()
		for in, want := range map[string]string{
			"480": "480.00", "+480.5": "480.50", "-1.25": "-1.25", ".5": "0.50", "7.": "7.00", " 12.00 ": "12.00", "": "0.00",
			"158.1250000000": "158.125", "0.33333333333": "0.333333", "0.0000005": "0.000001", "0009999999999999.99": "9999999999999.99",
		} {
			data := strings.Replace(own(t, "stay_ubl.xml"), ">120.005<", ">"+in+"<", 1)
			require.Equal(t, want, read(t, data).Document.Lines[0].UnitPrice.String(), in)
		}
	})

	t.Run("what is no amount is refused with its line", func(t *testing.T) {
		t.Parallel()
		for _, in := range []string{"1,50", "1e5", "1e400000", "EUR 5", "NaN", "--5", "10000000000000", ".", "+", "0x10", "1 000", strings.Repeat("9", 1000), "1." + strings.Repeat("1", 50)} {
			data := strings.Replace(own(t, "stay_ubl.xml"), ">480.00<", ">"+in+"<", 1)
			_, err := en16931.Read([]byte(data))
			require.ErrorIs(t, err, en16931.ErrNotInvoice, in)
			require.ErrorContains(t, err, "line 52: TaxExclusiveAmount is not an amount", in)
			require.Less(t, len(err.Error()), 400)
		}
	})

	t.Run("dates keep their day, whatever the time zone", func(t *testing.T) {
		t.Parallel()
		for _, in := range []string{"2030-05-06", "2030-05-06Z", "2030-05-06+14:00", "2030-05-06-11:00", "2030-05-06T23:59:59+02:00", "20300506", "203005062359", "\n 2030-05-06 \n"} {
			data := strings.Replace(own(t, "stay_ubl.xml"), ">2030-05-06+02:00<", ">"+in+"<", 1)
			require.Equal(t, "2030-05-06", read(t, data).Document.IssueDate.String(), in)
			data = strings.Replace(own(t, "stay_cii.xml"), ">20300506<", ">"+in+"<", 1)
			require.Equal(t, "2030-05-06", read(t, data).Document.IssueDate.String(), in)
		}
	})

	t.Run("what is no date is refused", func(t *testing.T) {
		t.Parallel()
		for _, in := range []string{"2030-02-30", "06.05.2030", "2030-5-6", "203005", "2030-05-06 noon", "20301301", "0000-00-00"} {
			data := strings.Replace(own(t, "stay_cii.xml"), ">20300506<", ">"+in+"<", 1)
			_, err := en16931.Read([]byte(data))
			require.ErrorIs(t, err, en16931.ErrNotInvoice, in)
			require.ErrorContains(t, err, "IssueDateTime is not a date", in)
		}
	})
}

func TestRead_MandatoryCore(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct{ file, cut, want string }{
		"number of UBL":   {"stay_ubl.xml", "<b:ID>2030-0042</b:ID>", "the invoice number BT-1 is missing"},
		"date of UBL":     {"stay_ubl.xml", "<b:IssueDate>2030-05-06+02:00</b:IssueDate>", "the date of issue BT-2 is missing"},
		"currency of UBL": {"stay_ubl.xml", "<b:DocumentCurrencyCode>EUR</b:DocumentCurrencyCode>", "the currency BT-5 is missing"},
		"net of UBL":      {"stay_ubl.xml", `<b:TaxExclusiveAmount currencyID="EUR">480.00</b:TaxExclusiveAmount>`, "the sum without tax BT-109 is missing"},
		"gross of UBL":    {"stay_ubl.xml", `<b:TaxInclusiveAmount currencyID="EUR">516.00</b:TaxInclusiveAmount>`, "the sum with tax BT-112 is missing"},
		"due of UBL":      {"stay_ubl.xml", `<b:PayableAmount currencyID="EUR">415.99</b:PayableAmount>`, "the amount due BT-115 is missing"},
		"number of CII":   {"stay_cii.xml", "<r:ID>2030-0042</r:ID>", "line 7: the invoice number BT-1 is missing"},
		"date of CII":     {"stay_cii.xml", `<u:DateTimeString format="102">20300506</u:DateTimeString>`, "line 7: the date of issue BT-2 is missing"},
		"currency of CII": {"stay_cii.xml", "<r:InvoiceCurrencyCode>EUR</r:InvoiceCurrencyCode>", "the currency BT-5 is missing"},
		"net of CII":      {"stay_cii.xml", "<r:TaxBasisTotalAmount>480.00</r:TaxBasisTotalAmount>", "the sum without tax BT-109 is missing"},
		"gross of CII":    {"stay_cii.xml", "<r:GrandTotalAmount>516.00</r:GrandTotalAmount>", "the sum with tax BT-112 is missing"},
		"due of CII":      {"stay_cii.xml", "<r:DuePayableAmount>415.99</r:DuePayableAmount>", "the amount due BT-115 is missing"},
	} {
		t.Run("without the "+name+" it is no invoice", func(t *testing.T) {
			t.Parallel()
			data := own(t, c.file)
			require.Contains(t, data, c.cut)
			_, err := en16931.Read([]byte(strings.Replace(data, c.cut, "", 1)))
			require.ErrorIs(t, err, en16931.ErrNotInvoice)
			require.ErrorContains(t, err, c.want)
		})
	}
}

func TestRead_OtherXML(t *testing.T) {
	t.Parallel()
	for _, in := range []string{
		`<html/>`, `<Invoice/>`, `<Invoice xmlns="urn:other"><ID>1</ID></Invoice>`,
		`<CrossIndustryDocument xmlns="urn:ferd:CrossIndustryDocument:invoice:1p0"/>`, // ZUGFeRD 1.0
		`<CreditNote xmlns="urn:oasis:names:specification:ubl:schema:xsd:Invoice-2"/>`,
		`<Invoice xmlns="urn:oasis:names:specification:ubl:schema:xsd:Invoice-2"/>`,
		`<CrossIndustryInvoice xmlns="urn:un:unece:uncefact:data:standard:CrossIndustryInvoice:100"/>`,
	} {
		_, err := en16931.Read([]byte(in))
		require.ErrorIs(t, err, en16931.ErrNotInvoice, in)
		require.NotErrorIs(t, err, en16931.ErrNotXML)
		failed := new(en16931.ReadError)
		require.ErrorAs(t, err, &failed)
		require.Equal(t, 1, failed.Line)
	}
}
