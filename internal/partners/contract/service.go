package contract

import (
	"context"
	"errors"
	"time"

	"allot/internal/identity/account"
	"allot/internal/identity/notify"
	"allot/internal/identity/plan"
	"allot/internal/identity/settings"
	"allot/internal/platform/apperr"
	"allot/internal/platform/audit"
	"allot/internal/platform/jobs"
	"allot/internal/platform/mailer"
	"allot/internal/platform/page"
	"allot/internal/platform/stamp"
)

// Store is the database of the module. A missing record is
// apperr.ErrNotFound; an account finds the contracts that it is a side of.
type Store interface {
	InTx(ctx context.Context, fn func(ctx context.Context) error) error
	Relations(ctx context.Context, account int64) (map[int64]Relation, error)
	RelationsWith(ctx context.Context, account int64, others []int64) (map[int64]Relation, error)

	// InsertContract returns ErrExists if the two parties, or the inviter and
	// the address, have one already.
	InsertContract(ctx context.Context, c *Contract) error
	UpdateContract(ctx context.Context, c Contract) error
	Contract(ctx context.Context, account, id int64) (Contract, error)
	LockContract(ctx context.Context, account, id int64) (Contract, error)
	// Between finds the contract of a hotel and an operator, whatever its
	// status.
	Between(ctx context.Context, hotel, operator int64) (Contract, error)
	LockBetween(ctx context.Context, hotel, operator int64) (Contract, error)
	// LockInvited finds the open invitation of a secret.
	LockInvited(ctx context.Context, tokenHash []byte, now time.Time) (Contract, error)
	InsertSecret(ctx context.Context, contract int64, tokenHash []byte, expires time.Time) error
	// DeleteSecrets invalidates every link to an invitation.
	DeleteSecrets(ctx context.Context, contract int64) error
	PurgeSecrets(ctx context.Context, now time.Time) error

	// LockReceiver serializes the counting of letters to a receiver until the
	// transaction ends.
	LockReceiver(ctx context.Context, receiver string, now time.Time) error
	InsertLetter(ctx context.Context, l Letter) error
	// Letters returns when the last letters of a kind were sent to a receiver,
	// newest first.
	Letters(ctx context.Context, q LetterQuery) ([]time.Time, error)
	PurgeLetters(ctx context.Context, before time.Time) error

	// LockInvitation finds the invitation of an account to an address.
	LockInvitation(ctx context.Context, inviter int64, email string) (Contract, error)
	// LockInvitations lists the open invitations to an address that wait for a
	// hotel, or else for an operator.
	LockInvitations(ctx context.Context, email string, hotel bool) ([]Contract, error)
	// Active lists the accepted contracts of an account, by id, with the
	// columns that Contract.May needs: without comments and times.
	Active(ctx context.Context, account int64) ([]Contract, error)
	// Hosted lists the contracts of Active in which the account is the hotel.
	Hosted(ctx context.Context, hotel int64) ([]Contract, error)
	// CountConnections counts the contracts that use a connection of an
	// account's plan, see Contract.Counts.
	CountConnections(ctx context.Context, account int64) (int, error)
	// ConnectionsOf is CountConnections for several accounts; those without one
	// are missing.
	ConnectionsOf(ctx context.Context, accounts []int64) (map[int64]int, error)
	// Position returns the place of a contract among those that use a connection
	// of an account, from 1: those in force first, by the time that they came into
	// force, then the proposals by id.
	Position(ctx context.Context, account int64, c Contract) (int, error)
	Contracts(ctx context.Context, side Side, f Filter, req page.Request) ([]Contract, int, error)
	// Parties lists the other parties of all contracts that a filter finds,
	// newest first.
	Parties(ctx context.Context, side Side, f Filter) ([]Party, error)
	ContractsByID(ctx context.Context, side Side, ids []int64) ([]Contract, error)

	// Source is where stamps are read.
	Source() stamp.Source

	InsertVersion(ctx context.Context, v *Version) error
	CloseVersion(ctx context.Context, v Version) error
	// Pending returns the versions that wait for review, by contract.
	Pending(ctx context.Context, contracts []int64) (map[int64]Version, error)
	Version(ctx context.Context, account, id int64) (Version, error)
	Versions(ctx context.Context, contract int64, req page.Request) ([]Version, int, error)
}

