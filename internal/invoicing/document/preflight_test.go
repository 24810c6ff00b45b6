package document_test

import (
	"testing"

	"github.com/stretchr/testify/require"

	"allot/internal/invoicing/document"
	"allot/internal/platform/civil"
	"allot/internal/platform/money"
)

// complete returns a computed document without gaps.
func complete(tb testing.TB) document.Document {
	tb.Helper()
	party := document.Party{
		Name: "Hotel", VATID: "DE123456789", Endpoint: "a@hotel.example", EndpointScheme: "EM", PostalCode: "10115", City: "Berlin",
		Country: "DE", ContactName: "Eva", ContactPhone: "030 1", ContactEmail: "eva@hotel.example",
	}
	d := document.Document{
		Type: document.TypeInvoice, Number: "1", IssueDate: civil.MustParse("2030-06-01"), DueDate: civil.MustParse("2030-07-01"),
		Currency: "EUR", BuyerReference: "4711", ServiceFrom: civil.MustParse("2030-05-20"), ServiceTo: civil.MustParse("2030-05-30"),
		Seller: party, Buyer: party, Payment: document.Payment{IBAN: "DE02120300000000202051"},
		Lines: []document.Line{{
			Description: "Night", Quantity: amount(tb, "10"), UnitPrice: amount(tb, "84.50"), Category: document.CategoryStandard, Rate: amount(tb, "7"),
		}},
	}
	d.Compute(document.Category.DefaultReason)
	return d
}

// gapCase changes a complete document before it is computed, and names the fields that
// have gaps then.
type gapCase struct {
	change func(d *document.Document)
	fields []string
}

func runGapCases(t *testing.T, cases map[string]gapCase) {
	t.Helper()
	for name, tt := range cases {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			d := complete(t)
			tt.change(&d)
			d.Compute(document.Category.DefaultReason)
			require.Equal(t, tt.fields, fieldsOf(d.Gaps()))
		})
	}
}

func fieldsOf(gaps []document.Gap) []string {
	var out []string
	for _, g := range gaps {
		out = append(out, g.Field)
	}
	return out
}

