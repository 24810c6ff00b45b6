package property

import (
	"math"
	"slices"
	"strconv"
	"strings"
	"time"

	"allot/internal/content/facts"
	"allot/internal/platform/apperr"
	"allot/internal/platform/field"
	"allot/internal/platform/fold"
	"allot/internal/platform/iso"
	"allot/internal/platform/money"
)

// Status is the state of the fact sheet of a property.
type Status string

// The states. Only the publication module moves a property between them.
const (
	StatusDraft     Status = "draft"
	StatusPending   Status = "pending"
	StatusPublished Status = "published"
	StatusDeclined  Status = "declined"
)

// Statuses lists every state.
var Statuses = []Status{StatusDraft, StatusPending, StatusPublished, StatusDeclined}

// Property is a hotel with the fields that lists, partners and documents show.
type Property struct {
	ID                int64      `bun:"id,pk,autoincrement" json:"id"`
	OwnerID           int64      `bun:"owner_id" json:"owner_id"`
	Code              string     `bun:"code,nullzero" json:"code" doc:"Hotel code in AlpineBits and OTA, unique in the account; P and the id if not given" maxLength:"16"`
	Name              string     `bun:"name" json:"name"`
	NameSearch        string     `bun:"name_search" json:"-"`
	PropertyType      string     `bun:"property_type" json:"property_type"`
	Stars             *float64   `bun:"stars" json:"stars"`
	Chain             string     `bun:"chain" json:"chain"`
	Country           string     `bun:"country" json:"country" doc:"ISO 3166-1 alpha-2"`
	State             string     `bun:"state" json:"state"`
	City              string     `bun:"city" json:"city"`
	Address           string     `bun:"address" json:"address"`
	PostalCode        string     `bun:"postal_code" json:"postal_code"`
	Latitude          *float64   `bun:"latitude" json:"latitude"`
	Longitude         *float64   `bun:"longitude" json:"longitude"`
	Phone             string     `bun:"phone" json:"phone"`
	Email             string     `bun:"email" json:"email"`
	Website           string     `bun:"website" json:"website"`
	Timezone          string     `bun:"timezone" json:"timezone" doc:"IANA name; decides what today is"`
	TimezoneChosen    bool       `bun:"timezone_chosen" json:"-"` // else it is that of the place
	Currency          string     `bun:"currency" json:"currency"`
	LogoKey           string     `bun:"logo_key" json:"-"`
	Logo              *string    `bun:"-" json:"logo" doc:"Address of the picture, or null"` // set by the HTTP handlers
	Status            Status     `bun:"status" json:"status" enum:"draft,pending,published,declined"`
	FactsCompleteness int        `bun:"facts_completeness" json:"facts_completeness" minimum:"0" maximum:"100"`
	CreatedAt         time.Time  `bun:"created_at" json:"created_at"`
	UpdatedAt         time.Time  `bun:"updated_at" json:"updated_at"`
	PublishedAt       *time.Time `bun:"published_at" json:"published_at"`
}

// ErrCodeTaken refuses a second property with one code.
var ErrCodeTaken = apperr.New(apperr.Conflict, "already_exists", "another property of the account has this code")

const (
	maxCode     = 16
	maxName     = 200
	maxText     = 200
	maxPostal   = 20
	maxStars    = 7
	halfStar    = 0.5
	maxLatitude = 90
	maxLongitud = 180
)

// Change changes a property; nil leaves a field as it is, an empty text or number clears it.
type Change struct {
	Code, Name, PropertyType, Chain           *string
	Country, State, City, Address, PostalCode *string
	Phone, Email, Website, Timezone, Currency *string
	Stars, Latitude, Longitude                **float64
}

func (c Change) apply(p *Property) {
	for target, value := range map[*string]*string{
		&p.Code: c.Code, &p.Name: c.Name, &p.PropertyType: c.PropertyType, &p.Chain: c.Chain,
		&p.Country: c.Country, &p.State: c.State, &p.City: c.City, &p.Address: c.Address, &p.PostalCode: c.PostalCode,
		&p.Phone: c.Phone, &p.Email: c.Email, &p.Website: c.Website, &p.Timezone: c.Timezone, &p.Currency: c.Currency,
	} {
		if value != nil {
			*target = strings.TrimSpace(*value)
		}
	}
	for target, value := range map[**float64]**float64{&p.Stars: c.Stars, &p.Latitude: c.Latitude, &p.Longitude: c.Longitude} {
		if value != nil {
			*target = *value
		}
	}
	p.NameSearch = fold.Fold(p.Name)
}

// check reports every bad field. An empty time zone is allowed, because it is looked up
// afterwards.
func (p Property) check(catalogue *facts.Catalogue) error {
	var f apperr.Fields
	f.Check(p.Name != "", "name", "is required")
	for name, value := range map[string]string{
		"chain": p.Chain, "state": p.State, "city": p.City, "address": p.Address,
	} {
		field.CheckLine(&f, name, value, maxText)
	}
	field.CheckLine(&f, "name", p.Name, maxName)
	field.CheckLine(&f, "code", p.Code, maxCode)
	field.CheckLine(&f, "postal_code", p.PostalCode, maxPostal)
	field.CheckEmail(&f, "email", p.Email)
	field.CheckPhone(&f, "phone", p.Phone)
	field.CheckWebsite(&f, "website", p.Website)
	f.Check(iso.IsCountry(p.Country), "country", "must be an ISO 3166-1 alpha-2 code such as GR or DE")
	f.Check(p.Timezone == "" || iso.IsTimezone(p.Timezone), "timezone", "must be an IANA time zone such as Europe/Athens")
	f.Check(money.Currency(p.Currency).Valid(), "currency", money.ErrCurrency.Error())
	types := Types(catalogue)
	f.Checkf(p.PropertyType == "" || slices.Contains(types, p.PropertyType), "property_type", "must be one of %s", strings.Join(types, ", "))
	checkNumber(&f, "stars", p.Stars, 0, maxStars, halfStar)
	checkNumber(&f, "latitude", p.Latitude, -maxLatitude, maxLatitude, 0)
	checkNumber(&f, "longitude", p.Longitude, -maxLongitud, maxLongitud, 0)
	f.Check((p.Latitude == nil) == (p.Longitude == nil), "longitude", "goes together with latitude")
	slices.SortStableFunc(f, func(a, b apperr.FieldError) int { return strings.Compare(a.Field, b.Field) })
	return f.Err()
}

func checkNumber(f *apperr.Fields, name string, value *float64, from, to, step float64) {
	if value == nil {
		return
	}
	f.Checkf(*value >= from && *value <= to, name, "must be a number from %g to %g", from, to)
	f.Checkf(step == 0 || math.Mod(*value, step) == 0, name, "must be in steps of %g", step)
}

// Types lists the types of property, which are those of the fact sheet.
func Types(catalogue *facts.Catalogue) []string {
	general, _ := catalogue.Find("general")
	kind, _ := general.Field("property_type")
	return kind.Values
}

// defaultCode returns the code of a property that was given none. Another property may have
// been given the same code, so each try has another one.
func defaultCode(id int64, try int) string {
	code := "P" + strconv.FormatInt(id, 10)
	if try > 0 {
		code += "-" + strconv.Itoa(try)
	}
	return code
}
