package apptest

import (
	"context"
	"net/netip"
	"testing"

	"github.com/stretchr/testify/require"

	"allot/internal/exchange/partnerapi"
	"allot/internal/identity/account"
	"allot/internal/identity/auth"
	"allot/internal/identity/plan"
	"allot/internal/platform/apperr"
	"allot/internal/platform/request"
)

// Password is what everybody here logs in with.
const Password = "violet harbour kettle"

// IP is where service calls come from.
const IP = "203.0.113.7"

// Who is a signed-in user.
type Who struct {
	Token  string
	User   account.User
	Caller auth.Caller

	env *Env
}

// Context is that of a request without a caller.
func Context(tb testing.TB) context.Context {
	tb.Helper()
	return request.With(tb.Context(), request.Meta{ID: "test", ClientIP: netip.MustParseAddr(IP), UserAgent: "Test/1.0"})
}

// Context is that of a request of this user.
func (w *Who) Context(tb testing.TB) context.Context {
	tb.Helper()
	return auth.With(Context(tb), w.Caller)
}

// Manager registers an accommodation provider.
func (e *Env) Manager(tb testing.TB) *Who {
	tb.Helper()
	return e.register(tb, auth.Accommodation)
}

// Operator registers a tour operator.
func (e *Env) Operator(tb testing.TB) *Who {
	tb.Helper()
	return e.register(tb, auth.TourOperator)
}

func (e *Env) register(tb testing.TB, kind auth.AccountType) *Who {
	tb.Helper()
	name := e.unique("manager")
	open := Deps[account.Deps](e)
	open.Registration = account.RegistrationOpen // whatever the settings say
	token, u, err := account.New(open).Register(Context(tb), account.RegisterInput{
		Email: name + "@hotel.example", Password: Password, AccountType: kind,
		CompanyName: "Company of " + name, Country: "GR", FirstName: "Anna", LastName: "Petrou",
	})
	require.NoError(tb, err)
	return e.who(tb, token, e.confirmed(tb, u))
}

// confirmed makes the address of a user its own, without a letter.
func (e *Env) confirmed(tb testing.TB, u account.User) account.User {
	tb.Helper()
	u.EmailState = account.EmailConfirmed
	require.NoError(tb, e.AccountStore.InTx(tb.Context(), func(ctx context.Context) error { return e.AccountStore.UpdateUser(ctx, u) }))
	return u
}

// Admin makes a member of the platform's staff.
func (e *Env) Admin(tb testing.TB) *Who {
	tb.Helper()
	u, err := e.Accounts.CreateAdmin(Context(tb), e.unique("admin")+"@allot.example", Password)
	require.NoError(tb, err)
	return e.Login(tb, u.Email)
}

// SubUser gives the manager a colleague who is signed in and has the flags; no
// flags, no permission record.
func (e *Env) SubUser(tb testing.TB, manager *Who, flags ...auth.Flag) *Who {
	tb.Helper()
	u, err := e.Accounts.CreateSubUser(manager.Context(tb), manager.Caller, account.SubUserInput{
		Email: e.unique("colleague") + "@hotel.example", Password: Password, FirstName: "Jan", LastName: "Berg", Vouched: true,
	})
	require.NoError(tb, err)
	if len(flags) > 0 {
		change := account.PermissionChange{Flags: map[auth.Flag]bool{}}
		for _, f := range flags {
			change.Flags[f] = true
		}
		_, err = e.Accounts.CreatePermission(manager.Context(tb), manager.Caller, u.ID, change)
		require.NoError(tb, err)
	}
	return e.Login(tb, u.Email)
}

// Scoped adds a colleague with the given permissions in some properties only.
func (e *Env) Scoped(tb testing.TB, manager *Who, flags []auth.Flag, properties ...int64) *Who {
	tb.Helper()
	who := e.SubUser(tb, manager, flags...)
	p, err := e.Accounts.PermissionOf(manager.Context(tb), manager.Caller, who.User.ID)
	require.NoError(tb, err)
	_, err = e.Accounts.UpdatePermission(manager.Context(tb), manager.Caller, p.ID, account.PermissionChange{PropertyIDs: &properties})
	require.NoError(tb, err)
	return e.Login(tb, who.User.Email)
}

// Grant gives the user's account a plan.
func (e *Env) Grant(tb testing.TB, who *Who, p plan.Plan) {
	tb.Helper()
	_, err := e.Plans.Grant(Context(tb), who.User.OwnerID, plan.GrantInput{Plan: &p.Category})
	require.NoError(tb, err)
}

// Key makes an API key of the user's account and returns its token.
func (e *Env) Key(tb testing.TB, who *Who, scopes ...auth.KeyScope) (token string, k partnerapi.Key) {
	tb.Helper()
	name, on := e.unique("key"), map[auth.KeyScope]bool{}
	for _, s := range scopes {
		on[s] = true
	}
	token, made, err := e.Keys.CreateKey(who.Context(tb), who.Caller, partnerapi.KeyInput{Name: &name, Permissions: on})
	require.NoError(tb, err)
	return token, made.Key
}

// Login opens one more session of a user with the usual password.
func (e *Env) Login(tb testing.TB, email string) *Who {
	tb.Helper()
	token, u, err := e.Accounts.Login(Context(tb), account.LoginInput{Email: email, Password: Password})
	require.NoError(tb, err)
	return e.who(tb, token, u)
}

func (e *Env) who(tb testing.TB, token string, u account.User) *Who {
	tb.Helper()
	caller, err := e.Accounts.Authenticate(Context(tb), token)
	require.NoError(tb, err)
	return &Who{Token: token, User: u, Caller: caller, env: e}
}

// Alive reports whether the token still opens its session.
func (w *Who) Alive(tb testing.TB) bool {
	tb.Helper()
	_, err := w.env.Accounts.Authenticate(Context(tb), w.Token)
	if err != nil {
		require.ErrorIs(tb, err, apperr.ErrNotAuthenticated)
	}
	return err == nil
}