func TestDocument_Gaps_Header(t *testing.T) {
	t.Parallel()
	runGapCases(t, map[string]gapCase{
		"a complete document has none":           {func(*document.Document) {}, nil},
		"a number of spaces is none":             {func(d *document.Document) { d.Number = " \u00a0\x00" }, []string{"invoice_number"}},
		"an issue date is required":              {func(d *document.Document) { d.IssueDate = 0 }, []string{"issue_date"}},
		"a due date is required":                 {func(d *document.Document) { d.DueDate = 0 }, []string{"due_date"}},
		"payment terms do instead of a due date": {func(d *document.Document) { d.DueDate, d.PaymentTerms = 0, "At once" }, nil},
		"a currency is required":                 {func(d *document.Document) { d.Currency = "" }, []string{"currency"}},
		"a currency is in the code list":         {func(d *document.Document) { d.Currency = "XCG" }, []string{"currency"}},
		"a buyer reference is required":          {func(d *document.Document) { d.BuyerReference = "" }, []string{"buyer_reference"}},
		"the first day of service is required":   {func(d *document.Document) { d.ServiceFrom = 0 }, []string{"service_from"}},
		"the last day of service is required":    {func(d *document.Document) { d.ServiceTo = 0 }, []string{"service_to"}},
		"the days of service are in order":       {func(d *document.Document) { d.ServiceTo = d.ServiceFrom - 1 }, []string{"service_to"}},
		"the type is known":                      {func(d *document.Document) { d.Type = "" }, []string{"document_type", "preceding_invoice"}},
		"a credit note names an invoice":         {func(d *document.Document) { d.Type = document.TypeCreditNote }, []string{"preceding_invoice"}},
		"a correction names an invoice":          {func(d *document.Document) { d.Type = document.TypeCorrection }, []string{"preceding_invoice"}},
		"three characters between # are a code":  {func(d *document.Document) { d.Note = "Room #12A#" }, []string{"notes"}},
		"other # in a note are text":             {func(d *document.Document) { d.Note = "Rooms #1 and #12A#" }, nil},
		"terms with # at the start of a line":    {func(d *document.Document) { d.PaymentTerms = "net\n#2 % in 14 days" }, []string{"payment_terms"}},
		"a cash discount as XRechnung wants it":  {func(d *document.Document) { d.PaymentTerms = "net\r\n #SKONTO#TAGE=14#PROZENT=2.00# " }, nil},
		"a cash discount and another #":          {func(d *document.Document) { d.PaymentTerms = "#SKONTO#TAGE=14#PROZENT=2.00#\nroom #1" }, []string{"payment_terms"}},
		"terms with # inside of a line":          {func(d *document.Document) { d.PaymentTerms = "for room #1#" }, nil},
		"an IBAN is required":                    {func(d *document.Document) { d.Payment.IBAN = "" }, []string{"seller.iban"}},
		"an IBAN has check digits":               {func(d *document.Document) { d.Payment.IBAN = "DE03120300000000202051" }, []string{"seller.iban"}},
		"a BIC has its form":                     {func(d *document.Document) { d.Payment.BIC = "BYLADEM" }, []string{"seller.bic"}},
		"a line is required":                     {func(d *document.Document) { d.Lines = nil }, []string{"line_items"}},
		"what is due is not negative":            {func(d *document.Document) { d.Totals.Prepaid = amount(t, "1000") }, []string{"total_amount"}},
		"what is prepaid has two decimals":       {func(d *document.Document) { d.Totals.Prepaid = amount(t, "0.001") }, []string{"prepaid_amount"}},
		"the rounding has two decimals":          {func(d *document.Document) { d.Totals.Rounding = amount(t, "0.001") }, []string{"rounding_amount"}},
		"a total has two decimals":               {func(d *document.Document) { d.Currency = "KWD"; d.Lines[0].UnitPrice = amount(t, "84.5001") }, []string{"line_items[0].line_total"}},
		"a tax has two decimals":                 {func(d *document.Document) { d.Currency = "KWD"; d.Lines[0].UnitPrice = amount(t, "84.51") }, []string{"tax_amount"}},
		"two decimals of the dinar are no gap":   {func(d *document.Document) { d.Currency = "KWD"; d.Lines[0].UnitPrice = amount(t, "80") }, nil},
		"an adjustment says why":                 {func(d *document.Document) { d.Adjustments = []document.Adjustment{{Category: document.CategoryExempt}} }, []string{"adjustments[0].reason"}},
		"an adjustment has two decimals and a rate": {func(d *document.Document) {
			d.Adjustments = []document.Adjustment{{Amount: amount(t, "0.001"), Reason: "x", Category: document.CategoryStandard}}
		}, []string{"adjustments[0].amount", "adjustments[0].tax_rate"}},
		"an adjustment has a category":              {func(d *document.Document) { d.Adjustments = []document.Adjustment{{Reason: "x"}} }, []string{"adjustments[0].tax_category"}},
		"everything at once is named in the one go": {func(d *document.Document) { d.Number, d.BuyerReference, d.Seller.City = "", "", "" }, []string{"invoice_number", "buyer_reference", "seller.city"}},
	})
}

