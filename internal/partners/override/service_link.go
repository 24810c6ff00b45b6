package override

import (
	"context"
	"errors"
	"slices"

	"allot/internal/identity/account"
	"allot/internal/identity/auth"
	"allot/internal/platform/apperr"
)

// Linked is what the link in a letter opens.
type Linked struct {
	Approval
	// Language is that of the user who received the letter.
	Language string
}

// Linked returns what a link is about and changes nothing. With a refusal it
// still returns the user's language, to show the refusal in.
func (s *Service) Linked(ctx context.Context, sealed string) (Linked, error) {
	l, user, err := s.recipient(ctx, sealed)
	if err != nil {
		return Linked{Language: user.Language}, err
	}
	ov, err := s.store.HotelOverride(ctx, l.HotelID, l.OverrideID)
	if err != nil {
		return Linked{Language: user.Language}, err
	}
	list, err := s.approvals(ctx, []Override{ov})
	if err != nil {
		return Linked{}, err
	}
	linked := Linked{Approval: list[0], Language: user.Language}
	switch {
	case ov.Revision != l.Revision:
		return linked, ErrChanged
	case ov.Status != StatusWaiting:
		return linked, ErrDecided
	}
	return linked, s.checkContract(ctx, ov, false)
}

// DecideLinked approves or declines by a link, as the user who received it.
func (s *Service) DecideLinked(ctx context.Context, sealed string, approve bool) (Linked, error) {
	l, user, err := s.recipient(ctx, sealed)
	if err != nil {
		return Linked{Language: user.Language}, err
	}
	who := auth.Caller{UserID: user.ID, OwnerID: l.HotelID} // recipient has checked the permission and scope
	a, err := s.decide(ctx, who, l.OverrideID, l.Revision, approve, "")
	return Linked{Approval: a, Language: user.Language}, err
}

// recipient returns the user who received a link. It refuses a user who may no
// longer decide, an expired link, and every link while the hotel is suspended.
func (s *Service) recipient(ctx context.Context, sealed string) (link, account.User, error) {
	l, err := s.open(sealed)
	if err != nil {
		return l, account.User{}, err
	}
	ov, err := s.store.HotelOverride(ctx, l.HotelID, l.OverrideID)
	if err != nil && !errors.Is(err, apperr.ErrNotFound) {
		return l, account.User{}, err
	}
	users, err := s.deps.Accounts.UsersConcerned(ctx, l.HotelID, auth.PartnerConnections, ov.PropertyID)
	if err != nil {
		return l, account.User{}, err
	}
	i := slices.IndexFunc(users, func(u account.User) bool { return u.ID == l.UserID })
	if i < 0 {
		return l, account.User{}, apperr.ErrNotFound
	}
	suspended, err := s.deps.Accounts.Suspended(ctx, l.HotelID)
	if err != nil {
		return l, users[i], err
	}
	if len(suspended) > 0 {
		return l, users[i], auth.ErrSuspended
	}
	if s.now().After(l.Until) {
		return l, users[i], ErrLinkExpired
	}
	return l, users[i], nil
}
