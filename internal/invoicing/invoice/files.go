package invoice

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"path"
	"strings"

	"allot/internal/identity/auth"
	"allot/internal/invoicing/document"
	"allot/internal/invoicing/en16931"
	"allot/internal/invoicing/invoicepdf"
	"allot/internal/platform/blob"
	"allot/internal/platform/lang"
	"allot/internal/platform/mailer"
)

// Paper is an invoice ready to be printed or exported.
type Paper struct {
	Invoice
	Document document.Document
	options  invoicepdf.Options
	zugferd  bool
	printing chan struct{}
}

// printedAtOnce is how many invoices are printed at a time: one of 1,000 lines takes some
// 20 MB while it is made.
const printedAtOnce = 4

// OpenPaper draws an invoice for one of its parties in a language and region. Once that has worked, and
// if the recipient opens it for the first time, it is marked as viewed.
func (s *Service) OpenPaper(ctx context.Context, who auth.Caller, id, tag string, draw func(Paper) error) error {
	return s.openAs(ctx, who, id, func(v Invoice) error {
		reader, err := s.deps.Settings.Format(ctx, who.UserID, tag)
		if err != nil {
			return err
		}
		p, err := s.paper(ctx, v, reader)
		if err != nil {
			return err
		}
		return draw(p)
	})
}

// openAs opens an invoice in a form that may be refused: only what was given to the
// recipient is viewed.
func (s *Service) openAs(ctx context.Context, who auth.Caller, id string, give func(Invoice) error) error {
	if err := s.expireAll(ctx, who.OwnerID); err != nil {
		return err
	}
	v, err := s.find(ctx, who, id)
	if err != nil {
		return err
	}
	if err := give(v); err != nil {
		return err
	}
	_, err = s.view(ctx, who, v)
	return err
}

func (s *Service) paper(ctx context.Context, v Invoice, reader lang.Format) (Paper, error) {
	z, err := s.frozen(ctx, v)
	if err != nil {
		return Paper{}, err
	}
	logo, err := s.logo(ctx, z.Look.LogoKey)
	if err != nil {
		return Paper{}, err
	}
	return Paper{
		Invoice: v, Document: v.documentOf(z), zugferd: s.deps.ZUGFeRD, printing: s.printing,
		options: invoicepdf.Options{
			Format: reader, Logo: logo, Mark: markOf[v.Status], PropertyName: v.PropertyName, Created: v.UpdatedAt,
			Look: invoicepdf.Look{
				HeaderText: z.Look.HeaderText, FooterText: z.Look.FooterText, PaymentTerms: z.Look.PaymentTerms,
				BankDetails: z.Look.BankDetails, PrimaryColor: z.Look.PrimaryColor,
			},
		},
	}, nil
}

// markOf is the stamp on the paper of a status.
var markOf = map[Status]invoicepdf.Mark{
	StatusDraft: invoicepdf.MarkDraft, StatusCancelled: invoicepdf.MarkCancelled, StatusPaid: invoicepdf.MarkPaid,
}

// logo reads a picture; one that is gone is left out.
func (s *Service) logo(ctx context.Context, key string) ([]byte, error) {
	if key == "" {
		return nil, nil
	}
	f, err := s.deps.Blobs.Open(ctx, key)
	if errors.Is(err, blob.ErrNotFound) {
		return nil, nil
	}
	if err != nil {
		return nil, fmt.Errorf("open the logo of an invoice: %w", err)
	}
	defer func() { _ = f.Close() }()
	var data bytes.Buffer
	if _, err := io.Copy(&data, f); err != nil {
		return nil, fmt.Errorf("read the logo of an invoice: %w", err)
	}
	return data.Bytes(), nil
}

// keepLogo copies a company's logo to where it stays when the company takes another.
func (s *Service) keepLogo(ctx context.Context, owner int64, key string) (string, error) {
	if key == "" || strings.HasPrefix(key, LogoFolder+"/") {
		return key, nil
	}
	data, err := s.logo(ctx, key)
	if err != nil || data == nil {
		return "", err
	}
	return blob.PutContent(ctx, s.deps.Blobs, logoFolder(owner), path.Ext(key), data)
}

// PDF prints the invoice, as soon as few enough others are being printed.
func (p Paper) PDF(ctx context.Context) (data []byte, err error) {
	err = p.inTurn(ctx, func() error {
		data, err = invoicepdf.Render(p.Document, p.options)
		return err
	})
	return data, err
}

func (p Paper) inTurn(ctx context.Context, draw func() error) error {
	select {
	case p.printing <- struct{}{}:
	case <-ctx.Done():
		return fmt.Errorf("wait to print an invoice: %w", ctx.Err())
	}
	defer func() { <-p.printing }()
	return draw()
}

// ZUGFeRD prints the invoice with an e-invoice inside. ok is false where the generator
// is switched off. An invoice that lacks something is refused with en16931.GapsError.
func (p Paper) ZUGFeRD(ctx context.Context) (data []byte, ok bool, err error) {
	if !p.zugferd {
		return nil, false, nil
	}
	err = p.inTurn(ctx, func() error {
		xml, err := en16931.WriteCII(p.Document, en16931.ProfileEN16931)
		if err != nil {
			return err
		}
		data, err = invoicepdf.ZUGFeRD(p.Document, p.options, xml)
		return err
	})
	return data, true, err
}

// attachment is the file of a letter: the PDF, with the e-invoice inside if nothing of
// it is missing, so that the recipient has one file to book.
func (s *Service) attachment(ctx context.Context, v Invoice, reader lang.Format) (mailer.Attachment, error) {
	p, err := s.electronicPaper(ctx, v, reader)
	if err != nil {
		return mailer.Attachment{}, err
	}
	data, ok, err := p.ZUGFeRD(ctx)
	if _, gaps := errors.AsType[*en16931.GapsError](err); gaps || !ok && err == nil {
		if p, err = s.paper(ctx, v, reader); err == nil {
			data, err = p.PDF(ctx)
		}
	}
	if err != nil {
		return mailer.Attachment{}, err
	}
	return mailer.Attachment{Name: v.InvoiceNumber + ".pdf", ContentType: "application/pdf", Data: data}, nil
}
