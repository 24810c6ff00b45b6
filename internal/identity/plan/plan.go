package plan

import "slices"

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
	InboxMegabytes       int `json:"inbox_megabytes"`
	LettersPerDay        int `json:"letters_per_day" doc:"List mail and invitations to people who are not on the platform; days are those of UTC"`
}

// better returns the larger of each limit of two sets, the shorter refresh interval.
func (l Features) better(m Features) Features {
	most := func(a, b int) int {
		if a == Unlimited || b == Unlimited {
			return Unlimited
		}
		return max(a, b)
	}
	return Features{
		Properties: most(l.Properties, m.Properties), PhotosPerProperty: most(l.PhotosPerProperty, m.PhotosPerProperty),
		APIKeys: most(l.APIKeys, m.APIKeys), PartnerConnections: most(l.PartnerConnections, m.PartnerConnections),
		InvoicesPerMonth: most(l.InvoicesPerMonth, m.InvoicesPerMonth), CalendarsPerProperty: most(l.CalendarsPerProperty, m.CalendarsPerProperty),
		DataRefreshMinutes: min(l.DataRefreshMinutes, m.DataRefreshMinutes),
		Contacts:           most(l.Contacts, m.Contacts), LettersPerDay: most(l.LettersPerDay, m.LettersPerDay),
		InboxMegabytes: most(l.InboxMegabytes, m.InboxMegabytes),
	}
}

// Plan is a set of limits with a name, as an account has it.
type Plan struct {
	Name     string   `json:"name"`
	Category string   `json:"category" enum:"free,silver,gold,platinum,diamond"`
	Features Features `json:"features"`
}

// unlimited is what Gold and every plan above it allow. Letters are limited even there, for the
// sake of those who receive them, and the inbox for the sake of the disk.
var unlimited = Features{
	Properties: Unlimited, PhotosPerProperty: Unlimited, APIKeys: Unlimited, PartnerConnections: Unlimited,
	InvoicesPerMonth: Unlimited, CalendarsPerProperty: Unlimited, DataRefreshMinutes: 0,
	Contacts: Unlimited, LettersPerDay: 20_000, InboxMegabytes: 10_000,
}

// The plans that a new installation sells; staff change them and make others. Free is the plan
// of an account that has none, and is not sold.
var (
	Free = Plan{
		Name: "Free", Category: "free",
		Features: Features{
			Properties: 1, PhotosPerProperty: 10, APIKeys: 1, PartnerConnections: 3, InvoicesPerMonth: 30,
			CalendarsPerProperty: 5, DataRefreshMinutes: 24 * 60, Contacts: 2_000, LettersPerDay: 200, InboxMegabytes: 100,
		},
	}
	Silver = Plan{
		Name: "Silver", Category: "silver",
		Features: Features{
			Properties: 3, PhotosPerProperty: 30, APIKeys: 3, PartnerConnections: 10, InvoicesPerMonth: 150,
			CalendarsPerProperty: Unlimited, DataRefreshMinutes: 60, Contacts: 20_000, LettersPerDay: 2_000, InboxMegabytes: 1_000,
		},
	}
	Gold     = Plan{Name: "Gold", Category: "gold", Features: unlimited}
	Platinum = Plan{Name: "Platinum", Category: "platinum", Features: unlimited}
	Diamond  = Plan{Name: "Diamond", Category: "diamond", Features: unlimited}
)

// categories lists the categories of plans, smallest first.
var categories = []string{Free.Category, Silver.Category, Gold.Category, Platinum.Category, Diamond.Category}

// rank orders plans by their category.
func (p Plan) rank() int { return slices.Index(categories, p.Category) }

// and returns what an account has that has both plans: the better of each limit, under the
// name of the higher plan.
func (p Plan) and(q Plan) Plan {
	if q.rank() > p.rank() {
		p.Name, p.Category = q.Name, q.Category
	}
	p.Features = p.Features.better(q.Features)
	return p
}

// Feature names what plans limit, as in Features.
type Feature string

// Counted lists the features with a limit on their number.
var Counted = []Feature{
	FeatureProperties, FeaturePhotos, FeatureAPIKeys, FeaturePartnerConnections, FeatureInvoices, FeatureCalendars, FeatureContacts, FeatureLetters,
	FeatureInbox,
}

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
	FeatureInbox              Feature = "inbox_megabytes"
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
	case FeatureInbox:
		return l.InboxMegabytes, "megabyte of imported e-invoices", "megabytes of imported e-invoices"
	}
	panic("feature without a limit: " + f)
}

// Within reports whether the features of a plan allow a record in a place, counted from 1.
func (f Feature) Within(l Features, place int) bool {
	limit, _, _ := f.limitIn(l)
	return limit == Unlimited || place <= limit
}
