package jobs

import (
	"cmp"
	"time"

	"github.com/riverqueue/river"
)

// QueueName names a queue. Each has workers of its own, so that the jobs of one
// queue never wait for those of another.
type QueueName string

// The queues. The names are stored with jobs: never rename them.
const (
	// QueueGeneral is for everything that has no queue of its own.
	QueueGeneral QueueName = river.QueueDefault
	// QueueMail is for single letters to people who wait for them.
	QueueMail QueueName = "mail"
	// QueueBulkMail is for letters to many. Its workers are few: they share the
	// mail server and the database with everybody else.
	QueueBulkMail QueueName = "bulk_mail"
	// QueueExports is for large files that customers ask for. Its workers are few: each
	// may be busy for minutes.
	QueueExports QueueName = "exports"
	// QueueSyncs is for calls to the systems of customers, which may not answer.
	QueueSyncs QueueName = "syncs"
)

// workers says how many jobs of each queue run at once; those of the general one are an option.
var workers = map[QueueName]int{QueueGeneral: 0, QueueMail: 4, QueueBulkMail: 2, QueueExports: 2, QueueSyncs: 4}

// workersOf returns how each queue is worked on. rarePoll is how often workers of all but the general one
// look for jobs that nobody has told them of.
func workersOf(general int, rarePoll time.Duration) map[string]river.QueueConfig {
	all := map[string]river.QueueConfig{string(QueueGeneral): {MaxWorkers: general}}
	for name, n := range workers {
		if name != QueueGeneral {
			all[string(name)] = river.QueueConfig{MaxWorkers: n, FetchPollInterval: rarePoll}
		}
	}
	return all
}

// The library takes jobs with the lowest number first.
const urgent, usual = 1, 2

// insertOpts returns how jobs are enqueued that are handled like that.
func (h Handling) insertOpts() river.InsertOpts {
	opts := river.InsertOpts{MaxAttempts: len(h.Retry) + 1, Queue: string(cmp.Or(h.Queue, QueueGeneral)), Priority: usual}
	if h.Urgent {
		opts.Priority = urgent
	}
	return opts
}
