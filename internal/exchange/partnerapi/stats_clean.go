package partnerapi

import (
	"context"

	"allot/internal/platform/jobs"
)

type cleanArgs struct{}

func (cleanArgs) Kind() string { return "apistats_clean" }

const (
	// keepDays is a year and what people need to look back on it.
	keepDays = 400
	// cleanBatch is how many rows go in one transaction: others wait for its end.
	cleanBatch = 500
)

func (s *Stats) cleanNightly(ctx context.Context, _ jobs.Job[cleanArgs]) error { return s.Clean(ctx) }

// Clean deletes statistics that nobody looks back on.
func (s *Stats) Clean(ctx context.Context) error {
	before := s.today().Add(-keepDays)
	for {
		var n int
		err := s.store.InTx(ctx, func(ctx context.Context) (err error) {
			n, err = s.store.Purge(ctx, before, cleanBatch)
			return err
		})
		if err != nil || n < cleanBatch {
			return err
		}
	}
}
