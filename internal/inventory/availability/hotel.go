package availability

import (
	"context"
	"slices"

	"allot/internal/identity/account"
	"allot/internal/inventory/allotment/reading"
	"allot/internal/partners/contract"
	"allot/internal/partners/mapping"
	"allot/internal/platform/stamp"
)

// readHotel reads the portfolio of a hotel's own systems: all of its properties as
// drafted. With a key for one contract it is the Master and the calendars of the
// operator while the contract is in force, otherwise empty.
func (s *Service) readHotel(ctx context.Context, r Reader) (*Portfolio, []stamp.Key, error) {
	p, keys := &Portfolio{}, account.Draft.Of(r.Account)
	var with *contract.Contract
	if r.Contract != 0 {
		keys = append(keys, account.Content.Of(r.Account)...)
		list, err := s.inForce(ctx, r)
		if err != nil || len(list) == 0 {
			return p, keys, err
		}
		with = &list[0]
	}
	ids, err := s.deps.Properties.IDs(ctx, r.Account)
	if err != nil {
		return nil, nil, err
	}
	slices.Sort(ids)
	w := textsOf(mapping.DefaultEventCodes)
	for part := range slices.Chunk(ids, batch) {
		list, err := s.ownEntries(ctx, r.Account, part, with, &w)
		if err != nil {
			return nil, nil, err
		}
		p.entries = append(p.entries, list...)
	}
	return p, keys, nil
}

func (s *Service) ownEntries(ctx context.Context, owner int64, ids []int64, with *contract.Contract, w *reading.DayTexts) ([]*entry, error) {
	properties, err := s.deps.Properties.Some(ctx, []int64{owner}, ids)
	if err != nil {
		return nil, err
	}
	rates := map[int64][]int64{}
	if with != nil {
		list, err := s.deps.RateContracts.Of(ctx, owner, ids...)
		if err != nil {
			return nil, err
		}
		for _, r := range list {
			if r.PartnerID == with.PartnerID {
				rates[r.PropertyID] = append(rates[r.PropertyID], r.ID)
			}
		}
	}
	list := make([]*entry, 0, len(ids))
	for _, id := range ids {
		p, there := properties[id]
		if !there { // deleted meanwhile
			continue
		}
		e := &entry{
			owner: owner, id: id, zone: p.Timezone, name: p.Name, country: p.Country, sharing: ownSharing, texts: w, binding: binding{hotel: true, all: with == nil, rates: rates[id]},
			head: headOf(id, p.Name, p.Country, p.City, mapping.Codes{Hotel: p.Code}),
		}
		if with != nil {
			e.binding.contract = with.ID
		}
		e.setDigest()
		list = append(list, e)
	}
	return list, nil
}
