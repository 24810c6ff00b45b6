package plan

import (
	"fmt"
	"slices"
	"strings"

	"allot/internal/platform/apperr"
)

// Unlimited is the value of a limit that does not limit.
const Unlimited = -1

// Features are the limits of a plan.
type Features struct {
	Properties           int `json:"properties" doc:"-1 is unlimited, here and below"`
	PhotosPerProperty    int `json:"photos"`
	APIKeys              int `json:"api_keys"`
	PartnerConnections   int `json:"partner_connections"`
	InvoicesPerMonth     int `json:"invoices_per_month"`
	CalendarsPerProperty int `json:"calendars"`
	DataRefreshMinutes   int `json:"data_refresh_minutes" doc:"0 is real-time"`
	Contacts             int `json:"contacts"`
	LettersPerDay        int `json:"letters_per_day" doc:"List mail and invitations to people who are not on the platform; days are those of UTC"`
}

// Plan is a set of limits with a name.
type Plan struct {
	Name     string   `json:"name"`
	Category string   `json:"category" enum:"free,silver,gold,platinum,diamond"`
	Features Features `json:"features"`
}

// unlimited is what Gold and every plan above it allow. Letters are limited even there, for the
// sake of those who receive them.
var unlimited = Features{
	Properties: Unlimited, PhotosPerProperty: Unlimited, APIKeys: Unlimited, PartnerConnections: Unlimited,
	InvoicesPerMonth: Unlimited, CalendarsPerProperty: Unlimited, DataRefreshMinutes: 0,
	Contacts: Unlimited, LettersPerDay: 20_000,
}

// The plans. Free is the plan of an account that was granted none.
var (
	Free = Plan{
		Name: "Free", Category: "free",
		Features: Features{
			Properties: 1, PhotosPerProperty: 10, APIKeys: 1, PartnerConnections: 3, InvoicesPerMonth: 30,
			CalendarsPerProperty: 5, DataRefreshMinutes: 24 * 60, Contacts: 2_000, LettersPerDay: 200,
		},
	}
	Silver = Plan{
		Name: "Silver", Category: "silver",
		Features: Features{
			Properties: 3, PhotosPerProperty: 30, APIKeys: 3, PartnerConnections: 10, InvoicesPerMonth: 150,
			CalendarsPerProperty: Unlimited, DataRefreshMinutes: 60, Contacts: 20_000, LettersPerDay: 2_000,
		},
	}
	Gold     = Plan{Name: "Gold", Category: "gold", Features: unlimited}
	Platinum = Plan{Name: "Platinum", Category: "platinum", Features: unlimited}
	Diamond  = Plan{Name: "Diamond", Category: "diamond", Features: unlimited}
)

// Plans lists every plan, cheapest first.
func Plans() []Plan { return []Plan{Free, Silver, Gold, Platinum, Diamond} }

// planByCategory returns a plan by its category.
func planByCategory(category string) (Plan, bool) {
	plans := Plans()
	i := slices.IndexFunc(plans, func(p Plan) bool { return p.Category == category })
	if i < 0 {
		return Plan{}, false
	}
	return plans[i], true
}

// categories lists the categories of plans, for a refusal.
func categories() string {
	plans := Plans()
	names := make([]string, len(plans))
	for i, p := range plans {
		names[i] = p.Category
	}
	return strings.Join(names, ", ")
}

// Feature names what plans limit, as in Features.
type Feature string

// The features with a limit on their number.
const (
	FeatureProperties         Feature = "properties"
	FeaturePhotos             Feature = "photos"
	FeatureAPIKeys            Feature = "api_keys"
	FeaturePartnerConnections Feature = "partner_connections"
	FeatureInvoices           Feature = "invoices_per_month"
	FeatureCalendars          Feature = "calendars"
	FeatureContacts           Feature = "contacts"
	FeatureLetters            Feature = "letters_per_day"
)

// limitIn returns the limit of a feature and its noun in singular and plural.
func (f Feature) limitIn(l Features) (limit int, one, many string) {
	switch f {
	case FeatureProperties:
		return l.Properties, "property", "properties"
	case FeaturePhotos:
		return l.PhotosPerProperty, "photo per property", "photos per property"
	case FeatureAPIKeys:
		return l.APIKeys, "API key", "API keys"
	case FeaturePartnerConnections:
		return l.PartnerConnections, "partner connection", "partner connections"
	case FeatureInvoices:
		return l.InvoicesPerMonth, "invoice a month", "invoices a month"
	case FeatureCalendars:
		return l.CalendarsPerProperty, "calendar per property", "calendars per property"
	case FeatureContacts:
		return l.Contacts, "contact", "contacts"
	case FeatureLetters:
		return l.LettersPerDay, "letter a day", "letters a day"
	}
	panic("feature without a limit: " + f)
}

// ErrPlanLimit refuses one more of a limited feature. The body names the feature, the plan and
// the limit.
var ErrPlanLimit = apperr.New(apperr.Forbidden, "plan_limit_reached", "your plan does not allow more of these")

// Allows refuses one more of a feature of which used exist already.
func (p Plan) Allows(f Feature, used int) error {
	limit, one, many := f.limitIn(p.Features)
	if limit == Unlimited || used < limit {
		return nil
	}
	noun := many
	if limit == 1 {
		noun = one
	}
	return ErrPlanLimit.Withf("your plan %s allows %d %s%s", p.Name, limit, noun, betterThan(f, limit)).
		With("feature", f).With("plan", p.Category).With("limit", limit)
}

// betterThan names the cheapest plan that allows more than limit, if there is one.
func betterThan(f Feature, limit int) string {
	for _, p := range Plans() {
		switch next, _, _ := f.limitIn(p.Features); {
		case next == Unlimited:
			return fmt.Sprintf("; %s allows any number", p.Name)
		case next > limit:
			return fmt.Sprintf("; %s allows %d", p.Name, next)
		}
	}
	return ""
}
