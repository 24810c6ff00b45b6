package event

import (
	"context"
	"encoding/json"
	"fmt"

	"allot/internal/allotment"
	"allot/internal/availability"
	"allot/internal/contract"
	"allot/internal/mapping"
	"allot/internal/platform/outbox"
	"allot/internal/property"
	"allot/internal/publication"
	"allot/internal/stopsale"
)

// Kinds are the events that can be sent. An event of another kind is for this
// program alone.
var Kinds = []string{
	property.Updated{}.EventKind(),
	stopsale.Created{}.EventKind(), stopsale.Updated{}.EventKind(), stopsale.Cancelled{}.EventKind(),
	allotment.Updated{}.EventKind(),
}

// Deps is what the service works with.
type Deps struct {
	Publications *publication.Service
	Contracts    *contract.Service
	Mappings     *mapping.Service
	Availability *availability.Service
	// LinkBase is where links lead, without a trailing slash.
	LinkBase func() string
}

// Service is the module's front.
type Service struct{ Deps }

// New makes the service.
func New(d Deps) *Service { return &Service{d} }

// Receiver is an account that is told of an event.
type Receiver struct {
	Account int64
	// Owner tells that it is the hotel's own account.
	Owner bool
	// Contract is what an operator goes by; nil where a rate contract alone connects
	// it with the hotel.
	Contract *contract.Contract

	watcher *availability.Watcher // nil where it was not asked who sees availability
}

// allows asks the contract of an operator. What a rate contract alone opens is
// decided by whoever found the receiver.
func (r Receiver) allows(right contract.Right) bool {
	return r.Owner || r.Contract != nil && r.Contract.Allows(r.Account, right)
}

// storedEvent is an event of the outbox that can be sent.
type storedEvent interface {
	owner() int64
	receivers(ctx context.Context, s *Service) ([]Receiver, error)
	// render gives what is sent, an object each. None means that nothing of the
	// event is the receiver's business.
	render(ctx context.Context, s *Service, to Receiver) ([]json.RawMessage, error)
}

// Receivers lists who is told of an event as things stand: the owner first, then
// operators by account. What an event is made of is decided when it is stored; who
// may know it, when it is sent.
func (s *Service) Receivers(ctx context.Context, ev outbox.Stored) ([]Receiver, error) {
	n, err := read(ev)
	if err != nil {
		return nil, err
	}
	others, err := n.receivers(ctx, s)
	if err != nil {
		return nil, fmt.Errorf("receivers of event %d: %w", ev.ID, err)
	}
	return append([]Receiver{{Account: n.owner(), Owner: true}}, others...), nil
}

// Render gives what a receiver, as Receivers has just found it, is told of an
// event: the `data` of each message, none where the event has nothing for it.
func (s *Service) Render(ctx context.Context, ev outbox.Stored, to Receiver) ([]json.RawMessage, error) {
	n, err := read(ev)
	if err != nil {
		return nil, err
	}
	list, err := n.render(ctx, s, to)
	if err != nil {
		return nil, fmt.Errorf("render event %d for %d: %w", ev.ID, to.Account, err)
	}
	return list, nil
}

func read(ev outbox.Stored) (storedEvent, error) {
	var n storedEvent
	switch ev.Kind {
	case property.Updated{}.EventKind():
		n = &storedProperty{}
	case stopsale.Created{}.EventKind(), stopsale.Updated{}.EventKind(), stopsale.Cancelled{}.EventKind():
		n = &storedStopSale{kind: ev.Kind}
	case allotment.Updated{}.EventKind():
		n = &storedAvailability{}
	default:
		return nil, fmt.Errorf("event %d is of kind %s, which nobody is told of", ev.ID, ev.Kind)
	}
	return n, ev.Decode(n)
}

// encode makes the data of one message.
func encode(v any) ([]json.RawMessage, error) {
	text, err := json.Marshal(v)
	if err != nil {
		return nil, fmt.Errorf("encode data: %w", err)
	}
	return []json.RawMessage{text}, nil
}
