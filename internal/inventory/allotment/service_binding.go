package allotment

import (
	"context"
	"errors"
	"slices"

	"allot/internal/identity/auth"
	"allot/internal/inventory/allotment/rules"
	"allot/internal/partners/ratecontract"
	"allot/internal/platform/apperr"
	"allot/internal/platform/civil"
	"allot/internal/platform/page"
)

// PartnerContract is a partnership contract that a connected calendar of a
// property can be bound to.
type PartnerContract struct {
	ID             int64  `json:"id"`
	PartnerID      int64  `json:"partner" doc:"The operator's account"`
	PartnerCompany string `json:"partner_company"`
	IsBound        bool   `json:"is_bound" doc:"The property has a connected calendar for it"`
	Calendar       *int64 `json:"calendar" doc:"Id of that calendar; null: free to be bound"`
}

// BindableRateContract is a rate contract that a contracted calendar of its
// property can be bound to.
type BindableRateContract struct {
	ID             int64               `json:"id"`
	PartnerID      int64               `json:"partner" doc:"The operator's account"`
	PartnerCompany string              `json:"partner_company"`
	Name           string              `json:"name"`
	Number         string              `json:"number"`
	StartDate      civil.Date          `json:"start_date"`
	EndDate        civil.Date          `json:"end_date" doc:"Last day, included"`
	Status         ratecontract.Status `json:"status" enum:"draft,active" doc:"A draft allots nothing before it is active"`
	RoomsCount     int                 `json:"rooms_count" doc:"How many rows it has"`
	IsBound        bool                `json:"is_bound" doc:"The property has a contracted calendar for it"`
	Calendar       *int64              `json:"calendar" doc:"Id of that calendar; null: free to be bound"`
}

// PartnerContracts lists the account's partnership contracts in force, with the
// connected calendar of the property that is bound to each.
func (s *Service) PartnerContracts(ctx context.Context, who auth.Caller, property int64, req page.Request) ([]PartnerContract, int, error) {
	bound, err := s.bound(ctx, who, property, rules.KindConnected, func(c rules.Calendar) *int64 { return c.Contract })
	if err != nil {
		return nil, 0, err
	}
	active, err := s.deps.Contracts.Active(ctx, who.OwnerID)
	if err != nil {
		return nil, 0, err
	}
	list, partners := []PartnerContract{}, []int64{}
	for _, c := range page.Cut(active, req) {
		at := bound[c.ID]
		list = append(list, PartnerContract{ID: c.ID, PartnerID: c.PartnerID, IsBound: at != nil, Calendar: at})
		partners = append(partners, c.PartnerID)
	}
	companies, err := s.deps.Settings.CompanyNames(ctx, partners)
	for i := range list {
		list[i].PartnerCompany = companies[list[i].PartnerID]
	}
	return list, len(active), err
}

// BindableRateContracts lists the rate contracts of a property that have not
// ended, with the contracted calendar that is bound to each.
func (s *Service) BindableRateContracts(ctx context.Context, who auth.Caller, property int64, req page.Request) ([]BindableRateContract, int, error) {
	bound, err := s.bound(ctx, who, property, rules.KindContracted, func(c rules.Calendar) *int64 { return c.RateContract })
	if err != nil {
		return nil, 0, err
	}
	all, err := s.deps.RateContracts.Of(ctx, who.OwnerID, property)
	if err != nil {
		return nil, 0, err
	}
	all = slices.DeleteFunc(all, func(r ratecontract.RateContract) bool { return r.Status == rules.Ended })
	list, partners := []BindableRateContract{}, []int64{}
	for _, r := range page.Cut(all, req) {
		at := bound[r.ID]
		list = append(list, BindableRateContract{
			ID: r.ID, PartnerID: r.PartnerID, Name: r.Name, Number: r.Number, StartDate: r.StartDate, EndDate: r.EndDate,
			Status: r.Status, RoomsCount: len(r.Rooms), IsBound: at != nil, Calendar: at,
		})
		partners = append(partners, r.PartnerID)
	}
	companies, err := s.deps.Settings.CompanyNames(ctx, partners)
	for i := range list {
		list[i].PartnerCompany = companies[list[i].PartnerID]
	}
	return list, len(all), err
}

