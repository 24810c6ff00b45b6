package einvoice

import (
	"context"
	"time"

	"allot/internal/platform/jobs"
)

const (
	// unreadableFor is how long a file that is no e-invoice is kept: long enough to look at
	// it and to ask its sender for another.
	unreadableFor = 30 * 24 * time.Hour
	sweepEvery    = 24 * time.Hour
	// sweptAtOnce bounds the files that one transaction removes.
	sweptAtOnce = 100
)

// sweepArgs asks for the files that are no e-invoice and were kept long enough.
type sweepArgs struct{}

func (sweepArgs) Kind() string { return "einvoice_sweep" }

// JobHandlers declares the module's jobs.
func (s *Service) JobHandlers() []jobs.Declaration {
	return []jobs.Declaration{jobs.Handle(s.sweep, jobs.Handling{}), jobs.Every(sweepEvery, sweepArgs{})}
}

func (s *Service) sweep(ctx context.Context, _ jobs.Job[sweepArgs]) error {
	for {
		n := 0
		err := s.store.InTx(ctx, func(ctx context.Context) (err error) {
			n, err = s.store.DeleteUnreadable(ctx, s.now().Add(-unreadableFor), sweptAtOnce)
			return err
		})
		if err != nil || n < sweptAtOnce {
			return err
		}
	}
}
