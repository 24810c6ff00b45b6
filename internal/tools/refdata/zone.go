package main

import (
	"cmp"
	"os"
	"slices"
	"strings"

	"allot/internal/platform/iso"
)

// zones reads which zones a country has, and what retired zones are called now.
func (m *maker) zones() error {
	m.zonesOf, m.zoneLink, m.isZone = map[string][]string{}, map[string]string{}, map[string]bool{}
	rows, err := m.rows("tzdata", "usr", "share", "zoneinfo", "zone.tab")
	if err != nil {
		return err
	}
	for _, row := range rows {
		// A zone newer than the one of the Go release could not be used.
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

// sortZones puts the zone of a country first in which most people live, by the
// cities that are known: it is the best guess for a place of which no more is
// known than its country. The table of zones goes from east to west.
func (m *maker) sortZones(places []place) {
	type region struct{ country, zone string }
	people := map[region]int{}
	for _, p := range places {
		if p.known != nil {
			people[region{p.country, p.zone}] += p.known.population
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

// zone is the present name of a zone, or nothing if the world gave it up.
func (m *maker) zone(name string) string {
	if m.isZone[name] {
		return name
	}
	if to := m.zoneLink[name]; m.isZone[to] {
		return to
	}
	return ""
}
