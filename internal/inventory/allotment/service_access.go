package allotment

import (
	"context"
	"maps"
	"slices"

	"allot/internal/content/property"
	"allot/internal/partners/ratecontract"
	"allot/internal/platform/civil"
)

// AccessChanged publishes that operators may read another part of the availability of
// properties than before. Each of them is told all days of those that are published: as
// closed, if it can read none any more. It is a write to their availability: a message that
// is made of what was before has a lower version.
func (s *Service) AccessChanged(ctx context.Context, owner int64, partners, properties []int64) error {
	if len(partners) == 0 || len(properties) == 0 {
		return nil
	}
	found, err := s.deps.Properties.Some(ctx, []int64{owner}, properties)
	if err != nil {
		return err
	}
	maps.DeleteFunc(found, func(_ int64, p property.Property) bool { return p.PublishedAt == nil })
	if len(found) == 0 {
		return nil
	}
	versions, err := s.store.RaiseAll(ctx, owner, slices.Collect(maps.Keys(found)))
	if err != nil {
		return err
	}
	for _, id := range slices.Sorted(maps.Keys(versions)) {
		today, err := civil.Today(s.now(), found[id].Timezone)
		if err != nil {
			return err
		}
		season := horizonFrom(today)
		err = s.deps.Events.Publish(ctx, Updated{
			Route: UpdatedRoute{OwnerID: owner, PropertyID: id, Version: versions[id], Calendars: []int64{}, Partners: partners, All: true},
			Data:  UpdatedData{PropertyID: id, From: season.From, To: season.To, Rooms: []RoomSpan{}},
		})
		if err != nil {
			return err
		}
	}
	return nil
}

// Published publishes to all operators what they can read of a property of which another
// version is published: it may have other rooms.
func (s *Service) Published(ctx context.Context, owner, property int64) error {
	partners, err := s.operatorsOf(ctx, owner, property)
	if err != nil {
		return err
	}
	return s.AccessChanged(ctx, owner, partners, []int64{property})
}

// ClosingChanged tells operators which properties of an account are closed to them, or
// open again, since they were told last: the account was suspended or resumed, or its
// plan allows another number of properties.
func (s *Service) ClosingChanged(ctx context.Context, owner int64) error {
	told, err := s.store.ToldClosed(ctx, owner)
	if err != nil || len(told) == 0 {
		return err
	}
	closed, err := s.deps.Properties.Closed(ctx, []int64{owner})
	if err != nil {
		return err
	}
	for _, id := range slices.Sorted(maps.Keys(told)) {
		is := closed.Has(owner, id)
		if is == told[id] {
			continue
		}
		if err := s.store.SetToldClosed(ctx, owner, id, is); err != nil {
			return err
		}
		if err := s.Published(ctx, owner, id); err != nil {
			return err
		}
	}
	return nil
}

// operatorsOf lists the operators with a contract in force or an active rate contract that
// opens a property, by account.
func (s *Service) operatorsOf(ctx context.Context, owner, property int64) ([]int64, error) {
	contracts, err := s.deps.Contracts.Hosted(ctx, owner)
	if err != nil {
		return nil, err
	}
	rates, err := s.deps.RateContracts.Of(ctx, owner, property)
	if err != nil {
		return nil, err
	}
	list := []int64{}
	for _, c := range contracts {
		list = append(list, c.PartnerID)
	}
	for _, r := range rates {
		if r.Status == ratecontract.StatusActive {
			list = append(list, r.PartnerID)
		}
	}
	slices.Sort(list)
	return slices.Compact(list), nil
}
