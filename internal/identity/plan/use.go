package plan

import (
	"context"
	"errors"
)

// UseFunc counts how many of a feature each of some accounts has. Of what is limited per
// property it is the property with the most. Accounts with none may be missing.
type UseFunc = func(ctx context.Context, owners []int64) (map[int64]int, error)

// Use is how much of a feature an account uses.
type Use struct {
	Used  int `json:"used"`
	Limit int `json:"limit" doc:"-1 is unlimited"`
}

// State is the plan of an account and how much of it is used.
type State struct {
	Holding Holding
	Plan    Plan
	Uses    map[Feature]Use // of every counted feature
}

// StatesOf returns the plans of accounts and how much of each limit they use. How many queries
// that takes does not depend on the number of accounts.
func (s *Service) StatesOf(ctx context.Context, owners []int64) (map[int64]State, error) {
	held, err := s.HoldingsOf(ctx, owners)
	if err != nil {
		return nil, err
	}
	states := make(map[int64]State, len(owners))
	for _, owner := range owners {
		states[owner] = State{Holding: held[owner], Plan: held[owner].Plan(s.today()), Uses: make(map[Feature]Use, len(Counted))}
	}
	counts := s.deps.Uses()
	for _, f := range Counted {
		count, known := counts[f]
		if f == FeatureLetters {
			count, known = s.lettersToday, true
		}
		if !known {
			return nil, errors.New("nobody counts the feature " + string(f))
		}
		used, err := count(ctx, owners)
		if err != nil {
			return nil, err
		}
		for _, owner := range owners {
			limit, _, _ := f.limitIn(states[owner].Plan.Features)
			states[owner].Uses[f] = Use{Used: used[owner], Limit: limit}
		}
	}
	return states, nil
}

func (s *Service) lettersToday(ctx context.Context, owners []int64) (map[int64]int, error) {
	list, err := s.store.LettersOf(ctx, owners, s.today())
	used := make(map[int64]int, len(list))
	for _, l := range list {
		used[l.OwnerID] = l.Letters
	}
	return used, err
}
