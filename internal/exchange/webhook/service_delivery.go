package webhook

import (
	"context"
	"encoding/json"
	"errors"
	"slices"
	"strconv"
	"time"

	"allot/internal/exchange/event"
	"allot/internal/identity/auth"
	"allot/internal/platform/apperr"
	"allot/internal/platform/jobs"
	"allot/internal/platform/outbox"
	"allot/internal/platform/page"
)

// deliver makes the deliveries of an event, in the transaction of its job.
// Receivers without an endpoint cost no rendering.
func (s *Service) deliver(ctx context.Context, ev outbox.Stored) error {
	receivers, err := s.deps.Receivers.Receivers(ctx, ev)
	if err != nil {
		return err
	}
	return s.deliverTo(ctx, ev, receivers)
}

// lateArgs is an event that some receivers may see later than others.
type lateArgs struct {
	EventID  int64   `json:"event_id"`
	Accounts []int64 `json:"accounts"`
	Account  int64   `json:"account,omitempty"` // the one of a job from an older version
}

// Kind names the job.
func (lateArgs) Kind() string { return "webhook_late" }

// deliverLate is deliver for the receivers that may see the event by now.
func (s *Service) deliverLate(ctx context.Context, j jobs.Job[lateArgs]) error {
	ev, err := s.deps.Events.Event(ctx, j.Args.EventID)
	if errors.Is(err, apperr.ErrNotFound) { // not kept any more
		return nil
	}
	if err != nil {
		return err
	}
	receivers, err := s.deps.Receivers.Receivers(ctx, ev)
	if err != nil {
		return err
	}
	return s.deliverTo(ctx, ev, slices.DeleteFunc(receivers, func(r event.Receiver) bool {
		return r.Account != j.Args.Account && !slices.Contains(j.Args.Accounts, r.Account)
	}))
}

// deliverTo makes the deliveries to receivers that may see the event now. Which endpoints the others
// have is asked when they may see it.
func (s *Service) deliverTo(ctx context.Context, ev outbox.Stored, receivers []event.Receiver) error {
	receivers, err := s.postpone(ctx, ev, receivers)
	if err != nil {
		return err
	}
	accounts := make([]int64, len(receivers))
	for i, r := range receivers {
		accounts[i] = r.Account
	}
	endpoints, err := s.store.ActiveEndpoints(ctx, accounts)
	if err != nil {
		return err
	}
	endpoints = slices.DeleteFunc(endpoints, func(e Endpoint) bool { return !e.wants(ev.Kind) })
	if endpoints, err = s.permitted(ctx, ev, endpoints); err != nil {
		return err
	}
	var list []Delivery
	for _, r := range receivers {
		own := slices.DeleteFunc(slices.Clone(endpoints), func(e Endpoint) bool { return e.OwnerID != r.Account })
		if len(own) == 0 {
			continue
		}
		made, err := s.render(ctx, ev, r, own)
		if err != nil {
			return err
		}
		list = append(list, made...)
	}
	return s.insert(ctx, list, endpoints...)
}

// postpone returns the receivers that may see an event now, and makes a job for each time at which
// others may: it is the same for all of one plan.
func (s *Service) postpone(ctx context.Context, ev outbox.Stored, receivers []event.Receiver) ([]event.Receiver, error) {
	shown, err := s.deps.Receivers.ShownAt(ctx, ev, receivers...)
	if err != nil {
		return nil, err
	}
	var ready []event.Receiver
	later := map[time.Time][]int64{}
	for i, r := range receivers {
		if at := shown[i]; at.After(s.now()) {
			later[at] = append(later[at], r.Account)
		} else {
			ready = append(ready, r)
		}
	}
	for at, accounts := range later {
		if err := s.deps.Jobs.Enqueue(ctx, lateArgs{EventID: ev.ID, Accounts: accounts}, jobs.At(at)); err != nil {
			return nil, err
		}
	}
	return ready, nil
}

// render makes the deliveries of an event to endpoints of one receiver.
func (s *Service) render(ctx context.Context, ev outbox.Stored, to event.Receiver, endpoints []Endpoint) ([]Delivery, error) {
	messages, err := s.deps.Receivers.Render(ctx, ev, to)
	if err != nil {
		return nil, err
	}
	now := s.now()
	var list []Delivery
	for _, e := range endpoints {
		for _, data := range messages {
			d, err := newDelivery(e, ev.Kind, ev.ID, ev.CreatedAt, now, data)
			if err != nil {
				return nil, err
			}
			list = append(list, d)
		}
	}
	return list, nil
}

// permitted removes the endpoints whose makers may not see what the event is
// about: a sub-user must not learn through an endpoint what it cannot read.
func (s *Service) permitted(ctx context.Context, ev outbox.Stored, endpoints []Endpoint) ([]Endpoint, error) {
	if len(endpoints) == 0 {
		return nil, nil
	}
	subject, err := event.SubjectOf(ev)
	if err != nil {
		return nil, err
	}
	makers := map[int64]auth.Caller{}
	byOwner := map[int64][]int64{}
	for _, e := range endpoints {
		byOwner[e.OwnerID] = append(byOwner[e.OwnerID], e.CreatedBy)
	}
	for owner, users := range byOwner {
		slices.Sort(users)
		callers, err := s.deps.Accounts.Callers(ctx, owner, slices.Compact(users))
		if err != nil {
			return nil, err
		}
		for id, c := range callers {
			makers[id] = c
		}
	}
	return slices.DeleteFunc(endpoints, func(e Endpoint) bool {
		maker, known := makers[e.CreatedBy]
		return !known || !maker.May(subject.Flag) || !maker.May(auth.Integrations) || subject.Property != 0 && !maker.MaySeeProperty(subject.Property)
	}), nil
}

