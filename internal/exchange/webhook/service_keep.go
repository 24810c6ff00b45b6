package webhook

import (
	"context"
	"errors"
	"sync"

	"allot/internal/platform/apperr"
	"allot/internal/platform/jobs"
)

const (
	// maxPending is how many deliveries may wait for one endpoint.
	maxPending = 20_000
	// keepEnded is how many ended deliveries of one endpoint are kept.
	keepEnded = 20_000
	// defaultKeepBytes is how much the ended deliveries of an account may take, with the
	// answers to them; the oldest go first.
	defaultKeepBytes = 100 << 20
	// defaultPendingBytes is how much may wait for one endpoint.
	defaultPendingBytes = 50 << 20

	cleanAtOnce = 500
	keepReplays = 50
)

// Waiting is what waits for an endpoint.
type Waiting struct {
	Deliveries int
	Bytes      int64
}

type (
	cleanArgs struct{}
	boundArgs struct {
		OwnerID int64 `json:"owner"`
	}
)

// Kind names the job.
func (cleanArgs) Kind() string { return "webhook_clean" }

// Kind names the job.
func (boundArgs) Kind() string { return "webhook_bound" }

// growth counts what was stored for each account since it was last held against its
// bounds. The job of every hour does that for all: an account that fills its share within
// minutes must not wait for it.
type growth struct {
	mu    sync.Mutex
	bytes map[int64]int64
}

// add counts bytes of an account, and reports whether it is time to look.
func (g *growth) add(owner, bytes, limit int64) bool {
	g.mu.Lock()
	defer g.mu.Unlock()
	if g.bytes == nil {
		g.bytes = map[int64]int64{}
	}
	if g.bytes[owner] += bytes; g.bytes[owner] < limit {
		return false
	}
	delete(g.bytes, owner)
	return true
}

func (g *growth) reset() {
	g.mu.Lock()
	defer g.mu.Unlock()
	g.bytes = nil
}

// grown asks for the job that holds accounts against their bounds, for those that have
// grown by a part of them.
func (s *Service) grown(ctx context.Context, list []Delivery) error {
	sizes := map[int64]int64{}
	for _, d := range list {
		sizes[d.OwnerID] += d.Size + keepBody // with an answer to come
	}
	for owner, bytes := range sizes {
		if !s.growth.add(owner, bytes, min(s.deps.KeepBytes, s.deps.PendingBytes)/10) {
			continue
		}
		if err := s.deps.Jobs.Enqueue(ctx, boundArgs{owner}); err != nil {
			return err
		}
	}
	return nil
}

// boundAccount holds an account against its bounds.
func (s *Service) boundAccount(ctx context.Context, j jobs.Job[boundArgs]) error {
	list, err := s.store.ActiveEndpoints(ctx, []int64{j.Args.OwnerID})
	if err != nil {
		return err
	}
	for _, e := range list {
		if err := s.bound(ctx, e); err != nil {
			return err
		}
	}
	return s.trimBytes(ctx, j.Args.OwnerID)
}

// clean deletes deliveries that are older than they are kept, or more than are kept, and
// disables endpoints that too much waits for.
func (s *Service) clean(ctx context.Context, _ jobs.Job[cleanArgs]) error {
	s.growth.reset()
	for n := cleanAtOnce; n == cleanAtOnce; {
		err := s.store.InTx(ctx, func(ctx context.Context) (err error) {
			n, err = s.store.PurgeDeliveries(ctx, s.now().Add(-s.deps.Keep), cleanAtOnce)
			return err
		})
		if err != nil {
			return err
		}
	}
	for after := (Endpoint{}); ; {
		list, err := s.store.EndpointsAfter(ctx, after.CreatedAt, after.ID, cleanAtOnce)
		if err != nil || len(list) == 0 {
			return err
		}
		seen := map[int64]bool{}
		for _, e := range list {
			if err := s.bound(ctx, e); err != nil {
				return err
			}
			if !seen[e.OwnerID] {
				if err := s.trimBytes(ctx, e.OwnerID); err != nil {
					return err
				}
			}
			seen[e.OwnerID] = true
		}
		after = list[len(list)-1]
	}
}

// trimBytes deletes the oldest ended deliveries of an account until the rest takes no
// more than it may.
func (s *Service) trimBytes(ctx context.Context, owner int64) error {
	for n := cleanAtOnce; n == cleanAtOnce; {
		err := s.store.InTx(ctx, func(ctx context.Context) (err error) {
			n, err = s.store.TrimBytes(ctx, owner, s.deps.KeepBytes, cleanAtOnce)
			return err
		})
		if err != nil {
			return err
		}
	}
	return nil
}

// bound holds an endpoint against its bounds.
func (s *Service) bound(ctx context.Context, e Endpoint) error {
	waiting, err := s.store.Pending(ctx, e.OwnerID, e.ID, maxPending+1)
	if err != nil {
		return err
	}
	return s.store.InTx(ctx, func(ctx context.Context) error {
		if waiting.Deliveries > maxPending || waiting.Bytes > s.deps.PendingBytes {
			if err := s.disableFull(ctx, e); err != nil {
				return err
			}
		}
		if err := s.store.Trim(ctx, e.OwnerID, e.ID, keepEnded); err != nil {
			return err
		}
		return s.store.TrimReplays(ctx, e.OwnerID, e.ID, keepReplays)
	})
}

// disableFull disables an endpoint that too much waits for.
func (s *Service) disableFull(ctx context.Context, e Endpoint) error {
	locked, err := s.store.LockEndpoint(ctx, e.OwnerID, e.ID)
	if errors.Is(err, apperr.ErrNotFound) || err == nil && !locked.IsActive {
		return nil
	}
	if err != nil {
		return err
	}
	if err := s.disable(ctx, &locked, Reason{apperr.Problem("", "too many deliveries were waiting for it")}); err != nil {
		return err
	}
	return s.store.UpdateEndpoint(ctx, locked)
}
