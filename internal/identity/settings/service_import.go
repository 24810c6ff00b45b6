package settings

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"maps"
	"math"

	"allot/internal/identity/auth"
	"allot/internal/identity/plan"
	"allot/internal/platform/apperr"
	"allot/internal/platform/csvfile"
)

// importBatch is how many rows share a transaction: few enough that other writers hardly wait,
// enough that 100,000 rows take seconds.
const importBatch = 500

// ImportInput says how the rows of a contact file are stored.
type ImportInput struct {
	// List is a mailing list that every contact of the file joins; zero: none.
	List int64
	// Update stores the filled columns of contacts that exist already; without
	// it those are skipped.
	Update bool
	// IgnoreUnknown accepts a file with unknown columns, such as the export of
	// an address book, and ignores them.
	IgnoreUnknown bool
}

// ImportResult counts rows. A row whose e-mail address exists, in the account or
// further up in the file, is an update.
type ImportResult = csvfile.ImportResult

// ImportError is a row that was refused.
type ImportError = csvfile.ImportError

// row is one row that makes a contact.
type row struct {
	line int
	in   ContactInput
}

// ImportContacts reads a contact file as it arrives and stores its rows in batches. A bad row
// is reported and does not affect the others. If the file breaks off, the rows before stay and
// the refusal says how many.
func (s *Service) ImportContacts(ctx context.Context, who auth.Caller, r io.Reader, in ImportInput) (ImportResult, error) {
	if in.List != 0 {
		if _, err := s.store.MailingList(ctx, who.OwnerID, in.List); errors.Is(err, apperr.ErrNotFound) {
			return ImportResult{}, apperr.Field("list", "is no mailing list of your account")
		} else if err != nil {
			return ImportResult{}, err
		}
	}
	file, err := csvfile.NewReader(r)
	if err != nil {
		return ImportResult{}, err
	}
	columns, missing := newLayout(file.Header)
	if !in.IgnoreUnknown {
		missing = cmp.Or(csvfile.CheckColumns(columns.unknown, columnHints), missing)
	}
	if missing != nil {
		return ImportResult{}, missing
	}
	result := csvfile.NewImportResult(columns.unknown)
	err = csvfile.Import(file, importBatch, &result, func(rec csvfile.Record) (row, error) {
		r := row{rec.Line, columns.input(rec.Fields)}
		return r, r.check()
	}, func(rows []row) error { return s.importBatch(ctx, who, rows, in, &result) })
	return result, result.SoFar(err)
}

// check refuses a row whose fields are bad.
func (r row) check() error {
	var c Contact
	r.in.apply(&c)
	return c.check()
}

// importBatch stores some rows in one transaction. The transaction may run more than once, so
// the counts are added only at the end.
func (s *Service) importBatch(ctx context.Context, who auth.Caller, rows []row, in ImportInput, result *ImportResult) error {
	var b *batchWork
	err := s.store.InTx(ctx, func(ctx context.Context) error {
		b = &batchWork{owner: who.OwnerID, in: in, now: s.now()}
		var err error
		if b.allowance, err = s.deps.Plans.Allowance(ctx, who.OwnerID, plan.FeatureContacts, s.store.CountContacts); err != nil {
			return err
		}
		if err := s.lockAccount(ctx, who.OwnerID); err != nil {
			return err
		}
		if err := s.setWritable(ctx, b); err != nil {
			return err
		}
		if b.known, err = s.store.ContactsByEmail(ctx, who.OwnerID, emailsOf(rows)); err != nil {
			return err
		}
		b.merge(rows)
		if err := s.store.SaveContacts(ctx, who.OwnerID, b.changed()); err != nil {
			return err
		}
		if err := s.joinList(ctx, b); err != nil {
			return err
		}
		return s.record(ctx, "import", "contact", 0, nil, importTrace{b.created, b.updated, b.skipped, in.List, rows[0].line, rows[len(rows)-1].line})
	})
	if err != nil {
		return fmt.Errorf("keep the contacts of lines %d to %d: %w", rows[0].line, rows[len(rows)-1].line, err)
	}
	result.Created += b.created
	result.Updated += b.updated
	result.Skipped += b.skipped
	for _, e := range b.errors {
		result.Fail(e.line, e.err)
	}
	return nil
}

// setWritable sets which contacts the plan lets a batch change, if it may change any.
func (s *Service) setWritable(ctx context.Context, b *batchWork) error {
	b.lastWritable = math.MaxInt64
	if !b.in.Update {
		return nil
	}
	p, err := s.deps.Plans.PlanOf(ctx, b.owner)
	if err != nil || p.Features.Contacts == plan.Unlimited {
		return err
	}
	b.limit = p.Features.Contacts
	firstBeyond, err := s.store.ContactAt(ctx, b.owner, b.limit+1)
	if firstBeyond != 0 {
		b.lastWritable = firstBeyond - 1
	}
	return err
}

// importTrace is the audit entry of a batch: an entry for each of 100,000 contacts would hide
// all others.
type importTrace struct {
	Created   int   `json:"created"`
	Updated   int   `json:"updated"`
	Skipped   int   `json:"skipped"`
	List      int64 `json:"list,omitempty"`
	FirstLine int   `json:"first_line"`
	LastLine  int   `json:"last_line"`
}

// joinList adds the contacts of a batch to the list, as long as they fit.
func (s *Service) joinList(ctx context.Context, b *batchWork) error {
	if b.in.List == 0 {
		return nil
	}
	// The list may have been deleted since the import began.
	if _, err := s.store.MailingList(ctx, b.owner, b.in.List); err != nil {
		return err
	}
	members, err := s.store.ListMembers(ctx, b.owner, b.in.List)
	if err != nil {
		return err
	}
	return s.store.AddToList(ctx, b.owner, b.in.List, b.newMembers(members))
}

func emailsOf(rows []row) []string {
	emails := map[string]bool{}
	for _, r := range rows {
		emails[r.email()] = true
	}
	list := make([]string, 0, len(emails))
	for e := range maps.Keys(emails) {
		list = append(list, e)
	}
	return list
}
