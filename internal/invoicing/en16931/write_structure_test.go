package en16931_test

import (
	"encoding/xml"
	"strings"
	"testing"

	"github.com/shopspring/decimal"
	"github.com/stretchr/testify/require"
)

// written is an element of a file that was written, read by the standard library.
type written struct {
	XMLName xml.Name
	Attrs   []xml.Attr `xml:",any,attr"`
	Text    string     `xml:",chardata"`
	Kids    []written  `xml:",any"`
}

func parseWritten(t require.TestingT, data []byte) written {
	var root written
	require.NoError(t, xml.Unmarshal(data, &root))
	return root
}

// all returns the elements at a path of local names such as Item/Name.
func (w written) all(path string) []written {
	name, rest, deeper := strings.Cut(path, "/")
	var out []written
	for _, k := range w.Kids {
		switch {
		case k.XMLName.Local != name:
		case deeper:
			out = append(out, k.all(rest)...)
		default:
			out = append(out, k)
		}
	}
	return out
}

// texts returns the texts at a path.
func (w written) texts(path string) []string {
	out := []string{}
	for _, e := range w.all(path) {
		out = append(out, e.Text)
	}
	return out
}

// number returns the number at a path, 0 where there is none.
func (w written) number(path string) decimal.Decimal {
	found := w.all(path)
	if len(found) != 1 {
		return decimal.Zero
	}
	return decimal.RequireFromString(found[0].Text)
}

// names says where a syntax has its amounts.
type names struct {
	line, quantity, base, price, lineTotal, lineAdjustment string
	adjustment, charge, adjusted                           string
	tax, taxBase, taxAmount                                string
	totals, allowances, charges, net, totalTax, gross      string
	prepaid, rounding, due, lines                          string
}

func namesOf(root written) names {
	if root.XMLName.Local == "CrossIndustryInvoice" {
		return ciiNames
	}
	n := ublNames
	if root.XMLName.Local == "CreditNote" {
		n.line, n.quantity = "CreditNoteLine", "CreditedQuantity"
	}
	return n
}

var ublNames = names{
	line: "InvoiceLine", quantity: "InvoicedQuantity", base: "Price/BaseQuantity", price: "Price/PriceAmount",
	lineTotal: "LineExtensionAmount", lineAdjustment: "AllowanceCharge",
	adjustment: "AllowanceCharge", charge: "ChargeIndicator", adjusted: "Amount",
	tax: "TaxTotal/TaxSubtotal", taxBase: "TaxableAmount", taxAmount: "TaxAmount",
	totals: "LegalMonetaryTotal", lines: "LineExtensionAmount", allowances: "AllowanceTotalAmount", charges: "ChargeTotalAmount",
	net: "TaxExclusiveAmount", totalTax: "TaxTotal/TaxAmount", gross: "TaxInclusiveAmount",
	prepaid: "PrepaidAmount", rounding: "PayableRoundingAmount", due: "PayableAmount",
}

const (
	ciiSettlement = "SupplyChainTradeTransaction/ApplicableHeaderTradeSettlement"
	ciiTotals     = ciiSettlement + "/SpecifiedTradeSettlementHeaderMonetarySummation"
)

var ciiNames = names{
	line:     "SupplyChainTradeTransaction/IncludedSupplyChainTradeLineItem",
	quantity: "SpecifiedLineTradeDelivery/BilledQuantity", base: "SpecifiedLineTradeAgreement/NetPriceProductTradePrice/BasisQuantity",
	price:          "SpecifiedLineTradeAgreement/NetPriceProductTradePrice/ChargeAmount",
	lineTotal:      "SpecifiedLineTradeSettlement/SpecifiedTradeSettlementLineMonetarySummation/LineTotalAmount",
	lineAdjustment: "SpecifiedLineTradeSettlement/SpecifiedTradeAllowanceCharge",
	adjustment:     ciiSettlement + "/SpecifiedTradeAllowanceCharge", charge: "ChargeIndicator/Indicator", adjusted: "ActualAmount",
	tax: ciiSettlement + "/ApplicableTradeTax", taxBase: "BasisAmount", taxAmount: "CalculatedAmount",
	totals: ciiTotals, lines: "LineTotalAmount", allowances: "AllowanceTotalAmount", charges: "ChargeTotalAmount",
	net: "TaxBasisTotalAmount", totalTax: ciiTotals + "/TaxTotalAmount", gross: "GrandTotalAmount",
	prepaid: "TotalPrepaidAmount", rounding: "RoundingAmount", due: "DuePayableAmount",
}