// insert stores deliveries and has them sent after the commit. Those to the given endpoints, which were
// just read, are sent by this node without being looked for, as far as it has room.
func (s *Service) insert(ctx context.Context, list []Delivery, to ...Endpoint) error {
	if len(list) == 0 {
		return nil
	}
	left := s.sender.claimNew(list, to)
	if err := s.store.InsertDeliveries(ctx, list); err != nil {
		return err
	}
	if left {
		s.store.TellDue(ctx)
	}
	s.store.AfterCommit(ctx, func() { s.sender.sendNew(list, to) }) //nolint:contextcheck // attempts last as long as the sender runs, not as the request
	return s.grown(ctx, list)
}

// Deliveries lists the deliveries of an endpoint with their attempts, newest first.
func (s *Service) Deliveries(ctx context.Context, who auth.Caller, endpoint int64, f DeliveryFilter, req page.Request) ([]Delivery, int, error) {
	e, err := s.store.Endpoint(ctx, who.OwnerID, endpoint)
	if err != nil {
		return nil, 0, err
	}
	if err := mayUse(who, e); err != nil {
		return nil, 0, err
	}
	list, n, err := s.store.Deliveries(ctx, who.OwnerID, endpoint, f, req)
	if err != nil {
		return nil, 0, err
	}
	return list, n, s.addAttempts(ctx, list)
}

func (s *Service) addAttempts(ctx context.Context, list []Delivery) error {
	if len(list) == 0 {
		return nil
	}
	ids := make([]int64, len(list))
	place := map[int64]int{}
	for i, d := range list {
		ids[i], place[d.ID] = d.ID, i
	}
	attempts, err := s.store.Attempts(ctx, ids)
	for _, a := range attempts {
		d := &list[place[a.WebhookDeliveryID]]
		d.Attempts = append(d.Attempts, a)
	}
	return err
}

// Delivery returns a delivery by its id or its delivery id.
func (s *Service) Delivery(ctx context.Context, who auth.Caller, id string) (Delivery, error) {
	d, err := s.find(ctx, who, id)
	if err != nil {
		return Delivery{}, err
	}
	list := []Delivery{d}
	err = s.addAttempts(ctx, list)
	return list[0], err
}

func (s *Service) find(ctx context.Context, who auth.Caller, id string) (d Delivery, err error) {
	if number, notNumber := strconv.ParseInt(id, 10, 64); notNumber == nil {
		d, err = s.store.Delivery(ctx, who.OwnerID, number)
	} else {
		d, err = s.store.DeliveryByPublicID(ctx, who.OwnerID, id)
	}
	if errors.Is(err, apperr.ErrNotFound) {
		return Delivery{}, ErrNoDelivery
	}
	if err != nil {
		return Delivery{}, err
	}
	e, err := s.store.Endpoint(ctx, who.OwnerID, d.EndpointID)
	if err != nil {
		return Delivery{}, err
	}
	return d, mayUse(who, e)
}

// Test sends a ping to an endpoint, by the way that every event takes.
func (s *Service) Test(ctx context.Context, who auth.Caller, endpoint int64) (d Delivery, err error) {
	if err := s.charge(who.OwnerID); err != nil {
		return Delivery{}, err
	}
	err = s.store.InTx(ctx, func(ctx context.Context) error {
		e, err := s.lockOwn(ctx, who, endpoint)
		if err != nil {
			return err
		}
		if !e.IsActive {
			return ErrDisabled
		}
		now := s.now()
		data, err := json.Marshal(map[string]any{"endpoint_id": e.ID, "name": e.Name})
		if err != nil {
			return err
		}
		d, err = newDelivery(e, Ping, 0, now, now, data)
		if err != nil {
			return err
		}
		if err := s.insert(ctx, []Delivery{d}, e); err != nil {
			return err
		}
		if d, err = s.store.DeliveryByPublicID(ctx, who.OwnerID, d.DeliveryID); err != nil {
			return err
		}
		return s.record(ctx, "test", who.OwnerID, endpoint, nil, map[string]string{"delivery_id": d.DeliveryID})
	})
	return d, err
}

// Retry has a delivery sent once more, now.
func (s *Service) Retry(ctx context.Context, who auth.Caller, id string) (d Delivery, err error) {
	if err := s.charge(who.OwnerID); err != nil {
		return Delivery{}, err
	}
	err = s.store.InTx(ctx, func(ctx context.Context) error {
		found, err := s.find(ctx, who, id)
		if err != nil {
			return err
		}
		e, err := s.store.LockEndpoint(ctx, who.OwnerID, found.EndpointID)
		if err != nil {
			return err
		}
		if !e.IsActive {
			return ErrDisabled
		}
		if d, err = s.store.LockDelivery(ctx, who.OwnerID, found.ID); err != nil {
			return err
		}
		if err := d.retry(s.now()); err != nil {
			return err
		}
		if err := s.store.UpdateDelivery(ctx, d); err != nil {
			return err
		}
		s.store.TellDue(ctx)
		return s.record(ctx, "retry", who.OwnerID, e.ID, nil, map[string]string{"delivery_id": d.DeliveryID})
	})
	if err != nil {
		return Delivery{}, err
	}
	list := []Delivery{d}
	err = s.addAttempts(ctx, list)
	return list[0], err
}

// Backlog returns what waits to be sent to all accounts together.
func (s *Service) Backlog(ctx context.Context) (Backlog, error) { return s.store.Backlog(ctx, s.now()) }

// failsFor is how long an endpoint may only fail before it is disabled.
const failsFor = 5 * 24 * time.Hour
