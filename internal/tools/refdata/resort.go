package main

import (
	_ "embed"
	"fmt"
	"math"
	"strconv"
	"strings"

	"allot/internal/platform/fold"
)

//go:embed resorts.tsv
var resorts string

// addResorts adds the resorts that the source lacks. A resort gets the state of the
// nearest place.
func (m *maker) addResorts(places []place, g *gazetteer) ([]place, error) {
	var added []place
	for line := range strings.Lines(resorts) {
		if strings.HasPrefix(line, "#") {
			continue
		}
		part := strings.Split(strings.TrimSuffix(line, "\n"), "\t")
		if len(part) != 5 {
			return nil, fmt.Errorf("resort %q: want five columns", line)
		}
		lat, err := strconv.ParseFloat(part[2], 64)
		if err != nil {
			return nil, fmt.Errorf("resort %q: %w", line, err)
		}
		lon, err := strconv.ParseFloat(part[3], 64)
		if err != nil {
			return nil, fmt.Errorf("resort %q: %w", line, err)
		}
		p := place{country: part[0], name: part[1], lat: lat, lon: lon}
		if part[4] != "" {
			p.others = strings.Split(part[4], ",")
		}
		near := nearestPlace(places, p)
		if fold.Words(near.name) == fold.Words(p.name) {
			continue
		}
		p.state, p.zone = near.state, m.zoneOf(p, g)
		added = append(added, p)
	}
	return append(places, added...), nil
}

func nearestPlace(places []place, to place) place {
	best, least := place{}, math.Inf(1)
	for _, p := range places {
		if d := math.Hypot(p.lat-to.lat, p.lon-to.lon); p.country == to.country && d < least {
			best, least = p, d
		}
	}
	return best
}
