package profile

import (
	"strings"
	"time"

	"allot/internal/identity/settings"
	"allot/internal/invoicing/document"
	"allot/internal/platform/apperr"
	"allot/internal/platform/field"
	"allot/internal/platform/iso"
)

// Values are the fields of a profile; an empty one is not set.
type Values struct {
	VATID                   string `bun:"vat_id" json:"vat_id" doc:"With its country in front" example:"EL123456789"`
	IBAN                    string `bun:"iban" json:"iban" doc:"The account that your buyers pay to" example:"GR1601101250000000012300695"`
	BIC                     string `bun:"bic" json:"bic" example:"ETHNGRAA"`
	Country                 string `bun:"country" json:"country" doc:"ISO 3166-1 alpha-2" example:"GR"`
	ElectronicAddress       string `bun:"electronic_address" json:"electronic_address" doc:"Where e-invoices to you are sent; its kind is electronic_address_scheme" example:"invoices@example.com"`
	ElectronicAddressScheme string `bun:"electronic_address_scheme" json:"electronic_address_scheme" doc:"A code of available_schemes" example:"EM"`
	BuyerReference          string `bun:"buyer_reference" json:"buyer_reference" doc:"What invoices to you must quote, such as a Leitweg-ID" example:"04011000-1234512345-06"`
	ContactName             string `bun:"contact_name" json:"contact_name"`
	ContactPhone            string `bun:"contact_phone" json:"contact_phone"`
	ContactEmail            string `bun:"contact_email" json:"contact_email"`
}

// Profile is what an account has set for its e-invoices.
type Profile struct {
	OwnerID int64 `bun:"owner_id,pk" json:"-"`
	Values
	UpdatedAt time.Time `bun:"updated_at" json:"-"`
}

// Change changes a profile; nil leaves a field as it is, empty clears it.
type Change struct {
	VATID, IBAN, BIC, Country                  *string
	ElectronicAddress, ElectronicAddressScheme *string
	BuyerReference                             *string
	ContactName, ContactPhone, ContactEmail    *string
}

const (
	maxBuyerReference = 100
	maxContactName    = 100
)

func (c Change) apply(v *Values) {
	set(&v.VATID, c.VATID, settings.CleanVATID)
	set(&v.IBAN, c.IBAN, document.CleanAccount)
	set(&v.BIC, c.BIC, document.CleanAccount)
	set(&v.Country, c.Country, code)
	set(&v.ElectronicAddress, c.ElectronicAddress, strings.TrimSpace)
	set(&v.ElectronicAddressScheme, c.ElectronicAddressScheme, code)
	set(&v.BuyerReference, c.BuyerReference, strings.TrimSpace)
	set(&v.ContactName, c.ContactName, strings.TrimSpace)
	set(&v.ContactPhone, c.ContactPhone, strings.TrimSpace)
	set(&v.ContactEmail, c.ContactEmail, field.CleanEmail)
	// How an address is cleaned depends on its scheme, which may have changed too.
	if s, ok := schemeOf(v.ElectronicAddressScheme); ok {
		v.ElectronicAddress = s.clean(v.ElectronicAddress)
	}
}

func set(target, value *string, clean func(string) string) {
	if value != nil {
		*target = clean(*value)
	}
}

func code(s string) string { return strings.ToUpper(strings.TrimSpace(s)) }

// check reports every bad field.
func (v Values) check() error {
	var f apperr.Fields
	settings.CheckVATID(&f, "vat_id", v.VATID)
	f.Check(v.IBAN == "" || document.IsIBAN(v.IBAN), "iban", "must be an IBAN such as GR16 0110 1250 0000 0001 2300 695: look for a wrong or missing digit")
	f.Check(v.BIC == "" || document.IsBIC(v.BIC), "bic", "must be a BIC of 8 or 11 letters and digits, such as ETHNGRAA")
	f.Check(v.Country == "" || iso.IsCountry(v.Country), "country", "must be an ISO 3166-1 alpha-2 code such as GR or DE")
	v.checkAddress(&f)
	field.CheckLine(&f, "buyer_reference", v.BuyerReference, maxBuyerReference)
	field.CheckLine(&f, "contact_name", v.ContactName, maxContactName)
	field.CheckPhone(&f, "contact_phone", v.ContactPhone)
	field.CheckEmail(&f, "contact_email", v.ContactEmail)
	return f.Err()
}

// checkAddress checks the electronic address against its scheme. Only the default scheme can
// stand without an address: the company's e-mail address fits it, and no other.
func (v Values) checkAddress(f *apperr.Fields) {
	s, ok := schemeOf(v.ElectronicAddressScheme)
	switch {
	case !ok:
		f.Check(false, "electronic_address_scheme", "must be one of the codes in available_schemes, such as EM, 0088 or 9930")
	case v.ElectronicAddress == "":
		f.Checkf(s.Code == schemeEmail, "electronic_address", "is required for the scheme %s", s.Code)
	case v.ElectronicAddressScheme == "" && !s.fits(v.ElectronicAddress):
		f.Check(false, "electronic_address", "must be an e-mail address such as invoices@example.com; for another kind of address give its electronic_address_scheme too")
	default:
		f.Checkf(s.fits(v.ElectronicAddress), "electronic_address", s.problem, s.values...)
	}
}
