package app

import (
	"context"
	"maps"

	"allot/internal/content/property"
	"allot/internal/exchange/partnerapi"
	"allot/internal/identity/account"
	"allot/internal/identity/auth"
	"allot/internal/identity/mailing"
	"allot/internal/identity/plan"
	"allot/internal/inventory/allotment/reading"
	"allot/internal/partners/contract"
	"allot/internal/partners/ratecontract"
	"allot/internal/partners/warning"
	"allot/internal/platform/civil"
	"allot/internal/platform/httpx"
	"allot/internal/platform/jobs"
	"allot/internal/platform/outbox"
)

// What a module calls of those above it is here, and only here: hooks are called
// when the program runs, and then every module is there.

func (a *App) accountHooks() account.Hooks {
	return account.Hooks{
		Registered: func(ctx context.Context, u account.User, in account.RegisterInput) error {
			if err := a.Settings.CreateCompany(ctx, u.ID, in.CompanyName, in.Country, u.Email); err != nil {
				return err
			}
			if err := a.Marketplace.Registered(ctx, u); err != nil {
				return err
			}
			return a.Contracts.Registered(ctx, u, in)
		},
		Confirmed: func(ctx context.Context, u account.User) error {
			if err := a.Marketplace.Confirmed(ctx, u); err != nil {
				return err
			}
			return a.Contracts.Join(ctx, u)
		},
		SpendLetters: func(ctx context.Context, owner int64, letters int) error {
			return a.Plans.SpendLetters(ctx, owner, letters)
		},
		UnknownProperties: func(ctx context.Context, owner int64, ids []int64) ([]int64, error) {
			return a.Properties.Unknown(ctx, owner, ids)
		},
		SuspensionChanged: a.closingChanged,
		Resumed:           func(ctx context.Context, owner int64) error { return a.Mailings.Resumed(ctx, owner) },
		SubUserRemoved: func(ctx context.Context, who auth.Caller, user int64) error {
			if err := a.Keys.RevokeKeysOf(ctx, who, user); err != nil {
				return err
			}
			return a.Webhooks.UserRemoved(ctx, who, user)
		},
	}
}

// closingChanged tells operators of an account whose suspension or plan has changed.
func (a *App) closingChanged(ctx context.Context, owner int64) error {
	return a.Allotments.ClosingChanged(ctx, owner)
}

func (a *App) published(ctx context.Context, owner, property int64) error {
	return a.Allotments.Published(ctx, owner, property)
}

// anySuspended holds the jobs of suspended accounts.
func (a *App) anySuspended(ctx context.Context, accounts []int64) (bool, error) {
	suspended, err := a.Accounts.Suspended(ctx, accounts...)
	return len(suspended) > 0, err
}

func (a *App) keyHooks() partnerapi.Hooks {
	return partnerapi.Hooks{
		Contract: func(ctx context.Context, account, id int64) (bool, error) {
			return a.Contracts.IsSide(ctx, account, id)
		},
		Revoked: func(ctx context.Context, k partnerapi.Key) error { return a.APIStats.Revoked(ctx, k) },
	}
}

func (a *App) wantsMail(ctx context.Context, user int64, kind string) (bool, error) {
	return a.Settings.WantsMail(ctx, user, kind)
}

func (a *App) mailingHooks() mailing.Hooks {
	return mailing.Hooks{ContentFuncs: func() map[string]mailing.ContentFunc {
		funcs := a.Publications.ContentFuncs()
		maps.Copy(funcs, a.StopSales.ContentFuncs())
		maps.Copy(funcs, a.Allotments.ContentFuncs())
		return funcs
	}}
}

// termsOf are what staff find the account of a property by.
func termsOf(p property.Property) account.Terms {
	return account.Terms{OwnerID: p.OwnerID, Kind: account.TermProperty, RecordID: p.ID, Texts: []string{p.Name, p.Code}, Phone: p.Phone}
}

