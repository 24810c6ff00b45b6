package plan

import (
	"context"
	"time"

	"allot/internal/identity/account"
	"allot/internal/platform/audit"
	"allot/internal/platform/civil"
)

// Store is the module's database; a missing record is apperr.ErrNotFound.
type Store interface {
	InTx(ctx context.Context, fn func(ctx context.Context) error) error

	// Offers lists every plan, also those not sold any more, cheapest first.
	Offers(ctx context.Context) ([]Offer, error)
	LockOffer(ctx context.Context, id int64) (Offer, error)
	// InsertOffer and UpdateOffer refuse a name that another plan has, with ErrNameTaken.
	InsertOffer(ctx context.Context, o *Offer) error
	UpdateOffer(ctx context.Context, o Offer) error

	// Holdings returns what accounts pay for and were granted, even if it has expired.
	// Accounts with neither are missing.
	Holdings(ctx context.Context, owners []int64) (map[int64]Holding, error)
	// Holders lists the accounts that on a day pay for a plan of some categories or have been
	// granted one, and have none of the others.
	Holders(ctx context.Context, day civil.Date, of, without []string) ([]int64, error)
	// TermsOf is what PlanOf needs of Holdings, for one account.
	TermsOf(ctx context.Context, owner int64) (paid, granted Term, err error)
	// EndedIn lists the accounts of which something paid or granted has its last day in a range.
	EndedIn(ctx context.Context, last civil.Range) ([]int64, error)
	SavePaid(ctx context.Context, h Term) error
	DeletePaid(ctx context.Context, owner int64) error
	SaveGrant(ctx context.Context, g Grant) error
	DeleteGrant(ctx context.Context, owner int64) error

	LettersSent(ctx context.Context, owner int64) (LettersSent, error)
	SaveLettersSent(ctx context.Context, l LettersSent) error
	// LettersOf returns what accounts sent on a day; those that sent none may be missing.
	LettersOf(ctx context.Context, owners []int64, day civil.Date) ([]LettersSent, error)
}

// Deps is what the service works with.
type Deps struct {
	Store    Store
	Accounts *account.Service
	Audit    *audit.Trail
	Now      func() time.Time
	// Uses returns how the use of each feature is counted. The modules that count stand above
	// this one, so it is asked when the program runs.
	Uses func() map[Feature]UseFunc
	// Changed runs in the transaction that gives an account another plan.
	Changed func(ctx context.Context, owner int64) error
}

// Service implements the operations of the module.
type Service struct {
	deps  Deps
	store Store
}

// New makes the service.
func New(d Deps) *Service { return &Service{deps: d, store: d.Store} }

func (s *Service) now() time.Time { return s.deps.Now().UTC().Truncate(time.Microsecond) }

func (s *Service) today() civil.Date { return civil.Of(s.now()) }

// Holding is what an account pays for and what it was granted; either may be zero.
type Holding struct {
	Paid  Term
	Grant Grant
}

// Plan returns what both give together on a day: the better of each limit, else Free.
func (h Holding) Plan(today civil.Date) Plan {
	p := Free
	if h.Paid.inForce(today) {
		p = h.Paid.Plan()
	}
	if h.Grant.inForce(today) {
		p = p.and(h.Grant.Plan())
	}
	return p
}

// current returns the holding without what has expired.
func (h Holding) current(today civil.Date) Holding {
	if !h.Paid.inForce(today) {
		h.Paid = Term{}
	}
	if !h.Grant.inForce(today) {
		h.Grant = Grant{}
	}
	return h
}

// PlanOf returns the plan of an account: the better of what it pays for and what it was
// granted, else Free.
func (s *Service) PlanOf(ctx context.Context, owner int64) (Plan, error) {
	paid, granted, err := s.store.TermsOf(ctx, owner)
	return Holding{Paid: paid, Grant: Grant{Term: granted}}.Plan(s.today()), err
}

// HoldingOf returns what an account pays for and was granted, without what has expired.
func (s *Service) HoldingOf(ctx context.Context, owner int64) (Holding, error) {
	all, err := s.HoldingsOf(ctx, []int64{owner})
	return all[owner], err
}

// HoldingsOf is HoldingOf for several accounts; those with neither are missing.
func (s *Service) HoldingsOf(ctx context.Context, owners []int64) (map[int64]Holding, error) {
	all, err := s.store.Holdings(ctx, owners)
	for owner, h := range all {
		all[owner] = h.current(s.today())
	}
	return all, err
}

// PlansOf is PlanOf for several accounts.
func (s *Service) PlansOf(ctx context.Context, owners []int64) (map[int64]Plan, error) {
	all, err := s.store.Holdings(ctx, owners)
	plans := make(map[int64]Plan, len(owners))
	for _, owner := range owners {
		plans[owner] = all[owner].Plan(s.today())
	}
	return plans, err
}

// LimitsOf returns how many of a feature each account's plan allows.
func (s *Service) LimitsOf(ctx context.Context, owners []int64, f Feature) (map[int64]int, error) {
	plans, err := s.PlansOf(ctx, owners)
	limits := make(map[int64]int, len(owners))
	for _, owner := range owners {
		limits[owner], _, _ = f.limitIn(plans[owner].Features)
	}
	return limits, err
}

// Lapsed lists the accounts of which something that was paid or granted has ended in the last
// days: what ends by date ends without a write.
func (s *Service) Lapsed(ctx context.Context, days int) ([]int64, error) {
	return s.store.EndedIn(ctx, civil.Range{From: s.today().Add(-days), To: s.today() - 1})
}

// OwnersOn selects the accounts whose plan in force has a category. Accounts on the free plan
// have no record here: they are all but those on another.
func (s *Service) OwnersOn(ctx context.Context, category string) (account.Selection, error) {
	of, without := []string{category}, categories[Plan{Category: category}.rank()+1:]
	free := category == Free.Category
	if free {
		of, without = without, nil
	}
	owners, err := s.store.Holders(ctx, s.today(), of, without)
	return account.Selection{IDs: owners, Others: free}, err
}

// SetPaid stores what an account pays for, from its next request on, in place of what it paid
// for before. The zero until means until EndPaid. Call it in the transaction of the payment.
func (s *Service) SetPaid(ctx context.Context, h Term) error {
	if err := s.store.SavePaid(ctx, h); err != nil {
		return err
	}
	return s.deps.Changed(ctx, h.OwnerID)
}

// EndPaid ends what an account paid for.
func (s *Service) EndPaid(ctx context.Context, owner int64) error {
	if err := s.store.DeletePaid(ctx, owner); err != nil {
		return err
	}
	return s.deps.Changed(ctx, owner)
}
