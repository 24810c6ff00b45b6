package invoice

import (
	"context"
	"io"
	"path"
	"strconv"
	"time"

	"allot/internal/identity/auth"
	"allot/internal/platform/audit"
	"allot/internal/platform/blob"
	"allot/internal/platform/jobs"
	"allot/internal/platform/page"
	"allot/internal/platform/picture"
)

// LogoFolder is where the logos of templates and sent invoices are stored.
const LogoFolder = "invoice-logos"

const (
	logoSize  = 800
	logoSweep = 24 * time.Hour
)

type sweepArgs struct{}

func (sweepArgs) Kind() string { return "invoice_sweep_logos" }

// sweepLogos deletes pictures that no template and no sent invoice shows.
func (s *Service) sweepLogos(ctx context.Context, _ jobs.Job[sweepArgs]) error {
	return blob.Sweep(ctx, s.deps.Blobs, LogoFolder, s.now().Add(-logoSweep), s.store.LogosInUse)
}

// Templates lists the templates of an account, by id.
func (s *Service) Templates(ctx context.Context, who auth.Caller, req page.Request) ([]Template, int, error) {
	return s.store.Templates(ctx, who.OwnerID, req)
}

// Template returns one template of an account.
func (s *Service) Template(ctx context.Context, who auth.Caller, id int64) (Template, error) {
	return s.store.Template(ctx, who.OwnerID, id)
}

// CreateTemplate saves a look.
func (s *Service) CreateTemplate(ctx context.Context, who auth.Caller, in TemplateInput) (t Template, err error) {
	if err := who.Unscoped(); err != nil {
		return t, err // invoices of all properties can have it, with its bank account
	}
	t = Template{OwnerID: who.OwnerID}
	if err := s.changeTemplate(ctx, &t, in); err != nil {
		return t, err
	}
	err = s.store.InTx(ctx, func(ctx context.Context) error {
		if _, err := s.deps.Accounts.LockAccount(ctx, who.OwnerID); err != nil {
			return err
		}
		_, n, err := s.store.Templates(ctx, who.OwnerID, page.Request{})
		if err != nil {
			return err
		}
		if n >= MaxTemplates {
			return ErrTooManyTemplates
		}
		t.CreatedAt, t.UpdatedAt = s.now(), s.now()
		if err := s.store.InsertTemplate(ctx, &t); err != nil {
			return err
		}
		return s.recordTemplate(ctx, "create", nil, &t)
	})
	return t, err
}

// UpdateTemplate changes a look. Invoices that were sent with it stay as they were.
func (s *Service) UpdateTemplate(ctx context.Context, who auth.Caller, id int64, in TemplateInput) (t Template, err error) {
	if err := who.Unscoped(); err != nil {
		return t, err
	}
	logo, err := s.storeLogo(ctx, who.OwnerID, in.Logo)
	if err != nil {
		return t, err
	}
	err = s.store.InTx(ctx, func(ctx context.Context) error {
		before, err := s.store.LockTemplate(ctx, who.OwnerID, id)
		if err != nil {
			return err
		}
		t = before
		in.apply(&t)
		if logo != "" {
			t.LogoKey = logo
		}
		if err := t.check(); err != nil || t == before {
			return err
		}
		t.UpdatedAt = s.now()
		if err := s.store.UpdateTemplate(ctx, t); err != nil {
			return err
		}
		return s.recordTemplate(ctx, "update", &before, &t)
	})
	return t, err
}

// changeTemplate makes a new template of an input, with its picture stored.
func (s *Service) changeTemplate(ctx context.Context, t *Template, in TemplateInput) error {
	in.apply(t)
	if err := t.check(); err != nil {
		return err
	}
	logo, err := s.storeLogo(ctx, t.OwnerID, in.Logo)
	t.LogoKey = logo
	return err
}

// DeleteTemplate removes a look. Drafts that had it get the default one. The account
// comes first: whoever gives a draft this template at the same time waits.
func (s *Service) DeleteTemplate(ctx context.Context, who auth.Caller, id int64) error {
	if err := who.Unscoped(); err != nil {
		return err
	}
	return s.store.InTx(ctx, func(ctx context.Context) error {
		if _, err := s.deps.Accounts.LockAccount(ctx, who.OwnerID); err != nil {
			return err
		}
		t, err := s.store.LockTemplate(ctx, who.OwnerID, id)
		if err != nil {
			return err
		}
		if err := s.store.DeleteTemplate(ctx, t); err != nil {
			return err
		}
		return s.recordTemplate(ctx, "delete", &t, nil)
	})
}

// storeLogo makes a logo of the upload and stores it under the hash of its content. If
// the change is refused later, sweepLogos deletes it.
func (s *Service) storeLogo(ctx context.Context, owner int64, upload io.ReadSeeker) (key string, err error) {
	if upload == nil {
		return "", nil
	}
	data, ext, err := s.deps.Pictures.EncodeSmall(ctx, upload, picture.Result{Side: logoSize})
	if err != nil {
		return "", err
	}
	return blob.PutContent(ctx, s.deps.Blobs, logoFolder(owner), ext, data)
}

func logoFolder(owner int64) string { return path.Join(LogoFolder, strconv.FormatInt(owner, 10)) }

func (s *Service) recordTemplate(ctx context.Context, action string, before, after *Template) error {
	at := after
	if at == nil {
		at = before
	}
	c := audit.Change{Action: action, ObjectType: "invoice_template", ObjectID: at.ID}
	if before != nil {
		c.Before = *before
	}
	if after != nil {
		c.After = *after
	}
	return s.deps.Audit.Record(ctx, c)
}
