package invoice

import (
	"context"
	"errors"
	"fmt"
	"time"

	"github.com/google/uuid"

	"allot/internal/identity/auth"
	"allot/internal/identity/plan"
	"allot/internal/identity/settings"
	"allot/internal/platform/apperr"
	"allot/internal/platform/civil"
	"allot/internal/platform/money"
)

// Create drafts an invoice and numbers it.
func (s *Service) Create(ctx context.Context, who auth.Caller, in Input) (Detail, error) {
	return s.create(ctx, who, Invoice{}, in)
}

// Duplicate drafts an invoice with the content of another, issued today with the same
// time to pay.
func (s *Service) Duplicate(ctx context.Context, who auth.Caller, id string) (d Detail, err error) {
	err = s.store.InTx(ctx, func(ctx context.Context) error {
		v, err := s.find(ctx, who, id)
		if err != nil {
			return err
		}
		if _, err := v.decide(VerbDuplicate, actorOf(who), s.now()); err != nil {
			return err
		}
		if v.PropertyID, err = s.presentProperty(ctx, who, v); err != nil {
			return err
		}
		today, err := s.today(ctx, who.OwnerID)
		if err != nil {
			return err
		}
		due := today.Add(v.DueDate.Sub(v.IssueDate))
		d, err = s.create(ctx, who, v, Input{IssueDate: &today, DueDate: &due})
		return err
	})
	return d, err
}

// presentProperty returns the property of an invoice, or nil if it was deleted: an
// invoice outlives its property, but no new one can be made for it.
func (s *Service) presentProperty(ctx context.Context, who auth.Caller, v Invoice) (*int64, error) {
	if v.PropertyID == nil {
		return nil, nil
	}
	_, err := s.deps.Properties.Own(ctx, who, *v.PropertyID)
	if errors.Is(err, apperr.ErrNotFound) {
		return nil, nil
	}
	return v.PropertyID, err
}

// create drafts an invoice from the content of another, which may be empty, and an
// input.
func (s *Service) create(ctx context.Context, who auth.Caller, from Invoice, in Input) (d Detail, err error) {
	err = s.store.InTx(ctx, func(ctx context.Context) error {
		now := s.now()
		if err := s.deps.Plans.Admit(ctx, who.OwnerID, plan.FeatureInvoices, s.createdThisMonth); err != nil {
			return err
		}
		v := Invoice{
			ID: uuid.NewString(), OwnerID: who.OwnerID, Status: StatusDraft, CreatedAt: now, UpdatedAt: now,
			PartnerID: from.PartnerID, Currency: from.Currency, TaxRate: from.TaxRate, TaxCategory: from.TaxCategory, TaxReason: from.TaxReason,
			Notes: from.Notes, TemplateID: from.TemplateID, PropertyID: from.PropertyID, LedgerID: from.LedgerID, ServiceFrom: from.ServiceFrom,
			ServiceTo: from.ServiceTo, BuyerReference: from.BuyerReference, Recipient: from.Recipient, LineItems: from.LineItems,
		}
		in.apply(&v)
		if err := s.prepare(ctx, who, &v, Invoice{}); err != nil {
			return err
		}
		if err := s.number(ctx, &v); err != nil {
			return err
		}
		if err := s.store.InsertInvoice(ctx, &v); err != nil {
			return err
		}
		if err := s.log(ctx, who, v, ActionCreated, ""); err != nil {
			return err
		}
		if err := s.record(ctx, who, "create", nil, &v); err != nil {
			return err
		}
		d, err = s.detail(ctx, who, v)
		return err
	})
	return d, err
}

// Update changes a draft. One that moves to another year gets a number of that year; its
// old one is given again if it was the last.
func (s *Service) Update(ctx context.Context, who auth.Caller, id string, in Input) (d Detail, err error) {
	err = s.store.InTx(ctx, func(ctx context.Context) error {
		before, err := s.lock(ctx, who, id, VerbUpdate)
		if err != nil {
			return err
		}
		if err := s.requireWithin(ctx, before); err != nil {
			return err
		}
		after := before
		in.apply(&after)
		if err := s.prepare(ctx, who, &after, before); err != nil {
			return err
		}
		moved := after.IssueDate.Year() != before.Year
		if moved {
			if err := s.number(ctx, &after); err != nil {
				return err
			}
		}
		after.UpdatedAt = s.now()
		if err := s.store.UpdateInvoice(ctx, after); err != nil {
			return err
		}
		if moved {
			if err := s.store.ReturnSerials(ctx, before.OwnerID, before.Year); err != nil {
				return err
			}
		}
		if err := s.record(ctx, who, "update", &before, &after); err != nil {
			return err
		}
		d, err = s.detail(ctx, who, after)
		return err
	})
	return d, err
}

// Delete removes a draft. Its number is given again if it is the last.
func (s *Service) Delete(ctx context.Context, who auth.Caller, id string) error {
	return s.store.InTx(ctx, func(ctx context.Context) error {
		v, err := s.lock(ctx, who, id, VerbDelete)
		if err != nil {
			return err
		}
		if err := s.store.DeleteInvoice(ctx, v); err != nil {
			return err
		}
		if err := s.store.ReturnSerials(ctx, v.OwnerID, v.Year); err != nil {
			return err
		}
		return s.record(ctx, who, "delete", &v, nil)
	})
}

