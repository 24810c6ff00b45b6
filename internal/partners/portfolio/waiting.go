package portfolio

import (
	"cmp"
	"context"
	"fmt"
	"maps"
	"slices"
	"strings"

	"allot/internal/content/property"
	"allot/internal/identity/auth"
	"allot/internal/identity/notify"
	"allot/internal/partners/contract"
	"allot/internal/platform/fold"
	"allot/internal/platform/page"
)

// Wait is a partner that waits for a property to be published, of which the
// hotel was notified.
type Wait struct {
	PropertyID int64 `bun:"property_id,pk"`
	ContractID int64 `bun:"contract_id,pk"`
}

// Waiting is an unpublished property, with the partners that wait for it.
type Waiting struct {
	Property property.Unpublished
	// Company is that of the hotel, and Contract the one that would show the
	// property; both only for operators.
	Company  string
	Contract int64
	// Partners are the operators who wait, at most MaxPartners of PartnerCount;
	// only for the hotel.
	Partners     []Partner
	PartnerCount int
}

// ListWaiting returns the unpublished properties that contracts in force would
// show, by name: for a tour operator those of its hotels, for a hotel its own
// with the partners who wait.
func (s *Service) ListWaiting(ctx context.Context, who auth.Caller, f ListFilter, req page.Request) ([]Waiting, int, error) {
	contracts, err := s.deps.Contracts.Active(ctx, who.OwnerID)
	if err != nil {
		return nil, 0, err
	}
	contracts = slices.DeleteFunc(contracts, func(c contract.Contract) bool { return !grant{&c}.waits() })
	hotels := map[int64]int64{}
	for _, c := range contracts {
		hotels[c.UserID] = c.ID
	}
	drafts, err := s.draftsOf(ctx, who, hotels, f)
	if err != nil {
		return nil, 0, err
	}
	list := []Waiting{}
	for _, d := range page.Cut(drafts, req) {
		list = append(list, Waiting{Property: d, Contract: hotels[d.OwnerID], Partners: []Partner{}})
	}
	if who.AccountType == auth.Accommodation {
		return list, len(drafts), s.namePartners(ctx, list, contracts)
	}
	return list, len(drafts), s.nameHotels(ctx, list)
}

// draftsOf returns the unpublished properties of hotels, by name.
func (s *Service) draftsOf(ctx context.Context, who auth.Caller, hotels map[int64]int64, f ListFilter) ([]property.Unpublished, error) {
	owners := []int64{}
	for id := range hotels {
		owners = append(owners, id)
	}
	drafts, err := s.deps.Properties.Unpublished(ctx, owners, nil)
	part, folded := fold.Fold(f.Query), make(map[int64]string, len(drafts))
	drafts = slices.DeleteFunc(drafts, func(d property.Unpublished) bool {
		folded[d.ID] = fold.Fold(d.Name)
		return !who.MaySeeProperty(d.ID) || f.Country != "" && d.Country != f.Country || !strings.Contains(folded[d.ID], part)
	})
	slices.SortFunc(drafts, func(a, b property.Unpublished) int {
		return cmp.Or(strings.Compare(folded[a.ID], folded[b.ID]), cmp.Compare(a.ID, b.ID))
	})
	return drafts, err
}

// namePartners adds the partners to a hotel's list: all partners wait for each
// of its properties.
func (s *Service) namePartners(ctx context.Context, list []Waiting, contracts []contract.Contract) error {
	partners, total := partnersOf(contracts, grant.waits)
	accounts := make([]int64, len(partners))
	for i, p := range partners {
		accounts[i] = p.Partner
	}
	names, err := s.deps.Settings.CompanyNames(ctx, accounts)
	for i := range partners {
		partners[i].Company = names[partners[i].Partner]
	}
	for i := range list {
		list[i].Contract, list[i].Partners, list[i].PartnerCount = 0, partners, total
	}
	return err
}

func (s *Service) nameHotels(ctx context.Context, list []Waiting) error {
	accounts := make([]int64, len(list))
	for i, w := range list {
		accounts[i] = w.Property.OwnerID
	}
	names, err := s.deps.Settings.CompanyNames(ctx, accounts)
	for i := range list {
		list[i].Company = names[list[i].Property.OwnerID]
	}
	return err
}

