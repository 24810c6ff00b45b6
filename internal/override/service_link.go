package override

import (
	"context"
	"errors"
	"slices"

	"allot/internal/account"
	"allot/internal/auth"
	"allot/internal/platform/apperr"
)

// Linked is what the link in a letter opens.
type Linked struct {
	Approval
	// Language is that of the user whom the letter was written to.
	Language string
}

// Linked shows what a link is about and changes nothing. With a refusal that
// says that it is too late it still tells the language to say so in.
func (s *Service) Linked(ctx context.Context, sealed string) (Linked, error) {
	l, user, err := s.reader(ctx, sealed)
	if err != nil {
		return Linked{Language: user.Language}, err
	}
	w, err := s.store.HotelWish(ctx, l.HotelID, l.WishID)
	if err != nil {
		return Linked{Language: user.Language}, err
	}
	list, err := s.approvals(ctx, []Wish{w})
	if err != nil {
		return Linked{}, err
	}
	linked := Linked{Approval: list[0], Language: user.Language}
	switch {
	case w.Revision != l.Revision:
		return linked, ErrChanged
	case w.Status != StatusWaiting:
		return linked, ErrDecided
	}
	return linked, s.agreed(ctx, w, false)
}

// DecideLinked approves or declines by a link, as the user whom it was sent to.
func (s *Service) DecideLinked(ctx context.Context, sealed string, approve bool) (Linked, error) {
	l, user, err := s.reader(ctx, sealed)
	if err != nil {
		return Linked{Language: user.Language}, err
	}
	who := auth.Caller{UserID: user.ID, OwnerID: l.HotelID} // reader has asked its flag and scope
	a, err := s.decide(ctx, who, l.WishID, l.Revision, approve, "")
	return Linked{Approval: a, Language: user.Language}, err
}

// reader is the user whom a link was sent to, if that user may still decide.
func (s *Service) reader(ctx context.Context, sealed string) (link, account.User, error) {
	l, err := s.open(sealed)
	if err != nil {
		return l, account.User{}, err
	}
	w, err := s.store.HotelWish(ctx, l.HotelID, l.WishID)
	if err != nil && !errors.Is(err, apperr.ErrNotFound) {
		return l, account.User{}, err
	}
	users, err := s.Accounts.UsersConcerned(ctx, l.HotelID, auth.PartnerConnections, w.PropertyID)
	if err != nil {
		return l, account.User{}, err
	}
	i := slices.IndexFunc(users, func(u account.User) bool { return u.ID == l.UserID })
	if i < 0 {
		return l, account.User{}, apperr.ErrNotFound
	}
	if s.now().After(l.Until) {
		return l, users[i], ErrLinkExpired
	}
	return l, users[i], nil
}