func (a *App) propertyHooks() property.Hooks {
	return property.Hooks{
		Created: func(ctx context.Context, p property.Property) error {
			if err := a.Allotments.PropertyCreated(ctx, p); err != nil {
				return err
			}
			if err := a.Portfolio.PropertyCreated(ctx, p); err != nil {
				return err
			}
			return a.Accounts.SetTerms(ctx, termsOf(p))
		},
		Changed: func(ctx context.Context, before, after property.Property) error {
			if err := a.Accounts.SetTerms(ctx, termsOf(after)); err != nil {
				return err
			}
			return a.Allotments.PropertyChanged(ctx, before, after)
		},
		Deleting: func(ctx context.Context, p property.Property) error {
			if err := a.Allotments.PropertyDeleting(ctx, p); err != nil {
				return err
			}
			if err := a.Accounts.RemoveTerms(ctx, p.OwnerID, account.TermProperty, p.ID); err != nil {
				return err
			}
			return a.Portfolio.PropertyDeleting(ctx, p)
		},
		RoomsChanged: func(ctx context.Context, p property.Property, recounted []int64) error {
			return a.Allotments.RoomsChanged(ctx, p, recounted)
		},
		RoomDeleting: func(ctx context.Context, p property.Property, room int64) error {
			return a.Allotments.RoomDeleting(ctx, p, room)
		},
		FilesInUse: a.filesInUse,
	}
}

// filesInUse asks every module that stores files of properties.
func (a *App) filesInUse(ctx context.Context, keys []string) (map[string]bool, error) {
	all := map[string]bool{}
	for _, inUse := range []func(context.Context, []string) (map[string]bool, error){
		a.Photos.FilesInUse, a.Publications.FilesInUse, a.Overrides.FilesInUse,
	} {
		used, err := inUse(ctx, keys)
		if err != nil {
			return nil, err
		}
		maps.Copy(all, used)
	}
	return all, nil
}

func (a *App) contractHooks() contract.Hooks {
	return contract.Hooks{
		Accepted: func(ctx context.Context, c contract.Contract) error { return a.Portfolio.ContractAccepted(ctx, c) },
		Changed: func(ctx context.Context, before, after contract.Contract) error {
			return a.Availability.ContractChanged(ctx, before, after)
		},
	}
}

func (a *App) rateContractHooks() ratecontract.Hooks {
	return ratecontract.Hooks{
		Changed: func(ctx context.Context, r ratecontract.RateContract, was ratecontract.Status) ([]warning.Warning, error) {
			return a.Allotments.RateContractChanged(ctx, r, was)
		},
		Deleted: func(ctx context.Context, r ratecontract.RateContract) error {
			return a.Allotments.RateContractDeleted(ctx, r)
		},
	}
}

func (a *App) reservations(ctx context.Context, owner int64, calendars []int64, season civil.Range) ([]reading.Reservation, error) {
	return a.Rooming.Reservations(ctx, owner, calendars, season)
}

// declare tells the queue of every job, and the outbox who listens to what.
func (a *App) declare(context.Context) error {
	for _, m := range []interface{ Subscriptions() []outbox.Subscription }{a.Accounts, a.Allotments, a.Contracts, a.Marketplace, a.Overrides, a.Webhooks} {
		a.Events.Subscribe(m.Subscriptions()...)
	}
	for _, m := range []interface{ JobHandlers() []jobs.Declaration }{
		a.Accounts, a.APIStats, a.Notify, a.Settings, a.Mailings, a.Properties, a.Allotments, a.Contracts, a.Marketplace, a.Overrides, a.Invoices, a.EInvoices, a.Subscriptions, a.Webhooks, a.Connections, a.Exports,
	} {
		if err := a.Queue.Declare(m.JobHandlers()...); err != nil {
			return err
		}
	}
	if err := a.Queue.Declare(httpx.Jobs(a.DB, a.now)...); err != nil {
		return err
	}
	return a.Queue.Declare(a.jobHandlers()...)
}

// planUses tells the plans, which know no module above them, how the use of each feature is
// counted.
func (a *App) planUses() map[plan.Feature]plan.UseFunc {
	return map[plan.Feature]plan.UseFunc{
		plan.FeatureProperties:         a.Properties.CountsOf,
		plan.FeaturePhotos:             a.mostPhotos,
		plan.FeatureAPIKeys:            a.Keys.CountsOf,
		plan.FeaturePartnerConnections: a.Contracts.ConnectionsOf,
		plan.FeatureInvoices:           a.Invoices.CreatedThisMonth,
		plan.FeatureCalendars:          a.Allotments.MostCalendars,
		plan.FeatureContacts:           a.Settings.ContactCounts,
		plan.FeatureInbox:              a.EInvoices.InboxMegabytes,
	}
}

// mostPhotos counts the photos of hotels and those that operators add to hotels' properties.
func (a *App) mostPhotos(ctx context.Context, owners []int64) (map[int64]int, error) {
	most, err := a.Photos.MostPhotos(ctx, owners)
	if err != nil {
		return nil, err
	}
	own, err := a.Overrides.MostPhotos(ctx, owners)
	for account, n := range own {
		most[account] = max(most[account], n)
	}
	return most, err
}
