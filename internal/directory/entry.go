package directory

import (
	"slices"
	"strings"
	"time"
	"unicode/utf8"

	"allot/internal/account"
	"allot/internal/platform/fold"
	"allot/internal/publication"
	"allot/internal/settings"
)

// Entry is an account as the directory keeps it.
type Entry struct {
	PartnerCard
	NameKey string  `bun:"name_key"`
	Shown   []int64 `bun:"shown,type:text"`
	// Stale entries were made by a migration and wait to be built.
	Stale     bool      `bun:"stale"`
	JoinedAt  time.Time `bun:"joined_at"`
	UpdatedAt time.Time `bun:"updated_at"`
	Search    string    `bun:"search"`
}

// Property is what the directory keeps of a published property.
type Property struct {
	PropertyID   int64    `bun:"property_id,pk"`
	OwnerID      int64    `bun:"owner_id"`
	Country      string   `bun:"country"`
	PropertyType string   `bun:"property_type"`
	Stars        *float64 `bun:"stars"`
	Search       string   `bun:"search"` // begins with the name, so that it is an order too
}

const (
	// maxShown is how many properties a card shows.
	maxShown = 5
	// maxKey is what fits into an index of either engine.
	maxKey = 1000
	// maxSearch bounds what a search looks through for one account: the names
	// of some hundred properties.
	maxSearch = 16 << 10
)

func propertyOf(c publication.Card) Property {
	return Property{
		PropertyID: c.PropertyID, OwnerID: c.OwnerID, Country: c.Country, PropertyType: c.PropertyType, Stars: c.Stars,
		Search: cut(line(c.Name, c.City), maxKey),
	}
}

// build makes the entry of an account and the countries it is found by.
// published comes by name.
func build(u account.User, c settings.Company, published []Property, now time.Time) (Entry, []string) {
	e := Entry{
		PartnerCard: PartnerCard{
			OwnerID: u.ID, AccountType: u.AccountType, Name: c.Name, Country: c.Country, City: c.City, LogoKey: c.LogoKey,
			Website: c.Website, Properties: len(published),
		},
		NameKey: cut(fold.Fold(c.Name), maxKey), Shown: []int64{}, JoinedAt: u.CreatedAt, UpdatedAt: now,
	}
	lines, countries := []string{line(c.Name, c.City)}, []string{c.Country}
	for i, p := range published {
		if i < maxShown {
			e.Shown = append(e.Shown, p.PropertyID)
		}
		lines, countries = append(lines, p.Search), append(countries, p.Country)
	}
	e.Search = cut(strings.Join(lines, "\n"), maxSearch)
	slices.Sort(countries)
	return e, slices.Compact(countries)
}

// line is a name and a city as people search them.
func line(name, city string) string { return strings.TrimSpace(fold.Words(name) + " " + fold.Words(city)) }

// cut shortens a text to so many bytes, between letters.
func cut(s string, limit int) string {
	if len(s) <= limit {
		return s
	}
	for !utf8.RuneStart(s[limit]) {
		limit--
	}
	return s[:limit]
}
