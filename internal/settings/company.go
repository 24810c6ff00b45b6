package settings

import (
	"time"
	"unicode/utf8"

	"allot/internal/platform/apperr"
	"allot/internal/platform/iso"
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
	Logo               *string   `bun:"-" json:"logo" doc:"Address of the picture, or null"` // only the HTTP side knows it
	Currency           string    `bun:"currency" json:"currency"`
	Timezone           string    `bun:"timezone" json:"timezone"`
	UpdatedAt          time.Time `bun:"updated_at" json:"-"`
}

const maxCompanyName = 200

func (c Company) check() error {
	var f apperr.Fields
	f.Check(c.Name != "", "company_name", "is required")
	f.Checkf(utf8.RuneCountInString(c.Name) <= maxCompanyName, "company_name", "must have at most %d characters", maxCompanyName)
	f.Check(iso.IsCountry(c.Country), "country", "must be an ISO 3166-1 alpha-2 code such as GR or DE")
	return f.Err()
}
