package stopsale

import (
	"context"
	"time"

	"allot/internal/identity/auth"
	"allot/internal/partners/contract"
	"allot/internal/platform/civil"
)

// State is everything but the filter that a selection depends on: equal states
// mean equal days.
type State struct {
	Sources contract.Sources
	// Days and Drafts are the stamps of the sources' days, and of their properties as
	// drafted: time zones decide which month it is, and deleted rooms delete days.
	Days, Drafts []int64
	Since        string
}

// State returns the state of everything that the holder of a key may read, without
// reading it.
func (s *Service) State(ctx context.Context, key auth.KeyCaller, f Filter) (State, error) {
	src, err := s.deps.Contracts.Sources(ctx, key)
	if err != nil {
		return State{}, err
	}
	state := State{Sources: src, Since: f.Window.startKey(s.now())}
	state.Days, state.Drafts, err = s.store.Revisions(ctx, src.Accounts)
	return state, err
}

const (
	// The largest offsets from UTC. In every time zone the day begins at a quarter
	// of an hour in UTC.
	behind, ahead = 12 * time.Hour, 14 * time.Hour
	quarter       = 15 * time.Minute
)

// startKey identifies where the window begins: by date if that is the same in all
// time zones now, otherwise by the quarter of an hour.
func (w Window) startKey(now time.Time) string {
	first, last := w.withDefault(civil.Of(now.UTC().Add(-behind))), w.withDefault(civil.Of(now.UTC().Add(ahead)))
	if first == last {
		return first.From.String()
	}
	return now.UTC().Truncate(quarter).Format(time.RFC3339)
}
