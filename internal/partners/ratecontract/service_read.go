package ratecontract

import (
	"context"
	"fmt"

	"allot/internal/content/property"
	"allot/internal/identity/auth"
	"allot/internal/partners/warning"
	"allot/internal/platform/civil"
	"allot/internal/platform/page"
)

// Named is a contract with the names of what it refers to.
type Named struct {
	RateContract
	UserCompany    string `json:"user_company" doc:"The hotel's company"`
	PropertyName   string `json:"property_name" doc:"To the operator as published, if it is"`
	PartnerCompany string `json:"partner_company" doc:"The operator's company"`
	RoomsCount     int    `json:"rooms_count" doc:"How many rows the contract has"`

	Warnings []warning.Warning `json:"warnings,omitempty" doc:"After a write: manual_block_replaced for each block written by hand that the rows replace"`
}

// Get returns a contract that the account has granted, or that was granted to
// it and is no draft.
func (s *Service) Get(ctx context.Context, account, id int64) (RateContract, error) {
	r, err := s.store.RateContract(ctx, account, id)
	if err != nil {
		return RateContract{}, err
	}
	list, _, err := s.asOfToday(ctx, []RateContract{r})
	if err != nil {
		return RateContract{}, err
	}
	return list[0], nil
}

// Of returns every contract of some properties of an account, drafts too, oldest
// first.
func (s *Service) Of(ctx context.Context, owner int64, properties ...int64) ([]RateContract, error) {
	list, err := s.store.OfProperties(ctx, owner, properties)
	if err != nil {
		return nil, err
	}
	list, _, err = s.asOfToday(ctx, list)
	return list, err
}

// Operators returns the operator of every contract of an account, by contract.
func (s *Service) Operators(ctx context.Context, owner int64) (map[int64]int64, error) {
	return s.store.Operators(ctx, owner)
}

// GrantedTo returns every contract that an operator may see, without the rows,
// oldest first.
func (s *Service) GrantedTo(ctx context.Context, operator int64) ([]RateContract, error) {
	list, err := s.store.GrantedTo(ctx, operator)
	if err != nil {
		return nil, err
	}
	list, _, err = s.asOfToday(ctx, list)
	return list, err
}

// List returns a page of what the caller may see, newest first, without the rows.
func (s *Service) List(ctx context.Context, who auth.Caller, f Filter, req page.Request) ([]Named, int, error) {
	reader := ReaderOf(who)
	var ended Ended
	if f.Status == StatusActive || f.Status == StatusEnded {
		var err error
		if ended, err = s.ended(ctx, reader); err != nil {
			return nil, 0, err
		}
	}
	list, count, err := s.store.RateContracts(ctx, reader, f, ended, req)
	if err != nil {
		return nil, 0, err
	}
	named, err := s.named(ctx, who.OwnerID, list)
	if err != nil {
		return nil, 0, err
	}
	rows, err := s.store.CountRows(ctx, list)
	for i := range named {
		named[i].RoomsCount = rows[named[i].ID]
	}
	return named, count, err
}

// Show is Get for a user, with the names.
func (s *Service) Show(ctx context.Context, who auth.Caller, id int64) (Named, error) {
	r, err := s.store.RateContract(ctx, who.OwnerID, id)
	if err != nil {
		return Named{}, err
	}
	if err := who.InScope(r.PropertyID); err != nil {
		return Named{}, err
	}
	return s.name(ctx, who.OwnerID, r)
}

// ended finds the contracts of the reader that have ended by date. It reads
// time zones only of contracts whose last day is zone-dependent right now.
func (s *Service) ended(ctx context.Context, reader Reader) (Ended, error) {
	season := zoneDependent(s.now())
	ended := Ended{Before: season.From}
	list, err := s.store.EndingIn(ctx, reader, season)
	if err != nil {
		return Ended{}, err
	}
	if list, _, err = s.asOfToday(ctx, list); err != nil {
		return Ended{}, err
	}
	for _, r := range list {
		if r.Status == StatusEnded {
			ended.IDs = append(ended.IDs, r.ID)
		}
	}
	return ended, nil
}

// asOfToday sets the effective status of contracts, with one query for all
// their properties.
func (s *Service) asOfToday(ctx context.Context, list []RateContract) ([]RateContract, map[int64]property.Property, error) {
	owners, ids := make([]int64, len(list)), make([]int64, len(list))
	for i, r := range list {
		owners[i], ids[i] = r.OwnerID, r.PropertyID
	}
	properties, err := s.deps.Properties.Some(ctx, owners, ids)
	if err != nil {
		return nil, nil, err
	}
	read := make([]RateContract, len(list))
	for i, r := range list {
		today, err := s.today(properties[r.PropertyID])
		if err != nil {
			return nil, nil, err
		}
		read[i] = r.asOf(today)
	}
	return read, properties, nil
}

func (s *Service) today(p property.Property) (civil.Date, error) {
	today, err := civil.Today(s.now(), p.Timezone)
	if err != nil {
		return 0, fmt.Errorf("today at property %d: %w", p.ID, err)
	}
	return today, nil
}

func (s *Service) name(ctx context.Context, account int64, r RateContract) (Named, error) {
	list, err := s.named(ctx, account, []RateContract{r})
	if err != nil {
		return Named{}, err
	}
	return list[0], nil
}

// named adds the names to a page of contracts that an account reads, with one
// query for each kind of name.
func (s *Service) named(ctx context.Context, account int64, list []RateContract) ([]Named, error) {
	list, properties, err := s.asOfToday(ctx, list)
	if err != nil {
		return nil, err
	}
	called, err := s.propertyNames(ctx, account, list, properties)
	if err != nil {
		return nil, err
	}
	accounts := make([]int64, 0, 2*len(list))
	for _, r := range list {
		accounts = append(accounts, r.OwnerID, r.PartnerID)
	}
	companies, err := s.deps.Settings.CompanyNames(ctx, accounts)
	if err != nil {
		return nil, err
	}
	out := make([]Named, len(list))
	for i, r := range list {
		out[i] = Named{
			RateContract: r, UserCompany: companies[r.OwnerID], PropertyName: called[r.PropertyID], PartnerCompany: companies[r.PartnerID],
			RoomsCount: len(r.Rooms),
		}
	}
	return out, nil
}

// propertyNames returns the names of the properties of contracts as an account
// sees them: the hotel its draft, the operator what is published. A hotel that
// grants rooms before publishing the property shares its name with the
// operator.
func (s *Service) propertyNames(ctx context.Context, account int64, list []RateContract, properties map[int64]property.Property) (map[int64]string, error) {
	names, foreign := map[int64]string{}, []int64{}
	for _, r := range list {
		names[r.PropertyID] = properties[r.PropertyID].Name
		if r.OwnerID != account {
			foreign = append(foreign, r.PropertyID)
		}
	}
	if len(foreign) == 0 {
		return names, nil
	}
	cards, err := s.deps.Publications.CardsOf(ctx, foreign)
	for id, c := range cards {
		names[id] = c.Name
	}
	return names, err
}
