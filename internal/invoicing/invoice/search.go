package invoice

import (
	"context"
	"slices"
	"strings"

	"allot/internal/platform/fold"
)

// Side is the other side of some invoices of a reader: an account, or with 0 the name of
// a recipient outside the platform.
type Side struct {
	Account int64
	Name    string
}

// search looks up what a reader searches for; nil: nothing. Companies and recipients are
// few compared with invoices, so their names are folded here and not by the database.
func (s *Service) search(ctx context.Context, r Reader, query string) (*Found, error) {
	wanted := fold.Fold(strings.TrimSpace(query))
	if wanted == "" {
		return nil, nil // nothing is searched for
	}
	sides, err := s.store.Sides(ctx, r)
	if err != nil {
		return nil, err
	}
	accounts := []int64{}
	for _, side := range sides {
		if side.Account != 0 {
			accounts = append(accounts, side.Account)
		}
	}
	names, err := s.deps.Settings.CompanyNames(ctx, accounts)
	if err != nil {
		return nil, err
	}
	is := func(name string) bool { return strings.Contains(fold.Fold(name), wanted) }
	f := &Found{Number: strings.ToUpper(wanted)}
	for _, side := range sides {
		switch {
		case side.Account == 0 && is(side.Name):
			f.Recipients = append(f.Recipients, side.Name)
		case side.Account != 0 && is(names[side.Account]):
			f.Others = append(f.Others, side.Account)
		}
	}
	f.Others = slices.Compact(f.Others)
	return f, nil
}
