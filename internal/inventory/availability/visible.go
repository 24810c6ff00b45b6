package availability

import (
	"cmp"
	"context"
	"slices"

	"allot/internal/identity/auth"
	"allot/internal/platform/apperr"
)

// Visible is a property of a user's portfolio.
type Visible struct {
	ID    int64
	Owner int64
	Days  bool // the user may read its days; else the portfolio says why not
}

// Visible finds properties in a user's portfolio. One that is not there is not found;
// one that is there and not in the user's scope is refused.
func (s *Service) Visible(ctx context.Context, who auth.Caller, ids []int64) ([]Visible, error) {
	if len(ids) == 0 {
		return nil, nil
	}
	p, err := s.Portfolio(ctx, ReaderOf(who))
	if err != nil {
		return nil, err
	}
	list := make([]Visible, len(ids))
	for i, id := range ids {
		at, found := slices.BinarySearchFunc(p.entries, id, func(e *entry, id int64) int { return cmp.Compare(e.id, id) })
		if !found {
			return nil, apperr.ErrNotFound
		}
		e := p.entries[at]
		list[i] = Visible{ID: id, Owner: e.owner, Days: e.refusal == nil}
	}
	for _, v := range list { // after all were found: the scope says nothing of what is somebody else's
		if err := who.InScope(v.ID); err != nil {
			return nil, err
		}
	}
	return list, nil
}
