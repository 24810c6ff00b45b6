package reference

import (
	"strings"
	"unicode/utf8"

	"allot/internal/platform/apperr"
	"allot/internal/platform/fold"
	"allot/internal/platform/page"
)

// City is a populated place.
type City struct {
	Name       string  `json:"name" example:"Chania"`
	Country    string  `json:"country" doc:"ISO 3166-1 alpha-2" example:"GR"`
	State      string  `json:"state" doc:"Code of the state, empty if not known" example:"ESYE43"`
	StateName  string  `json:"state_name" doc:"Name of the state, empty if not known" example:"Crete"`
	Latitude   float64 `json:"latitude" doc:"Degrees north, to about a hundred metres" example:"35.512"`
	Longitude  float64 `json:"longitude" doc:"Degrees east, to about a hundred metres" example:"24.012"`
	Population *int    `json:"population" doc:"Null if not known" example:"54000"`
	Timezone   string  `json:"timezone" doc:"IANA zone" example:"Europe/Athens"`
}

// CityQuery describes the cities to search; empty fields do not narrow.
type CityQuery struct {
	Country string
	State   string // needs Country
	Q       string // beginnings of the words of the name, in any spelling
}

// The limits of a query: more than the longest name of a place, and few enough
// for a quick answer.
const (
	maxQuery = 200
	maxWords = 20
)

func (s *Service) check(q CityQuery) error {
	var f apperr.Fields
	_, known := s.countries[q.Country]
	f.Check(q.Country == "" || known, "country", countryProblem)
	f.Check(q.State == "" || q.Country != "", "state", "needs the country too")
	f.Checkf(utf8.RuneCountInString(q.Q) <= maxQuery, "q", "must have at most %d characters", maxQuery)
	f.Checkf(len(strings.Fields(q.Q)) <= maxWords, "q", "must have at most %d words", maxWords)
	if known && q.State != "" {
		_, ok := s.stateName[group{q.Country, q.State}]
		f.Checkf(ok, "state", "must be the code of a state of %s, as /api/external/states/?country=%[1]s lists them", q.Country)
	}
	return f.Err()
}

// Load unpacks the cities. Without it the first question does so, and takes a second.
func (s *Service) Load() error {
	_, err := cities()
	return err
}

// Cities returns one page of the cities that match, and how many match in all: first those
// whose whole name was given, then those whose own name begins with it, then those with another
// name or another word that does; the most populous first.
func (s *Service) Cities(q CityQuery, part page.Request) ([]City, int, error) {
	if err := s.check(q); err != nil {
		return nil, 0, err
	}
	words := fold.Words(q.Q)
	if words == "" && strings.TrimSpace(q.Q) != "" {
		return []City{}, 0, nil // no name is only punctuation
	}
	g, err := cities()
	if err != nil {
		return nil, 0, err
	}
	ids, count := g.search(words, q.Country, q.State, int(part.Offset()), int(part.Limit()))
	out := make([]City, len(ids))
	for i, id := range ids {
		out[i] = s.city(g, id)
	}
	return out, count, nil
}

func (s *Service) city(g *gazetteer, id uint32) City {
	t := &g.towns[id]
	at := g.groups[t.group]
	c := City{
		Name: g.name(t), Country: at.country, State: at.state, StateName: s.stateName[at],
		Latitude: float64(t.lat) / 1000, Longitude: float64(t.lon) / 1000, Timezone: g.zones[t.zone],
	}
	if t.population > 0 {
		n := int(t.population)
		c.Population = &n
	}
	return c
}
