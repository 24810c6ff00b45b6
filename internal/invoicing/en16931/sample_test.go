package en16931_test

import (
	"bytes"
	"encoding/xml"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/shopspring/decimal"
	"github.com/stretchr/testify/require"

	"allot/internal/invoicing/document"
	"allot/internal/invoicing/en16931"
	"allot/internal/platform/money"
)

// samples returns the folder of the official samples, which are not in the repository.
func samples(t *testing.T) string {
	t.Helper()
	root, err := filepath.Abs(".")
	require.NoError(t, err)
	for ; root != filepath.Dir(root); root = filepath.Dir(root) {
		dir := filepath.Join(root, "..", "shared", "packs", "einvoice", "samples", "open")
		if _, err := os.Stat(dir); err == nil {
			return dir
		}
	}
	t.Skip("NOT TESTED: the official samples of e-invoices are read; ../shared/packs/einvoice is missing")
	return ""
}

func sample(t *testing.T, name string) []byte {
	t.Helper()
	data, err := os.ReadFile(filepath.Join(samples(t), name))
	require.NoError(t, err)
	return data
}

// element is any element, for the paths below: another way to read than that of Read.
type element struct {
	XMLName xml.Name
	Text    string    `xml:",chardata"`
	Kids    []element `xml:",any"`
}

// paths collects the texts of a file by their paths of local names, in order.
func (e element) paths(prefix string, into map[string][]string) {
	path := strings.TrimPrefix(prefix+"/"+e.XMLName.Local, "/")
	into[path] = append(into[path], strings.TrimSpace(e.Text))
	for _, k := range e.Kids {
		k.paths(path, into)
	}
}

// said is what the table below expects of a sample.
type said struct {
	kind                          document.Type
	number, issued, due, currency string
	seller, sellerVAT, buyer      string
	lines                         int
	totals                        string // as totals gives them
	taxes                         string // category rate base amount
	preceding                     string
}

