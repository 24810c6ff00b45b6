package demo

import (
	"context"

	"allot/internal/identity/auth"
	"allot/internal/inventory/allotment/rules"
	"allot/internal/inventory/rooming"
	"allot/internal/inventory/stopsale"
	"allot/internal/platform/civil"
)

// setDays sets statuses and closed units of days with typical reasons, and confirms
// some units.
func (h *house) setDays(ctx context.Context) error {
	const saturday, sunday = 6, 7
	stop, block, request, free := rules.StatusStop, rules.StatusBlock, rules.StatusRequest, rules.StatusFree
	renovation, event, group := rules.ReasonRenovation, rules.ReasonHotelEvent, rules.ReasonGroupHold
	two, four, pipes, wedding := 2, 4, "Water pipes of the east wing, ask Nikos", "Wedding of the mayor's daughter"
	for _, s := range []struct {
		calendar int64
		in       rules.RangeInput
	}{
		{h.master, rules.RangeInput{Rooms: h.rooms[:1], Season: h.days(20, 24), Setting: rules.Setting{Status: &stop, Reason: &renovation, Note: &pipes}}},
		{h.master, rules.RangeInput{Season: h.days(41, 42), Setting: rules.Setting{Status: &block, Reason: &event, Note: &wedding}}},
		{h.master, rules.RangeInput{Rooms: h.rooms[1:2], Season: h.days(7, 13), Setting: rules.Setting{Status: &free}}},
		{h.connected, rules.RangeInput{Season: h.days(14, 60), Weekdays: []int{saturday, sunday}, Setting: rules.Setting{Status: &request, Reason: &group}}},
		{h.connected, rules.RangeInput{Rooms: h.rooms[2:3], Season: h.days(5, 9), Setting: rules.Setting{Confirmed: &four}}},
		{h.agency, rules.RangeInput{Rooms: h.rooms[:1], Season: h.days(16, 30), Setting: rules.Setting{Confirmed: &two}}},
		{h.agency, rules.RangeInput{Rooms: h.rooms[:1], Season: h.days(28, 30), Setting: rules.Setting{Closed: &four}}},
		{h.website, rules.RangeInput{Season: h.days(10, 12), Setting: rules.Setting{Status: &stop}}},
	} {
		if _, err := h.Allotments.SaveRange(ctx, h.hotel, s.calendar, s.in); err != nil {
			return err
		}
	}
	return nil
}

// share lets double rooms be sold as suites.
func (h *house) share(ctx context.Context) error {
	units := 3
	_, err := h.Allotments.AddShare(ctx, h.hotel, rules.ShareChange{
		PropertyID: &h.property, DonorRoom: &h.rooms[0], RecipientRoom: &h.rooms[2], MaxUnits: &units,
	})
	return err
}

// importUnits imports what the hotel's front desk has sold: some units of each room
// type, all suites on three days, and on one day more suites than there are.
func (h *house) importUnits(ctx context.Context) error {
	weeks, full, over := h.days(0, 45), h.days(31, 33), h.today.Add(34)
	_, err := h.Allotments.ImportUnits(ctx, h.hotel.OwnerID, h.property, rules.UnitsImport{Source: "Front desk", Rows: []rules.UnitRow{
		{RoomID: h.rooms[0], From: weeks.From, To: weeks.To, Reserved: 31, CheckedIn: 4, OutOfOrder: 1},
		{RoomID: h.rooms[1], From: weeks.From, To: weeks.To, Reserved: 18},
		{RoomID: h.rooms[2], From: weeks.From, To: weeks.To, Reserved: 9},
		{RoomID: h.rooms[2], From: full.From, To: full.To, Reserved: 30},
		{RoomID: h.rooms[2], Date: over, Reserved: 35},
	}})
	return err
}

// sendRooming sends the partner's rooming list of a group and confirms its first
// entry.
func (h *house) sendRooming(ctx context.Context) error {
	ctx = auth.With(ctx, h.partner)
	name := "Wandergruppe Krause"
	l, err := h.Rooming.Create(ctx, h.partner, rooming.LedgerChange{PropertyID: &h.property, Name: &name})
	if err != nil {
		return err
	}
	entry := func(room int64, season civil.Range, units int, reference, board string, guests ...rooming.Guest) rooming.EntryChange {
		return rooming.EntryChange{
			RoomID: &room, Arrival: &season.From, Departure: &season.To, Units: &units, Reference: &reference, Board: &board, Guests: &guests,
		}
	}
	const child = 7
	age := child
	added, err := h.Rooming.AddEntries(ctx, h.partner, l.ID, []rooming.EntryChange{
		entry(h.rooms[0], h.days(12, 19), 3, "NR-48211", "HB",
			rooming.Guest{FirstName: "Ute", LastName: "Krause", Type: rooming.GuestAdult}, rooming.Guest{FirstName: "Jörg", LastName: "Krause", Type: rooming.GuestAdult}),
		entry(h.rooms[1], h.days(12, 16), 1, "NR-48212", "AI",
			rooming.Guest{FirstName: "Selin", LastName: "Öztürk", Type: rooming.GuestAdult}, rooming.Guest{FirstName: "Deniz", LastName: "Öztürk", Type: rooming.GuestChild, Age: &age}),
	}, true)
	if err != nil {
		return err
	}
	if _, err := h.Rooming.Send(ctx, h.partner, l.ID); err != nil {
		return err
	}
	_, err = h.Rooming.ConfirmEntry(auth.With(ctx, h.hotel), h.hotel, added[0].ID)
	return err
}

// markLegacy sets a few days of the legacy stop sale.
func (h *house) markLegacy(ctx context.Context) error {
	source := "Reception"
	for day := range h.days(20, 24).All() {
		color := stopsale.Stop
		if _, err := h.StopSales.CreateEvent(ctx, h.hotel, stopsale.EventChange{Room: &h.rooms[0], Date: &day, Color: &color, Source: &source}); err != nil {
			return err
		}
	}
	day, color := h.today.Add(25), stopsale.OnRequest
	_, err := h.StopSales.CreateEvent(ctx, h.hotel, stopsale.EventChange{Room: &h.rooms[1], Date: &day, Color: &color, Source: &source})
	return err
}
