package bulkexport

import (
	"context"
	"encoding/json"
	"fmt"
	"io"

	"allot/internal/identity/auth"
	"allot/internal/platform/apperr"
)

// work is an export that can be written now.
type work struct {
	total             int // properties or invoices
	name, contentType string
	write             func(ctx context.Context, w io.Writer, r *run) error
}

const (
	typeJSON = "application/json"
	typeCSV  = "text/csv"
	typeXML  = "application/xml"
	typeZIP  = "application/zip"
)

// work looks at what the user may read now. It refuses what is too large, and names that
// the user does not see.
func (s *Service) work(ctx context.Context, who auth.Caller, x Export) (*work, error) {
	switch x.Target {
	case TargetAvailability:
		return s.availabilityWork(ctx, who, x)
	case TargetFacts:
		return s.factsWork(ctx, who, x)
	case TargetInvoices:
	}
	return s.invoicesWork(ctx, who, x)
}

// systemOf returns the user as a system that reads: a file gets what the partner API would
// give, and so nothing of hotels that allow no exports.
func systemOf(who auth.Caller) auth.KeyCaller {
	return auth.KeyCaller{OwnerID: who.OwnerID, AccountType: who.AccountType, Properties: who.Scope()}
}

// ErrTooLarge refuses a file before it is written.
var ErrTooLarge = apperr.New(apperr.Invalid, "export_too_large", "the file would be too large")

// listWriter writes an object with a list as its last member.
type listWriter struct {
	w     io.Writer
	begun bool
}

func (l *listWriter) open(head string) error {
	_, err := io.WriteString(l.w, head)
	return err
}

func (l *listWriter) add(entry any) error {
	raw, err := json.Marshal(entry)
	if err != nil {
		return fmt.Errorf("encode an entry: %w", err)
	}
	return l.addRaw(raw)
}

func (l *listWriter) addRaw(raw []byte) error {
	if l.begun {
		if _, err := io.WriteString(l.w, ","); err != nil {
			return err
		}
	}
	l.begun = true
	_, err := l.w.Write(raw)
	return err
}

// head returns the beginning of a file, up to its list.
func (s *Service) head(list string) string {
	at, _ := s.now().MarshalText() // a time of this century always encodes
	return fmt.Sprintf(`{"generated_at":%q,%q:[`, at, list)
}

const tail = "]}\n"
