package event

import (
	"context"
	"encoding/json"
	"fmt"
	"slices"

	"allot/internal/inventory/allotment/rules"
	"allot/internal/inventory/allotment/stopevent"
	"allot/internal/inventory/availability"
	"allot/internal/partners/contract"
	"allot/internal/platform/civil"
)

type storedStopSale struct {
	stopevent.Change
	kind string
}

func (n *storedStopSale) owner() int64 { return n.Route.OwnerID }

func (n *storedStopSale) property() int64 { return n.Route.PropertyID }

// receivers returns, for the Master, all operators that may read availability;
// for an operator's calendar, that operator; for the legacy stop sale, the
// partners that may read stop sales. Other calendars go to the hotel only.
func (n *storedStopSale) receivers(ctx context.Context, s *Service) ([]Receiver, error) {
	if n.Route.CalendarID == 0 {
		return n.legacyReceivers(ctx, s)
	}
	switch rules.Kind(n.Route.Kind) {
	case rules.KindMaster:
		return s.watching(ctx, n.Route.OwnerID, n.Route.PropertyID, nil, func(availability.Watcher, int64) bool { return true })
	case rules.KindConnected, rules.KindContracted:
		return s.watching(ctx, n.Route.OwnerID, n.Route.PropertyID, nil, n.concerns)
	case rules.KindAllotment, rules.KindStandalone:
	}
	return nil, nil
}

// concerns reports whether the calendar is the operator's. Nobody sees a
// deleted calendar any more, but its operator still receives that its stop
// sales are lifted.
func (n *storedStopSale) concerns(w availability.Watcher, _ int64) bool {
	return w.Operator == n.Route.Partner && (n.lifted() || w.Sees(n.Route.CalendarID))
}

func (n *storedStopSale) lifted() bool { return n.kind == (stopevent.Cancelled{}).EventKind() }

func (n *storedStopSale) legacyReceivers(ctx context.Context, s *Service) ([]Receiver, error) {
	cards, err := s.deps.Publications.CardsOf(ctx, []int64{n.Route.PropertyID})
	if err != nil || cards[n.Route.PropertyID].OwnerID != n.Route.OwnerID {
		return nil, err
	}
	list, err := s.partners(ctx, n.Route.OwnerID)
	return slices.DeleteFunc(list, func(r Receiver) bool { return !r.allows(contract.RightStopSale) }), err
}

type (
	// stopSaleHead is what every message of a stop sale has.
	stopSaleHead struct {
		ID         string     `json:"id"`
		PropertyID int64      `json:"property_id"`
		Date       civil.Date `json:"date"`
		DateTo     civil.Date `json:"date_to"`
		RoomType   string     `json:"room_type"`
		RoomID     int64      `json:"room_id"`
		RoomCode   string     `json:"room_code"`
	}
	// stopSaleData is a stop sale that was created or updated.
	stopSaleData struct {
		stopSaleHead
		Status    string          `json:"status"`
		Reason    string          `json:"reason,omitempty"`
		Allotment *int            `json:"allotment"`
		Source    string          `json:"source"`
		Late      bool            `json:"late"`
		Previous  *stopSaleValues `json:"previous,omitempty"`
	}
	// stopSaleValues are what a stop sale was before.
	stopSaleValues struct {
		Date      civil.Date `json:"date"`
		DateTo    civil.Date `json:"date_to"`
		Status    string     `json:"status"`
		Reason    string     `json:"reason,omitempty"`
		Allotment *int       `json:"allotment"`
		RoomType  string     `json:"room_type"`
		RoomID    int64      `json:"room_id"`
		RoomCode  string     `json:"room_code"`
		Source    string     `json:"source"`
	}
)

func (n *storedStopSale) render(ctx context.Context, s *Service, to Receiver) ([]json.RawMessage, error) {
	rooms, err := s.namesFor(ctx, to, n.Route.PropertyID)
	if err != nil {
		return nil, err
	}
	var list []json.RawMessage
	for _, one := range n.Data {
		if !n.adapt(&one, to, rooms) {
			continue
		}
		for _, part := range n.split(one, to) {
			message, err := encode(n.message(part, to))
			if err != nil {
				return nil, err
			}
			list = append(list, message...)
		}
	}
	return list, nil
}

// adapt sets the receiver's names and removes what it may not see: units of the
// whole property, and reasons. It returns false if nothing is left to send, or
// if a lifted day was, or still is, the same to the receiver.
func (n *storedStopSale) adapt(one *stopevent.StopSale, to Receiver, rooms names) bool {
	if !n.adaptValues(&one.Values, to, rooms) {
		return false
	}
	if one.Previous == nil {
		return true
	}
	previous := *one.Previous
	if !n.adaptValues(&previous, to, rooms) { // it came from a room that the receiver does not know
		one.Previous = nil
		return true
	}
	one.Previous = &previous
	if n.lifted() {
		return previous.Stops() && !one.Stops()
	}
	return to.Owner || !same(previous, one.Values)
}

// same reports whether two states of a stop sale are equal.
func same(a, b stopevent.Values) bool {
	if (a.Allotment == nil) != (b.Allotment == nil) || a.Allotment != nil && *a.Allotment != *b.Allotment {
		return false
	}
	a.Allotment = b.Allotment
	return a == b
}

func (n *storedStopSale) adaptValues(v *stopevent.Values, to Receiver, rooms names) bool {
	if to.Owner {
		return true
	}
	room, published := rooms[v.RoomID]
	v.RoomType, v.RoomCode = room.Name, room.Code
	if n.Route.Kind == string(rules.KindMaster) {
		v.Allotment = nil
	}
	if !to.allows(contract.RightReasons) {
		v.Reason = ""
	}
	if to.Contract != nil && to.Contract.ClosesRequests(to.Account) {
		v.CloseRequests()
	}
	return published
}

// split separates the days that were closed later than agreed from those in
// time.
func (n *storedStopSale) split(one stopevent.StopSale, to Receiver) []stopevent.StopSale {
	until := to.lateUntil(n.Route.Late)
	if !one.Closing || until.IsZero() || until <= one.Date || until > one.DateTo {
		return []stopevent.StopSale{one}
	}
	rest := one
	one.DateTo, rest.Date = until-1, until
	rest.ID = fmt.Sprintf("%d-%d-%s", n.Route.CalendarID, rest.RoomID, rest.Date)
	return []stopevent.StopSale{one, rest}
}

// lateUntil returns the first day that was closed in time under the receiver's
// contract; for the hotel, the latest of all contracts. Without one it is zero.
func (r Receiver) lateUntil(late []contract.NoticeBreach) civil.Date {
	var until civil.Date
	for _, l := range late {
		if r.Owner || l.Partner == r.Account {
			until = max(until, l.Until)
		}
	}
	return until
}

// message returns the data of one message.
func (n *storedStopSale) message(one stopevent.StopSale, to Receiver) any {
	head := stopSaleHead{one.ID, n.Route.PropertyID, one.Date, one.DateTo, one.RoomType, one.RoomID, one.RoomCode}
	if n.lifted() {
		return head
	}
	data := stopSaleData{
		stopSaleHead: head, Status: one.Status, Reason: one.Reason, Allotment: one.Allotment, Source: one.Source,
		Late: one.Closing && one.Date < to.lateUntil(n.Route.Late),
	}
	if p := one.Previous; p != nil {
		data.Previous = &stopSaleValues{p.Date, p.DateTo, p.Status, p.Reason, p.Allotment, p.RoomType, p.RoomID, p.RoomCode, p.Source}
	}
	return data
}
