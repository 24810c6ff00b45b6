package mailing

import (
	"context"
	"errors"
	"slices"
	"time"

	"allot/internal/platform/apperr"
	"allot/internal/platform/jobs"
)

// stalledAfter is longer than any pause. A mailing that was not moved for so long has lost its
// job, or its job fails before the first letter.
const stalledAfter = 2 * maxPause

var errStalled = errors.New("the jobs of the mailing fail or are lost")

// restartArgs looks for mailings without a job.
type restartArgs struct{}

func (restartArgs) Kind() string { return "mailing_restart" }

// restart enqueues the current batch of every stalled mailing again. If the job of that batch
// is only late, the first of the two does the work.
func (s *Service) restart(ctx context.Context, _ jobs.Job[restartArgs]) error {
	stalled, err := s.store.Stalled(ctx, s.now().Add(-stalledAfter))
	if err != nil {
		return err
	}
	owners := make([]int64, len(stalled))
	for i, m := range stalled {
		owners[i] = m.OwnerID
	}
	suspended, err := s.deps.Accounts.Suspended(ctx, owners...)
	if err != nil {
		return err
	}
	var failed []error
	for _, m := range stalled {
		if slices.Contains(suspended, m.OwnerID) {
			continue // its job waits
		}
		if err := s.restartOne(ctx, m); err != nil && !errors.Is(err, errTaken) {
			failed = append(failed, err)
		}
	}
	return errors.Join(failed...)
}

// Resumed notes, in the transaction that ends the suspension of an account, that its mailing is
// to go on: its job was waiting, so it has neither stalled nor failed.
func (s *Service) Resumed(ctx context.Context, owner int64) error {
	m, err := s.store.Oldest(ctx, owner)
	if errors.Is(err, apperr.ErrNotFound) {
		return nil
	}
	if err != nil {
		return err
	}
	after := m
	after.MovedAt, after.FailingSince = s.now(), time.Time{}
	_, err = s.store.Advance(ctx, m, after)
	return err
}

func (s *Service) restartOne(ctx context.Context, m Mailing) error {
	if m.failedTooLong(s.now()) {
		return s.giveUp(ctx, m, errStalled)
	}
	after := m
	after.MovedAt = s.now()
	if m.FailingSince.IsZero() {
		after.FailingSince = s.now()
	}
	return s.store.InTx(ctx, func(ctx context.Context) error {
		moved, err := s.store.Advance(ctx, m, after)
		if err != nil || !moved {
			return err
		}
		return s.enqueueBatch(ctx, after)
	})
}