// lock locks an invoice for a verb that its state must allow. The account comes first,
// as in create: both hold the numbers of a year.
func (s *Service) lock(ctx context.Context, who auth.Caller, id string, verb Verb) (Invoice, error) {
	if _, err := s.deps.Accounts.LockAccount(ctx, who.OwnerID); err != nil {
		return Invoice{}, err
	}
	v, err := s.store.LockInvoice(ctx, who.OwnerID, id)
	if err != nil {
		return v, err
	}
	if err := s.mayRead(ctx, who, v); err != nil {
		return v, err
	}
	if err := s.expire(ctx, &v); err != nil {
		return v, err
	}
	_, err = v.decide(verb, actorOf(who), s.now())
	return v, err
}

// number gives the invoice the next number of its year of issue.
func (s *Service) number(ctx context.Context, v *Invoice) (err error) {
	v.Year = v.IssueDate.Year()
	if v.Serial, err = s.store.NextSerial(ctx, v.OwnerID, v.Year); err != nil {
		return err
	}
	v.InvoiceNumber = fmt.Sprintf("INV-%04d-%04d", v.Year, v.Serial)
	return nil
}

// createdThisMonth counts the invoices of an account in this month, as its plan does.
func (s *Service) createdThisMonth(ctx context.Context, owner int64) (int, error) {
	return s.store.CountCreated(ctx, owner, s.startOfMonth())
}

// CreatedThisMonth is the same for several accounts; those without an invoice are missing.
func (s *Service) CreatedThisMonth(ctx context.Context, owners []int64) (map[int64]int, error) {
	return s.store.CreatedBy(ctx, owners, s.startOfMonth())
}

// startOfMonth is when the month began in which plans count invoices, in UTC.
func (s *Service) startOfMonth() time.Time {
	y, m, _ := s.now().Date()
	return time.Date(y, m, 1, 0, 0, 0, 0, time.UTC)
}

// requireWithin refuses to change or send a draft that is beyond what the plan allows this month.
func (s *Service) requireWithin(ctx context.Context, v Invoice) error {
	return s.deps.Plans.RequireWithin(ctx, v.OwnerID, plan.FeatureInvoices, func(ctx context.Context) (int, error) {
		return s.store.Position(ctx, v, s.startOfMonth())
	})
}

// prepare fills in what is missing, checks the draft and computes its amounts.
func (s *Service) prepare(ctx context.Context, who auth.Caller, v *Invoice, before Invoice) error {
	company, err := s.company(ctx, v.OwnerID)
	if err != nil {
		return err
	}
	if v.Currency == "" {
		v.Currency = money.Currency(company.Currency)
	}
	var f apperr.Fields
	v.check(&f)
	if err := s.checkReferences(ctx, who, v, before, &f); err != nil {
		return err
	}
	if err := f.Err(); err != nil {
		return err
	}
	v.compute(&f)
	if err := f.Err(); err != nil {
		return err
	}
	v.OverdueAt, err = s.overdueAt(*v, company)
	return err
}

// overdueAt returns the first moment after the due date where the issuer is.
func (s *Service) overdueAt(v Invoice, issuer settings.Company) (time.Time, error) {
	there, err := civil.In(s.now(), issuer.Timezone)
	return v.DueDate.Add(1).Time(there.Location()).UTC(), err
}

// checkReferences checks the records that the draft names, those that have changed.
func (s *Service) checkReferences(ctx context.Context, who auth.Caller, v *Invoice, before Invoice, f *apperr.Fields) error {
	if v.PartnerID != nil && (before.PartnerID == nil || *before.PartnerID != *v.PartnerID) {
		err := s.mayBill(ctx, v.OwnerID, *v.PartnerID)
		if errors.Is(err, ErrNotAllowed) {
			f.Check(false, "partner", "must be an account with which a contract in force allows invoices")
		} else if err != nil {
			return err
		}
	}
	if v.TemplateID != nil {
		if _, err := s.store.Template(ctx, v.OwnerID, *v.TemplateID); errors.Is(err, apperr.ErrNotFound) {
			f.Check(false, "template", "must be the id of one of your templates")
		} else if err != nil {
			return err
		}
	}
	return s.checkProperty(ctx, who, v, before, f)
}

// checkProperty checks the property of a draft, and keeps its name. One that the draft
// had already may be gone.
func (s *Service) checkProperty(ctx context.Context, who auth.Caller, v *Invoice, before Invoice, f *apperr.Fields) error {
	switch {
	case v.PropertyID == nil:
		v.PropertyName = ""
		return nil
	case before.PropertyID != nil && *before.PropertyID == *v.PropertyID:
		return nil
	}
	p, err := s.deps.Properties.Own(ctx, who, *v.PropertyID)
	if errors.Is(err, apperr.ErrNotFound) {
		f.Check(false, "property", "must be the id of one of your properties")
		return nil
	}
	v.PropertyName = p.Name
	return err
}

// today is the date where the account is.
func (s *Service) today(ctx context.Context, owner int64) (civil.Date, error) {
	company, err := s.company(ctx, owner)
	if err != nil {
		return 0, err
	}
	return civil.Today(s.now(), company.Timezone)
}
