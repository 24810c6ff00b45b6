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

// Service answers from the embedded data.
type Service struct {
	now       func() time.Time
	lists     map[string]func(lang string) []Option
	names     names
	countries map[string]Country
	states    map[string][]State
	stateName map[group]string
	numerics  map[string]string
	// cities unpacks the many cities at the first call.
	cities func() (*gazetteer, error)
}

// New reads the small tables. It refuses a list that has the name of one of the
// service's own.
func New(d Deps) (*Service, error) {
	s := &Service{now: d.Now, lists: maps.Clone(d.Lists), states: map[string][]State{}, stateName: map[group]string{}}
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
	s.cities = sync.OnceValues(loadGazetteer)
	return s, s.addOwnLists()
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
