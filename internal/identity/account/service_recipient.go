package account

import (
	"context"
	"fmt"
	"slices"

	"allot/internal/identity/auth"
)

// User returns a user of any account, for modules that work without a caller,
// such as in a job.
func (s *Service) User(ctx context.Context, id int64) (User, error) { return s.store.User(ctx, id) }

// ReplyAddress returns where answers to a letter of a user go: to its own address if that is
// confirmed, else to its manager's, because a manager can enter any address for a sub-user.
func (s *Service) ReplyAddress(ctx context.Context, u User) (string, error) {
	if u.IsManager || u.EmailState == EmailConfirmed {
		return u.Email, nil
	}
	manager, err := s.store.User(ctx, u.OwnerID)
	return manager.Email, err
}

// UsersWithFlag lists the manager of an account and the sub-users who have the flag.
func (s *Service) UsersWithFlag(ctx context.Context, owner int64, flag auth.Flag) ([]User, error) {
	// The flag names a column; SQLite would read an unknown one as a text value.
	if !slices.Contains(auth.Flags, flag) {
		return nil, fmt.Errorf("there is no permission flag %q", flag)
	}
	return s.store.UsersWithFlag(ctx, owner, flag)
}

// UsersConcerned is UsersWithFlag without the sub-users who may not see the property; property
// 0 leaves nobody out.
func (s *Service) UsersConcerned(ctx context.Context, owner int64, flag auth.Flag, property int64) ([]User, error) {
	users, err := s.UsersWithFlag(ctx, owner, flag)
	if err != nil || property == 0 {
		return users, err
	}
	ids := make([]int64, len(users))
	for i, u := range users {
		ids[i] = u.ID
	}
	callers, err := s.store.Callers(ctx, owner, ids)
	return slices.DeleteFunc(users, func(u User) bool { return !callers[u.ID].MaySeeProperty(property) }), err
}

// Callers returns users of an account with their present permissions, by id, without removed
// users.
func (s *Service) Callers(ctx context.Context, owner int64, ids []int64) (map[int64]auth.Caller, error) {
	return s.store.Callers(ctx, owner, ids)
}

// Admins lists the platform's staff.
func (s *Service) Admins(ctx context.Context) ([]User, error) { return s.store.Admins(ctx) }