var expected = map[string]said{
	"cen-creditnote1_ubl.xml": {
		document.TypeCreditNote, "018304 / 28865", "2019-09-23", "", "EUR", "My Supplier Company", "BE0000000196", "My Customer Company", 1,
		"100.11 0.00 0.00 100.11 0.00 100.11 0.00 0.00 100.11", "E 0.00 100.11 0.00", "",
	},
	"cen-example2-manyvat_ubl.xml": {
		document.TypeInvoice, "TOSL108", "2013-06-30", "2013-07-20", "NOK", "Salescompany ltd.", "NO123456789MVA", "The Buyercompany", 5,
		"1436.50 100.00 100.00 1436.50 365.28 1801.78 1000.00 0.00 801.78", "S 25.00 1460.50 365.13, S 15.00 1.00 0.15, E 0.00 -25.00 0.00", "",
	},
	"xr-01.01a-standard_cii.xml": {
		document.TypeInvoice, "123456XX", "2016-04-04", "", "EUR", "[Seller name]", "DE 123456789", "[Buyer name]", 2,
		"314.86 0.00 0.00 314.86 22.04 336.90 0.00 0.00 336.90", "S 7.00 314.86 22.04", "",
	},
	"xr-01.01a-standard_ubl.xml": {
		document.TypeInvoice, "123456XX", "2016-04-04", "", "EUR", "[Seller name]", "DE 123456789", "[Buyer name]", 2,
		"314.86 0.00 0.00 314.86 22.04 336.90 0.00 0.00 336.90", "S 7.00 314.86 22.04", "",
	},
	"xr-01.18a-corrected-384_cii.xml": {
		document.TypeCorrection, "PRG1502112", "2015-04-24", "", "EUR", "[Seller name]", "DE123456789", "[Buyer name]", 4,
		"8870.00 0.00 0.00 8870.00 1685.30 10555.30 0.00 0.00 10555.30", "S 19.00 8870.00 1685.30", "PRG1502168",
	},
	"xr-01.21a-reverse-charge_ubl.xml": {
		document.TypeInvoice, "18383", "2020-11-27", "2020-12-27", "EUR", "Mustermann GmbH", "DE 123456789", "DB Station&Service AG RB Mitte", 1,
		"208.00 0.00 25.00 233.00 0.00 233.00 0.00 0.00 233.00", "AE 0.00 233.00 0.00", "",
	},
	"xr-03.03a-card-docs_cii.xml": {
		document.TypeInvoice, "0000123456", "2017-12-11", "2018-01-10", "EUR", "[Seller name]", "DE123456789", "[Buyer name]", 4,
		"8980.00 0.00 0.00 8980.00 1706.20 10686.20 0.00 0.00 10686.20", "S 19.00 8980.00 1706.20", "",
	},
	"xr-ext-04.02a-sublines_ubl.xml": {
		document.TypeInvoice, "12345", "2019-05-15", "", "EUR", "[Seller name]", "ATU123456789", "[Buyer name]", 3,
		"27.72 0.00 0.00 27.72 5.27 32.99 0.00 0.00 32.99", "S 19.00 27.72 5.27", "",
	},
	"xr-ext-05.01a-thirdparty_ubl.xml": {
		document.TypeInvoice, "123456XX", "2016-04-04", "", "EUR", "[Seller name]", "DE 123456789", "[Buyer name]", 2,
		"314.86 0.00 0.00 314.86 22.04 336.90 0.00 0.00 366.86", "S 7.00 314.86 22.04", "",
	},
	"xr-tech-01.05-minimal_cii.xml": {
		document.TypeInvoice, "1234567", "2018-04-13", "2018-04-13", "EUR", "[Seller name]", "", "[Buyer name]", 1,
		"4743.75 0.00 0.00 4743.75 0.00 4743.75 0.00 0.00 4743.75", "O 0.00 4743.75 0.00", "",
	},
	"zf-Rabatte-allowances_cii.xml": {
		document.TypeInvoice, "471102", "2018-06-05", "", "EUR", "Lieferant GmbH", "DE123456789", "Kunden AG Mitte", 4,
		"202.70 14.73 5.80 193.77 21.30 215.07 50.00 0.00 165.07", "S 7.00 129.37 9.06, S 19.00 64.40 12.24", "",
	},
}

func TestRead_Samples(t *testing.T) {
	t.Parallel()
	files, err := os.ReadDir(samples(t))
	require.NoError(t, err)
	require.Len(t, files, len(expected))
	for name, want := range expected {
		t.Run(name+" is read as it is", func(t *testing.T) {
			t.Parallel()
			data := sample(t, name)
			f := read(t, string(data))
			d := f.Document
			var taxes []string
			for _, x := range d.Taxes {
				taxes = append(taxes, string(x.Category)+" "+strings.Join(texts(x.Rate, x.Base, x.Amount), " "))
			}
			require.Equal(t, want, said{
				d.Type, d.Number, d.IssueDate.String(), d.DueDate.String(), string(d.Currency), d.Seller.Name, d.Seller.VATID, d.Buyer.Name,
				len(d.Lines), strings.Join(totals(d.Totals), " "), strings.Join(taxes, ", "), d.Preceding,
			})
			require.Contains(t, f.Profile, "urn:cen.eu:en16931:2017")
			requireSum(t, d)

			var root element
			require.NoError(t, xml.Unmarshal(data, &root))
			at := map[string][]string{}
			root.paths("", at)
			if f.Syntax == en16931.SyntaxCII {
				requireCII(t, at, d)
			} else {
				requireUBL(t, at, d, root.XMLName.Local)
			}
		})
	}
}

// requireSum adds up the lines that are not part of another line.
func requireSum(t *testing.T, d document.Document) {
	t.Helper()
	sum := parsed(t, "0")
	for _, l := range d.Lines {
		if l.Parent == "" {
			sum = sum.Add(l.Total)
		}
	}
	require.Equal(t, d.Totals.Lines.String(), sum.String())
}

