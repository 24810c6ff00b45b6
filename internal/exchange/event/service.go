package event

import (
	"context"
	"encoding/json"
	"fmt"

	"allot/internal/content/property"
	"allot/internal/content/publication"
	"allot/internal/inventory/allotment"
	"allot/internal/inventory/allotment/stopevent"
	"allot/internal/inventory/availability"
	"allot/internal/partners/contract"
	"allot/internal/partners/mapping"
	"allot/internal/platform/outbox"
)

// Kinds are the events that can be sent. Events of other kinds are internal.
var Kinds = []string{
	property.Updated{}.EventKind(),
	stopevent.Created{}.EventKind(), stopevent.Updated{}.EventKind(), stopevent.Cancelled{}.EventKind(),
	allotment.Updated{}.EventKind(),
}

// Deps are the dependencies of the service.
type Deps struct {
	Publications *publication.Service
	Contracts    *contract.Service
	Mappings     *mapping.Service
	Availability *availability.Service
	// LinkBase returns the base address of links, without a trailing slash.
	LinkBase func() string
}

// Service implements the module.
type Service struct{ deps Deps }

// New creates the service.
func New(d Deps) *Service { return &Service{d} }

// Receiver is an account that receives an event.
type Receiver struct {
	Account int64
	// Owner reports whether it is the hotel's own account.
	Owner bool
	// Contract is the contract of an operator; nil if only a rate contract
	// connects it with the hotel.
	Contract *contract.Contract

	watcher *availability.Watcher // nil unless the event is about availability
}

// allows reports whether the contract of an operator grants a right. The code
// that finds receivers decides what a rate contract alone grants.
func (r Receiver) allows(right contract.Right) bool {
	return r.Owner || r.Contract != nil && r.Contract.Allows(r.Account, right)
}

// storedEvent is an event of the outbox that can be sent.
type storedEvent interface {
	owner() int64
	receivers(ctx context.Context, s *Service) ([]Receiver, error)
	// render returns the data of each message; none if the receiver may see
	// nothing of the event.
	render(ctx context.Context, s *Service, to Receiver) ([]json.RawMessage, error)
}

// Receivers lists the accounts that currently receive an event: the owner
// first, then operators by account. The data of an event is fixed when it is
// stored; who may see it is decided when it is sent.
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

// Render returns the `data` of each message that a receiver, as just returned
// by Receivers, gets of an event; none if it may see nothing of it.
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
	case stopevent.Created{}.EventKind(), stopevent.Updated{}.EventKind(), stopevent.Cancelled{}.EventKind():
		n = &storedStopSale{kind: ev.Kind}
	case allotment.Updated{}.EventKind():
		n = &storedAvailability{}
	default:
		return nil, fmt.Errorf("event %d is of kind %s, which nobody is told of", ev.ID, ev.Kind)
	}
	return n, ev.Decode(n)
}

// encode returns the data of one message.
func encode(v any) ([]json.RawMessage, error) {
	text, err := json.Marshal(v)
	if err != nil {
		return nil, fmt.Errorf("encode data: %w", err)
	}
	return []json.RawMessage{text}, nil
}
