package settings

import (
	"context"
	"errors"
	"fmt"
	"io"
	"maps"
	"strings"

	"allot/internal/platform/apperr"
	"allot/internal/platform/auth"
	"allot/internal/platform/csvfile"
)

const (
	// importBatch is how many rows share a transaction: few enough that other
	// writers hardly wait, enough that 100,000 rows take seconds.
	importBatch     = 500
	maxImportErrors = 1000
	maxUnknownNames = 50
)

// ImportInput says what becomes of the rows of a contact file.
type ImportInput struct {
	// List is a mailing list that every contact of the file joins; zero: none.
	List int64
	// Update takes the filled columns over for contacts that exist already;
	// else those are skipped.
	Update bool
}

// ImportResult counts rows. A row whose e-mail address exists, in the account or
// further up in the file, is an update.
type ImportResult struct {
	Created        int           `json:"created"`
	Updated        int           `json:"updated"`
	Skipped        int           `json:"skipped"`
	Errors         []ImportError `json:"errors" nullable:"false" doc:"The first 1,000 rows that could not be taken"`
	ErrorsTotal    int           `json:"errors_total"`
	UnknownColumns []string      `json:"unknown_columns" nullable:"false" doc:"Headings that were not understood; their columns were ignored"`
}

// ImportError is a row that was not taken.
type ImportError struct {
	Line    int    `json:"line" doc:"Line of the file where the row starts"`
	Message string `json:"message"`
}

func (r *ImportResult) fail(line int, message string) {
	r.ErrorsTotal++
	if len(r.Errors) < maxImportErrors {
		r.Errors = append(r.Errors, ImportError{line, message})
	}
}

// row is one row that makes a contact.
type row struct {
	line int
	in   ContactInput
}

// ImportContacts reads a contact file while it arrives. Rows are kept batch by
// batch: a bad row is reported and loses nothing but itself, and when the file
// breaks off, what came before stays and the refusal tells how much.
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
	columns, err := newLayout(file.Header)
	if err != nil {
		return ImportResult{}, err
	}
	result := ImportResult{Errors: []ImportError{}, UnknownColumns: columns.unknown[:min(len(columns.unknown), maxUnknownNames)]}
	err = s.importRows(ctx, who, file, columns, in, &result)
	return result, soFar(err, result)
}

// soFar tells with a refusal in the middle of a file what has been kept.
func soFar(err error, r ImportResult) error {
	var refusal *apperr.Error
	if !errors.As(err, &refusal) {
		return err
	}
	return refusal.With("created", r.Created).With("updated", r.Updated).With("skipped", r.Skipped)
}

func (s *Service) importRows(ctx context.Context, who auth.Caller, file *csvfile.Reader, columns layout, in ImportInput, result *ImportResult) error {
	batch := make([]row, 0, importBatch)
	for {
		rec, err := file.Next()
		var bad *csvfile.RecordError
		switch {
		case errors.As(err, &bad):
			result.fail(bad.Line, bad.Message)
			continue
		case err == nil:
			r := row{rec.Line, columns.input(rec.Fields)}
			if problem := r.check(); problem != "" {
				result.fail(r.line, problem)
				continue
			}
			batch = append(batch, r)
		}
		if len(batch) == importBatch || err != nil {
			if kept := s.importBatch(ctx, who, batch, in, result); kept != nil {
				return kept
			}
			batch = batch[:0]
		}
		if errors.Is(err, io.EOF) {
			return nil
		}
		if err != nil {
			return err
		}
	}
}

// check says what is wrong with a row, by itself.
func (r row) check() string {
	var c Contact
	r.in.apply(&c)
	err := c.check()
	if err == nil {
		return ""
	}
	var problems []string
	for _, f := range apperr.Of(err).Fields {
		problems = append(problems, f.Field+" "+f.Message)
	}
	return strings.Join(problems, "; ")
}

// importBatch keeps some rows in one transaction. It may run more than once, so
// the counts are taken over only at the end.
func (s *Service) importBatch(ctx context.Context, who auth.Caller, rows []row, in ImportInput, result *ImportResult) error {
	if len(rows) == 0 {
		return nil
	}
	var b *batchWork
	err := s.store.InTx(ctx, func(ctx context.Context) error {
		b = &batchWork{owner: who.OwnerID, in: in, now: s.now()}
		if err := s.lockAccount(ctx, who.OwnerID); err != nil {
			return err
		}
		var err error
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
		result.fail(e.Line, e.Message)
	}
	return nil
}

// importTrace stands for a batch in the trail: an entry for each of 100,000
// contacts would bury everything else.
type importTrace struct {
	Created   int   `json:"created"`
	Updated   int   `json:"updated"`
	Skipped   int   `json:"skipped"`
	List      int64 `json:"list,omitempty"`
	FirstLine int   `json:"first_line"`
	LastLine  int   `json:"last_line"`
}

// joinList puts the contacts of a batch on the list, as long as there is room.
func (s *Service) joinList(ctx context.Context, b *batchWork) error {
	if b.in.List == 0 {
		return nil
	}
	// It may have been removed meanwhile.
	if _, err := s.store.MailingList(ctx, b.owner, b.in.List); err != nil {
		return err
	}
	members, err := s.store.ListMembers(ctx, b.owner, b.in.List)
	if err != nil {
		return err
	}
	return s.store.AddToList(ctx, b.owner, b.in.List, b.joiners(members))
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
