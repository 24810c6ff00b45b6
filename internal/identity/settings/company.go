package settings

import (
	"io"
	"strings"
	"time"

	"allot/internal/platform/apperr"
	"allot/internal/platform/field"
	"allot/internal/platform/iso"
	"allot/internal/platform/money"
)

// Company is the business behind an account, as it appears to partners and on
// documents.
type Company struct {
	OwnerID            int64     `bun:"owner_id,pk" json:"-"`
	Name               string    `bun:"name" json:"name"`
	LegalName          string    `bun:"legal_name" json:"legal_name"`
	VATID              string    `bun:"vat_id" json:"vat_id"`
	RegistrationNumber string    `bun:"registration_number" json:"registration_number"`
	Address            string    `bun:"address" json:"address"`
	PostalCode         string    `bun:"postal_code" json:"postal_code"`
	City               string    `bun:"city" json:"city"`
	Country            string    `bun:"country" json:"country"`
	Phone              string    `bun:"phone" json:"phone"`
	Email              string    `bun:"email" json:"email"`
	Website            string    `bun:"website" json:"website"`
	LogoKey            string    `bun:"logo_key" json:"-"`
	Logo               *string   `bun:"-" json:"logo" doc:"Address of the picture, or null"` // set by the HTTP handlers
	Currency           string    `bun:"currency" json:"currency"`
	Timezone           string    `bun:"timezone" json:"timezone"`
	TimezoneChosen     bool      `bun:"timezone_chosen" json:"-"` // else it is that of the city and country
	UpdatedAt          time.Time `bun:"updated_at" json:"-"`
}

// CompanyInput changes a company; nil leaves a field as it is, empty clears it.
type CompanyInput struct {
	Name, LegalName, VATID, RegistrationNumber *string
	Address, PostalCode, City, Country         *string
	Phone, Email, Website                      *string
	Currency, Timezone                         *string
	// Logo is a new picture. ClearLogo removes the present one.
	Logo      io.ReadSeeker
	ClearLogo bool
}

const (
	maxCompanyName  = 200
	maxRegistration = 100
	maxAddress      = 300
	maxPostalCode   = 20
	maxCity         = 100

	defaultCurrency = "EUR"
	defaultTimezone = "UTC"
)

func (in *CompanyInput) apply(c *Company) {
	text := strings.TrimSpace
	set(&c.Name, in.Name, text)
	set(&c.LegalName, in.LegalName, text)
	set(&c.VATID, in.VATID, CleanVATID)
	set(&c.RegistrationNumber, in.RegistrationNumber, text)
	set(&c.Address, in.Address, text)
	set(&c.PostalCode, in.PostalCode, text)
	set(&c.City, in.City, text)
	set(&c.Country, in.Country, text)
	set(&c.Phone, in.Phone, text)
	set(&c.Email, in.Email, field.CleanEmail)
	set(&c.Website, in.Website, text)
	set(&c.Currency, in.Currency, orElse(defaultCurrency))
	if in.Timezone == nil {
		return
	}
	// A zone that is sent back as it was read is not a choice; an empty one
	// removes the choice.
	zone := text(*in.Timezone)
	c.TimezoneChosen = zone != "" && (c.TimezoneChosen || zone != c.Timezone)
	c.Timezone = zone
}

func orElse(fallback string) func(string) string {
	return func(s string) string {
		if s = strings.TrimSpace(s); s != "" {
			return s
		}
		return fallback
	}
}

// checkIdentity checks the fields that an account is opened with; name is the name of the
// company's field there.
func (c Company) checkIdentity(f *apperr.Fields, name string) {
	f.Check(c.Name != "", name, "is required")
	field.CheckLine(f, name, c.Name, maxCompanyName)
	f.Check(iso.IsCountry(c.Country), "country", "must be an ISO 3166-1 alpha-2 code such as GR or DE")
}

// check reports every bad field. An empty time zone is allowed, because it is looked up
// afterwards.
func (c Company) check() error {
	var f apperr.Fields
	c.checkIdentity(&f, "name")
	field.CheckLine(&f, "legal_name", c.LegalName, maxCompanyName)
	CheckVATID(&f, "vat_id", c.VATID)
	field.CheckLine(&f, "registration_number", c.RegistrationNumber, maxRegistration)
	field.CheckLine(&f, "address", c.Address, maxAddress)
	field.CheckLine(&f, "postal_code", c.PostalCode, maxPostalCode)
	field.CheckLine(&f, "city", c.City, maxCity)
	field.CheckPhone(&f, "phone", c.Phone)
	field.CheckEmail(&f, "email", c.Email)
	field.CheckWebsite(&f, "website", c.Website)
	_, err := money.ParseCurrency(c.Currency)
	f.Check(err == nil, "currency", money.ErrCurrency.Error())
	f.Check(c.Timezone == "" || iso.IsTimezone(c.Timezone), "timezone", "must be a time zone of the IANA database such as Europe/Athens")
	return f.Err()
}
