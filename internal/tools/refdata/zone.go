package main

import (
	"os"
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
