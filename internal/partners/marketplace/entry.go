package marketplace

import (
	"slices"
	"strings"
	"time"
	"unicode/utf8"

	"allot/internal/content/publication"
	"allot/internal/identity/account"
	"allot/internal/identity/settings"
	"allot/internal/platform/fold"
)

// Entry is an account as the directory stores it.
type Entry struct {
	PartnerCard
	NameKey string  `bun:"name_key"`
	Shown   []int64 `bun:"shown,type:text"`
	// Stale reports whether the properties were never copied: the entry was
	// created by a migration, or a moment ago.
	Stale     bool      `bun:"stale"`
	JoinedAt  time.Time `bun:"joined_at"`
	UpdatedAt time.Time `bun:"updated_at"`
	Search    string    `bun:"search"`
}

// Property is what the directory stores of a published property.
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

// newEntry returns the entry of a new account.
func newEntry(u account.User, now time.Time) Entry {
	return Entry{
		PartnerCard: PartnerCard{OwnerID: u.ID, AccountType: u.AccountType},
		Shown:       []int64{}, Stale: true, JoinedAt: u.CreatedAt, UpdatedAt: now,
	}
}

// fill completes the entry and returns its countries. published is sorted by
// name.
func (e *Entry) fill(c settings.Company, published []Property) (countries []string) {
	e.Name, e.Country, e.City, e.Website, e.LogoKey = c.Name, c.Country, c.City, c.Website, c.LogoKey
	e.NameKey, e.Properties, e.Stale = cut(fold.Fold(c.Name), maxKey), len(published), false
	lines, countries := []string{line(c.Name, c.City)}, []string{c.Country}
	for i, p := range published {
		if i < maxShown {
			e.Shown = append(e.Shown, p.PropertyID)
		}
		lines, countries = append(lines, p.Search), append(countries, p.Country)
	}
	e.Search = cut(strings.Join(lines, "\n"), maxSearch)
	slices.Sort(countries)
	return slices.Compact(countries)
}

// line returns a name and a city in the form that searches match.
func line(name, city string) string {
	return strings.TrimSpace(fold.Words(name) + " " + fold.Words(city))
}

// cut shortens a text to a number of bytes, at a rune boundary.
func cut(s string, limit int) string {
	if len(s) <= limit {
		return s
	}
	for !utf8.RuneStart(s[limit]) {
		limit--
	}
	return s[:limit]
}
