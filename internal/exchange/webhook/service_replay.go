package webhook

import (
	"context"
	"errors"
	"slices"

	"allot/internal/exchange/event"
	"allot/internal/identity/auth"
	"allot/internal/platform/apperr"
	"allot/internal/platform/jobs"
	"allot/internal/platform/outbox"
)

type replayArgs struct {
	OwnerID  int64 `json:"owner_id"`
	ReplayID int64 `json:"replay_id"`
}

// Kind names the job.
func (replayArgs) Kind() string { return "webhook_replay" }

// Accounts has the job wait while the account is suspended.
func (a replayArgs) Accounts() []int64 { return []int64{a.OwnerID} }

// Replay has the events of a range sent once more to an endpoint, as new
// deliveries of what the account may see now.
func (s *Service) Replay(ctx context.Context, who auth.Caller, endpoint int64, in ReplayInput) (r Replay, err error) {
	err = s.store.InTx(ctx, func(ctx context.Context) error {
		e, err := s.lockOwn(ctx, who, endpoint)
		if err != nil {
			return err
		}
		if !e.IsActive {
			return ErrDisabled
		}
		if r, err = in.replay(e, s.now(), outbox.Keep); err != nil {
			return err
		}
		last, err := s.store.LastReplay(ctx, who.OwnerID, endpoint)
		if err != nil && !errors.Is(err, apperr.ErrNotFound) {
			return err
		}
		if last.Status == ReplayRunning {
			return ErrReplaying
		}
		if err := s.store.InsertReplay(ctx, &r); err != nil {
			return err
		}
		if err := s.deps.Jobs.Enqueue(ctx, replayArgs{OwnerID: r.OwnerID, ReplayID: r.ID}); err != nil {
			return err
		}
		return s.record(ctx, "replay", who.OwnerID, endpoint, nil, r)
	})
	return r, err
}

// LastReplay returns the latest replay of an endpoint.
func (s *Service) LastReplay(ctx context.Context, who auth.Caller, endpoint int64) (Replay, error) {
	e, err := s.store.Endpoint(ctx, who.OwnerID, endpoint)
	if err != nil {
		return Replay{}, err
	}
	if err := mayUse(who, e); err != nil {
		return Replay{}, err
	}
	return s.store.LastReplay(ctx, who.OwnerID, endpoint)
}

// runReplay makes the deliveries page by page. How far it is, is written with
// them: a run that was killed goes on there.
func (s *Service) runReplay(ctx context.Context, j jobs.Job[replayArgs]) error {
	for {
		if err := jobs.Continue(ctx); err != nil {
			return err
		}
		done, err := s.replayPage(ctx, j.Args)
		if done || err != nil {
			return err
		}
	}
}

// replayPage renders outside of the transaction, so that others can write meanwhile.
func (s *Service) replayPage(ctx context.Context, a replayArgs) (done bool, err error) {
	r, err := s.store.Replay(ctx, a.OwnerID, a.ReplayID)
	if errors.Is(err, apperr.ErrNotFound) || err == nil && r.Status != ReplayRunning {
		return true, nil // the endpoint was deleted, or another run has ended it
	}
	if err != nil {
		return false, err
	}
	before := r
	e, err := s.store.Endpoint(ctx, r.OwnerID, r.EndpointID)
	if err != nil {
		return false, err
	}
	list, err := s.nextPage(ctx, e, &r)
	if err != nil {
		return false, err
	}
	for i := range list {
		list[i].ReplayID = &r.ID
	}
	r.Deliveries += len(list)
	waiting, err := s.store.Pending(ctx, r.OwnerID, r.EndpointID, maxPending+1)
	if err != nil {
		return false, err
	}
	full := r.Deliveries >= maxReplay || waiting.Bytes >= s.deps.PendingBytes/2 || !e.IsActive
	if r.Status == ReplayRunning && full || !e.IsActive {
		r.Status = ReplayLimited
	}
	if r.Status != ReplayRunning {
		now := s.now()
		r.FinishedAt = &now
	}
	err = s.store.InTx(ctx, func(ctx context.Context) error {
		locked, err := s.store.LockReplay(ctx, a.OwnerID, a.ReplayID)
		if err != nil {
			return err
		}
		if locked.AfterID != before.AfterID || locked.SourceID != before.SourceID { // another run was faster
			return nil
		}
		if err := s.insert(ctx, list); err != nil {
			return err
		}
		return s.store.UpdateReplay(ctx, r)
	})
	return r.Status != ReplayRunning, err
}

// nextPage makes the deliveries of the next events, and moves the replay past
// them. Accounts are walked by their ids.
func (s *Service) nextPage(ctx context.Context, e Endpoint, r *Replay) ([]Delivery, error) {
	sources, err := s.deps.Receivers.Sources(ctx, r.OwnerID)
	if err != nil {
		return nil, err
	}
	for _, source := range sources {
		if source < r.SourceID {
			continue
		}
		if source > r.SourceID {
			r.SourceID, r.AfterTime, r.AfterID = source, r.From, 0
		}
		events, err := s.deps.Events.Between(ctx, source, r.AfterTime, r.To, r.AfterID, replayAtOnce)
		if err != nil {
			return nil, err
		}
		if len(events) == 0 {
			continue
		}
		last := events[len(events)-1]
		r.AfterTime, r.AfterID = last.CreatedAt, last.ID
		return s.renderAll(ctx, e, r.EventTypes, events)
	}
	r.Status = ReplayDone
	return nil, nil
}

func (s *Service) renderAll(ctx context.Context, e Endpoint, types []string, events []outbox.Stored) ([]Delivery, error) {
	var list []Delivery
	for _, ev := range events {
		if !slices.Contains(types, ev.Kind) {
			continue
		}
		to, reason, err := s.receives(ctx, e, ev)
		if err != nil {
			return nil, err
		}
		if len(reason) > 0 {
			continue
		}
		at, err := s.deps.Receivers.ShownAt(ctx, ev, to)
		if err != nil {
			return nil, err
		}
		if at[0].After(s.now()) { // it is sent when it may be seen
			continue
		}
		made, err := s.render(ctx, ev, to, []Endpoint{e})
		if err != nil {
			return nil, err
		}
		list = append(list, made...)
	}
	return list, nil
}

// receives returns the receiver of an event that an endpoint is for, or why
// there is none now.
func (s *Service) receives(ctx context.Context, e Endpoint, ev outbox.Stored) (to event.Receiver, reason Reason, err error) {
	allowed, err := s.permitted(ctx, ev, []Endpoint{e})
	if err != nil {
		return to, nil, err
	}
	if len(allowed) == 0 {
		return to, Reason{apperr.Problem("", "the user who made the endpoint may not see this any more")}, nil
	}
	receivers, err := s.deps.Receivers.Receivers(ctx, ev)
	if err != nil {
		return to, nil, err
	}
	for _, r := range receivers {
		if r.Account == e.OwnerID {
			return r, nil, nil
		}
	}
	return to, Reason{apperr.Problem("", "no contract in force lets the account see this any more")}, nil
}
