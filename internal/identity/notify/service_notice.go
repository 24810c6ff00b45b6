package notify

import (
	"context"
	"errors"
	"fmt"

	"allot/internal/identity/account"
	"allot/internal/platform/apperr"
	"allot/internal/platform/jobs"
)

// Send creates one notification for each user of the audience, in the transaction of ctx, and
// sends it by e-mail after the commit to those who want that. Its error is a mistake of the
// calling module or a fault, never a refusal.
func (s *Service) Send(ctx context.Context, n Notice) error {
	if err := n.check(); err != nil {
		return err
	}
	return s.store.InTx(ctx, func(ctx context.Context) error {
		users, err := s.recipients(ctx, n.To)
		if err != nil || len(users) == 0 {
			return err
		}
		list := s.write(n, users)
		if err := s.store.InsertNotifications(ctx, list); err != nil {
			return err
		}
		if n.Quiet {
			return nil
		}
		mails := make([]jobs.Args, len(list))
		for i, one := range list {
			mails[i] = mailArgs{OwnerID: one.OwnerID, UserID: one.UserID, NotificationID: one.ID}
		}
		return s.deps.Jobs.EnqueueAll(ctx, mails)
	})
}

func (s *Service) recipients(ctx context.Context, a Audience) ([]account.User, error) {
	switch {
	case a.staff:
		return s.deps.Accounts.Admins(ctx)
	case a.owner != 0:
		return s.deps.Accounts.UsersConcerned(ctx, a.owner, a.flag, a.property)
	case a.user == 0:
		return nil, errors.New("a notice must say whom it is for")
	}
	u, err := s.deps.Accounts.User(ctx, a.user)
	if errors.Is(err, apperr.ErrNotFound) {
		return nil, nil
	}
	if err != nil {
		return nil, fmt.Errorf("find user %d to tell: %w", a.user, err)
	}
	return []account.User{u}, nil
}

func (s *Service) write(n Notice, users []account.User) []Notification {
	now, params := s.now(), n.params()
	list := make([]Notification, len(users))
	for i, u := range users {
		list[i] = Notification{OwnerID: u.OwnerID, UserID: u.ID, Kind: n.Kind, Params: &params, Link: n.Link, CreatedAt: now}.In(u.Language)
	}
	return list
}
