// Package auth says who can call on this platform and what they may do: the types
// of accounts, the permissions of sub-users, what API keys open, and the rules of
// operations. It does not know how callers prove who they are.
package auth

import (
	"context"
	"slices"
	"strings"

	"allot/internal/platform/apperr"
	"allot/internal/platform/request"
)

// AccountType is what an account is on the platform.
type AccountType string

// The account types.
const (
	Accommodation AccountType = "accommodation"
	TourOperator  AccountType = "tour_operator"
	Admin         AccountType = "admin"
)

// Flag opens one module to a sub-user.
type Flag string

// The flags. Managers have all of them.
const (
	StopSales          Flag = "stop_sales"
	PartnerConnections Flag = "partner_connections"
	FactSheets         Flag = "fact_sheets"
	Photos             Flag = "photos"
	Invoicing          Flag = "invoicing"
	Rooming            Flag = "rooming"
	Subscriptions      Flag = "subscriptions"
	Settings           Flag = "settings"
	Integrations       Flag = "integrations"
	Reports            Flag = "reports"
)

// Flags lists every flag in the order the API shows them.
var Flags = []Flag{
	StopSales, PartnerConnections, FactSheets, Photos, Invoicing,
	Rooming, Subscriptions, Settings, Integrations, Reports,
}

// Caller is the authenticated user behind a request. OwnerID is the account
// whose data and plan apply; for a manager it equals UserID.
type Caller struct {
	UserID      int64
	OwnerID     int64
	SessionID   int64
	AccountType AccountType
	Manager     bool
	Flags       []Flag
	// Suspended says that staff have suspended the account.
	Suspended   bool
	Language    string  // that the user reads
	PropertyIDs []int64 // scope of a sub-user: the properties it may work on; empty: all
}

// Identity is what the platform is told of the caller.
func (c Caller) Identity() request.Identity {
	return request.Identity{UserID: c.UserID, OwnerID: c.OwnerID, Language: c.Language}
}

// Known reports whether anybody is signed in.
func (c Caller) Known() bool { return c.UserID != 0 }

// May reports whether the caller's flags open a module.
func (c Caller) May(f Flag) bool { return c.Manager || slices.Contains(c.Flags, f) }

// Scope lists the only properties that the caller may work on; empty: all.
func (c Caller) Scope() []int64 {
	if c.Manager {
		return nil
	}
	return c.PropertyIDs
}

// MaySeeProperty reports whether a property is in the caller's scope.
func (c Caller) MaySeeProperty(id int64) bool {
	scope := c.Scope()
	return len(scope) == 0 || slices.Contains(scope, id)
}

// InScope refuses a property of the account that is not in the caller's scope.
func (c Caller) InScope(property int64) error {
	if !c.MaySeeProperty(property) {
		return ErrScope
	}
	return nil
}

// Unscoped refuses a caller who may work on some properties only, where the whole
// account is concerned.
func (c Caller) Unscoped() error {
	if len(c.Scope()) > 0 {
		return ErrScope.Withf("your user may work on some properties only; this concerns the whole account")
	}
	return nil
}

// Rule says who may call an operation. The zero Rule admits everybody signed in.
type Rule struct {
	Public bool
	// Key admits systems with an API key of this scope instead of users. The
	// operation's path holds the key as {token}.
	Key     KeyScope
	Types   []AccountType // empty: every type
	Manager bool
	Flag    Flag // empty: none needed
	// AnyFlag asks for at least one flag, whichever it is.
	AnyFlag bool
	// EvenSuspended admits users of a suspended account too.
	EvenSuspended bool
}

// ErrSuspended refuses the users and keys of an account that staff have suspended.
var ErrSuspended = apperr.New(apperr.Forbidden, "account_suspended",
	"this account is suspended, so it cannot be used now; nothing in it was deleted. Please ask the support of this platform to open it again")

// ErrScope refuses a property-bound record to a sub-user whose scope does not
// include the property.
var ErrScope = apperr.ErrForbidden.Withf("your user is not allowed to work on this property; the manager of the account can grant it")

var names = map[AccountType]string{
	Accommodation: "accommodation providers",
	TourOperator:  "tour operators",
	Admin:         "platform staff",
}

// IsPublic reports whether everybody may call, signed in or not.
func (r Rule) IsPublic() bool { return r.Public }

// KeyScope names what an API key has to open, if the operation is for systems.
func (r Rule) KeyScope() string { return string(r.Key) }

// Admit refuses a user whom the rule does not admit.
func (r Rule) Admit(c request.Caller) error {
	who, _ := c.(Caller)
	return r.Allow(who)
}

// Allow refuses a caller whom the rule does not admit.
func (r Rule) Allow(c Caller) error {
	switch {
	case r.Public:
		return nil
	case !c.Known():
		return apperr.ErrNotAuthenticated
	case c.Suspended && !r.EvenSuspended:
		return ErrSuspended
	case len(r.Types) > 0 && !slices.Contains(r.Types, c.AccountType):
		return apperr.ErrForbidden.Withf("this is only for %s", r.admitted())
	case r.Manager && !c.Manager:
		return apperr.ErrForbidden.Withf("only the manager of the account may do this")
	case r.Flag != "" && !c.May(r.Flag):
		return apperr.ErrForbidden.Withf("your user lacks the permission %q; the manager of the account can grant it", r.Flag)
	case r.AnyFlag && !c.Manager && len(c.Flags) == 0:
		return apperr.ErrForbidden.Withf("your user has no permission yet; the manager of the account can grant one")
	}
	return nil
}

// admitted names the account types that may call.
func (r Rule) admitted() string {
	list := make([]string, len(r.Types))
	for i, t := range r.Types {
		list[i] = names[t]
	}
	return strings.Join(list, " and ")
}

// With puts the caller into the context, in place of any other.
func With(ctx context.Context, c Caller) context.Context { return request.WithCaller(ctx, c) }

// From returns the user who calls, or an unknown one.
func From(ctx context.Context) Caller {
	c, _ := request.CallerFrom(ctx).(Caller)
	return c
}
