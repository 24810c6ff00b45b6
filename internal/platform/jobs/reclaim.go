package jobs

import (
	"context"
	"fmt"
	"time"

	"allot/internal/platform/db"
)

const abandoned = "the process ended while the job was running"

// The state and the error of an abandoned job, in the SQL of each engine.
const (
	reclaimSQLite = `UPDATE river_job SET
		finalized_at = CASE WHEN attempt >= max_attempts THEN ? END,
		state = CASE WHEN attempt >= max_attempts THEN 'discarded' ELSE 'available' END,
		errors = json_insert(coalesce(errors, json('[]')), '$[#]',
			json_object('at', ?, 'attempt', attempt, 'error', ?, 'trace', ''))
		WHERE state = 'running'`
	reclaimPostgres = `UPDATE river_job SET
		finalized_at = CASE WHEN attempt >= max_attempts THEN ?::timestamptz END,
		state = (CASE WHEN attempt >= max_attempts THEN 'discarded' ELSE 'available' END)::river_job_state,
		errors = array_append(errors,
			jsonb_build_object('at', ?::text, 'attempt', attempt, 'error', ?::text, 'trace', ''))
		WHERE state = 'running' AND attempted_by[array_upper(attempted_by, 1)] = ?`
)

// reclaim frees the jobs that this node was running when it was killed. The attempt
// counts, so that a job that kills the process does not do so for ever.
func (q *Queue) reclaim(ctx context.Context) error {
	now := q.opt.Now().UTC()
	query, args := reclaimSQLite, []any{now, now.Format(time.RFC3339Nano), abandoned}
	// On SQLite this process alone has the file; on PostgreSQL only our own jobs
	// are known to be abandoned.
	if q.db.Engine() == db.Postgres {
		query, args = reclaimPostgres, append(args, q.opt.NodeID)
	}
	return q.db.InTx(ctx, func(ctx context.Context) error {
		if _, err := q.db.From(ctx).ExecContext(ctx, query, args...); err != nil {
			return fmt.Errorf("free abandoned jobs: %w", err)
		}
		// A killed leader stays leader for a quarter of a minute, or for as long
		// as its clock was ahead of ours: until then nothing would be retried.
		if _, err := q.db.From(ctx).ExecContext(ctx, `DELETE FROM river_leader WHERE leader_id = ?`, q.opt.NodeID); err != nil {
			return fmt.Errorf("give up the old leadership: %w", err)
		}
		return nil
	})
}
