package invoice

import (
	"io"
	"regexp"
	"strings"
	"time"

	"allot/internal/platform/apperr"
	"allot/internal/platform/field"
)

// Look is how an invoice is printed, apart from its content.
type Look struct {
	HeaderText   string `bun:"header_text" json:"header_text" doc:"Above the lines"`
	FooterText   string `bun:"footer_text" json:"footer_text" doc:"At the foot of each page"`
	PaymentTerms string `bun:"payment_terms" json:"payment_terms" doc:"Below the totals, and in e-invoices; empty: payable by the due date"`
	BankDetails  string `bun:"bank_details" json:"bank_details" doc:"Below the payment terms; empty: IBAN and BIC of the e-invoice profile"`
	PrimaryColor string `bun:"primary_color" json:"primary_color" example:"#0f766e" doc:"Of headings and rules"`
	LogoKey      string `bun:"logo_key" json:"logo_key,omitempty"`
}

// Template is a look that an account has saved for its invoices.
type Template struct {
	ID      int64  `bun:"id,pk,autoincrement" json:"id"`
	OwnerID int64  `bun:"owner_id" json:"-"`
	Name    string `bun:"name" json:"name"`
	Look
	CreatedAt time.Time `bun:"created_at" json:"created_at"`
	UpdatedAt time.Time `bun:"updated_at" json:"updated_at"`
}

// DefaultColor is that of invoices without a template.
const DefaultColor = "#0f766e"

// DefaultLook is that of invoices without a template.
func DefaultLook() Look { return Look{PrimaryColor: DefaultColor} }

// TemplateInput changes a template; nil leaves a field as it is.
type TemplateInput struct {
	Name, HeaderText, FooterText            *string
	PaymentTerms, BankDetails, PrimaryColor *string
	// Logo is a new picture. ClearLogo removes the present one.
	Logo      io.ReadSeeker
	ClearLogo bool
}

const (
	maxTemplateName = 100
	maxTemplateText = 2000
	// MaxTemplates bounds the templates of an account.
	MaxTemplates = 100
)

// ErrTooManyTemplates refuses one more template.
var ErrTooManyTemplates = apperr.New(apperr.Conflict, "too_many_templates", "an account has at most 100 invoice templates: delete one first")

var colorForm = regexp.MustCompile(`^#[0-9a-f]{6}$`)

func (in TemplateInput) apply(t *Template) {
	for _, f := range []struct {
		to   *string
		from *string
	}{
		{&t.Name, in.Name},
		{&t.HeaderText, in.HeaderText},
		{&t.FooterText, in.FooterText},
		{&t.PaymentTerms, in.PaymentTerms},
		{&t.BankDetails, in.BankDetails},
	} {
		if f.from != nil {
			*f.to = strings.TrimSpace(*f.from)
		}
	}
	if in.PrimaryColor != nil {
		t.PrimaryColor = strings.ToLower(strings.TrimSpace(*in.PrimaryColor))
	}
	if t.PrimaryColor == "" {
		t.PrimaryColor = DefaultColor
	}
	if in.ClearLogo {
		t.LogoKey = ""
	}
}

func (t Template) check() error {
	var f apperr.Fields
	f.Check(t.Name != "", "name", "is required")
	field.CheckLine(&f, "name", t.Name, maxTemplateName)
	field.CheckText(&f, "header_text", t.HeaderText, maxTemplateText)
	field.CheckText(&f, "footer_text", t.FooterText, maxTemplateText)
	field.CheckText(&f, "payment_terms", t.PaymentTerms, maxTemplateText)
	field.CheckText(&f, "bank_details", t.BankDetails, maxTemplateText)
	f.Check(colorForm.MatchString(t.PrimaryColor), "primary_color", "must be a hex colour such as #0f766e")
	return f.Err()
}
