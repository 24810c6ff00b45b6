package plan

import (
	"fmt"
	"reflect"
	"slices"
	"strings"
	"time"

	"github.com/shopspring/decimal"

	"allot/internal/platform/apperr"
	"allot/internal/platform/field"
	"allot/internal/platform/money"
)

// Cycle is how often a plan is paid for.
type Cycle string

// The cycles.
const (
	Monthly Cycle = "monthly"
	Yearly  Cycle = "yearly"
)

// Cycles lists every cycle.
var Cycles = []Cycle{Monthly, Yearly}

// Months returns how long a cycle lasts.
func (c Cycle) Months() int {
	if c == Yearly {
		return 12
	}
	return 1
}

// monthsPaid is how many months of a year are paid for with a yearly cycle.
const monthsPaid = 10

// Offer is a plan as it is sold. Whoever bought it before a change keeps what was bought.
type Offer struct {
	ID           int64          `bun:"id,pk,autoincrement" json:"id"`
	Name         string         `bun:"name" json:"name" doc:"Unique, whatever its case" maxLength:"50"`
	Category     string         `bun:"category" json:"category" enum:"silver,gold,platinum,diamond"`
	Price        money.Amount   `bun:"price" json:"price" doc:"Of a month, without VAT"`
	Currency     money.Currency `bun:"currency" json:"currency"`
	DefaultCycle Cycle          `bun:"default_cycle" json:"default_cycle" enum:"monthly,yearly"`
	Badge        string         `bun:"badge" json:"badge" doc:"Shown beside the name; may be empty" maxLength:"50"`
	Features     Features       `bun:"features,type:text" json:"features"`
	Benefits     []string       `bun:"benefits,type:text" json:"benefits" nullable:"false"`
	IsPopular    bool           `bun:"is_popular" json:"is_popular"`
	IsActive     bool           `bun:"is_active" json:"is_active" doc:"Whether it can be bought"`
	CreatedAt    time.Time      `bun:"created_at" json:"created_at"`
	UpdatedAt    time.Time      `bun:"updated_at" json:"updated_at"`
}

// Plan returns the limits that a buyer gets.
func (o Offer) Plan() Plan { return Plan{Name: o.Name, Category: o.Category, Features: o.Features} }

// PriceOf returns the price of a whole cycle, without VAT: a year costs ten months.
func (o Offer) PriceOf(c Cycle) money.Amount { return PriceOf(o.Price, c) }

// PriceOf returns the price of a whole cycle, given that of a month.
func PriceOf(month money.Amount, c Cycle) money.Amount {
	price := month
	if c == Yearly {
		for range monthsPaid - 1 {
			price = price.Add(month)
		}
	}
	return price
}

// same reports whether two plans are equal.
func (o Offer) same(other Offer) bool {
	benefits := slices.Equal(o.Benefits, other.Benefits) && o.Price.Equal(other.Price)
	o.Benefits, other.Benefits, o.Price, other.Price = nil, nil, money.Amount{}, money.Amount{}
	return benefits && reflect.DeepEqual(o, other)
}

// OfferInput is a new plan or the change of one; nil leaves a field as it is.
type OfferInput struct {
	Name         *string
	Category     *string
	Price        *money.Amount
	DefaultCycle *Cycle
	Badge        *string
	Features     *FeaturesInput
	Benefits     *[]string
	IsPopular    *bool
	IsActive     *bool
}

// FeaturesInput changes limits; nil leaves one as it is.
type FeaturesInput struct {
	Properties           *int `json:"properties,omitempty"`
	PhotosPerProperty    *int `json:"photos,omitempty"`
	APIKeys              *int `json:"api_keys,omitempty"`
	PartnerConnections   *int `json:"partner_connections,omitempty"`
	InvoicesPerMonth     *int `json:"invoices_per_month,omitempty"`
	CalendarsPerProperty *int `json:"calendars,omitempty"`
	DataRefreshMinutes   *int `json:"data_refresh_minutes,omitempty"`
	Contacts             *int `json:"contacts,omitempty"`
	InboxMegabytes       *int `json:"inbox_megabytes,omitempty"`
	LettersPerDay        *int `json:"letters_per_day,omitempty"`
}

