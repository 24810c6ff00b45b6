package reference_test

import (
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"allot/internal/content/reference"
	"allot/internal/platform/iso"
	"allot/internal/platform/page"
)

func TestService_ZoneOf(t *testing.T) {
	t.Parallel()
	at := func(lat, lon float64) reference.Place { return reference.Place{Latitude: &lat, Longitude: &lon} }
	in := func(p reference.Place, country string) reference.Place {
		p.Country = country
		return p
	}
	for name, tt := range map[string]struct {
		place reference.Place
		want  string
	}{
		"a country with one zone":           {reference.Place{Country: "GR"}, "Europe/Athens"},
		"whatever the city":                 {reference.Place{Country: "GR", City: "Nowhere"}, "Europe/Athens"},
		"Germany, which has an exclave":     {reference.Place{Country: "DE"}, "Europe/Berlin"},
		"a German city":                     {reference.Place{Country: "DE", City: "München"}, "Europe/Berlin"},
		"the exclave":                       {reference.Place{Country: "DE", City: "Büsingen"}, "Europe/Busingen"},
		"New York":                          {reference.Place{Country: "US", City: "New York"}, "America/New_York"},
		"Honolulu":                          {reference.Place{Country: "US", City: "honolulu"}, "Pacific/Honolulu"},
		"Honolulu with its state":           {reference.Place{Country: "US", City: "Honolulu, HI"}, "Pacific/Honolulu"},
		"a state alone":                     {reference.Place{Country: "US", State: "HI"}, "Pacific/Honolulu"},
		"a state by name":                   {reference.Place{Country: "US", State: "Hawaii", City: "Nowhere Bay"}, "Pacific/Honolulu"},
		"a city that another state has too": {reference.Place{Country: "US", State: "OR", City: "Portland"}, "America/Los_Angeles"},
		"and in that other state":           {reference.Place{Country: "US", State: "Maine", City: "Portland"}, "America/New_York"},
		"the same by coordinates":           {reference.Place{Country: "US", City: "Portland", Latitude: ptr(43.65), Longitude: ptr(-70.25)}, "America/New_York"},
		"the Canaries":                      {reference.Place{Country: "ES", City: "Las Palmas de Gran Canaria"}, "Atlantic/Canary"},
		"the Canaries, shorter":             {reference.Place{Country: "ES", City: "Las Palmas"}, "Atlantic/Canary"},
		"Tenerife":                          {reference.Place{Country: "ES", City: "Costa Adeje, Tenerife"}, "Atlantic/Canary"},
		"Spain":                             {reference.Place{Country: "ES", City: "Palma"}, "Europe/Madrid"},
		"the Azores":                        {reference.Place{Country: "PT", City: "Ponta Delgada"}, "Atlantic/Azores"},
		"the Azores by coordinates":         {in(at(37.75, -25.67), "PT"), "Atlantic/Azores"},
		"Madeira":                           {reference.Place{Country: "PT", City: "Funchal"}, "Atlantic/Madeira"},
		"Portugal":                          {reference.Place{Country: "PT"}, "Europe/Lisbon"},
		"Perth":                             {reference.Place{Country: "AU", City: "Perth"}, "Australia/Perth"},
		"Sydney":                            {reference.Place{Country: "AU", City: "Sydney"}, "Australia/Sydney"},
		"Darwin by coordinates":             {in(at(-12.46, 130.84), "AU"), "Australia/Darwin"},
		"Australia, where most people live": {reference.Place{Country: "AU"}, "Australia/Sydney"},
		"a city that nobody knows":          {reference.Place{Country: "AU", City: "Xyzzy"}, "Australia/Sydney"},
		"an unknown city with coordinates":  {reference.Place{Country: "AU", City: "Xyzzy", Latitude: ptr(-31.95), Longitude: ptr(115.86)}, "Australia/Perth"},
		"coordinates across the date line":  {in(at(-44, 179), "NZ"), "Pacific/Chatham"},
		"a country where nobody lives":      {reference.Place{Country: "BV"}, "UTC"},
		"no country":                        {reference.Place{City: "Athens"}, "UTC"},
		"a city in the third part":          {reference.Place{Country: "AU", City: "Hotel, Kings Xyzzy, Perth"}, "Australia/Perth"},
		"no part after the third":           {reference.Place{Country: "AU", City: "Xyzzy, Xyzzy, Xyzzy, Perth"}, "Australia/Sydney"},
		"a city longer than any name":       {reference.Place{Country: "AU", City: "Perth," + strings.Repeat("x", 200)}, "Australia/Sydney"},
		"signs that are in no name":         {reference.Place{Country: "AU", City: "?!, ,"}, "Australia/Sydney"},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			got, err := service(t).ZoneOf(tt.place)
			require.NoError(t, err)
			require.Equal(t, tt.want, got)
		})
	}
	t.Run("every country has a zone that services accept", func(t *testing.T) {
		t.Parallel()
		for _, c := range service(t).Countries("en") {
			zone, err := service(t).ZoneOf(reference.Place{Country: c.Code})
			require.NoError(t, err)
			require.True(t, iso.IsTimezone(zone), "%s: %s", c.Code, zone)
		}
	})
}

// The first zone of a country is taken where no more is known than the country.
func TestService_Countries_zonesByPopulation(t *testing.T) {
	t.Parallel()
	for _, c := range service(t).Countries("en") {
		if len(c.Timezones) < 2 {
			continue
		}
		people := map[string]int{}
		for next := 1; ; next++ {
			list, _, err := service(t).Cities(reference.CityQuery{Country: c.Code}, page.Request{Page: next, Size: 5000})
			require.NoError(t, err)
			if len(list) == 0 {
				break
			}
			for _, city := range list {
				if city.Population != nil {
					people[city.Timezone] += *city.Population
				}
			}
		}
		sorted := slices.IsSortedFunc(c.Timezones, func(a, b string) int { return people[b] - people[a] })
		require.True(t, sorted, "%s: %v", c.Code, c.Timezones)
	}
}

func ptr(f float64) *float64 { return &f }
