package partnerapi

import (
	"context"
	"strings"
	"time"

	"allot/internal/identity/auth"
)

const (
	// countEvery is how long a count waits at most.
	countEvery = time.Second
	// rowsAtOnce is how many rows are written together: others wait for the
	// database meanwhile.
	rowsAtOnce = 500
	// maxWaiting is how many rows wait at most before they are written at once.
	maxWaiting = 5000
)

// Count counts a call with a key. It never waits for the database.
func (s *Stats) Count(u auth.KeyUse) {
	c := Counts{HitsOK: 1, BytesTransferred: u.Bytes}
	if u.Failed {
		c.HitsOK, c.HitsError = 0, 1
	}
	if s.waiting.add(Place{u.OwnerID, s.today(), u.KeyID, endpoint(u.Endpoint)}, c) < maxWaiting {
		return
	}
	select {
	case s.full <- struct{}{}:
	default: // it is being seen to
	}
}

// endpoint is what integrators call an operation of the partner API:
// /api/v1/facts/{token}/ is facts.
func endpoint(pattern string) string {
	return strings.Trim(strings.Replace(strings.TrimPrefix(pattern, "/api/v1/"), "{token}/", "", 1), "/")
}

// Run writes what was counted, every second and at once when much waits, until
// ctx ends. A batch under way is finished then: Flush writes the rest.
func (s *Stats) Run(ctx context.Context) {
	tick := time.NewTicker(countEvery)
	defer tick.Stop()
	full := s.full
	for {
		select {
		case <-ctx.Done():
			return
		case <-tick.C:
			full = s.full
		case <-full:
		}
		if err := s.Flush(context.WithoutCancel(ctx)); err != nil {
			full = nil // a database that is away is not asked with every call
			s.Logger.WarnContext(ctx, "statistics of keys not written", "error", err)
		}
	}
}

// Flush writes what this process has counted. What could not be written is kept
// for the next time, under the number that it has: a batch that the database
// has, though its commit seemed to fail, is not written again.
func (s *Stats) Flush(ctx context.Context) error {
	s.writing.Lock()
	defer s.writing.Unlock()
	// As long as these cannot be written, nothing more is taken: what waits adds
	// up there, and grows with the keys, not with the time.
	if err := s.writeBatches(ctx); err != nil {
		return err
	}
	rows := s.waiting.drainRows()
	for len(rows) > 0 {
		n := min(len(rows), rowsAtOnce)
		s.last++
		s.batches = append(s.batches, batch{s.last, rows[:n]})
		rows = rows[n:]
	}
	return s.writeBatches(ctx)
}

func (s *Stats) writeBatches(ctx context.Context) error {
	for len(s.batches) > 0 {
		if err := s.write(ctx, s.batches[0]); err != nil {
			return err
		}
		s.batches = s.batches[1:]
	}
	return nil
}

func (s *Stats) write(ctx context.Context, b batch) error {
	return s.store.InTx(ctx, func(ctx context.Context) error {
		first, err := s.store.Begin(ctx, s.writer, b.number, s.today())
		if err != nil || !first {
			return err
		}
		if err := s.store.AddRows(ctx, b.rows); err != nil {
			return err
		}
		return s.store.AddTotals(ctx, totals(b.rows))
	})
}