// requireUBL compares parties and lines with what stands at the paths of UBL.
func requireUBL(t *testing.T, at map[string][]string, d document.Document, root string) {
	t.Helper()
	for side, p := range map[string]document.Party{"AccountingSupplierParty": d.Seller, "AccountingCustomerParty": d.Buyer} {
		base := root + "/" + side + "/Party/"
		require.Equal(t, first(at[base+"PartyLegalEntity/RegistrationName"]), p.Name)
		require.Equal(t, first(at[base+"PartyLegalEntity/CompanyID"]), p.Registration)
		require.Equal(t, first(at[base+"PartyTaxScheme/CompanyID"]), p.VATID)
		require.Equal(t, first(at[base+"PostalAddress/CityName"]), p.City)
		require.Equal(t, first(at[base+"PostalAddress/PostalZone"]), p.PostalCode)
		require.Equal(t, first(at[base+"PostalAddress/Country/IdentificationCode"]), p.Country)
		require.True(t, strings.HasPrefix(p.Street, first(at[base+"PostalAddress/StreetName"])))
		require.Equal(t, first(at[base+"EndpointID"]), p.Endpoint)
		require.Equal(t, first(at[base+"Contact/ElectronicMail"]), p.ContactEmail)
	}
	line, quantity := root+"/InvoiceLine", "/InvoicedQuantity"
	if root == "CreditNote" {
		line, quantity = root+"/CreditNoteLine", "/CreditedQuantity"
	}
	requireLines(t, d, func(field string) []string {
		path := map[string]string{
			"id": "/ID", "name": "/Item/Name", "quantity": quantity, "price": "/Price/PriceAmount",
			"total": "/LineExtensionAmount", "category": "/Item/ClassifiedTaxCategory/ID",
		}[field]
		return append(slices.Clone(at[line+path]), at[line+"/SubInvoiceLine"+path]...)
	})
}

// requireCII compares parties and lines with what stands at the paths of CII.
func requireCII(t *testing.T, at map[string][]string, d document.Document) {
	t.Helper()
	const trade = "CrossIndustryInvoice/SupplyChainTradeTransaction/"
	for side, p := range map[string]document.Party{"SellerTradeParty": d.Seller, "BuyerTradeParty": d.Buyer} {
		base := trade + "ApplicableHeaderTradeAgreement/" + side + "/"
		require.Equal(t, first(at[base+"Name"]), p.Name)
		require.Equal(t, first(at[base+"SpecifiedLegalOrganization/ID"]), p.Registration)
		require.Equal(t, first(at[base+"PostalTradeAddress/CityName"]), p.City)
		require.Equal(t, first(at[base+"PostalTradeAddress/PostcodeCode"]), p.PostalCode)
		require.Equal(t, first(at[base+"PostalTradeAddress/CountryID"]), p.Country)
		require.Equal(t, first(at[base+"PostalTradeAddress/LineOne"]), p.Street)
		require.Equal(t, first(at[base+"URIUniversalCommunication/URIID"]), p.Endpoint)
		require.Equal(t, first(at[base+"DefinedTradeContact/EmailURIUniversalCommunication/URIID"]), p.ContactEmail)
	}
	requireLines(t, d, func(field string) []string {
		return at[trade+"IncludedSupplyChainTradeLineItem/"+map[string]string{
			"id":       "AssociatedDocumentLineDocument/LineID",
			"name":     "SpecifiedTradeProduct/Name",
			"quantity": "SpecifiedLineTradeDelivery/BilledQuantity",
			"price":    "SpecifiedLineTradeAgreement/NetPriceProductTradePrice/ChargeAmount",
			"total":    "SpecifiedLineTradeSettlement/SpecifiedTradeSettlementLineMonetarySummation/LineTotalAmount",
			"category": "SpecifiedLineTradeSettlement/ApplicableTradeTax/CategoryCode",
		}[field]]
	})
}

