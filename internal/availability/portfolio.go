package availability

import (
	"context"
	"slices"

	"allot/internal/contract"
	"allot/internal/platform/auth"
	"allot/internal/publication"
	"allot/internal/ratecontract"
)

// Filter narrows a portfolio; an empty field lets everything through.
type Filter struct {
	Properties []int64
	Countries  []string
}

// Portfolio is the published properties of which an operator is told something,
// and through what: a contract in force with the hotel, or a rate contract.
type Portfolio struct {
	Operator int64
	IDs      []int64 // of the properties, in order

	contracts map[int64]contract.Contract           // by hotel
	rates     map[int64][]ratecontract.RateContract // by property
}

// Portfolio finds that of the caller's account, with as many queries for a
// thousand properties as for one.
func (s *Service) Portfolio(ctx context.Context, who auth.Caller, f Filter) (*Portfolio, error) {
	p := &Portfolio{Operator: who.OwnerID, contracts: map[int64]contract.Contract{}, rates: map[int64][]ratecontract.RateContract{}}
	contracts, err := s.Contracts.Active(ctx, p.Operator)
	if err != nil {
		return nil, err
	}
	hotels := []int64{}
	for _, c := range contracts {
		p.contracts[c.UserID] = c
		hotels = append(hotels, c.UserID)
	}
	rates, err := s.RateContracts.GrantedTo(ctx, p.Operator)
	if err != nil {
		return nil, err
	}
	granting, granted := []int64{}, []int64{}
	for _, r := range rates {
		p.rates[r.PropertyID] = append(p.rates[r.PropertyID], r)
		if _, partner := p.contracts[r.OwnerID]; !partner && (len(f.Properties) == 0 || slices.Contains(f.Properties, r.PropertyID)) {
			granting, granted = append(granting, r.OwnerID), append(granted, r.PropertyID)
		}
	}
	for _, of := range []publication.CardFilter{
		{Owners: hotels, Properties: f.Properties, Countries: f.Countries},
		{Owners: granting, Properties: granted, Countries: f.Countries},
	} {
		if len(of.Owners) == 0 {
			continue
		}
		ids, err := s.Publications.PublishedIDs(ctx, of)
		if err != nil {
			return nil, err
		}
		p.IDs = append(p.IDs, ids...)
	}
	p.IDs = slices.DeleteFunc(p.IDs, func(id int64) bool { return !who.MaySeeProperty(id) })
	slices.Sort(p.IDs)
	return p, nil
}
