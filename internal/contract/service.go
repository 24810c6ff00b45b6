package contract

import (
	"context"
	"errors"
	"time"

	"allot/internal/account"
	"allot/internal/billing"
	"allot/internal/notify"
	"allot/internal/platform/apperr"
	"allot/internal/platform/audit"
	"allot/internal/settings"
)

// Store is what the module asks of its database. A missing record is
// apperr.ErrNotFound; an account finds the contracts that it is a side of.
type Store interface {
	InTx(ctx context.Context, fn func(ctx context.Context) error) error
	Relations(ctx context.Context, account int64) (map[int64]Relation, error)
	RelationsWith(ctx context.Context, account int64, others []int64) (map[int64]Relation, error)

	InsertContract(ctx context.Context, c *Contract) error
	Contract(ctx context.Context, account, id int64) (Contract, error)
	// Between is the contract of a hotel and an operator, whatever its state.
	Between(ctx context.Context, hotel, operator int64) (Contract, error)
	// Active are the accepted contracts of an account, by id.
	Active(ctx context.Context, account int64) ([]Contract, error)
}

// Plans says what an account may have.
type Plans interface {
	// Admit refuses one more of a feature than the plan allows, and keeps
	// others from adding one until the transaction ends.
	Admit(ctx context.Context, owner int64, f billing.Feature, count func(ctx context.Context, owner int64) (int, error)) error
}

// Deps is what the service works with.
type Deps struct {
	Store    Store
	Accounts *account.Service
	Plans    Plans
	Settings *settings.Service
	Notify   *notify.Service
	Audit    *audit.Trail
	Now      func() time.Time
}

// Service is the module's front.
type Service struct {
	Deps
	store Store
}

// New makes the service.
func New(d Deps) *Service { return &Service{Deps: d, store: d.Store} }

// Contract returns a contract that the account is a side of.
func (s *Service) Contract(ctx context.Context, account, id int64) (Contract, error) {
	return s.store.Contract(ctx, account, id)
}

// Between returns the contract of a hotel and an operator. Without one it is
// the zero contract, under which nobody may do anything.
func (s *Service) Between(ctx context.Context, hotel, operator int64) (Contract, error) {
	c, err := s.store.Between(ctx, hotel, operator)
	if errors.Is(err, apperr.ErrNotFound) {
		return Contract{}, nil
	}
	return c, err
}

// Active lists the contracts in force of an account, be it hotel or operator.
func (s *Service) Active(ctx context.Context, account int64) ([]Contract, error) {
	return s.store.Active(ctx, account)
}

// IsSide tells whether an account is a side of a contract, whatever its state.
func (s *Service) IsSide(ctx context.Context, account, id int64) (bool, error) {
	_, err := s.store.Contract(ctx, account, id)
	if errors.Is(err, apperr.ErrNotFound) {
		return false, nil
	}
	return err == nil, err
}
