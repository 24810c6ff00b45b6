package einvoice

import (
	"context"
	"crypto/sha256"
	"errors"
	"io"

	"allot/internal/identity/auth"
	"allot/internal/invoicing/document"
	"allot/internal/invoicing/en16931"
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
	rec.OwnerID, rec.CreatedAt = who.OwnerID, s.now()
	if err := s.place(ctx, who, &rec.Inbound); err != nil {
		return Record{}, err
	}
	d, hash := Detail{Record: rec, RawXML: data}, sha256.Sum256(data)
	err = s.store.InTx(ctx, func(ctx context.Context) error {
		if err := s.admit(ctx, who.OwnerID, hash[:]); err != nil {
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

// place tells on which side of the e-invoice the account is, and which invoice of the
// platform it is.
func (s *Service) place(ctx context.Context, who auth.Caller, in *Inbound) error {
	in.Direction = DirectionReceived
	if in.Status == StatusError {
		return nil
	}
	own, err := s.deps.VATID(ctx, who.OwnerID)
	if err != nil {
		return err
	}
	w := Wanted{Number: in.InvoiceNumber, Direction: DirectionReceived, VATID: in.Seller.VATID}
	if document.SameVATID(own, in.Seller.VATID) {
		w.Direction, w.VATID = DirectionIssued, in.Buyer.VATID
	}
	in.Direction = w.Direction
	id, found, err := s.deps.Find(ctx, who, w)
	if err == nil && found {
		in.Status, in.LinkedInvoice = StatusLinked, &id
	}
	return err
}

// admit refuses a file that the account has, or has no room for. The account is locked
// until the transaction ends.
func (s *Service) admit(ctx context.Context, owner int64, hash []byte) error {
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
	return err
}

// List lists the inbox, newest first.
func (s *Service) List(ctx context.Context, who auth.Caller, f Filter, req page.Request) ([]Inbound, int, error) {
	if err := who.Unscoped(); err != nil {
		return nil, 0, err
	}
	return s.store.Inbounds(ctx, who.OwnerID, f, req)
}

// Show returns a record with its file.
func (s *Service) Show(ctx context.Context, who auth.Caller, id int64) (Detail, error) {
	if err := who.Unscoped(); err != nil {
		return Detail{}, err
	}
	return s.store.Inbound(ctx, who.OwnerID, id)
}

// Link links a record to an invoice of the platform that the caller sees, or with nil
// to none.
func (s *Service) Link(ctx context.Context, who auth.Caller, id int64, invoice *string) (rec Record, err error) {
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
		if invoice != nil {
			known, err := s.deps.Exists(ctx, who, *invoice)
			if err != nil {
				return err
			}
			if !known {
				return apperr.Field("invoice", "is no invoice that you can see")
			}
			rec.Status, rec.LinkedInvoice = StatusLinked, invoice
		}
		if err := s.store.LinkInbound(ctx, rec.Inbound); err != nil {
			return err
		}
		return s.record(ctx, "link", id, &before, &rec.Inbound)
	})
	return rec, err
}
