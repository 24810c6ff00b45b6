package jobs

import (
	"context"
	"encoding/json"
	"fmt"
	"time"

	"github.com/riverqueue/river/riverdriver"
	"github.com/riverqueue/river/rivertype"

	"allot/internal/platform/db"
)

const (
	abandoned = "the process ended while the job was running"
	// mostRunning bounds how many running jobs are looked at: each worker of each node has one.
	mostRunning = 100_000
	// ever is longer than any clock was ahead of ours.
	ever = 100 * 365 * 24 * time.Hour
)

// reclaim frees the jobs that this node was running when it was killed, by the library's own rescue, which
// alone would wait until no job can still be running. The attempt counts, so that a job that kills the
// process does not do so for ever.
func (q *Queue) reclaim(ctx context.Context) error {
	return q.db.InTx(ctx, func(ctx context.Context) error {
		exec := q.executor(ctx)
		running, err := exec.JobGetStuck(ctx, &riverdriver.JobGetStuckParams{Max: mostRunning, StuckHorizon: q.libraryNow().Add(ever)})
		if err != nil {
			return fmt.Errorf("read abandoned jobs: %w", err)
		}
		if rescue := q.rescueOf(running); len(rescue.ID) > 0 {
			if _, err := exec.JobRescueMany(ctx, rescue); err != nil {
				return fmt.Errorf("free abandoned jobs: %w", err)
			}
		}
		// A killed leader stays leader for a quarter of a minute, or for as long
		// as its clock was ahead of ours: until then nothing would be retried.
		if _, err := exec.LeaderResign(ctx, &riverdriver.LeaderResignParams{LeaderID: q.opt.NodeID, LeadershipTopic: leaderTopic}); err != nil {
			return fmt.Errorf("give up the old leadership: %w", err)
		}
		return nil
	})
}

// rescueOf makes the running jobs of this node available, or gives up those that were at their last attempt.
func (q *Queue) rescueOf(running []*rivertype.JobRow) *riverdriver.JobRescueManyParams {
	now, p := q.libraryNow().UTC(), &riverdriver.JobRescueManyParams{}
	for _, j := range running {
		if !q.ran(j) {
			continue
		}
		state, finalized := rivertype.JobStateAvailable, (*time.Time)(nil)
		if j.Attempt >= j.MaxAttempts {
			state, finalized = rivertype.JobStateDiscarded, &now
		}
		p.ID, p.Error = append(p.ID, j.ID), append(p.Error, attemptError(now, j.Attempt, abandoned))
		p.FinalizedAt, p.ScheduledAt, p.State = append(p.FinalizedAt, finalized), append(p.ScheduledAt, j.ScheduledAt), append(p.State, string(state))
	}
	return p
}

// ran reports whether this node ran a job. On SQLite this process alone has the file; on PostgreSQL only
// our own jobs are known to be abandoned.
func (q *Queue) ran(j *rivertype.JobRow) bool {
	return q.db.Engine() == db.SQLite || len(j.AttemptedBy) > 0 && j.AttemptedBy[len(j.AttemptedBy)-1] == q.opt.NodeID
}

func attemptError(at time.Time, attempt int, text string) []byte {
	raw, _ := json.Marshal(rivertype.AttemptError{At: at, Attempt: attempt, Error: text}) // plain values always encode
	return raw
}
