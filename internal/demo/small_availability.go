package demo

import (
	"context"
	"fmt"
	"time"

	"allot/internal/content/publication"
	"allot/internal/identity/auth"
	"allot/internal/inventory/allotment/rules"
	"allot/internal/partners/ratecontract"
	"allot/internal/platform/civil"
)

// house is the demo's hotel while its availability is set up.
type house struct {
	*seeder
	hotel, partner, proposer auth.Caller
	property                 int64
	rooms                    []int64
	today                    civil.Date // where the hotel is

	partnership                        int64 // the contract in force
	flights                            int64 // the rate contract of the proposer
	master, connected, agency, website int64 // calendars
}

// seedAvailability gives the hotel calendars of every kind with settings from
// today on.
func (s *seeder) seedAvailability(ctx context.Context, hotel, partner, proposer auth.Caller, rooms []publication.Room) error {
	const needed = 3 // room types of the demo's hotel
	if len(rooms) < needed {
		return nil // a user has changed the demo's property
	}
	h := &house{seeder: s, hotel: hotel, partner: partner, proposer: proposer, property: rooms[0].PropertyID}
	for _, r := range rooms {
		h.rooms = append(h.rooms, r.ID)
	}
	p, err := s.Properties.Get(ctx, hotel.OwnerID, h.property)
	if err != nil {
		return err
	}
	if h.today, err = s.today(p.Timezone); err != nil {
		return err
	}
	c, err := s.Contracts.Between(ctx, hotel.OwnerID, partner.OwnerID)
	if err != nil {
		return err
	}
	h.partnership = c.ID
	ctx = auth.With(ctx, hotel)
	for _, step := range []func(context.Context) error{
		h.grantRates, h.makeCalendars, h.allot, h.setDays, h.share, h.importUnits, h.sendRooming, h.bill, h.markLegacy,
	} {
		if err := step(ctx); err != nil {
			return err
		}
	}
	return nil
}

func (h *house) days(from, to int) civil.Range {
	return civil.Range{From: h.today.Add(from), To: h.today.Add(to)}
}

// grantRates grants the partner allotments for winter and summer, and the proposer
// a few rooms for its first flights.
func (h *house) grantRates(ctx context.Context) (err error) {
	summer := civil.Range{From: civil.New(h.today.Year()+1, time.April, 15), To: civil.New(h.today.Year()+1, time.October, 31)}
	season := civil.Range{From: h.today, To: summer.To}
	rows := []ratecontract.RoomAllotment{}
	for i, quantity := range []int{20, 14, 8} {
		rows = append(rows,
			ratecontract.RoomAllotment{RoomID: h.rooms[i], StartDate: h.today, EndDate: summer.From - 1, Quantity: quantity / 2, ReleaseDays: 3},
			ratecontract.RoomAllotment{RoomID: h.rooms[i], StartDate: summer.From, EndDate: summer.To, Quantity: quantity, ReleaseDays: 14})
	}
	if _, err = h.grant(ctx, h.partner, fmt.Sprintf("Winter and summer %d", summer.To.Year()), season, rows); err != nil {
		return err
	}
	flights := h.days(0, 120)
	h.flights, err = h.grant(ctx, h.proposer, "First flights", flights, []ratecontract.RoomAllotment{
		{RoomID: h.rooms[0], StartDate: flights.From, EndDate: flights.To, Quantity: 5, ReleaseDays: 7},
	})
	return err
}

func (h *house) grant(ctx context.Context, to auth.Caller, name string, season civil.Range, rows []ratecontract.RoomAllotment) (int64, error) {
	active := ratecontract.StatusActive
	r, err := h.RateContracts.Create(ctx, h.hotel, ratecontract.Change{
		PropertyID: &h.property, PartnerID: &to.OwnerID, Name: &name, StartDate: &season.From, EndDate: &season.To, Status: &active, Rooms: &rows,
	})
	return r.ID, err
}

func (h *house) makeCalendars(ctx context.Context) error {
	master, err := h.Allotments.Master(ctx, h.hotel.OwnerID, h.property)
	if err != nil {
		return err
	}
	h.master = master.ID
	partnership, flights, agency := &h.partnership, &h.flights, "Reisebüro Alpenblick, Salzburg"
	for _, c := range []struct {
		id   *int64
		name string
		kind rules.Kind
		with rules.CalendarChange
	}{
		{&h.connected, "Nordlicht Reisen", rules.KindConnected, rules.CalendarChange{Contract: &partnership}},
		{new(int64), "Baltic Sun", rules.KindContracted, rules.CalendarChange{RateContract: &flights}},
		{&h.agency, "Alpenblick", rules.KindAllotment, rules.CalendarChange{ExternalName: &agency}},
		{&h.website, "Own website", rules.KindStandalone, rules.CalendarChange{}},
	} {
		c.with.PropertyID, c.with.Kind, c.with.Name = &h.property, &c.kind, &c.name
		made, err := h.Allotments.CreateCalendar(ctx, h.hotel, c.with)
		if err != nil {
			return err
		}
		*c.id = made.ID
	}
	return nil
}

// allot adds blocks to the calendar of the agency, which is not on the platform;
// the other calendars have those of their rate contracts.
func (h *house) allot(ctx context.Context) error {
	for _, b := range []struct {
		room              int64
		season            civil.Range
		quantity, release int
	}{
		{h.rooms[0], h.days(0, 60), 6, 14},
		{h.rooms[0], h.days(61, 200), 12, 21},
		{h.rooms[1], h.days(0, 200), 4, 7},
	} {
		if _, err := h.Allotments.AddBlock(ctx, h.hotel, h.agency, rules.BlockChange{
			RoomID: &b.room, StartDate: &b.season.From, EndDate: &b.season.To, Quantity: &b.quantity, ReleaseDays: &b.release,
		}); err != nil {
			return err
		}
	}
	return nil
}
