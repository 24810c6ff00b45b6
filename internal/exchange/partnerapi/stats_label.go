package partnerapi

import (
	"context"
)

// Label is how people know a key.
type Label struct {
	KeyID       int64  `bun:"key_id"`
	Name        string `bun:"name"`
	TokenPrefix string `bun:"token_prefix"`
}

// Revoked keeps what a key was called, in the transaction that revokes it: its
// statistics stay.
func (s *Stats) Revoked(ctx context.Context, k Key) error {
	return s.store.InsertLabel(ctx, k.OwnerID, Label{k.ID, k.Name, k.TokenPrefix}, s.today())
}

// labels are those of some keys of an account: as they are, or as they were when
// they were revoked.
func (s *Stats) labels(ctx context.Context, owner int64, keys []int64) (map[int64]Label, error) {
	if len(keys) == 0 {
		return nil, nil
	}
	revoked, err := s.store.Labels(ctx, owner, keys)
	if err != nil {
		return nil, err
	}
	live, err := s.Keys.Some(ctx, owner, keys)
	if err != nil {
		return nil, err
	}
	byKey := make(map[int64]Label, len(keys))
	for _, l := range revoked {
		byKey[l.KeyID] = l
	}
	for id, k := range live {
		byKey[id] = Label{id, k.Name, k.TokenPrefix}
	}
	return byKey, nil
}