// ContractAccepted notifies a hotel which of its properties a new partner waits
// for.
func (s *Service) ContractAccepted(ctx context.Context, c contract.Contract) error {
	drafts, err := s.deps.Properties.Unpublished(ctx, []int64{c.UserID}, nil)
	if err != nil {
		return err
	}
	return s.notifyNewWaits(ctx, c.UserID, []contract.Contract{c}, drafts)
}

// PropertyCreated notifies a hotel which partners wait for a new property.
func (s *Service) PropertyCreated(ctx context.Context, p property.Property) error {
	contracts, err := s.deps.Contracts.Hosted(ctx, p.OwnerID)
	if err != nil {
		return err
	}
	return s.notifyNewWaits(ctx, p.OwnerID, contracts, []property.Unpublished{p.Draft()})
}

// notifyNewWaits notifies a hotel in one notice that the partners wait for the
// properties, except of waits it was notified of before.
func (s *Service) notifyNewWaits(ctx context.Context, hotel int64, contracts []contract.Contract, drafts []property.Unpublished) error {
	waits := []Wait{}
	for _, c := range contracts {
		if !(grant{&c}).waits() {
			continue
		}
		for _, d := range drafts {
			waits = append(waits, Wait{ContractID: c.ID, PropertyID: d.ID})
		}
	}
	added, err := s.store.InsertWaits(ctx, waits)
	if err != nil || len(added) == 0 {
		return err
	}
	byContract, ofProperty := map[int64]bool{}, map[int64]bool{}
	for _, w := range added {
		byContract[w.ContractID], ofProperty[w.PropertyID] = true, true
	}
	contracts = slices.DeleteFunc(contracts, func(c contract.Contract) bool { return !byContract[c.ID] })
	drafts = slices.DeleteFunc(drafts, func(d property.Unpublished) bool { return !ofProperty[d.ID] })
	return s.notifyWaiting(ctx, hotel, contracts, drafts)
}

// PropertyDeleting deletes the waits for a property.
func (s *Service) PropertyDeleting(ctx context.Context, p property.Property) error {
	return s.store.DeleteWaits(ctx, p.ID)
}

func (s *Service) notifyWaiting(ctx context.Context, hotel int64, contracts []contract.Contract, drafts []property.Unpublished) error {
	partners := make([]int64, len(contracts))
	for i, c := range contracts {
		partners[i] = c.PartnerID
	}
	companies, err := s.deps.Settings.CompanyNames(ctx, partners[:min(len(partners), maxNames)])
	if err != nil {
		return err
	}
	names := make([]string, len(partners))
	for i, id := range partners {
		names[i] = companies[id]
	}
	readers, err := s.readers(ctx, hotel)
	for _, who := range readers {
		if err == nil {
			err = s.notifyReader(ctx, who, firstNames(names), drafts)
		}
	}
	return err
}

// readers returns the users of a hotel who may see which partners wait.
func (s *Service) readers(ctx context.Context, hotel int64) ([]auth.Caller, error) {
	users, err := s.deps.Accounts.UsersWithFlag(ctx, hotel, auth.PartnerConnections)
	if err != nil {
		return nil, err
	}
	ids := make([]int64, len(users))
	for i, u := range users {
		ids[i] = u.ID
	}
	callers, err := s.deps.Accounts.Callers(ctx, hotel, ids)
	return slices.SortedFunc(maps.Values(callers), func(a, b auth.Caller) int { return cmp.Compare(a.UserID, b.UserID) }), err
}

// notifyReader notifies one user of the properties in its scope.
func (s *Service) notifyReader(ctx context.Context, who auth.Caller, partners string, drafts []property.Unpublished) error {
	var ids []int64
	var names []string
	for _, d := range drafts {
		if who.MaySeeProperty(d.ID) {
			ids, names = append(ids, d.ID), append(names, d.Name)
		}
	}
	link := "/properties/"
	switch len(ids) {
	case 0:
		return nil
	case 1:
		link = fmt.Sprintf("/properties/%d/", ids[0])
	}
	return s.deps.Notify.Send(ctx, notify.Notice{
		To: notify.User(who.UserID), Kind: notify.PartnersWaiting, Link: link,
		Params: map[string]string{"partners": partners, "properties": firstNames(names)},
	})
}

// maxNames is how many names a notice lists.
const maxNames = 3

// firstNames lists the first names, and how many more there are.
func firstNames(names []string) string {
	text := strings.Join(names[:min(len(names), maxNames)], ", ")
	if more := len(names) - maxNames; more > 0 {
		text += fmt.Sprintf(" (+%d)", more)
	}
	return text
}
