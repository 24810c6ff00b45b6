package reference

import (
	"strings"

	"allot/internal/platform/apperr"
)

// Country is a country of ISO 3166-1.
type Country struct {
	Code        string   `json:"code" doc:"ISO 3166-1 alpha-2" example:"GR"`
	Alpha3      string   `json:"alpha3" doc:"ISO 3166-1 alpha-3" example:"GRC"`
	Numeric     string   `json:"numeric" doc:"ISO 3166-1 numeric; empty for Kosovo, which has none" example:"300"`
	Name        string   `json:"name" doc:"In the language of the answer" example:"Greece"`
	CallingCode string   `json:"calling_code" doc:"Dialled before a number of the country" example:"+30"`
	Currency    string   `json:"currency" doc:"ISO 4217; empty for Antarctica" example:"EUR"`
	Continent   string   `json:"continent" doc:"AF, AN, AS, EU, NA, OC or SA" example:"EU"`
	Timezones   []string `json:"timezones" nullable:"false" doc:"IANA zones, the most populous first; empty where nobody lives"`
	EU          bool     `json:"eu" doc:"Member of the European Union"`
}

func loadCountries() (map[string]Country, error) {
	rows, err := readRows("countries.tsv", 8)
	if err != nil {
		return nil, err
	}
	out := make(map[string]Country, len(rows))
	for _, r := range rows {
		out[r[0]] = Country{
			Code: r[0], Alpha3: r[1], Numeric: r[2], Continent: r[3], CallingCode: r[4], Currency: r[5],
			EU: r[6] == "1", Timezones: strings.Fields(r[7]),
		}
	}
	return out, nil
}

// Countries lists every country in the alphabetical order of lang, a language that Language
// returned.
func (s *Service) Countries(lang string) []Country {
	list := s.names.in(lang, kindCountry)
	out := make([]Country, len(list))
	for i, n := range list {
		out[i] = s.countries[n.code]
		out[i].Name = n.text
	}
	return out
}

const countryProblem = "must be a country code of ISO 3166-1 in upper case, such as GR"

// State is a first-level division of a country: a region, province or
// federal state.
type State struct {
	Country string `json:"country" doc:"ISO 3166-1 alpha-2" example:"GR"`
	Code    string `json:"code" doc:"GeoNames first-level code, unique within the country" example:"ESYE43"`
	Name    string `json:"name" example:"Crete"`
}

// loadStates reads them in the order of the file: by country, then by name.
func loadStates() ([]State, error) {
	rows, err := readRows("states.tsv", 3)
	if err != nil {
		return nil, err
	}
	out := make([]State, len(rows))
	for i, r := range rows {
		out[i] = State{Country: r[0], Code: r[1], Name: r[2]}
	}
	return out, nil
}

// States lists the divisions of a country by name. A few small countries have none.
func (s *Service) States(country string) ([]State, error) {
	if _, ok := s.countries[country]; !ok {
		return nil, apperr.Field("country", countryProblem)
	}
	return s.states[country], nil
}
