package stopsale

import (
	"context"
	"time"

	"allot/internal/identity/auth"
	"allot/internal/partners/contract"
	"allot/internal/platform/civil"
)

// State is what decides what a selection yields, beside the filter: equal states mean
// equal days.
type State struct {
	Sources contract.Sources
	// Days and Drafts are the revisions of the sources' days, and of their
	// properties as they work on them: whose zones say which month it is, and
	// whose rooms take their days along when they go.
	Days, Drafts []int64
	Since        string
}

// State tells where everything stands that the holder of a key is told, without
// reading it.
func (s *Service) State(ctx context.Context, key auth.KeyCaller, f Filter) (State, error) {
	src, err := s.Contracts.Sources(ctx, key)
	if err != nil {
		return State{}, err
	}
	state := State{Sources: src, Since: f.Window.turn(s.now())}
	state.Days, state.Drafts, err = s.store.Revisions(ctx, src.Accounts)
	return state, err
}

const (
	// No place is further behind or ahead of UTC, and all change their day at
	// some quarter of an hour.
	behind, ahead = 12 * time.Hour, 14 * time.Hour
	quarter       = 15 * time.Minute
)

// turn names what the window depends on beside what was asked: where it begins,
// as long as that is the same wherever a property may be, else the quarter of an
// hour.
func (w Window) turn(now time.Time) string {
	first, last := w.since(civil.Of(now.UTC().Add(-behind))), w.since(civil.Of(now.UTC().Add(ahead)))
	if first == last {
		return first.From.String()
	}
	return now.UTC().Truncate(quarter).Format(time.RFC3339)
}
