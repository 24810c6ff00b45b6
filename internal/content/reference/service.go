package reference

import (
	"fmt"
	"maps"
	"sync"
	"time"
)

// Deps is what the service works with.
type Deps struct {
	Now func() time.Time
	// Lists are the option lists of other modules by name; the function returns a list in a
	// language. They must not change while the program runs.
	Lists map[string]func(lang string) []Option
}

// tables are the embedded data without the cities. Nothing changes them.
type tables struct {
	names     names
	countries map[string]Country
	states    map[string][]State
	stateName map[group]string
	numerics  map[string]string
}

// Service answers from the embedded data.
type Service struct {
	*tables
	now   func() time.Time
	lists map[string]func(lang string) []Option
}

// small holds the small tables and cities the gazetteer. Each is read once a process, at the
// first use.
var (
	small  = sync.OnceValues(loadTables)
	cities = sync.OnceValues(loadGazetteer)
)

// New makes the service. It refuses a list that has the name of one of the
// service's own.
func New(d Deps) (*Service, error) {
	t, err := small()
	if err != nil {
		return nil, err
	}
	s := &Service{tables: t, now: d.Now, lists: maps.Clone(d.Lists)}
	return s, s.addOwnLists()
}

func loadTables() (*tables, error) {
	s := &tables{states: map[string][]State{}, stateName: map[group]string{}}
	var err error
	if s.names, err = loadNames(); err != nil {
		return nil, err
	}
	if s.countries, err = loadCountries(); err != nil {
		return nil, err
	}
	if s.numerics, err = loadCurrencies(); err != nil {
		return nil, err
	}
	states, err := loadStates()
	if err != nil {
		return nil, err
	}
	for _, st := range states {
		s.states[st.Country] = append(s.states[st.Country], st)
		s.stateName[group{st.Country, st.Code}] = st.Name
	}
	return s, nil
}

func (s *Service) addOwnLists() error {
	own := map[string]func(lang string) []Option{"languages": s.languageOptions, "timezones": s.timezoneOptions}
	if s.lists == nil {
		s.lists = map[string]func(lang string) []Option{}
	}
	for list, options := range own {
		if s.lists[list] != nil {
			return fmt.Errorf("option list %s is the reference module's own", list)
		}
		s.lists[list] = options
	}
	return nil
}