func TestDocument_Gaps_Parties(t *testing.T) {
	t.Parallel()
	sides := map[string]func(d *document.Document) *document.Party{
		"seller.": func(d *document.Document) *document.Party { return &d.Seller },
		"buyer.":  func(d *document.Document) *document.Party { return &d.Buyer },
	}
	cases := map[string]gapCase{}
	for side, of := range sides {
		add := func(name, field string, change func(p *document.Party)) {
			cases[side+name] = gapCase{func(d *document.Document) { change(of(d)) }, []string{side + field}}
		}
		add("name is required", "name", func(p *document.Party) { p.Name = "\x07" })
		add("city is required", "city", func(p *document.Party) { p.City = " " })
		add("postal code is required", "postal_code", func(p *document.Party) { p.PostalCode = "" })
		add("country is required", "country", func(p *document.Party) { p.Country = "" })
		add("country is a code", "country", func(p *document.Party) { p.Country = "de" })
		add("country is in the code list", "country", func(p *document.Party) { p.Country = "XK" })
		add("address is required", "electronic_address", func(p *document.Party) { p.Endpoint = "" })
		add("scheme is required", "electronic_address", func(p *document.Party) { p.EndpointScheme = "" })
		add("scheme is in the code list", "electronic_address_scheme", func(p *document.Party) { p.EndpointScheme = "0001" })
		add("VAT id starts with a country", "vat_id", func(p *document.Party) { p.VATID = "123456789" })
		add("VAT id is more than a country", "vat_id", func(p *document.Party) { p.VATID = "DE" })
	}
	cases["the contact of the seller has a name"] = gapCase{func(d *document.Document) { d.Seller.ContactName = "" }, []string{"seller.contact_name"}}
	cases["the phone of the seller has three digits"] = gapCase{func(d *document.Document) { d.Seller.ContactPhone = "+4 9" }, []string{"seller.contact_phone"}}
	cases["the mail of the seller is one"] = gapCase{func(d *document.Document) { d.Seller.ContactEmail = "eva@hotel" }, []string{"seller.contact_email"}}
	cases["the buyer needs no contact"] = gapCase{func(d *document.Document) {
		d.Buyer.ContactName, d.Buyer.ContactPhone, d.Buyer.ContactEmail = "", "", ""
	}, nil}
	cases["a Greek VAT id starts with EL"] = gapCase{func(d *document.Document) { d.Seller.VATID = "EL123456789" }, nil}
	cases["a buyer needs no VAT id"] = gapCase{func(d *document.Document) { d.Buyer.VATID = "" }, nil}
	cases["a seller needs one"] = gapCase{func(d *document.Document) { d.Seller.VATID = "" }, []string{"seller.vat_id"}}
	cases["a seller with a tax number needs a registration"] = gapCase{func(d *document.Document) { d.Seller.VATID, d.Seller.TaxNumber = "", "12/345" }, []string{"seller.registration_number"}}
	cases["a seller with both is identified"] = gapCase{func(d *document.Document) {
		d.Seller.VATID, d.Seller.TaxNumber, d.Seller.Registration = "", "12/345", "HRB 1"
	}, nil}
	runGapCases(t, cases)
}

func TestDocument_Gaps_Taxes(t *testing.T) {
	t.Parallel()
	taxed := func(c document.Category, rate string, more func(d *document.Document)) func(d *document.Document) {
		return func(d *document.Document) {
			d.Lines[0].Category, d.Lines[0].Rate = c, amount(t, rate)
			more(d)
		}
	}
	nothing := func(*document.Document) {}
	noVAT := func(d *document.Document) {
		d.Seller.VATID, d.Buyer.VATID, d.Seller.TaxNumber, d.Seller.ID = "", "", "12/345", "7"
	}
	runGapCases(t, map[string]gapCase{
		"a category is required":                    {taxed("", "7", nothing), []string{"line_items[0].tax_category"}},
		"a standard rate is not 0":                  {taxed("S", "0", nothing), []string{"line_items[0].tax_rate"}},
		"a standard rate is not below a half":       {taxed("S", "0.4", nothing), []string{"line_items[0].tax_rate"}},
		"other categories have a rate of 0":         {taxed("E", "7", nothing), []string{"line_items[0].tax_rate"}},
		"zero rated goes with a tax number":         {taxed("Z", "0", noVAT), nil},
		"exempt goes with a tax number":             {taxed("E", "0", noVAT), nil},
		"reverse charge wants a VAT id or register": {taxed("AE", "0", noVAT), []string{"buyer.vat_id"}},
		"reverse charge goes with a registration":   {taxed("AE", "0", func(d *document.Document) { noVAT(d); d.Buyer.Registration = "FN 1" }), nil},
		"a supply in the union wants both VAT ids":  {taxed("K", "0", noVAT), []string{"seller.vat_id", "buyer.vat_id"}},
		"an export wants that of the seller":        {taxed("G", "0", noVAT), []string{"seller.vat_id"}},
		"outside of VAT no VAT id is looked at":     {taxed("O", "0", func(d *document.Document) { d.Seller.VATID, d.Seller.ID = "x", "7" }), nil},
		"outside of VAT the seller is identified":   {taxed("O", "0", nothing), []string{"seller.registration_number"}},
		"outside of VAT nothing else is invoiced": {taxed("O", "0", func(d *document.Document) {
			d.Seller.ID = "7"
			d.Lines = append(d.Lines, d.Lines[0])
			d.Lines[1].Category = document.CategoryExempt
		}), []string{"tax_category"}},
	})
}

