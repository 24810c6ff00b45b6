package document

import (
	"slices"

	"github.com/shopspring/decimal"

	"allot/internal/platform/money"
)

func (d Document) taxGaps(g *gaps) {
	if d.HasCategory(CategoryOutsideScope) {
		// A document outside the scope of VAT has one tax, and names no VAT id: the seller
		// is identified by something else.
		g.check(len(d.Taxes) == 1, "tax_category", "O (not subject to VAT) cannot be mixed with other categories")
		g.check(has(d.Seller.ID) || has(d.Seller.Registration), "seller.registration_number", "is required where nothing is subject to VAT")
		return
	}
	d.sellerTaxGaps(g)
	d.buyerTaxGaps(g)
}

// HasCategory reports whether something is taxed, or not taxed, with a category.
func (d Document) HasCategory(c Category) bool {
	return slices.ContainsFunc(d.Taxes, func(t Tax) bool { return t.Category == c })
}

func (d Document) sellerTaxGaps(g *gaps) {
	s := d.Seller
	g.check(!has(s.VATID) || vatPrefix(s.VATID), "seller.vat_id", "must start with the code of a country, such as DE123456789")
	if d.HasCategory(CategoryCommunity) || d.HasCategory(CategoryExport) {
		g.need("seller.vat_id", s.VATID)
		return
	}
	g.check(has(s.VATID) || has(s.TaxNumber), "seller.vat_id", "is required")
	// A tax number is for the tax office: it does not identify the seller to the buyer.
	g.check(has(s.VATID) || !has(s.TaxNumber) || has(s.ID) || has(s.Registration),
		"seller.registration_number", "is required where the seller has no VAT id")
}

func (d Document) buyerTaxGaps(g *gaps) {
	b := d.Buyer
	g.check(!has(b.VATID) || vatPrefix(b.VATID), "buyer.vat_id", "must start with the code of a country, such as DE123456789")
	if d.HasCategory(CategoryCommunity) {
		g.need("buyer.vat_id", b.VATID)
	} else if d.HasCategory(CategoryReverse) {
		g.check(has(b.VATID) || has(b.Registration), "buyer.vat_id", "is required for reverse charge")
	}
}

// vatPrefix reports whether a VAT id starts with the code of a country. Greece has EL
// there and Northern Ireland XI.
func vatPrefix(id string) bool {
	id = CleanText(id)
	if len(id) < 3 {
		return false
	}
	return id[:2] == "EL" || id[:2] == "XI" || listedCountry(id[:2])
}

// minRate is the lowest rate above 0 for which EN 16931 allows a tax: its rule BR-CO-17
// takes a rate that is rounded to 0 for no tax.
var minRate = money.New(decimal.New(5, -1))

// rateGaps checks how a line or an adjustment is taxed.
func rateGaps(g *gaps, at string, c Category, rate money.Amount) {
	switch {
	case !slices.Contains(Categories, c):
		g.check(false, at+"tax_category", "is required: S, Z, E, AE, K, G or O")
	case c == CategoryStandard:
		g.check(rate.Cmp(minRate) >= 0, at+"tax_rate", "must be at least 0.5: use another category for what is not taxed")
	default:
		g.check(rate.IsZero(), at+"tax_rate", "must be 0 for category "+string(c))
	}
}
