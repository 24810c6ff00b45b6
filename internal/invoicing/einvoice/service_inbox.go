package einvoice

import (
	"context"
	"crypto/sha256"
	"errors"
	"io"

	"allot/internal/identity/auth"
	"allot/internal/identity/plan"
	"allot/internal/invoicing/document"
	"allot/internal/invoicing/en16931"
	"allot/internal/invoicing/invoice"
	"allot/internal/platform/apperr"
	"allot/internal/platform/page"
)

// Import stores a file. One that is not XML is refused; XML that is no e-invoice is
// stored with the reason. The same bytes are stored once.
func (s *Service) Import(ctx context.Context, who auth.Caller, r io.Reader) (Record, error) {
	if err := who.Unscoped(); err != nil {
		return Record{}, err
	}
	data, err := io.ReadAll(r)
	if err != nil {
		return Record{}, err
	}
	return s.keep(ctx, who, data)
}

// keep reads a file and stores it.
func (s *Service) keep(ctx context.Context, who auth.Caller, data []byte) (Record, error) {
	rec, err := read(data)
	if err != nil {
		return Record{}, err
	}
	rec.OwnerID, rec.CreatedAt, rec.SizeBytes = who.OwnerID, s.now(), len(data)
	if err := s.place(ctx, who, &rec.Inbound); err != nil {
		return Record{}, err
	}
	d, hash := Detail{Record: rec, RawXML: data}, sha256.Sum256(data)
	err = s.store.InTx(ctx, func(ctx context.Context) error {
		if err := s.admit(ctx, who.OwnerID, hash[:], len(data)); err != nil {
			return err
		}
		if err := s.store.InsertInbound(ctx, &d, hash[:]); err != nil {
			return err
		}
		return s.record(ctx, "import", d.ID, nil, &d.Inbound)
	})
	return d.Record, err
}

// read reads a file. One that is no e-invoice is a record with the reason.
func read(data []byte) (Record, error) {
	f, err := en16931.Read(data)
	switch {
	case errors.Is(err, en16931.ErrNotXML):
		return Record{}, apperr.Field("file", "not a well-formed XML file")
	case err != nil:
		return unreadable(err), nil
	}
	return recordOf(f), nil
}

// place tells on which side of the e-invoice the account is, and links it to the invoice of
// the platform that agrees with it in everything.
func (s *Service) place(ctx context.Context, who auth.Caller, in *Inbound) error {
	in.Direction = DirectionReceived
	if in.Status == StatusError {
		return nil
	}
	own, err := s.deps.VATID(ctx, who.OwnerID)
	if err != nil {
		return err
	}
	if document.SameVATID(own, in.Seller.VATID) {
		in.Direction = DirectionIssued
	}
	if err := s.suggest(ctx, who, in); err != nil {
		return err
	}
	if c := in.Candidates; in.isInvoice() && len(c) > 0 && c[0].Agrees() {
		in.Status, in.LinkedInvoice, in.Candidates = StatusLinked, &c[0].Invoice, []invoice.Candidate{}
	}
	return nil
}

// suggest adds the invoices that files could be, where they are linked to none.
func (s *Service) suggest(ctx context.Context, who auth.Caller, list ...*Inbound) error {
	var open []*Inbound
	var claims []invoice.Claim
	for _, in := range list {
		in.Candidates = []invoice.Candidate{}
		if in.Status == StatusReceived {
			open, claims = append(open, in), append(claims, in.claim())
		}
	}
	if len(open) == 0 {
		return nil
	}
	found, err := s.deps.Invoices.Candidates(ctx, who, claims)
	for i := range found {
		open[i].Candidates = found[i]
	}
	return err
}

// admit refuses a file that the account has, or has no room for. The account is locked
// until the transaction ends.
func (s *Service) admit(ctx context.Context, owner int64, hash []byte, size int) error {
	if _, err := s.deps.Accounts.LockAccount(ctx, owner); err != nil {
		return err
	}
	first, err := s.store.ByHash(ctx, owner, hash)
	if err != nil {
		return err
	}
	if first != 0 {
		return ErrAlreadyImported.Withf("this file was imported before, as %d", first).With("id", first)
	}
	n, err := s.store.CountInbounds(ctx, owner)
	if err == nil && n >= MaxRecords {
		err = ErrInboxFull
	}
	if err != nil {
		return err
	}
	used, err := s.store.Bytes(ctx, owner)
	if err != nil {
		return err
	}
	// The last megabyte may be begun, and not exceeded.
	return s.deps.Plans.AdmitCounted(ctx, owner, plan.FeatureInbox, megabytes(used+int64(size))-1)
}

const megabyte = 1_000_000

// megabytes rounds up: a megabyte that is begun counts.
func megabytes(bytes int64) int { return int((bytes + megabyte - 1) / megabyte) }

// InboxMegabytes returns how much the files of accounts take, for their plans.
func (s *Service) InboxMegabytes(ctx context.Context, owners []int64) (map[int64]int, error) {
	return s.store.Megabytes(ctx, owners)
}

// List lists the inbox, newest first.
func (s *Service) List(ctx context.Context, who auth.Caller, f Filter, req page.Request) ([]Inbound, int, error) {
	if err := who.Unscoped(); err != nil {
		return nil, 0, err
	}
	list, n, err := s.store.Inbounds(ctx, who.OwnerID, f, req)
	if err != nil {
		return nil, 0, err
	}
	shown := make([]*Inbound, len(list))
	for i := range list {
		shown[i] = &list[i]
	}
	return list, n, s.suggest(ctx, who, shown...)
}

// Show returns a record with its file.
func (s *Service) Show(ctx context.Context, who auth.Caller, id int64) (Detail, error) {
	if err := who.Unscoped(); err != nil {
		return Detail{}, err
	}
	d, err := s.store.Inbound(ctx, who.OwnerID, id)
	if err != nil {
		return Detail{}, err
	}
	return d, s.suggest(ctx, who, &d.Inbound)
}

// Link links a record to an invoice of the platform that the caller sees, or with nil
// to none. Its direction becomes that of the invoice, for which it stands in accounting.
func (s *Service) Link(ctx context.Context, who auth.Caller, id int64, to *string) (rec Record, err error) {
	if err := who.Unscoped(); err != nil {
		return Record{}, err
	}
	err = s.store.InTx(ctx, func(ctx context.Context) error {
		if rec, err = s.store.LockInbound(ctx, who.OwnerID, id); err != nil {
			return err
		}
		if rec.Status == StatusError {
			return ErrUnreadable
		}
		before := rec.Inbound
		rec.Status, rec.LinkedInvoice = StatusReceived, nil
		if to != nil {
			as, err := s.deps.Invoices.SentAs(ctx, who, *to)
			if err != nil {
				return err
			}
			if as == "" {
				return apperr.Field("invoice", "must be an invoice that was sent and that you can see")
			}
			rec.Status, rec.LinkedInvoice, rec.Direction = StatusLinked, to, DirectionReceived
			if as == invoice.Sent {
				rec.Direction = DirectionIssued
			}
		}
		if err := s.store.LinkInbound(ctx, rec.Inbound); err != nil {
			return err
		}
		if err := s.record(ctx, "link", id, &before, &rec.Inbound); err != nil {
			return err
		}
		return s.suggest(ctx, who, &rec.Inbound)
	})
	return rec, err
}
