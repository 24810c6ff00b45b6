package invoicepdf

import (
	"embed"
	"strings"

	"golang.org/x/text/cases"
	"golang.org/x/text/language"
	"golang.org/x/text/language/display"

	"allot/internal/invoicing/document"
	"allot/internal/platform/civil"
	"allot/internal/platform/lang"
)

//go:embed texts
var textFiles embed.FS

var allTexts = lang.Texts[texts](textFiles, "texts")

// texts holds the texts of a document in one language. {date} and the like are
// placeholders.
type texts struct {
	Titles         map[document.Type]string     `json:"titles"`
	Marks          map[Mark]string              `json:"marks"`
	Buyer          string                       `json:"buyer"`
	Seller         string                       `json:"seller"`
	VATID          string                       `json:"vat_id"`
	TaxNumber      string                       `json:"tax_number"`
	Registration   string                       `json:"registration"`
	ID             string                       `json:"id"`
	Phone          string                       `json:"phone"`
	Email          string                       `json:"email"`
	IssueDate      string                       `json:"issue_date"`
	DueDate        string                       `json:"due_date"`
	ServicePeriod  string                       `json:"service_period"`
	BuyerReference string                       `json:"buyer_reference"`
	Preceding      string                       `json:"preceding"`
	Property       string                       `json:"property"`
	Position       string                       `json:"position"`
	Description    string                       `json:"description"`
	Quantity       string                       `json:"quantity"`
	UnitPrice      string                       `json:"unit_price"`
	TaxRate        string                       `json:"tax_rate"`
	Net            string                       `json:"net"`
	Carried        string                       `json:"carried"`
	Brought        string                       `json:"brought"`
	TaxOf          string                       `json:"tax_of"`
	TaxBase        string                       `json:"tax_base"`
	TaxAmount      string                       `json:"tax_amount"`
	LinesTotal     string                       `json:"lines_total"`
	Allowance      string                       `json:"allowance"`
	Charge         string                       `json:"charge"`
	NetTotal       string                       `json:"net_total"`
	TaxTotal       string                       `json:"tax_total"`
	GrossTotal     string                       `json:"gross_total"`
	Prepaid        string                       `json:"prepaid"`
	Rounding       string                       `json:"rounding"`
	Due            string                       `json:"due"`
	Note           string                       `json:"note"`
	Payment        string                       `json:"payment"`
	PayBy          string                       `json:"pay_by"`
	Holder         string                       `json:"holder"`
	IBAN           string                       `json:"iban"`
	BIC            string                       `json:"bic"`
	Reference      string                       `json:"reference"`
	Scan           string                       `json:"scan"`
	Reasons        map[document.Category]string `json:"reasons"`
	Units          map[document.Unit]unitTexts  `json:"units"`
	Percent        string                       `json:"percent"`
	WithSymbol     string                       `json:"with_symbol"` // an amount with a sign such as €
	WithCode       string                       `json:"with_code"`   // an amount with a code such as USD

	language language.Tag
	format   lang.Format
}

// unitTexts are the name of one unit and of several.
type unitTexts struct {
	One  string `json:"one"`
	Many string `json:"many"`
}

func textsIn(f lang.Format) texts {
	t := allTexts[f.Language]
	t.language, t.format = language.MustParse(f.Language), f
	return t
}

// date returns a day, or "" for the zero date.
func (t texts) date(d civil.Date) string {
	if d.IsZero() {
		return ""
	}
	return t.format.Date(d)
}

// period returns the days of a range of which either end may be unknown.
func (t texts) period(from, to civil.Date) string {
	first, last := t.date(from), t.date(to)
	if first == last {
		return first
	}
	return strings.Join(filled(first, last), " – ")
}

// country returns the name of a country, or the code of one that has no name.
func (t texts) country(code string) string {
	region, err := language.ParseRegion(code)
	if err != nil {
		return code
	}
	if name := display.Regions(t.language).Name(region); name != "" {
		return name
	}
	return code
}

// upper returns a text in capitals: i becomes İ in Turkish.
func (t texts) upper(text string) string { return cases.Upper(t.language).String(text) }

// reason returns why there is no tax. The document has its default reasons in English,
// so these are replaced by those of the language.
func (t texts) reason(x document.Tax) string {
	if x.Category.NeedsReason() && (x.Reason == "" || x.Reason == x.Category.DefaultReason()) {
		return t.Reasons[x.Category]
	}
	return x.Reason
}

// filled returns the texts that are not empty.
func filled(texts ...string) []string {
	var out []string
	for _, text := range texts {
		if strings.TrimSpace(text) != "" {
			out = append(out, text)
		}
	}
	return out
}

// first returns the first text that is not empty.
func first(texts ...string) string {
	for _, text := range filled(texts...) {
		return text
	}
	return ""
}
