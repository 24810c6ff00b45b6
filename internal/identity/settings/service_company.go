package settings

import (
	"context"
	"errors"
	"io"
	"path"
	"strconv"
	"time"

	"allot/internal/identity/account"
	"allot/internal/identity/auth"
	"allot/internal/platform/apperr"
	"allot/internal/platform/blob"
	"allot/internal/platform/jobs"
	"allot/internal/platform/picture"
)

const (
	// LogoFolder is the folder of logos in the blob store, with one folder per account.
	LogoFolder = "logos"
	logoSize   = 600
)

// CreateCompany creates the company of a new account, in the transaction of ctx.
func (s *Service) CreateCompany(ctx context.Context, owner int64, name, country, email string) error {
	c := Company{
		OwnerID: owner, Name: name, Country: country, Email: email,
		Currency: defaultCurrency, UpdatedAt: s.now(),
	}
	var f apperr.Fields
	c.checkIdentity(&f, "company_name")
	if err := f.Err(); err != nil {
		return err
	}
	if err := s.setTimezone(Company{}, &c); err != nil {
		return err
	}
	return s.store.InTx(ctx, func(ctx context.Context) error {
		if err := s.store.InsertCompany(ctx, c); err != nil {
			return err
		}
		return s.deps.Accounts.SetTerms(ctx, c.terms())
	})
}

// Company returns the company of an account, nil for staff, who have none.
func (s *Service) Company(ctx context.Context, owner int64) (*Company, error) {
	c, err := s.store.Company(ctx, owner)
	if errors.Is(err, apperr.ErrNotFound) {
		return nil, nil
	}
	if err != nil {
		return nil, err
	}
	return &c, nil
}

// CompanyName returns the name of the account's company, empty for staff.
func (s *Service) CompanyName(ctx context.Context, owner int64) (string, error) {
	c, err := s.Company(ctx, owner)
	if err != nil || c == nil {
		return "", err
	}
	return c.Name, nil
}

// CompanyNames is CompanyName for many accounts at once.
func (s *Service) CompanyNames(ctx context.Context, owners []int64) (map[int64]string, error) {
	return s.store.CompanyNames(ctx, owners)
}

// Companies is Company for many accounts at once.
func (s *Service) Companies(ctx context.Context, owners []int64) (map[int64]Company, error) {
	return s.store.Companies(ctx, owners)
}

// UpdateCompany changes the company of the caller's account. It computes the change before the
// transaction, because the look-up of a time zone can take long, and again inside if the
// company was changed meanwhile.
func (s *Service) UpdateCompany(ctx context.Context, who auth.Caller, in CompanyInput) (after Company, err error) {
	seen, err := s.store.Company(ctx, who.OwnerID)
	if err != nil {
		return Company{}, err
	}
	planned, err := s.changed(seen, in)
	if err != nil {
		return Company{}, err
	}
	logo, err := s.storeLogo(ctx, who.OwnerID, in.Logo)
	if err != nil {
		return Company{}, err
	}
	err = s.store.InTx(ctx, func(ctx context.Context) error {
		before, err := s.store.LockCompany(ctx, who.OwnerID)
		if err != nil {
			return err
		}
		after = planned
		if before != seen {
			if after, err = s.changed(before, in); err != nil {
				return err
			}
		}
		if logo != "" || in.ClearLogo {
			after.LogoKey = logo
		}
		if after == before {
			return nil
		}
		after.UpdatedAt = s.now()
		if err := s.store.UpdateCompany(ctx, after); err != nil {
			return err
		}
		if err := s.deps.Accounts.SetTerms(ctx, after.terms()); err != nil {
			return err
		}
		if err := s.deps.Events.Publish(ctx, CompanyUpdated{OwnerID: who.OwnerID}); err != nil {
			return err
		}
		return s.record(ctx, "update", "company", who.OwnerID, companyTrace{before, before.LogoKey}, companyTrace{after, after.LogoKey})
	})
	return after, err
}

// changed returns a company after a change, with its time zone. It refuses bad fields.
func (s *Service) changed(before Company, in CompanyInput) (Company, error) {
	after := before
	in.apply(&after)
	if err := after.check(); err != nil {
		return Company{}, err
	}
	err := s.setTimezone(before, &after)
	return after, err
}

// setTimezone sets the time zone of a company's place, if none was chosen and the place has
// changed or the zone is empty.
func (s *Service) setTimezone(before Company, after *Company) (err error) {
	samePlace := before.Country == after.Country && before.City == after.City
	if after.TimezoneChosen || after.Timezone != "" && samePlace {
		return nil
	}
	after.Timezone, err = s.deps.ZoneOf(*after)
	return err
}

// terms are what staff find a company by.
func (c Company) terms() account.Terms {
	return account.Terms{OwnerID: c.OwnerID, Kind: account.TermCompany, RecordID: c.OwnerID, Texts: []string{c.Name, c.LegalName}, Phone: c.Phone}
}

// companyTrace adds the key of the logo for the audit trail; the API does not show it.
type companyTrace struct {
	Company
	LogoKey string `json:"logo_key"`
}

// storeLogo makes a logo of the upload and stores it under the hash of its content. If the
// change is refused later, sweepLogos deletes it.
func (s *Service) storeLogo(ctx context.Context, owner int64, upload io.ReadSeeker) (key string, err error) {
	if upload == nil {
		return "", nil
	}
	data, ext, err := s.deps.Pictures.EncodeSmall(ctx, upload, picture.Result{Side: logoSize})
	if err != nil {
		return "", err
	}
	return blob.PutContent(ctx, s.deps.Blobs, path.Join(LogoFolder, strconv.FormatInt(owner, 10)), ext, data)
}

type sweepLogosArgs struct{}

func (sweepLogosArgs) Kind() string { return "settings_sweep_logos" }

// sweepLogos deletes pictures that are no company's logo.
func (s *Service) sweepLogos(ctx context.Context, _ jobs.Job[sweepLogosArgs]) error {
	return blob.Sweep(ctx, s.deps.Blobs, LogoFolder, s.now().Add(-24*time.Hour), s.store.LogosInUse)
}
