package availability

import (
	"context"
	"slices"

	"allot/internal/content/property"
	"allot/internal/content/publication"
	"allot/internal/identity/account"
	"allot/internal/inventory/allotment/reading"
	"allot/internal/partners/contract"
	"allot/internal/partners/mapping"
	"allot/internal/partners/ratecontract"
	"allot/internal/platform/stamp"
)

// batch is how many properties are read together.
const batch = 500

// connections are the contracts between an operator and hotels.
type connections struct {
	contracts      map[int64]contract.Contract           // in force, by hotel
	rates          map[int64][]ratecontract.RateContract // by property
	hotels         []int64                               // with a contract in force
	rateHotels     []int64                               // hotels with rate contracts only
	rateProperties []int64                               // the properties of those
	allRateHotels  []int64                               // all hotels with rate contracts
}

// keys returns the stamps that the portfolio depends on. Drafts are among them
// because a rate contract ends in the time zone of the property, which may change.
func (t *connections) keys(operator int64) []stamp.Key {
	return slices.Concat(account.Content.Of(operator), account.Content.Of(t.hotels...), account.Content.Of(t.rateHotels...), account.Draft.Of(t.allRateHotels...))
}

// connections reads the contracts of the operator, or one if the key is for one.
func (s *Service) connections(ctx context.Context, r Reader) (*connections, error) {
	t := &connections{contracts: map[int64]contract.Contract{}, rates: map[int64][]ratecontract.RateContract{}}
	contracts, err := s.inForce(ctx, r)
	if err != nil {
		return nil, err
	}
	for _, c := range contracts {
		t.contracts[c.UserID] = c
		t.hotels = append(t.hotels, c.UserID)
	}
	rates, err := s.deps.RateContracts.GrantedTo(ctx, r.Account)
	if err != nil {
		return nil, err
	}
	for _, rate := range rates {
		_, partner := t.contracts[rate.OwnerID]
		if r.Contract != 0 && !partner {
			continue
		}
		t.rates[rate.PropertyID] = append(t.rates[rate.PropertyID], rate)
		t.allRateHotels = append(t.allRateHotels, rate.OwnerID)
		if !partner {
			t.rateHotels, t.rateProperties = append(t.rateHotels, rate.OwnerID), append(t.rateProperties, rate.PropertyID)
		}
	}
	return t, nil
}

// inForce lists the contracts in force that the reader may use.
func (s *Service) inForce(ctx context.Context, r Reader) ([]contract.Contract, error) {
	if r.Contract == 0 {
		return s.deps.Contracts.Active(ctx, r.Account)
	}
	return s.deps.Contracts.Under(ctx, r.Account, &r.Contract)
}

// readOperator reads the portfolio of an operator: the published properties of
// connected hotels, under its own names.
func (s *Service) readOperator(ctx context.Context, r Reader) (*Portfolio, []stamp.Key, error) {
	t, err := s.connections(ctx, r)
	if err != nil {
		return nil, nil, err
	}
	p := &Portfolio{}
	var (
		ids     []int64
		waiting []property.Unpublished
	)
	for _, of := range []publication.CardFilter{{Owners: t.hotels}, {Owners: t.rateHotels, Properties: t.rateProperties}} {
		if len(of.Owners) == 0 {
			continue
		}
		drafts, err := s.deps.Properties.Unpublished(ctx, of.Owners, of.Properties)
		if err != nil {
			return nil, nil, err
		}
		waiting = append(waiting, drafts...)
		some, err := s.deps.Publications.PublishedIDs(ctx, of)
		if err != nil {
			return nil, nil, err
		}
		ids = append(ids, some...)
	}
	slices.Sort(ids)
	codes, err := s.deps.Mappings.EventCodes(ctx, r.Account)
	if err != nil {
		return nil, nil, err
	}
	w := textsOf(codes)
	for part := range slices.Chunk(ids, batch) {
		list, err := s.publishedEntries(ctx, r.Account, part, t, &w)
		if err != nil {
			return nil, nil, err
		}
		p.entries = append(p.entries, list...)
	}
	list, err := s.unpublishedEntries(ctx, r.Account, waiting, t, &w)
	if err != nil {
		return nil, nil, err
	}
	p.add(list)
	return p, t.keys(r.Account), nil
}

