package document

// Category is how a line is taxed, as a code of UNTDID 5305.
type Category string

// The categories.
const (
	CategoryStandard     Category = "S"  // with a rate
	CategoryZero         Category = "Z"  // a rate of 0 %
	CategoryExempt       Category = "E"  // exempt
	CategoryReverse      Category = "AE" // the buyer owes the tax
	CategoryCommunity    Category = "K"  // supply within the European Union
	CategoryExport       Category = "G"  // export out of it
	CategoryOutsideScope Category = "O"  // not subject to VAT
)

// Categories lists every category.
var Categories = []Category{
	CategoryStandard, CategoryZero, CategoryExempt, CategoryReverse, CategoryCommunity, CategoryExport, CategoryOutsideScope,
}

// NeedsReason reports whether a document must say why there is no tax.
func (c Category) NeedsReason() bool { return c != CategoryStandard && c != CategoryZero }

// DefaultReason returns the reason of a category for which the law knows one wording.
func (c Category) DefaultReason() string {
	switch c {
	case CategoryExempt:
		return "Exempt from tax"
	case CategoryReverse:
		return "Reverse charge"
	case CategoryCommunity:
		return "Intra-community supply"
	case CategoryExport:
		return "Export outside the EU"
	case CategoryOutsideScope:
		return "Not subject to VAT"
	case CategoryStandard, CategoryZero:
	}
	return ""
}
