// Package demo makes the data that the program can be tried with: hotels, tour
// operators, a year of bookings, invoices. It does so with the services of the
// modules, so what it makes has passed the checks of a user's requests.
//
// Everything follows from a fixed seed and today's date: two runs on one day make
// the same records under the same ids. Only tokens, keys and password hashes differ.
package demo

import (
	"context"
	"errors"
	"fmt"

	"allot/internal/billing/subscription"
	"allot/internal/content/photo"
	"allot/internal/content/property"
	"allot/internal/content/publication"
	"allot/internal/exchange/connection"
	"allot/internal/exchange/partnerapi"
	"allot/internal/identity/account"
	"allot/internal/identity/auth"
	"allot/internal/identity/notify"
	"allot/internal/identity/plan"
	"allot/internal/identity/settings"
	"allot/internal/inventory/allotment"
	"allot/internal/inventory/rooming"
	"allot/internal/inventory/stopsale"
	"allot/internal/invoicing/einvoice"
	"allot/internal/invoicing/invoice"
	"allot/internal/invoicing/profile"
	"allot/internal/partners/contract"
	"allot/internal/partners/mapping"
	"allot/internal/partners/override"
	"allot/internal/partners/ratecontract"
	"allot/internal/platform/apperr"
	"allot/internal/platform/db"
	"allot/internal/platform/outbox"
)

// Services are what the data is made with.
type Services struct {
	Accounts      *account.Service
	Settings      *settings.Service
	Plans         *plan.Service
	Subscriptions *subscription.Service
	Properties    *property.Service
	Photos        *photo.Service
	Publications  *publication.Service
	Contracts     *contract.Service
	RateContracts *ratecontract.Service
	Mappings      *mapping.Service
	Overrides     *override.Service
	Allotments    *allotment.Service
	StopSales     *stopsale.Service
	Rooming       *rooming.Service
	Invoices      *invoice.Service
	Profiles      *profile.Service
	EInvoices     *einvoice.Service
	Notify        *notify.Service
	Keys          *partnerapi.Service
	KeyStats      partnerapi.StatsStore
	Connections   *connection.Service

	DB     *db.DB
	Events *outbox.Outbox
	// Clock is that of all the services.
	Clock *Clock
	// LoadCities prepares what finds the time zones of places.
	LoadCities func() error
	// Examples completes a new small demo with what the examples of the API name.
	Examples func(ctx context.Context, password string) error
}

// Options say what is made.
type Options struct {
	// Password is that of every user.
	Password string
	// Small leaves it at two hotels, two operators and one admin.
	Small bool
	// Progress is told what is being made; nil: nobody is.
	Progress func(step string)
}

// User is a user of the demo to log in as.
type User struct {
	Email string
	Is    string
}

// seeder makes the data.
type seeder struct {
	Services
	Options
	admin  auth.Caller
	isNew  bool // made by this start
	studio *studio
}

// Seed makes what is not there yet of the demo's data and returns its users. The
// large demo begins with the small one, so that what the small one has is found
// under the same ids in both.
func Seed(ctx context.Context, with Services, o Options) ([]User, error) {
	if o.Progress == nil {
		o.Progress = func(string) {}
	}
	ctx, cancel := context.WithCancel(ctx)
	s := &seeder{Services: with, Options: o, studio: newStudio(with.Photos)}
	defer s.studio.working.Wait()
	defer cancel()
	defer s.Clock.back(0)
	users, err := s.seedSmall(ctx)
	if err == nil && s.isNew {
		s.Clock.back(0)
		err = s.Examples(ctx, o.Password)
	}
	if err != nil || o.Small {
		return users, err
	}
	more, err := s.seedChain(ctx)
	if err != nil {
		return nil, err
	}
	s.ago(0)
	return append(users, more...), s.Events.Redate(ctx)
}

// ago moves the clock so many days into the past. The small demo has no past.
func (s *seeder) ago(days int) {
	if !s.Small {
		s.Clock.back(days)
	}
}

// seedAdmin creates the staff user who reviews the demo's fact sheets.
func (s *seeder) seedAdmin(ctx context.Context) error {
	u, err := s.Accounts.UserOf(ctx, AdminEmail)
	if errors.Is(err, apperr.ErrNotFound) {
		s.Progress("accounts and hotels")
		s.isNew = true
		s.studio.working.Go(func() { _ = s.LoadCities() }) // who needs them is told what is wrong
		u, err = s.Accounts.CreateAdmin(ctx, AdminEmail, s.Password)
	}
	if err != nil {
		return fmt.Errorf("make the demo's admin: %w", err)
	}
	s.admin = auth.Caller{UserID: u.ID, OwnerID: u.ID, AccountType: auth.Admin, Manager: true}
	return nil
}

// caller returns the manager of an account as a caller.
func (s *seeder) caller(ctx context.Context, email string) (auth.Caller, error) {
	u, err := s.Accounts.AccountByEmail(ctx, email)
	if err != nil {
		return auth.Caller{}, fmt.Errorf("find the demo's %s: %w", email, err)
	}
	return managerOf(u), nil
}

func managerOf(u account.User) auth.Caller {
	return auth.Caller{UserID: u.ID, OwnerID: u.ID, AccountType: u.AccountType, Manager: true}
}
