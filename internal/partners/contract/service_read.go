package contract

import (
	"context"
	"strings"

	"allot/internal/identity/auth"
	"allot/internal/platform/fold"
	"allot/internal/platform/page"
)

// Detail returns a contract of an account, with the version that waits for
// review.
func (s *Service) Detail(ctx context.Context, account, id int64) (Detail, error) {
	c, err := s.store.Contract(ctx, account, id)
	if err != nil {
		return Detail{}, err
	}
	return s.detail(ctx, c)
}

func (s *Service) detail(ctx context.Context, c Contract) (Detail, error) {
	list, err := s.details(ctx, []Contract{c})
	if err != nil {
		return Detail{}, err
	}
	return list[0], nil
}

func (s *Service) details(ctx context.Context, list []Contract) ([]Detail, error) {
	details, waiting := make([]Detail, len(list)), []int64{}
	for i, c := range list {
		details[i] = Detail{Contract: c}
		if c.ChangesRequested {
			waiting = append(waiting, c.ID)
		}
	}
	pending, err := s.store.Pending(ctx, waiting)
	if err != nil {
		return nil, err
	}
	for i := range details {
		if v, ok := pending[details[i].ID]; ok {
			details[i].Pending = &v
		}
	}
	return details, nil
}

// List returns a page of the caller's contracts, newest first.
func (s *Service) List(ctx context.Context, who auth.Caller, f Filter, req page.Request) ([]Detail, int, error) {
	list, count, err := s.find(ctx, sideOf(who), f, req)
	if err != nil {
		return nil, 0, err
	}
	details, err := s.details(ctx, list)
	return details, count, err
}

// find returns a page. Company names belong to another module, so a search by
// name reads the parties of all contracts that the filter finds.
func (s *Service) find(ctx context.Context, side Side, f Filter, req page.Request) ([]Contract, int, error) {
	words := strings.Fields(fold.Fold(f.Query))
	if len(words) == 0 {
		return s.store.Contracts(ctx, side, f, req)
	}
	parties, err := s.store.Parties(ctx, side, f)
	if err != nil {
		return nil, 0, err
	}
	others := make([]int64, len(parties))
	for i, p := range parties {
		others[i] = p.Other
	}
	names, err := s.deps.Settings.CompanyNames(ctx, others)
	if err != nil {
		return nil, 0, err
	}
	var ids []int64
	for _, p := range parties {
		if p.matches(words, names) {
			ids = append(ids, p.ContractID)
		}
	}
	list, err := s.store.ContractsByID(ctx, side, page.Cut(ids, req))
	return list, len(ids), err
}

// Partners returns a page of the companies that the caller's account has a
// contract in force with, latest contract first.
func (s *Service) Partners(ctx context.Context, who auth.Caller, query string, req page.Request) ([]Partner, int, error) {
	list, count, err := s.find(ctx, sideOf(who), Filter{Status: StatusAccepted, Query: query}, req)
	if err != nil {
		return nil, 0, err
	}
	others := make([]int64, len(list))
	for i, c := range list {
		others[i] = c.Other(who.OwnerID)
	}
	companies, err := s.deps.Settings.Companies(ctx, others)
	if err != nil {
		return nil, 0, err
	}
	partners := make([]Partner, len(list))
	for i, c := range list {
		partners[i] = Partner{Contract: c, Company: companies[others[i]]}
	}
	return partners, count, nil
}

// Versions returns a page of a contract's versions, newest first.
func (s *Service) Versions(ctx context.Context, who auth.Caller, id int64, req page.Request) ([]Version, int, error) {
	if _, err := s.store.Contract(ctx, who.OwnerID, id); err != nil {
		return nil, 0, err
	}
	return s.store.Versions(ctx, id, req)
}
