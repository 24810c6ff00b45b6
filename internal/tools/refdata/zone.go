package main

import (
	"cmp"
	"os"
	"slices"
	"strings"

	"allot/internal/platform/iso"
)

// zones reads the zones of each country, and the current names of retired zones.
func (m *maker) zones() error {
	m.zonesOf, m.zoneLink, m.isZone = map[string][]string{}, map[string]string{}, map[string]bool{}
	rows, err := m.rows("tzdata", "usr", "share", "zoneinfo", "zone.tab")
	if err != nil {
		return err
	}
	for _, row := range rows {
		// A zone that the Go release does not have cannot be used.
		if country, zone := row[0], row[2]; iso.IsTimezone(zone) {
			m.zonesOf[country] = append(m.zonesOf[country], zone)
			m.isZone[zone] = true
		}
	}
	m.zonesOf["XK"] = m.zonesOf["RS"] // the table knows ISO codes only
	b, err := os.ReadFile(m.source("tzdata", "usr", "share", "zoneinfo", "tzdata.zi"))
	if err != nil {
		return err
	}
	for line := range strings.Lines(string(b)) {
		if f := strings.Fields(line); len(f) == 3 && f[0] == "L" {
			m.zoneLink[f[2]] = f[1]
		}
	}
	return nil
}

// sortZones sorts the zones of a country by the population of their cities, the
// largest first: that one is the default of the country.
func (m *maker) sortZones(places []place) {
	type region struct{ country, zone string }
	people := map[region]int{}
	for _, p := range places {
		if p.entry != nil {
			people[region{p.country, p.zone}] += p.entry.population
		}
	}
	for country, zones := range m.zonesOf {
		zones = slices.Clone(zones) // two countries may share a list
		slices.SortStableFunc(zones, func(a, b string) int {
			return cmp.Compare(people[region{country, b}], people[region{country, a}])
		})
		m.zonesOf[country] = zones
	}
}

// zone returns the current name of a zone, or nothing if it no longer exists.
func (m *maker) zone(name string) string {
	if m.isZone[name] {
		return name
	}
	if to := m.zoneLink[name]; m.isZone[to] {
		return to
	}
	return ""
}