// bound returns the ids of the calendars of one kind by the id that to returns.
func (s *Service) bound(ctx context.Context, who auth.Caller, property int64, kind rules.Kind, to func(rules.Calendar) *int64) (map[int64]*int64, error) {
	if err := s.mayWorkOn(ctx, who, property); err != nil {
		return nil, err
	}
	list, err := s.store.Calendars(ctx, who.OwnerID, property)
	by := make(map[int64]*int64, len(list))
	for _, c := range list {
		if id := to(c); c.Kind == kind && id != nil {
			by[*id] = &c.ID
		}
	}
	return by, err
}

// operators returns the operator accounts of a hotel's partnership contracts in
// any status, by contract.
func (s *Service) operators(ctx context.Context, owner int64) (map[int64]int64, error) {
	relations, err := s.deps.Contracts.Relations(ctx, owner)
	by := make(map[int64]int64, len(relations))
	for account, r := range relations {
		by[r.ContractID] = account
	}
	return by, err
}

func (s *Service) showCalendar(ctx context.Context, c rules.Calendar) (rules.NamedCalendar, error) {
	list, err := s.showCalendars(ctx, c.OwnerID, []rules.Calendar{c})
	if err != nil {
		return rules.NamedCalendar{}, err
	}
	return list[0], nil
}

// showCalendars adds counterparties and feeding contracts, with a constant number
// of queries.
func (s *Service) showCalendars(ctx context.Context, owner int64, list []rules.Calendar) ([]rules.NamedCalendar, error) {
	by, err := s.feedsOf(ctx, owner, list)
	if err != nil {
		return nil, err
	}
	partners, ids := make([]int64, len(list)), []int64{}
	for i, c := range list {
		if partners[i] = by[c.PropertyID].Partner(c); partners[i] != 0 {
			ids = append(ids, partners[i])
		}
	}
	companies, err := s.deps.Settings.CompanyNames(ctx, ids)
	if err != nil {
		return nil, err
	}
	shown := make([]rules.NamedCalendar, len(list))
	for i, c := range list {
		shown[i] = rules.NamedCalendar{Calendar: c, Counterparty: companies[partners[i]], IsContractFed: by[c.PropertyID].Fed(c)}
		if c.Kind == rules.KindAllotment {
			shown[i].Counterparty = c.ExternalName
		}
	}
	return shown, nil
}

// feedsOf reads the feeds of several calendars' properties, by property.
func (s *Service) feedsOf(ctx context.Context, owner int64, list []rules.Calendar) (map[int64]rules.Feeds, error) {
	by := map[int64]rules.Feeds{}
	ids := []int64{}
	for _, c := range list {
		if (c.Kind == rules.KindConnected || c.Kind == rules.KindContracted) && !slices.Contains(ids, c.PropertyID) {
			ids = append(ids, c.PropertyID)
		}
	}
	if len(ids) == 0 {
		return by, nil
	}
	operators, err := s.operators(ctx, owner)
	if err != nil {
		return nil, err
	}
	properties, err := s.deps.Properties.Some(ctx, []int64{owner}, ids)
	if err != nil {
		return nil, err
	}
	for id, p := range properties {
		today, err := civil.Today(s.now(), p.Timezone)
		if err != nil {
			return nil, err
		}
		by[id] = rules.Feeds{Today: today, Operators: operators}
	}
	contracts, err := s.deps.RateContracts.Of(ctx, owner, ids...)
	for _, r := range contracts {
		f := by[r.PropertyID]
		f.Contracts = append(f.Contracts, r)
		by[r.PropertyID] = f
	}
	return by, err
}

func (s *Service) bindings(ctx context.Context, c rules.Calendar) (in rules.Bindings, err error) {
	if c.Contract != nil {
		if in.Contract, err = orZero(s.deps.Contracts.Contract(ctx, c.OwnerID, *c.Contract)); err != nil {
			return in, err
		}
	}
	if c.RateContract != nil {
		if in.Rate, err = orZero(s.deps.RateContracts.Get(ctx, c.OwnerID, *c.RateContract)); err != nil {
			return in, err
		}
	}
	if c.MailingGroup != nil {
		list, err := orZero(s.deps.Settings.MailingList(ctx, c.OwnerID, *c.MailingGroup))
		in.List = list.ID != 0
		return in, err
	}
	return in, nil
}

// orZero returns the zero value for a missing record.
func orZero[T any](v T, err error) (T, error) {
	if errors.Is(err, apperr.ErrNotFound) {
		var none T
		return none, nil
	}
	return v, err
}