func TestDocument_Gaps_Lines(t *testing.T) {
	t.Parallel()
	line := func(change func(l *document.Line)) func(d *document.Document) {
		return func(d *document.Document) { change(&d.Lines[0]) }
	}
	runGapCases(t, map[string]gapCase{
		"a description is required":     {line(func(l *document.Line) { l.Description = "\t" }), []string{"line_items[0].description"}},
		"a price is not negative":       {line(func(l *document.Line) { l.UnitPrice, l.Quantity = amount(t, "-1"), amount(t, "-1") }), []string{"line_items[0].unit_price"}},
		"a base is not negative":        {line(func(l *document.Line) { l.BaseQuantity, l.Quantity = amount(t, "-1"), amount(t, "-1") }), []string{"line_items[0].base_quantity"}},
		"it starts in the service":      {line(func(l *document.Line) { l.From = civil.MustParse("2030-05-19") }), []string{"line_items[0].service_from"}},
		"it ends in the service":        {line(func(l *document.Line) { l.To = civil.MustParse("2030-05-31") }), []string{"line_items[0].service_to"}},
		"its days are in order":         {line(func(l *document.Line) { l.From, l.To = civil.MustParse("2030-05-22"), civil.MustParse("2030-05-21") }), []string{"line_items[0].service_to"}},
		"days inside of the service do": {line(func(l *document.Line) { l.From, l.To = civil.MustParse("2030-05-20"), civil.MustParse("2030-05-30") }), nil},
	})
}

func TestDocument_Gaps_Sums(t *testing.T) {
	t.Parallel()
	one := func(a money.Amount) money.Amount { return a.Add(amount(t, "0.01")) }
	tests := map[string]struct {
		change func(d *document.Document)
		fields []string
	}{
		"a line that is not quantity times price": {func(d *document.Document) { d.Lines[0].Total = one(d.Lines[0].Total) }, []string{"line_items[0].line_total"}},
		"no taxes":            {func(d *document.Document) { d.Taxes = nil }, []string{"tax_amount"}},
		"another tax":         {func(d *document.Document) { d.Taxes[0].Amount = one(d.Taxes[0].Amount) }, []string{"tax_amount"}},
		"another base":        {func(d *document.Document) { d.Taxes[0].Base = one(d.Taxes[0].Base) }, []string{"tax_amount"}},
		"another net total":   {func(d *document.Document) { d.Totals.Net = one(d.Totals.Net) }, []string{"total_amount"}},
		"another gross total": {func(d *document.Document) { d.Totals.Gross = one(d.Totals.Gross) }, []string{"total_amount"}},
		"another due amount":  {func(d *document.Document) { d.Totals.Due = one(d.Totals.Due) }, []string{"total_amount"}},
	}
	for name, tt := range tests {
		t.Run(name+" is a gap", func(t *testing.T) {
			t.Parallel()
			d := complete(t)
			tt.change(&d)
			require.Equal(t, tt.fields, fieldsOf(d.Gaps()))
		})
	}
	t.Run("looking for gaps changes nothing", func(t *testing.T) {
		t.Parallel()
		d := complete(t)
		d.Lines[0].Total = amount(t, "1")
		d.Gaps()
		require.Equal(t, "1.00", d.Lines[0].Total.String())
	})
}
