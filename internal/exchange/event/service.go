package event

import (
	"context"
	"encoding/json"
	"fmt"
	"slices"
	"strings"
	"time"

	"allot/internal/content/property"
	"allot/internal/content/publication"
	"allot/internal/identity/auth"
	"allot/internal/identity/plan"
	"allot/internal/inventory/allotment"
	"allot/internal/inventory/allotment/stopevent"
	"allot/internal/inventory/availability"
	"allot/internal/invoicing/invoice"
	"allot/internal/partners/contract"
	"allot/internal/partners/mapping"
	"allot/internal/partners/ratecontract"
	"allot/internal/platform/outbox"
)

// Kinds are the events that can be sent. Events of other kinds are internal.
var Kinds = []string{
	property.Updated{}.EventKind(),
	stopevent.Created{}.EventKind(), stopevent.Updated{}.EventKind(), stopevent.Cancelled{}.EventKind(),
	allotment.Updated{}.EventKind(),
	invoice.SentEvent{}.EventKind(), invoice.PaidEvent{}.EventKind(), invoice.DisputedEvent{}.EventKind(), invoice.CancelledEvent{}.EventKind(),
}

// Published is the kind that some receivers may see later than others: ShownAt says when.
var Published = property.Updated{}.EventKind()

// Deps are the dependencies of the service.
type Deps struct {
	Publications  *publication.Service
	Contracts     *contract.Service
	RateContracts *ratecontract.Service
	Mappings      *mapping.Service
	Availability  *availability.Service
	Plans         *plan.Service
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
	// property returns the property that the event is about; 0 if it is about none.
	property() int64
	receivers(ctx context.Context, s *Service) ([]Receiver, error)
	// render returns the data of each message; none if the receiver may see
	// nothing of the event.
	render(ctx context.Context, s *Service, to Receiver) ([]json.RawMessage, error)
}

// Subject says what an event is about, for users who may not see everything of
// their account.
type Subject struct {
	Owner    int64
	Property int64 // 0: none
	Flag     auth.Flag
}

// SubjectOf returns what an event is about.
func SubjectOf(ev outbox.Stored) (Subject, error) {
	n, err := read(ev)
	if err != nil {
		return Subject{}, err
	}
	return Subject{Owner: n.owner(), Property: n.property(), Flag: FlagOf(ev.Kind)}, nil
}

// FlagOf returns the permission that a user needs to read what events of a kind
// tell.
func FlagOf(kind string) auth.Flag {
	area, _, _ := strings.Cut(kind, ".")
	switch area {
	case "property":
		return auth.FactSheets
	case "invoice":
		return auth.Invoicing
	}
	return auth.StopSales
}

// Sources lists the accounts whose events an account may receive now: its own,
// and those of the hotels that a contract connects it with.
func (s *Service) Sources(ctx context.Context, account int64) ([]int64, error) {
	contracts, err := s.deps.Contracts.Active(ctx, account)
	if err != nil {
		return nil, err
	}
	rates, err := s.deps.RateContracts.GrantedTo(ctx, account)
	if err != nil {
		return nil, err
	}
	list := []int64{account}
	for _, c := range contracts {
		list = append(list, c.UserID)
	}
	for _, r := range rates {
		list = append(list, r.OwnerID)
	}
	slices.Sort(list)
	return slices.Compact(list), nil
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

// ShownAt returns for each receiver when it may see an event. What a hotel has published reaches
// an operator when the refresh interval of its plan lets the exports show it, everything else at
// once.
func (s *Service) ShownAt(ctx context.Context, ev outbox.Stored, to ...Receiver) ([]time.Time, error) {
	shown := slices.Repeat([]time.Time{ev.CreatedAt}, len(to))
	if ev.Kind != Published {
		return shown, nil
	}
	accounts := make([]int64, len(to))
	for i, r := range to {
		accounts[i] = r.Account
	}
	plans, err := s.deps.Plans.PlansOf(ctx, accounts)
	for i, r := range to {
		if !r.Owner {
			shown[i] = publication.ShownAt(plans[r.Account], ev.CreatedAt)
		}
	}
	return shown, err
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
	case invoice.SentEvent{}.EventKind(), invoice.PaidEvent{}.EventKind(), invoice.DisputedEvent{}.EventKind(), invoice.CancelledEvent{}.EventKind():
		n = &storedInvoice{}
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
