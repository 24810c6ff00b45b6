package reference

import (
	"math"
	"strings"
	"unicode/utf8"

	"allot/internal/platform/fold"
)

// Place is where something stands, as far as it is known.
type Place struct {
	Country string // ISO 3166-1 alpha-2
	State   string // its code or its name
	City    string // as people write it
	// Latitude and Longitude are given both or not at all.
	Latitude, Longitude *float64
}

// A city that is longer than any name is none, and only so many parts of it are
// looked up.
const (
	maxCityName  = 200
	maxCityParts = 3
)

// noZone is the time zone of a place in a country where nobody lives.
const noZone = "UTC"

// ZoneOf is the IANA time zone of a place: that of its country, if it has one
// only; else that of its city, of the city that is nearest to its coordinates, of
// the largest city of its state, or the one in which most people of the country
// live.
func (s *Service) ZoneOf(p Place) (string, error) {
	zones := s.countries[p.Country].Timezones
	switch {
	case len(zones) == 0:
		return noZone, nil
	case len(zones) == 1, p.City == "" && p.State == "" && p.Latitude == nil:
		return zones[0], nil // the most populous comes first
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

// townOf is the town by which a place is known best.
func (s *Service) townOf(g *gazetteer, p Place) (id uint32, found bool) {
	state := s.stateCode(p.Country, p.State)
	for _, part := range cityParts(p.City) {
		if towns := g.called(fold.Words(part), p.Country, state); len(towns) > 0 {
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

// cityParts are the names in a city as people write it: "Adeje, Tenerife".
func cityParts(city string) []string {
	if utf8.RuneCountInString(city) > maxCityName {
		return nil
	}
	parts := strings.Split(city, ",")
	return parts[:min(len(parts), maxCityParts)]
}

// called are the towns of a country by that name or by one that begins with it,
// the best first: New York City, though there is a hamlet New York. Those of the
// state come alone, if there are any.
func (g *gazetteer) called(words, country, state string) []uint32 {
	if words == "" {
		return nil
	}
	towns, longer := g.marked(g.beginning(words+"\n")), g.marked(g.beginning(words+" "))
	towns.other.unite(longer.own)
	towns.other.unite(longer.other)
	if list := g.weigh(towns, g.within(country, state)); len(list) > 0 {
		return list
	}
	return g.weigh(towns, g.within(country, ""))
}

// nearest is the town that is nearest to the coordinates of a place, the first
// one if it has none.
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

// stateCode is the code of a state that is given by code or name, empty if it is
// neither.
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