// The bounds of a plan's fields.
const (
	maxName     = 50
	maxBenefits = 20
	maxBenefit  = 200
	maxLimit    = 1_000_000_000
	maxRefresh  = 7 * 24 * 60
	maxLetters  = 100_000
)

var maxPrice = money.New(decimal.NewFromInt(1_000_000))

// newOffer is what a new plan starts with: the limits of the free one, so that a limit that
// was forgotten gives nothing away.
func newOffer() Offer {
	return Offer{Currency: "EUR", DefaultCycle: Monthly, Features: Free.Features, Benefits: []string{}, IsActive: true}
}

// apply changes the offer and reports every bad field.
func (in OfferInput) apply(o *Offer) error {
	field.Set(&o.Category, in.Category)
	field.Set(&o.Price, in.Price)
	field.Set(&o.DefaultCycle, in.DefaultCycle)
	field.Set(&o.IsPopular, in.IsPopular)
	field.Set(&o.IsActive, in.IsActive)
	field.Set(&o.Benefits, in.Benefits)
	if in.Name != nil {
		o.Name = strings.TrimSpace(*in.Name)
	}
	if in.Badge != nil {
		o.Badge = strings.TrimSpace(*in.Badge)
	}
	if in.Features != nil {
		in.Features.apply(&o.Features)
	}
	return o.check()
}

func (in FeaturesInput) apply(f *Features) {
	field.Set(&f.Properties, in.Properties)
	field.Set(&f.PhotosPerProperty, in.PhotosPerProperty)
	field.Set(&f.APIKeys, in.APIKeys)
	field.Set(&f.PartnerConnections, in.PartnerConnections)
	field.Set(&f.InvoicesPerMonth, in.InvoicesPerMonth)
	field.Set(&f.CalendarsPerProperty, in.CalendarsPerProperty)
	field.Set(&f.DataRefreshMinutes, in.DataRefreshMinutes)
	field.Set(&f.Contacts, in.Contacts)
	field.Set(&f.LettersPerDay, in.LettersPerDay)
	field.Set(&f.InboxMegabytes, in.InboxMegabytes)
}

func (o Offer) check() error {
	var f apperr.Fields
	f.Check(o.Name != "", "name", "must not be empty")
	field.CheckLine(&f, "name", o.Name, maxName)
	f.Check(!strings.EqualFold(o.Name, Free.Name), "name", "must not be Free, the plan of accounts that have none")
	f.Checkf(o.Plan().rank() > 0, "category", "must be one of %s", strings.Join(categories[1:], ", "))
	f.Checkf(o.Price.Sign() > 0 && o.Price.Cmp(maxPrice) <= 0, "price", "must be greater than 0 and at most %s", maxPrice)
	f.Check(o.Price.Round(o.Currency).Equal(o.Price), "price", "must have at most two decimals")
	f.Check(slices.Contains(Cycles, o.DefaultCycle), "default_cycle", "must be monthly or yearly")
	field.CheckLine(&f, "badge", o.Badge, maxName)
	f.Check(o.Benefits != nil, "benefits", "must be a list, which may be empty")
	f.Checkf(len(o.Benefits) <= maxBenefits, "benefits", "must have at most %d entries", maxBenefits)
	for i, b := range o.Benefits {
		at := fmt.Sprintf("benefits[%d]", i)
		f.Check(strings.TrimSpace(b) != "", at, "must not be empty")
		field.CheckLine(&f, at, b, maxBenefit)
	}
	o.Features.check(&f)
	return f.Err()
}

// check reports limits that are neither a number nor Unlimited. Letters have a limit always,
// for the sake of those who receive them.
func (l Features) check(f *apperr.Fields) {
	for _, feature := range Counted {
		limit, _, _ := feature.limitIn(l)
		name := "features." + string(feature)
		if feature == FeatureLetters {
			f.Checkf(limit >= 0 && limit <= maxLetters, name, "must be 0 to %d", maxLetters)
			continue
		}
		f.Checkf(limit >= Unlimited && limit <= maxLimit, name, "must be a number, or %d for no limit", Unlimited)
	}
	f.Checkf(l.DataRefreshMinutes >= 0 && l.DataRefreshMinutes <= maxRefresh, "features.data_refresh_minutes", "must be 0 to %d", maxRefresh)
}