// requireLines compares lines with the texts of a field, in the order of the file.
func requireLines(t *testing.T, d document.Document, want func(field string) []string) {
	t.Helper()
	for i, l := range d.Lines {
		require.Equal(t, []string{want("id")[i], want("name")[i], want("category")[i]}, []string{l.ID, l.Description, string(l.Category)}, "line %d", i)
		for field, got := range map[string]money.Amount{"quantity": l.Quantity, "price": l.UnitPrice, "total": l.Total} {
			number, err := decimal.NewFromString(want(field)[i])
			require.NoError(t, err)
			require.Equal(t, money.New(number).String(), got.String(), "%s of line %d", field, i)
		}
	}
	require.Len(t, want("id"), len(d.Lines))
}

func first(texts []string) string {
	if len(texts) == 0 {
		return ""
	}
	return texts[0]
}

func TestRead_SampleDetails(t *testing.T) {
	t.Parallel()

	t.Run("the twins of UBL and CII are equal", func(t *testing.T) {
		t.Parallel()
		requireSame(t, read(t, string(sample(t, "xr-01.01a-standard_ubl.xml"))).Document, read(t, string(sample(t, "xr-01.01a-standard_cii.xml"))).Document)
	})

	t.Run("parts of lines follow their line and name it", func(t *testing.T) {
		t.Parallel()
		var got []string
		for _, l := range read(t, string(sample(t, "xr-ext-04.02a-sublines_ubl.xml"))).Document.Lines {
			got = append(got, l.ID+" of "+l.Parent+": "+l.Total.String())
		}
		require.Equal(t, []string{"1 of : 27.72", "1 1 of 1: 12.32", "1 2 of 1: 15.40"}, got)
	})

	t.Run("allowances and charges are read with their taxes", func(t *testing.T) {
		t.Parallel()
		var got []string
		for _, a := range read(t, string(sample(t, "zf-Rabatte-allowances_cii.xml"))).Document.Adjustments {
			got = append(got, fmt.Sprint(a.Charge, " ", a.Amount, " ", a.Reason, " ", a.Category, " ", a.Rate))
		}
		require.Equal(t, []string{"false 1.00 Sondernachlass S 19.00", "false 13.73 Sondernachlass S 7.00", "true 5.80 Versandkosten S 7.00"}, got)
	})

	t.Run("a file that ends early is not XML, wherever it ends", func(t *testing.T) {
		t.Parallel()
		for name := range expected {
			data := bytes.TrimSpace(sample(t, name))
			for i := range 50 {
				_, err := en16931.Read(data[:len(data)*i/50])
				require.ErrorIs(t, err, en16931.ErrNotXML, "%s, %d of 50", name, i)
			}
		}
	})
}

func FuzzRead(f *testing.F) {
	for _, name := range []string{"stay_ubl.xml", "stay_cii.xml", "credit_ubl.xml"} {
		f.Add([]byte(own(f, name)))
	}
	f.Add([]byte(ublHead + "<b:ID>1</b:ID></Invoice>"))
	f.Add([]byte(`<!DOCTYPE x [<!ENTITY a "b">]><x>&a;</x>`))
	f.Add([]byte("\xff\xfe<\x00a\x00/\x00>\x00"))
	f.Fuzz(func(t *testing.T, data []byte) {
		file, err := en16931.Read(data)
		if err != nil {
			failed := new(en16931.ReadError)
			require.ErrorAs(t, err, &failed)
			require.Positive(t, failed.Line)
			require.Less(t, len(err.Error()), 400)
			require.True(t, utf8.ValidString(err.Error()))
			return
		}
		d := file.Document
		require.NotEmpty(t, d.Number)
		require.False(t, d.IssueDate.IsZero())
		require.True(t, d.Currency.Valid())
		for _, a := range []money.Amount{d.Totals.Net, d.Totals.Gross, d.Totals.Due} {
			_, err := a.Value()
			require.NoError(t, err, "what was read can be stored")
		}
		require.True(t, utf8.ValidString(d.Number+d.Seller.Name+d.Buyer.Name))
	})
}