// unpublishedEntries returns the properties that the operator cannot read only
// because they are not published. Those refused by the contract are left out.
func (s *Service) unpublishedEntries(ctx context.Context, operator int64, waiting []property.Unpublished, t *connections, w *reading.DayTexts) ([]*entry, error) {
	list := make([]*entry, 0, len(waiting))
	for part := range slices.Chunk(waiting, batch) {
		ids := make([]int64, len(part))
		for i, p := range part {
			ids[i] = p.ID
		}
		codes, err := s.deps.Mappings.Codes(ctx, operator, ids)
		if err != nil {
			return nil, err
		}
		for _, p := range part {
			card := publication.Card{PropertyID: p.ID, OwnerID: p.OwnerID, Code: p.Code, Name: p.Name, Country: p.Country, City: p.City}
			e := newEntry(card, nil, codes[p.ID])
			e.texts = w
			if e.bind(operator, t); e.refusal != nil {
				continue
			}
			e.refusal = &NotPublished
			e.setDigest()
			list = append(list, e)
		}
	}
	return list, nil
}

// bind sets the operator's binding to the property, and what it shares.
func (e *entry) bind(operator int64, t *connections) {
	var c *contract.Contract
	if of, partner := t.contracts[e.owner]; partner {
		c = &of
	}
	e.sharing = sharingOf(operator, c)
	e.binding, e.refusal = bindOperator(operator, c, t.rates[e.id])
}

// publishedEntries returns properties under the operator's names with their
// bindings. One unpublished or deleted meanwhile is left out.
func (s *Service) publishedEntries(ctx context.Context, operator int64, ids []int64, t *connections, w *reading.DayTexts) ([]*entry, error) {
	cards, err := s.deps.Publications.CardsOf(ctx, ids)
	if err != nil {
		return nil, err
	}
	rooms, err := s.deps.Publications.RoomsOf(ctx, ids)
	if err != nil {
		return nil, err
	}
	codes, err := s.deps.Mappings.Codes(ctx, operator, ids)
	if err != nil {
		return nil, err
	}
	zones, err := s.zones(ctx, cards)
	if err != nil {
		return nil, err
	}
	closed, err := s.closed(ctx, cards)
	if err != nil {
		return nil, err
	}
	list := make([]*entry, 0, len(ids))
	for _, id := range ids {
		card, ok := cards[id]
		if !ok {
			continue
		}
		e := newEntry(card, rooms[id], codes[id])
		e.texts, e.zone = w, zones[id]
		if e.bind(operator, t); e.refusal == nil && closed.Has(card.OwnerID, id) {
			e.refusal = &HotelSuspended
		}
		e.setDigest()
		list = append(list, e)
	}
	return list, nil
}

// closed returns which of the hotels' properties are closed to operators.
func (s *Service) closed(ctx context.Context, cards map[int64]publication.Card) (property.Closed, error) {
	owners := make([]int64, 0, len(cards))
	for _, c := range cards {
		owners = append(owners, c.OwnerID)
	}
	return s.deps.Properties.Closed(ctx, owners)
}

// zones returns the time zones of properties.
func (s *Service) zones(ctx context.Context, cards map[int64]publication.Card) (map[int64]string, error) {
	owners, ids := make([]int64, 0, len(cards)), make([]int64, 0, len(cards))
	for id, c := range cards {
		owners, ids = append(owners, c.OwnerID), append(ids, id)
	}
	slices.Sort(owners)
	list, err := s.deps.Properties.Zones(ctx, slices.Compact(owners), ids)
	by := make(map[int64]string, len(list))
	for _, z := range list {
		by[z.ID] = z.Timezone
	}
	return by, err
}

// newEntry returns a published property under the operator's codes.
func newEntry(c publication.Card, rooms []publication.Room, codes mapping.Codes) *entry {
	codes = codes.Over(c.Code)
	e := &entry{
		owner: c.OwnerID, id: c.PropertyID, name: c.Name, country: c.Country, rooms: make([]room, len(rooms)),
		head: headOf(c.PropertyID, c.Name, c.Country, c.City, codes),
	}
	for i, r := range rooms {
		own := codes.Rooms[r.ID].Over(mapping.RoomCode{Code: r.Code, Name: r.Name})
		e.rooms[i] = newRoom(r.ID, own.Name, own.Code)
	}
	return e
}
