package invoice

import (
	"context"
	"time"

	"allot/internal/platform/jobs"
)

// expireArgs asks for the invoices whose due date has passed.
type expireArgs struct{}

func (expireArgs) Kind() string { return "invoice_expire" }

// expiredAtOnce bounds the invoices that one transaction marks as overdue.
const expiredAtOnce = 200

// due reports whether the due date of an invoice has passed and it is not marked so.
func (v Invoice) due(now time.Time) bool {
	_, refusal := Decide(v.stage(now), VerbExpire, System)
	return refusal == Allowed
}

// markExpired marks every invoice whose due date has passed.
func (s *Service) markExpired(ctx context.Context, _ jobs.Job[expireArgs]) error {
	return s.expireAll(ctx, 0)
}

// expireAll marks the invoices of an account, or of all with 0. It is called before
// every read, so that nobody sees a status that is late, and asks first without a
// transaction: nearly always there is nothing to do.
func (s *Service) expireAll(ctx context.Context, account int64) error {
	for {
		found, err := s.store.Expired(ctx, account, s.now())
		if err != nil || !found {
			return err
		}
		err = s.store.InTx(ctx, func(ctx context.Context) error {
			list, err := s.store.LockExpired(ctx, account, s.now(), expiredAtOnce)
			for i := range list {
				if err == nil {
					err = s.expire(ctx, &list[i])
				}
			}
			return err
		})
		if err != nil {
			return err
		}
	}
}

// expire marks one locked invoice if its due date has passed. Both sides are notified, the
// recipient not while it disputes the invoice; the log has no entry for it.
func (s *Service) expire(ctx context.Context, v *Invoice) error {
	if !v.due(s.now()) {
		return nil
	}
	v.Status, v.UpdatedAt = StatusOverdue, s.now()
	if err := s.store.UpdateInvoice(ctx, *v); err != nil {
		return err
	}
	return s.notifyOverdue(ctx, *v)
}
