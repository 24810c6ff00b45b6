package subscription

import (
	"context"
	"errors"
	"fmt"

	"allot/internal/identity/auth"
	"allot/internal/invoicing/en16931"
	"allot/internal/invoicing/invoicepdf"
	"allot/internal/platform/lang"
)

// Format is the form of a bill.
type Format string

// The formats.
const (
	FormatPDF       Format = "pdf"       // on paper, with the e-invoice inside if it is complete
	FormatZUGFeRD   Format = "zugferd"   // the same, and refused if something is missing
	FormatXRechnung Format = "xrechnung" // XML alone
)

// File is a bill as a file.
type File struct {
	Name        string
	ContentType string
	Data        []byte
}

// printedAtOnce is how many bills are printed at a time.
const printedAtOnce = 4

// Download returns the bill of a past charge of the caller's account.
func (s *Service) Download(ctx context.Context, who auth.Caller, number string, format Format, tag string) (File, error) {
	b, err := s.store.Bill(ctx, who.OwnerID, number)
	if err != nil {
		return File{}, err
	}
	reader, err := s.deps.Settings.Format(ctx, who.UserID, tag)
	if err != nil {
		return File{}, err
	}
	return s.print(ctx, b, format, reader)
}

// print returns a bill that has a document as a file.
func (s *Service) print(ctx context.Context, b Bill, format Format, reader lang.Format) (File, error) {
	number := *b.Number
	if format == FormatXRechnung || format == FormatZUGFeRD && !s.deps.ZUGFeRD {
		data, err := en16931.WriteUBL(*b.Document)
		return File{number + ".xml", "application/xml", data}, en16931.Incomplete(err)
	}
	select {
	case s.printing <- struct{}{}:
	case <-ctx.Done():
		return File{}, fmt.Errorf("wait to print a bill: %w", ctx.Err())
	}
	defer func() { <-s.printing }()
	o := invoicepdf.Options{Format: reader, Mark: invoicepdf.MarkPaid, Created: b.CreatedAt}
	data, err := s.zugferd(b, o)
	if _, gaps := errors.AsType[*en16931.GapsError](err); gaps && format == FormatPDF || data == nil && err == nil {
		data, err = invoicepdf.Render(*b.Document, o)
	}
	return File{number + ".pdf", "application/pdf", data}, en16931.Incomplete(err)
}

// zugferd prints a bill with the e-invoice inside; nothing where that is switched off.
func (s *Service) zugferd(b Bill, o invoicepdf.Options) ([]byte, error) {
	if !s.deps.ZUGFeRD {
		return nil, nil
	}
	xml, err := en16931.WriteCII(*b.Document, en16931.ProfileEN16931)
	if err != nil {
		return nil, err
	}
	return invoicepdf.ZUGFeRD(*b.Document, o, xml)
}
