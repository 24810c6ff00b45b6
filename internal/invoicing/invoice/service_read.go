package invoice

import (
	"context"

	"allot/internal/identity/auth"
	"allot/internal/platform/page"
)

// Listed is an invoice with the names of both sides, as a caller sees it.
type Listed struct {
	Invoice
	Direction   Direction
	OwnerName   string
	PartnerName string
	Overdue     bool
	Actions     []Verb
}

// Detail is an invoice with everything that belongs to it.
type Detail struct {
	Listed
	Activities []Activity
	Reminders  []Reminder
	Matches    []Match
	// Shown is what the invoice shows besides its own fields: as it was sent, of a draft as
	// it would be now.
	Shown Frozen
}

// List lists what a caller sees, by day of issue, newest first.
func (s *Service) List(ctx context.Context, who auth.Caller, f Filter, req page.Request) ([]Listed, int, error) {
	if err := f.Check(); err != nil {
		return nil, 0, err
	}
	if err := s.expireAll(ctx, who.OwnerID); err != nil {
		return nil, 0, err
	}
	r, err := s.reader(ctx, who)
	if err != nil {
		return nil, 0, err
	}
	if f.Found, err = s.search(ctx, r, f.Query); err != nil {
		return nil, 0, err
	}
	f.At = s.now()
	list, n, err := s.store.Invoices(ctx, r, f, req)
	if err != nil {
		return nil, 0, err
	}
	named, err := s.named(ctx, who, list)
	return named, n, err
}

// Open returns an invoice with its log. If the recipient opens it for the first time,
// it is marked as viewed.
func (s *Service) Open(ctx context.Context, who auth.Caller, id string) (Detail, error) {
	v, err := s.open(ctx, who, id)
	if err != nil {
		return Detail{}, err
	}
	return s.detail(ctx, who, v)
}

func (s *Service) open(ctx context.Context, who auth.Caller, id string) (Invoice, error) {
	if err := s.expireAll(ctx, who.OwnerID); err != nil {
		return Invoice{}, err
	}
	v, err := s.find(ctx, who, id)
	if err != nil {
		return v, err
	}
	return s.view(ctx, who, v)
}

// find returns an invoice that the caller may read.
func (s *Service) find(ctx context.Context, who auth.Caller, id string) (Invoice, error) {
	v, err := s.store.Invoice(ctx, who.OwnerID, id)
	if err != nil {
		return v, err
	}
	return v, s.mayRead(ctx, who, v)
}

// named adds the names of both sides to invoices, with one query for all.
func (s *Service) named(ctx context.Context, who auth.Caller, list []Invoice) ([]Listed, error) {
	accounts := make([]int64, 0, len(list))
	for _, v := range list {
		accounts = append(accounts, v.OwnerID)
		if v.PartnerID != nil {
			accounts = append(accounts, *v.PartnerID)
		}
	}
	names, err := s.deps.Settings.CompanyNames(ctx, accounts)
	if err != nil {
		return nil, err
	}
	now, actor := s.now(), actorOf(who)
	out := make([]Listed, len(list))
	for i, v := range list {
		if actor == Payer {
			v.TemplateID = nil // the issuer's own
		}
		out[i] = Listed{
			Invoice: v, Direction: v.DirectionFor(who.OwnerID), OwnerName: names[v.OwnerID], PartnerName: v.RecipientName,
			Overdue: v.stage(now).Overdue(), Actions: v.Actions(actor, now),
		}
		if v.PartnerID != nil {
			out[i].PartnerName = names[*v.PartnerID]
		}
	}
	return out, nil
}

func (s *Service) detail(ctx context.Context, who auth.Caller, v Invoice) (Detail, error) {
	named, err := s.named(ctx, who, []Invoice{v})
	if err != nil {
		return Detail{}, err
	}
	d := Detail{Listed: named[0]}
	if d.Activities, err = s.store.Activities(ctx, v); err != nil {
		return d, err
	}
	for i, a := range d.Activities {
		d.Activities[i] = a.seenBy(who.OwnerID)
	}
	if d.Reminders, err = s.store.Reminders(ctx, v); err != nil {
		return d, err
	}
	if d.Shown, err = s.frozen(ctx, v); err != nil {
		return d, err
	}
	d.Matches, err = s.matches(ctx, who, v)
	return d, err
}
