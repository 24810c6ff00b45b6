package jobs

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"time"

	"github.com/riverqueue/river"
	"github.com/riverqueue/river/riverdriver"
	"github.com/riverqueue/river/rivertype"

	"allot/internal/platform/apperr"
	"allot/internal/platform/db"
)

// Dead is a job that failed for good, as staff see it.
type Dead struct {
	ID        int64           `json:"id"`
	Kind      string          `json:"kind"`
	Args      json.RawMessage `json:"args"`
	Attempts  int             `json:"attempts"`
	LastError string          `json:"last_error"`
	RequestID string          `json:"request_id" doc:"Request that asked for the job"`
	CreatedAt time.Time       `json:"created_at"`
	DiedAt    time.Time       `json:"died_at"`
}

// ErrNotDead refuses to run a job again that may still run by itself.
var ErrNotDead = apperr.New(apperr.Conflict, "job_not_dead", "only a job that failed for good can be run again")

// ErrReplaced refuses to run a job again next to a newer one of the same period.
var ErrReplaced = apperr.New(apperr.Conflict, "job_replaced", "a newer job has taken the place of this one")

var deadStates = []rivertype.JobState{rivertype.JobStateDiscarded, rivertype.JobStateCancelled}

// deadPage is how many dead jobs are read at once. The library pages by cursor only
// and does not count; dead jobs are few.
const deadPage = 1000

// Dead lists jobs that failed for good, newest first, and counts them.
func (q *Queue) Dead(ctx context.Context, limit, offset int) (list []Dead, count int, err error) {
	list = []Dead{}
	params := river.NewJobListParams().States(deadStates...).OrderBy(river.JobListOrderByID, river.SortOrderDesc).First(deadPage)
	for {
		res, err := q.client.JobList(ctx, params)
		if err != nil {
			return nil, 0, fmt.Errorf("list dead jobs: %w", err)
		}
		for _, j := range res.Jobs {
			if count >= offset && len(list) < limit {
				list = append(list, q.dead(j))
			}
			count++
		}
		if len(res.Jobs) < deadPage {
			return list, count, nil
		}
		params = params.After(res.LastCursor)
	}
}

func (q *Queue) dead(j *rivertype.JobRow) Dead {
	d := Dead{
		ID: j.ID, Kind: j.Kind, Args: j.EncodedArgs, Attempts: j.Attempt,
		RequestID: requestID(j.Metadata), CreatedAt: j.CreatedAt.Add(q.opt.Offset),
	}
	if n := len(j.Errors); n > 0 {
		d.LastError = j.Errors[n-1].Error
	}
	if j.FinalizedAt != nil {
		d.DiedAt = j.FinalizedAt.Add(q.opt.Offset)
	}
	return d
}

// Revive runs a dead job again, with one more attempt.
func (q *Queue) Revive(ctx context.Context, id int64) error {
	return q.db.InTx(ctx, func(ctx context.Context) error {
		tx, _ := q.db.Tx(ctx)
		j, err := q.client.JobGetTx(ctx, tx, id)
		switch {
		case errors.Is(err, river.ErrNotFound):
			return apperr.ErrNotFound
		case err != nil:
			return fmt.Errorf("read job %d: %w", id, err)
		case j.State != rivertype.JobStateDiscarded && j.State != rivertype.JobStateCancelled:
			return ErrNotDead
		}
		if _, err := q.client.JobRetryTx(ctx, tx, id); err != nil {
			if db.IsUnique(err) {
				return ErrReplaced
			}
			return fmt.Errorf("revive job %d: %w", id, err)
		}
		q.db.Tell(ctx, topic(j.Queue))
		return nil
	})
}

// GiveUp makes a job one that failed for good, as the demo shows one.
func (q *Queue) GiveUp(ctx context.Context, id int64, cause string) error {
	return q.db.InTx(ctx, func(ctx context.Context) error {
		exec, now := q.executor(ctx), q.libraryNow().UTC()
		j, err := exec.JobGetByID(ctx, &riverdriver.JobGetByIDParams{ID: id})
		if err != nil {
			return fmt.Errorf("read job %d: %w", id, err)
		}
		_, err = exec.JobUpdateFull(ctx, &riverdriver.JobUpdateFullParams{
			ID: id, AttemptDoUpdate: true, Attempt: j.MaxAttempts, StateDoUpdate: true, State: rivertype.JobStateDiscarded,
			FinalizedAtDoUpdate: true, FinalizedAt: &now, ErrorsDoUpdate: true, Errors: [][]byte{attemptError(now, j.MaxAttempts, cause)},
		})
		if err != nil {
			return fmt.Errorf("give up job %d: %w", id, err)
		}
		return nil
	})
}