// Plans limits what an account may have.
type Plans interface {
	// Admit refuses one more of a feature than the plan allows, and locks the
	// feature until the transaction ends.
	Admit(ctx context.Context, owner int64, f plan.Feature, count plan.Count) error
	// RequireWithin refuses a change to a record that is beyond the plan.
	RequireWithin(ctx context.Context, owner int64, f plan.Feature, position func(ctx context.Context) (int, error)) error
	// SpendLetters refuses letters to people outside the platform beyond the
	// daily limit.
	SpendLetters(ctx context.Context, owner int64, letters int) error
}

// Hooks run in the transaction of a change; an error undoes the change.
type Hooks struct {
	// Accepted runs after a contract came into force.
	Accepted func(ctx context.Context, c Contract) error
	// Changed runs after a contract was changed that was in force or is now.
	Changed func(ctx context.Context, before, after Contract) error
}

// Deps are the dependencies of the service.
type Deps struct {
	Store    Store
	Accounts *account.Service
	Plans    Plans
	Settings *settings.Service
	Notify   *notify.Service
	Jobs     *jobs.Queue
	Audit    *audit.Trail
	Mail     mailer.Sender
	Now      func() time.Time
	// LinkBase returns the base address of links in letters, without a trailing slash.
	LinkBase func() string
	// LimitProposals is how many proposals and invitations an account may send
	// one receiver within a day; zero: any number.
	LimitProposals int
	// Categories are the keys of the fact sheet's categories; each is a right.
	Categories []string
	Hooks      Hooks
}

// Service implements the module.
type Service struct {
	deps    Deps
	store   Store
	layout  layout
	stamps  stamp.Source
	sources *stamp.Cache[sourceKey, []int64] // hotels
}

// New creates the service.
func New(d Deps) *Service {
	s := &Service{deps: d, store: d.Store, layout: newLayout(d.Categories), stamps: d.Store.Source()}
	s.sources = stamp.NewCache[sourceKey]("contract_sources", s.stamps, sourceBytes, func(hotels []int64) int { return 8 * len(hotels) })
	return s
}

// JobHandlers declares the module's jobs.
func (s *Service) JobHandlers() []jobs.Declaration {
	return []jobs.Declaration{
		jobs.Handle(s.sendInvitation, jobs.Handling{Timeout: time.Minute, Queue: jobs.QueueMail, Urgent: true}),
		jobs.Handle(s.clean, jobs.Handling{InTx: true}),
		jobs.Every(24*time.Hour, cleanArgs{}),
	}
}

// now returns the current time in the precision that both databases store.
func (s *Service) now() time.Time { return s.deps.Now().UTC().Truncate(time.Microsecond) }

// Contract returns a contract that the account is a side of.
func (s *Service) Contract(ctx context.Context, account, id int64) (Contract, error) {
	return s.store.Contract(ctx, account, id)
}

// Between returns the contract of a hotel and an operator. Without one it
// returns the zero contract, which allows nothing.
func (s *Service) Between(ctx context.Context, hotel, operator int64) (Contract, error) {
	c, err := s.store.Between(ctx, hotel, operator)
	if errors.Is(err, apperr.ErrNotFound) {
		return Contract{}, nil
	}
	return c, err
}

// Active lists the contracts in force of a hotel or operator, without comments
// and times.
func (s *Service) Active(ctx context.Context, account int64) ([]Contract, error) {
	return s.store.Active(ctx, account)
}

// Hosted lists the contracts in force in which an account is the hotel.
func (s *Service) Hosted(ctx context.Context, hotel int64) ([]Contract, error) {
	return s.store.Hosted(ctx, hotel)
}

// IsSide reports whether an account is a side of a contract, whatever its state.
func (s *Service) IsSide(ctx context.Context, account, id int64) (bool, error) {
	_, err := s.store.Contract(ctx, account, id)
	if errors.Is(err, apperr.ErrNotFound) {
		return false, nil
	}
	return err == nil, err
}
