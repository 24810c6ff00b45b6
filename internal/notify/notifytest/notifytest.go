// Package notifytest adds the notify module to an installation of accounttest,
// for its own tests and for those of modules that tell users something.
//
// Nothing in it is faked but the preferences: every kind comes by e-mail as it
// does by default, until the test says otherwise.
package notifytest

import (
	"context"
	"sync"
	"testing"

	"github.com/stretchr/testify/require"

	"allot/internal/account/accounttest"
	"allot/internal/notify"
	"allot/internal/notify/notifydb"
	"allot/internal/notify/notifyhttp"
	"allot/internal/platform/page"
)

// Env is an installation with the notify module and its routes.
type Env struct {
	*accounttest.Env
	Notify *notify.Service
	Store  *notifydb.Store

	mu      sync.Mutex
	refused map[preference]bool
}

type preference struct {
	user int64
	kind notify.Kind
}

// New adds the module to an installation. change may replace what the service
// works with.
func New(tb testing.TB, e *accounttest.Env, change ...func(*notify.Deps)) *Env {
	tb.Helper()
	n := &Env{Env: e, Store: notifydb.New(e.DB), refused: map[preference]bool{}}
	deps := notify.Deps{
		Store: n.Store, Accounts: e.Accounts, Jobs: e.Queue, Audit: e.Audit, Mail: e.Mail, Now: e.Clock.Now,
		LinkBase: func() string { return accounttest.BaseURL }, Serves: func(string) bool { return true }, WantsMail: n.wantsMail,
	}
	for _, c := range change {
		c(&deps)
	}
	var err error
	n.Notify, err = notify.New(deps)
	require.NoError(tb, err)
	notifyhttp.Register(e.Server, notifyhttp.Deps{Notify: n.Notify})
	return n
}

// RefuseMail is a user who does not want a kind by e-mail any more.
func (e *Env) RefuseMail(user int64, kind notify.Kind) {
	e.mu.Lock()
	defer e.mu.Unlock()
	e.refused[preference{user, kind}] = true
}

func (e *Env) wantsMail(_ context.Context, user int64, kind string) (bool, error) {
	e.mu.Lock()
	defer e.mu.Unlock()
	k, _ := notify.FindKind(kind)
	return k.ByMail && !e.refused[preference{user, k.Kind}], nil
}

// Told lists what a user was told, newest first.
func (e *Env) Told(tb testing.TB, w *accounttest.Who) []notify.Notification {
	tb.Helper()
	list, _, err := e.Notify.Notifications(w.Context(tb), w.Caller, notify.Filter{}, page.Request{Size: page.MaxSize})
	require.NoError(tb, err)
	return list
}
