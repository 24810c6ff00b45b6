package jobs

import (
	"context"
	"errors"
	"fmt"
	"maps"
	"time"

	"github.com/riverqueue/river"
)

// suspendedFor is how long a held job waits before it is looked at again, and so how long after the
// end of the suspension it begins at the latest.
const suspendedFor = time.Minute

var errSuspended = errors.New("the account of the job is held")

// ofAccounts is implemented by arguments of jobs that belong to accounts, given as ids; zeros are
// none. Such a job waits while one of them is held, see Options.Suspended, and loses no attempt.
type ofAccounts interface{ Accounts() []int64 }

type suspensionKey struct{}

// withSuspension returns a context for a run of a job in which Continue asks whether its accounts are
// held.
func (q *Queue) withSuspension(ctx context.Context, a Args) context.Context {
	of, belongs := a.(ofAccounts)
	if !belongs || q.opt.Suspended == nil {
		return ctx
	}
	var accounts []int64
	for _, id := range of.Accounts() {
		if id != 0 {
			accounts = append(accounts, id)
		}
	}
	if len(accounts) == 0 {
		return ctx
	}
	return context.WithValue(ctx, suspensionKey{}, func(ctx context.Context) error {
		held, err := q.opt.Suspended(ctx, accounts)
		if err != nil {
			return fmt.Errorf("ask whether the job is held: %w", err)
		}
		if held {
			return errSuspended
		}
		return nil
	})
}

// Continue fails if the job that runs in ctx is held now. It was not when it began, so only
// handlers that do many things ask, between two of them, and return the error: the job runs again
// later.
func Continue(ctx context.Context) error {
	if ask, ok := ctx.Value(suspensionKey{}).(func(context.Context) error); ok {
		return ask(ctx)
	}
	return nil
}

// Kinds says of each kind of job whether its jobs belong to accounts, and so wait while those are
// held.
func (q *Queue) Kinds() map[string]bool { return maps.Clone(q.owned) }

// snooze puts a held job off. The library counts from the wall clock, also where a test moves Now.
func (q *Queue) snooze() error {
	return river.JobSnooze(max(0, time.Until(q.libraryNow().Add(suspendedFor))))
}
