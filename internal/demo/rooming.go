package demo

import (
	"context"
	"fmt"

	"allot/internal/identity/auth"
	"allot/internal/inventory/rooming"
	"allot/internal/platform/civil"
)

// roomingState is how far a rooming list of the demo has come.
type roomingState int

const (
	drafted   roomingState = iota // the operator still writes it
	sent                          // it waits for the hotel
	answered                      // one entry is confirmed, one declined
	confirmed                     // all of it
	withdrawn                     // the operator has cancelled it
	past                          // the guests have left, and it is closed
)

// sendRooming makes rooming lists in every state.
func (c *chain) sendRooming(ctx context.Context) error {
	var ops operatorFile
	if err := readFile("chain/operators.json", &ops); err != nil {
		return err
	}
	for i, of := range []struct {
		operator, resort, group int
		state                   roomingState
	}{
		{german, 0, 0, past},
		{british, 1, 3, past},
		{turkish, 2, 4, past},
		{polish, 3, 6, past},
		{german, 0, 5, confirmed},
		{british, 3, 2, confirmed},
		{turkish, 2, 7, sent},
		{polish, 1, 1, answered},
		{german, 4, 0, confirmed},
		{british, 0, 3, withdrawn},
		{german, 2, 5, sent},
		{turkish, 1, 4, drafted},
	} {
		r, o := c.resorts[of.resort], c.operators[of.operator]
		if err := c.sendGroup(ctx, r, o, ops.Groups[of.group], of.state, i); err != nil {
			return fmt.Errorf("rooming list %d of %s in %s: %w", i+1, o.Name, *r.Property.Name, err)
		}
	}
	return nil
}

// sendGroup makes the rooming list of a group and brings it to its state.
func (c *chain) sendGroup(ctx context.Context, r *resort, o *operator, g group, state roomingState, n int) error {
	const nights, before = 7, 35
	ahead := civil.Range{From: c.today.Add(10), To: c.today.Add(330)}
	if state == past {
		ahead = civil.Range{From: c.today.Add(-200), To: c.today.Add(-nights)}
	}
	open := c.dates(r, ahead)
	if len(open) < 2*nights {
		return nil // the hotel is closed all the time
	}
	arrival := open[min(len(open)-nights-1, 14+5*n)]
	c.ago(max(c.today.Sub(arrival)+before, 8))
	theirs := auth.With(ctx, o.who)
	l, err := c.Rooming.Create(theirs, o.who, rooming.LedgerChange{PropertyID: &r.id, Name: &g.Name}, c.entries(r, o, g, arrival, arrival.Add(nights), n)...)
	if err != nil || state == drafted {
		return err
	}
	if _, err := c.Rooming.Send(theirs, o.who, l.ID); err != nil || state == sent {
		return err
	}
	c.ago(max(c.today.Sub(arrival)+before-2, 6))
	ours := auth.With(ctx, c.owner)
	if state == answered {
		list, _, err := c.Rooming.Entries(ours, c.owner, l.ID, firstPage)
		if err != nil {
			return err
		}
		if _, err := c.Rooming.ConfirmEntry(ours, c.owner, list[0].ID); err != nil {
			return err
		}
		_, err = c.Rooming.DeclineEntry(ours, c.owner, list[1].ID, "No rooms of this kind are left in this week.")
		return err
	}
	if _, err := c.Rooming.Confirm(ours, c.owner, l.ID); err != nil || state == confirmed {
		return err
	}
	if state == withdrawn {
		c.ago(4)
		_, err = c.Rooming.Cancel(theirs, o.who, l.ID, "The group travels a year later.")
		return err
	}
	c.ago(c.today.Sub(arrival) - nights)
	_, err = c.Rooming.Close(ours, c.owner, l.ID)
	return err
}

// entries are the rooms of a group: two for each pair of guests.
func (c *chain) entries(r *resort, o *operator, g group, arrival, departure civil.Date, n int) []rooming.EntryChange {
	board := "HB"
	var list []rooming.EntryChange
	for i := 0; i+1 < len(g.Guests); i += 2 {
		units, reference := 1+(n+i)%2, fmt.Sprintf("%s-%d", o.Prefix, 50_100+10*n+i)
		room := r.rooms[1+i/2].ID
		guests := []rooming.Guest{}
		for _, name := range g.Guests[i : i+2] {
			guests = append(guests, rooming.Guest{FirstName: name[0], LastName: name[1], Type: rooming.GuestAdult})
		}
		list = append(list, rooming.EntryChange{
			RoomID: &room, Arrival: &arrival, Departure: &departure, Units: &units, Reference: &reference, Board: &board, Guests: &guests,
		})
	}
	return list
}
