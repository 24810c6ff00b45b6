package portfolio

import (
	"context"
	"fmt"

	"allot/internal/content/publication"
	"allot/internal/identity/auth"
	"allot/internal/partners/contract"
	"allot/internal/partners/mapping"
	"allot/internal/platform/page"
)

// Listing is a published property in a list.
type Listing struct {
	Card publication.Card
	// Company is that of the hotel.
	Company string
	Codes   mapping.Codes
	// Contract is the contract that shows the property; zero in a hotel's list
	// of its own.
	Contract int64
	// Facts and Photos report whether the contract grants them.
	Facts, Photos bool
	// Partners are the operators who see it, at most MaxPartners of
	// PartnerCount; only in a hotel's list.
	Partners     []Partner
	PartnerCount int
}

// Partner is an operator who sees a property.
type Partner struct {
	Contract int64  `json:"contract"`
	Partner  int64  `json:"partner" doc:"Id of the account"`
	Company  string `json:"company_name"`
	Facts    bool   `json:"facts_allowed"`
	Photos   bool   `json:"photos_allowed"`
}

// MaxPartners bounds how many partners are listed with each property.
const MaxPartners = 100

// ListFilter narrows a list of properties.
type ListFilter struct {
	Query   string // part of the name
	Country string
}

// List returns the properties that an account sees, by name: for a tour
// operator all that a contract in force shows, for a hotel its own with the
// partners who see them.
func (s *Service) List(ctx context.Context, who auth.Caller, f ListFilter, req page.Request) ([]Listing, int, error) {
	v, err := s.viewer(ctx, who.OwnerID, who.AccountType, nil)
	if err != nil {
		return nil, 0, err
	}
	var partners []contract.Contract
	if who.AccountType == auth.Accommodation {
		if partners, err = s.deps.Contracts.Active(ctx, who.OwnerID); err != nil {
			return nil, 0, err
		}
	}
	return s.list(ctx, v, partners, who.Scope(), f, req)
}

// ListUnder returns the properties that a contract shows its operator, for
// either party. The list is empty unless the contract is in force.
func (s *Service) ListUnder(ctx context.Context, who auth.Caller, contractID int64, f ListFilter, req page.Request) ([]Listing, int, error) {
	v, err := s.viewer(ctx, who.OwnerID, who.AccountType, &contractID)
	if err != nil {
		return nil, 0, err
	}
	var partners []contract.Contract
	if own, ok := v.hotels[who.OwnerID]; ok {
		partners = append(partners, *own.contract)
	}
	return s.list(ctx, v, partners, who.Scope(), f, req)
}

func (s *Service) list(ctx context.Context, v viewer, partners []contract.Contract, only []int64, f ListFilter, req page.Request) ([]Listing, int, error) {
	filter := publication.CardFilter{Owners: v.owners(grant.opens), Properties: only, Query: f.Query}
	if f.Country != "" {
		filter.Countries = []string{f.Country}
	}
	cards, count, err := s.deps.Publications.Cards(ctx, filter, req)
	if err != nil || len(cards) == 0 {
		return []Listing{}, count, err
	}
	seenBy, total := partnersOf(partners, grant.opens)
	names, err := s.companies(ctx, cards, seenBy)
	if err != nil {
		return nil, 0, err
	}
	for i := range seenBy {
		seenBy[i].Company = names[seenBy[i].Partner]
	}
	codes, err := s.codes(ctx, v.operator, cards)
	if err != nil {
		return nil, 0, err
	}
	list := make([]Listing, len(cards))
	for i, c := range cards {
		granted := v.hotels[c.OwnerID]
		one := Listing{
			Card: c, Company: names[c.OwnerID], Codes: codes[c.PropertyID].Over(c.Code), Partners: seenBy, PartnerCount: total,
			Facts: granted.allows(contract.RightFacts), Photos: granted.allows(contract.RightPhotos),
		}
		if granted.contract != nil {
			one.Contract = granted.contract.ID
		}
		if !one.Photos {
			one.Card.CoverKey, one.Card.Photos = "", 0
		}
		list[i] = one
	}
	return list, count, nil
}

// partnersOf returns the operators whose contracts satisfy ok.
func partnersOf(contracts []contract.Contract, ok func(grant) bool) (list []Partner, total int) {
	list = []Partner{}
	for _, c := range contracts {
		granted := grant{&c}
		if !ok(granted) {
			continue
		}
		if total++; total <= MaxPartners {
			list = append(list, Partner{
				Contract: c.ID, Partner: c.PartnerID,
				Facts: granted.allows(contract.RightFacts), Photos: granted.allows(contract.RightPhotos),
			})
		}
	}
	return list, total
}

func (s *Service) companies(ctx context.Context, cards []publication.Card, partners []Partner) (map[int64]string, error) {
	accounts := []int64{}
	for _, c := range cards {
		accounts = append(accounts, c.OwnerID)
	}
	for _, p := range partners {
		accounts = append(accounts, p.Partner)
	}
	names, err := s.deps.Settings.CompanyNames(ctx, accounts)
	if err != nil {
		return nil, fmt.Errorf("companies of a portfolio: %w", err)
	}
	return names, nil
}

// codes returns the operator's codes for the cards; none without an operator.
func (s *Service) codes(ctx context.Context, operator int64, cards []publication.Card) (map[int64]mapping.Codes, error) {
	if operator == 0 {
		return map[int64]mapping.Codes{}, nil
	}
	ids := make([]int64, len(cards))
	for i, c := range cards {
		ids[i] = c.PropertyID
	}
	return s.deps.Mappings.Codes(ctx, operator, ids)
}
