package invoice

import (
	"context"
	"errors"
	"time"

	"allot/internal/identity/account"
	"allot/internal/identity/auth"
	"allot/internal/platform/apperr"
	"allot/internal/platform/jobs"
)

// Remind sends the next reminder: first, second, final.
func (s *Service) Remind(ctx context.Context, who auth.Caller, id string) (Detail, error) {
	m := s.reminding(who)
	return s.move(ctx, id, m)
}

// reminding is the step of a reminder, by a user or, with the manager's account and no
// user, by the system.
func (s *Service) reminding(who auth.Caller) step {
	return step{who: who, verb: VerbRemind, apply: func(ctx context.Context, v *Invoice) error {
		if err := s.deps.Accounts.RequireConfirmed(ctx, v.OwnerID); err != nil {
			return err
		}
		kind := ReminderTypes[v.Reminders]
		v.Reminders++
		to, err := s.address(ctx, *v)
		if err != nil {
			return err
		}
		r := Reminder{OwnerID: v.OwnerID, InvoiceID: v.RowID, SentAt: s.now(), Type: kind, RecipientEmail: to}
		if err := s.store.InsertReminder(ctx, &r); err != nil {
			return err
		}
		return s.mail(ctx, *v, letterArgs{UserID: who.UserID, To: to, Reminder: kind})
	}}
}

// remindArgs asks for the reminders that are due by themselves.
type remindArgs struct{}

func (remindArgs) Kind() string { return "invoice_remind" }

const (
	// remindedAtOnce is how many invoices are looked at with one query.
	remindedAtOnce = 200
	// remindFor is how many days after the due date reminders are sent by themselves at
	// the latest. What is older, nobody looks at each hour for ever.
	remindFor = 60
)

// Due is a place in the order in which invoices became due.
type Due struct {
	At    time.Time
	RowID int64
}

// remindAll sends the reminders that are due, of accounts whose manager wants that and that are
// not suspended.
func (s *Service) remindAll(ctx context.Context, _ jobs.Job[remindArgs]) error {
	wanted := map[int64]bool{}
	now := s.now()
	for after := (Due{At: now.AddDate(0, 0, -remindFor)}); ; {
		list, err := s.store.Unreminded(ctx, after, now.AddDate(0, 0, 1-reminderDays[0]), remindedAtOnce)
		if err != nil || len(list) == 0 {
			return err
		}
		for _, v := range list {
			after = Due{v.OverdueAt, v.RowID}
			if err := s.remindDue(ctx, v, wanted); err != nil {
				return err
			}
		}
	}
}

// remindDue sends the next reminder of one invoice if it is due. What refuses one
// invoice, such as a recipient without an address, holds up no other.
func (s *Service) remindDue(ctx context.Context, v Invoice, wanted map[int64]bool) error {
	if !v.reminderDue(s.now()) {
		return nil
	}
	want, known := wanted[v.OwnerID]
	if !known {
		manager, err := s.deps.Accounts.Account(ctx, v.OwnerID)
		if err != nil {
			return err
		}
		p, err := s.deps.Settings.Preferences(ctx, manager)
		if err != nil {
			return err
		}
		want = p.AutoReminders && manager.Status() == account.StatusActive
		wanted[v.OwnerID] = want
	}
	if !want {
		return nil
	}
	if paused, err := s.reminderPaused(ctx, v); err != nil || paused {
		return err
	}
	system := auth.Caller{OwnerID: v.OwnerID, AccountType: auth.Accommodation, Manager: true}
	_, err := s.move(ctx, v.ID, s.reminding(system))
	if _, refused := errors.AsType[*apperr.Error](err); refused {
		s.deps.Logger.InfoContext(ctx, "no reminder sent", "invoice", v.ID, "reason", err.Error())
		return nil
	}
	return err
}

// reminderPaused reports whether the last reminder is too recent for the next one.
func (s *Service) reminderPaused(ctx context.Context, v Invoice) (bool, error) {
	list, err := s.store.Reminders(ctx, v)
	if err != nil || len(list) == 0 {
		return false, err
	}
	return s.now().Before(list[len(list)-1].SentAt.AddDate(0, 0, reminderPause)), nil
}

// reminderDue reports whether the next automatic reminder is due. One that was sent by
// hand counts: the next follows at its own time.
func (v Invoice) reminderDue(now time.Time) bool {
	if _, refusal := Decide(v.stage(now), VerbRemind, Issuer); refusal != Allowed || v.Reminders >= len(reminderDays) {
		return false
	}
	return !now.Before(v.OverdueAt.AddDate(0, 0, reminderDays[v.Reminders]-1))
}
