package settings

import (
	"context"
	"errors"
	"time"

	"allot/internal/platform/apperr"
)

// Store is what the module asks of its database; a missing record is
// apperr.ErrNotFound.
type Store interface {
	InTx(ctx context.Context, fn func(ctx context.Context) error) error
	InsertCompany(ctx context.Context, c Company) error
	Company(ctx context.Context, owner int64) (Company, error)
}

// Service is the module's front.
type Service struct {
	store Store
	now   func() time.Time
}

// New makes the service.
func New(store Store, now func() time.Time) *Service { return &Service{store, now} }

// CreateCompany makes the company of a new account, in its transaction.
func (s *Service) CreateCompany(ctx context.Context, owner int64, name, country, email string) error {
	c := Company{
		OwnerID: owner, Name: name, Country: country, Email: email,
		Currency: "EUR", Timezone: "UTC", UpdatedAt: s.now().UTC(),
	}
	if err := c.check(); err != nil {
		return err
	}
	return s.store.InTx(ctx, func(ctx context.Context) error { return s.store.InsertCompany(ctx, c) })
}

// Company returns the company of an account, nil for staff, who have none.
func (s *Service) Company(ctx context.Context, owner int64) (*Company, error) {
	c, err := s.store.Company(ctx, owner)
	if errors.Is(err, apperr.ErrNotFound) {
		return nil, nil //nolint:nilnil // no company is an answer here, not a failure
	}
	if err != nil {
		return nil, err
	}
	return &c, nil
}

// CompanyName is how the account is called, empty for staff.
func (s *Service) CompanyName(ctx context.Context, owner int64) (string, error) {
	c, err := s.Company(ctx, owner)
	if err != nil || c == nil {
		return "", err
	}
	return c.Name, nil
}