// checkStructure checks what the judge does not: no empty element (R008), the amount of
// each line (R120), one currency (R051); and once more that the sums add up.
func checkStructure(t require.TestingT, data []byte) {
	root := parseWritten(t, data)
	checkElements(t, root, map[string]bool{})
	n := namesOf(root)
	lines := decimal.Zero
	for _, l := range root.all(n.line) {
		checkLine(t, l, n)
		lines = lines.Add(l.number(n.lineTotal))
	}
	allowances, charges := adjustments(root.all(n.adjustment), n)
	base, tax := decimal.Zero, decimal.Zero
	for _, s := range root.all(n.tax) {
		base, tax = base.Add(s.number(n.taxBase)), tax.Add(s.number(n.taxAmount))
	}
	sums := root.all(n.totals)
	require.Len(t, sums, 1)
	s := sums[0]
	equal(t, lines, s.number(n.lines))
	equal(t, allowances, s.number(n.allowances))
	equal(t, charges, s.number(n.charges))
	equal(t, lines.Sub(allowances).Add(charges), s.number(n.net))
	equal(t, base, s.number(n.net))
	equal(t, tax, root.number(n.totalTax))
	equal(t, base.Add(tax), s.number(n.gross))
	equal(t, base.Add(tax).Sub(s.number(n.prepaid)).Add(s.number(n.rounding)), s.number(n.due))
}

func equal(t require.TestingT, want, got decimal.Decimal) {
	require.Equal(t, want.StringFixed(2), got.StringFixed(2))
}

func checkElements(t require.TestingT, e written, currencies map[string]bool) {
	if len(e.Kids) == 0 {
		require.NotEmpty(t, strings.TrimSpace(e.Text), "%s is empty", e.XMLName.Local)
	}
	for _, a := range e.Attrs {
		require.NotEmpty(t, a.Value)
		if a.Name.Local == "currencyID" {
			currencies[a.Value] = true
		}
	}
	require.LessOrEqual(t, len(currencies), 1)
	for _, k := range e.Kids {
		checkElements(t, k, currencies)
	}
}

func checkLine(t require.TestingT, l written, n names) {
	base := decimal.NewFromInt(1)
	if len(l.all(n.base)) > 0 {
		base = l.number(n.base)
	}
	allowances, charges := adjustments(l.all(n.lineAdjustment), n)
	net := l.number(n.quantity).Mul(l.number(n.price)).DivRound(base, 2)
	equal(t, net.Add(charges).Sub(allowances), l.number(n.lineTotal))
}

func adjustments(all []written, n names) (allowances, charges decimal.Decimal) {
	for _, a := range all {
		if a.texts(n.charge)[0] == "true" {
			charges = charges.Add(a.number(n.adjusted))
		} else {
			allowances = allowances.Add(a.number(n.adjusted))
		}
	}
	return allowances, charges
}

func TestCheckStructure(t *testing.T) {
	t.Parallel()
	const file = `<Invoice><InvoiceLine><InvoicedQuantity>3</InvoicedQuantity><LineExtensionAmount currencyID="EUR">1.51</LineExtensionAmount>` +
		`<Price><PriceAmount currencyID="EUR">0.503</PriceAmount></Price></InvoiceLine><TaxTotal><TaxSubtotal><TaxableAmount>1.51</TaxableAmount>` +
		`<TaxAmount>0</TaxAmount></TaxSubtotal></TaxTotal><LegalMonetaryTotal><LineExtensionAmount>1.51</LineExtensionAmount>` +
		`<TaxExclusiveAmount>1.51</TaxExclusiveAmount><TaxInclusiveAmount>1.51</TaxInclusiveAmount><PayableAmount>1.51</PayableAmount></LegalMonetaryTotal></Invoice>`
	t.Run("it accepts a file that is right", func(t *testing.T) {
		t.Parallel()
		checkStructure(t, []byte(file))
	})
	tests := map[string][2]string{
		"an empty element":   {"</Invoice>", "<Note> </Note></Invoice>"},
		"an amount of lines": {"0.503", "0.506"},
		"a second currency":  {`0.503`, `0.503</PriceAmount><PriceAmount currencyID="CHF">1`},
		"a wrong sum":        {"<PayableAmount>1.51", "<PayableAmount>1.52"},
	}
	for name, change := range tests {
		t.Run("it refuses "+name, func(t *testing.T) {
			t.Parallel()
			r := &recorder{}
			func() {
				defer func() { _ = recover() }()
				checkStructure(r, []byte(strings.Replace(file, change[0], change[1], 1)))
			}()
			require.True(t, r.failed)
		})
	}
}

// recorder is a test that notes its failure.
type recorder struct{ failed bool }

func (r *recorder) Errorf(string, ...any) { r.failed = true }
func (r *recorder) FailNow()              { panic("failed") }
