package marketplace

import (
	"context"
	"slices"
	"strings"

	"allot/internal/content/property"
	"allot/internal/identity/auth"
	"allot/internal/partners/contract"
	"allot/internal/platform/apperr"
	"allot/internal/platform/fold"
	"allot/internal/platform/page"
)

// Available lists the accounts that the caller could propose a contract to:
// those of the other type without one that is in force or negotiated.
func (s *Service) Available(ctx context.Context, who auth.Caller, f Filter, req page.Request) ([]PartnerCard, int, error) {
	q, err := s.search(who, f)
	if err != nil {
		return nil, 0, err
	}
	relations, err := s.deps.Contracts.Relations(ctx, who.OwnerID)
	if err != nil {
		return nil, 0, err
	}
	q.Except = others(relations, contract.Status.Open)
	entries, count, err := s.store.Entries(ctx, q, req)
	if err != nil {
		return nil, 0, err
	}
	cards := make([]PartnerCard, len(entries))
	for i, e := range entries {
		cards[i] = e.PartnerCard
	}
	return cards, count, nil
}

// Discover lists the marketplace: every account of the other type, with its
// relation to the caller.
func (s *Service) Discover(ctx context.Context, who auth.Caller, f Filter, req page.Request) ([]MarketCard, int, error) {
	q, err := s.search(who, f)
	if err != nil {
		return nil, 0, err
	}
	if f.Connected != nil {
		relations, err := s.deps.Contracts.Relations(ctx, who.OwnerID)
		if err != nil {
			return nil, 0, err
		}
		inForce := others(relations, contract.Status.InForce)
		switch {
		case !*f.Connected:
			q.Except = inForce
		case len(inForce) == 0:
			return []MarketCard{}, 0, nil
		default:
			q.Only = inForce
		}
	}
	entries, count, err := s.store.Entries(ctx, q, req)
	if err != nil {
		return nil, 0, err
	}
	cards, err := s.marketCards(ctx, who, entries)
	return cards, count, err
}

// search converts a filter to the form of the store.
func (s *Service) search(who auth.Caller, f Filter) (Search, error) {
	types := property.Types(s.deps.Catalogue)
	var bad apperr.Fields
	bad.Checkf(f.PropertyType == "" || slices.Contains(types, f.PropertyType), "property_type", "must be one of %s", strings.Join(types, ", "))
	f.Query = fold.Words(f.Query)
	return Search{Filter: f, AccountType: opposite(who.AccountType)}, bad.Err()
}

// others returns the accounts whose contract has a matching status, in order.
func others(relations map[int64]contract.Relation, matches func(contract.Status) bool) []int64 {
	ids := []int64{}
	for id, r := range relations {
		if matches(r.Status) {
			ids = append(ids, id)
		}
	}
	slices.Sort(ids)
	return ids
}

// marketCards adds to the entries of a page what is read for all of them at
// once.
func (s *Service) marketCards(ctx context.Context, who auth.Caller, entries []Entry) ([]MarketCard, error) {
	var owners, shown []int64
	for _, e := range entries {
		owners, shown = append(owners, e.OwnerID), append(shown, e.Shown...)
	}
	relations, err := s.deps.Contracts.RelationsWith(ctx, who.OwnerID, owners)
	if err != nil {
		return nil, err
	}
	countries, err := s.store.Countries(ctx, owners)
	if err != nil {
		return nil, err
	}
	published, err := s.deps.Publications.CardsOf(ctx, shown)
	if err != nil {
		return nil, err
	}
	cards := make([]MarketCard, len(entries))
	for i, e := range entries {
		card := MarketCard{PartnerCard: e.PartnerCard, Countries: append([]string{}, countries[e.OwnerID]...), Published: []MarketProperty{}}
		for _, id := range e.Shown {
			// A deleted property can still be in the entry for a moment.
			if c, ok := published[id]; ok && c.OwnerID == e.OwnerID {
				card.Published = append(card.Published, marketProperty(c))
			}
		}
		if r, ok := relations[e.OwnerID]; ok {
			card.Contract = marketContract(r)
		}
		cards[i] = card
	}
	return cards, nil
}
