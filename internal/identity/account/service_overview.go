package account

import (
	"context"
	"slices"
	"strings"

	"allot/internal/platform/apperr"
	"allot/internal/platform/page"
)

// Overviews lists accounts for staff, newest first. It runs two queries and perhaps a count,
// however many accounts there are.
func (s *Service) Overviews(ctx context.Context, f AccountFilter, req page.Request) ([]Overview, int, error) {
	f.Query = strings.TrimSpace(f.Query)
	managers, count, err := s.store.Accounts(ctx, f, req)
	if err != nil {
		return nil, 0, err
	}
	list, err := s.overviews(ctx, managers)
	return list, count, err
}

// Overview returns one account for staff.
func (s *Service) Overview(ctx context.Context, owner int64) (Overview, error) {
	u, err := s.Account(ctx, owner)
	if err != nil {
		return Overview{}, err
	}
	list, err := s.overviews(ctx, []User{u})
	if err != nil {
		return Overview{}, err
	}
	return list[0], nil
}

func (s *Service) overviews(ctx context.Context, managers []User) ([]Overview, error) {
	ids := make([]int64, len(managers))
	for i, u := range managers {
		ids[i] = u.ID
	}
	uses, err := s.store.Uses(ctx, ids)
	if err != nil {
		return nil, err
	}
	list := make([]Overview, len(managers))
	for i, u := range managers {
		list[i] = Overview{u, uses[u.ID]}
	}
	return list, nil
}

// UsersOf lists the users of an account for staff, the manager first, with the sessions that
// are open. It lists the first 500 users.
func (s *Service) UsersOf(ctx context.Context, owner int64) ([]SignedIn, error) {
	users, err := s.store.UsersOf(ctx, owner, maxShownUsers)
	if err != nil {
		return nil, err
	}
	if len(users) == 0 {
		return nil, apperr.ErrNotFound
	}
	ids := make([]int64, len(users))
	for i, u := range users {
		ids[i] = u.ID
	}
	sessions, err := s.store.ActiveSessionsOf(ctx, ids)
	if err != nil {
		return nil, err
	}
	now := s.now()
	list := make([]SignedIn, len(users))
	for i, u := range users {
		open := sessions[u.ID]
		for n := range open {
			open[n].LastSeen = s.activity.latest(open[n])
		}
		list[i] = SignedIn{u, slices.DeleteFunc(open, func(one Session) bool { return one.Expired(now) })}
	}
	return list, nil
}
