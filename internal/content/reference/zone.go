package reference

import (
	"math"
	"strings"
	"unicode/utf8"

	"allot/internal/platform/fold"
)

// Place is a location, as far as it is known.
type Place struct {
	Country string // ISO 3166-1 alpha-2
	State   string // its code or its name
	City    string // as people write it
	// Latitude and Longitude are given both or not at all.
	Latitude, Longitude *float64
}

// A city with a name longer than maxCityName is ignored, and at most maxCityParts
// parts of it are looked up.
const (
	maxCityName  = 200
	maxCityParts = 3
)

// noZone is the time zone of a place in a country where nobody lives.
const noZone = "UTC"

// ZoneOf returns the IANA time zone of a place: that of its country, if it has only one; else
// that of its city, of the city nearest to its coordinates, of the largest city of its state,
// or the most populous zone of the country.
func (s *Service) ZoneOf(p Place) (string, error) {
	zones := s.countries[p.Country].Timezones
	switch {
	case len(zones) == 0:
		return noZone, nil
	case len(zones) == 1, p.City == "" && p.State == "" && p.Latitude == nil:
		return zones[0], nil // the most populous zone
	}
	g, err := cities()
	if err != nil {
		return "", err
	}
	if id, found := s.townOf(g, p); found {
		return g.zones[g.towns[id].zone], nil
	}
	return zones[0], nil
}

// townOf returns the town that describes a place best.
func (s *Service) townOf(g *gazetteer, p Place) (id uint32, found bool) {
	state := s.stateCode(p.Country, p.State)
	for _, part := range cityParts(p.City) {
		if towns := g.named(fold.Words(part), p.Country, state); len(towns) > 0 {
			return g.nearest(towns, p), true
		}
	}
	if p.Latitude != nil && p.Longitude != nil {
		if towns := g.byCountry[p.Country]; len(towns) > 0 {
			return g.nearest(towns, p), true
		}
	}
	if state == "" {
		return 0, false
	}
	for _, largest := range g.within(p.Country, state).ids(0, 1, nil) {
		return largest, true
	}
	return 0, false
}

// cityParts splits a city as people write it, such as "Adeje, Tenerife".
func cityParts(city string) []string {
	if utf8.RuneCountInString(city) > maxCityName {
		return nil
	}
	parts := strings.Split(city, ",")
	return parts[:min(len(parts), maxCityParts)]
}

// named returns the towns of a country with the name or with one that begins with it, the best
// first: New York City before a hamlet New York. If the state has any, only those are returned.
func (g *gazetteer) named(words, country, state string) []uint32 {
	if words == "" {
		return nil
	}
	towns, longer := g.namesAt(g.withPrefix(words+"\n")), g.namesAt(g.withPrefix(words+" "))
	towns.other.unite(longer.own)
	towns.other.unite(longer.other)
	if list := g.rank(towns, g.within(country, state)); len(list) > 0 {
		return list
	}
	return g.rank(towns, g.within(country, ""))
}

// nearest returns the town nearest to the coordinates of a place, the first one if it has none.
func (g *gazetteer) nearest(towns []uint32, p Place) uint32 {
	if p.Latitude == nil || p.Longitude == nil {
		return towns[0]
	}
	const thousandths = 1000
	narrow := math.Cos(*p.Latitude * math.Pi / 180) // degrees of longitude are shorter away from the equator
	best, least := towns[0], math.Inf(1)
	for _, id := range towns {
		north := float64(g.towns[id].lat)/thousandths - *p.Latitude
		east := math.Remainder(float64(g.towns[id].lon)/thousandths-*p.Longitude, 360) * narrow
		if away := north*north + east*east; away < least {
			best, least = id, away
		}
	}
	return best
}

// stateCode returns the code of a state given by code or name, empty if there is no such state.
func (s *Service) stateCode(country, state string) string {
	if state == "" {
		return ""
	}
	name := fold.Words(state)
	for _, st := range s.states[country] {
		if st.Code == state || fold.Words(st.Name) == name {
			return st.Code
		}
	}
	return ""
}
