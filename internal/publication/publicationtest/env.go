// Package publicationtest gives tests of any module an installation that
// publishes: real services, store and HTTP server on a database of its own.
package publicationtest

import (
	"strconv"
	"testing"

	"github.com/stretchr/testify/require"

	"allot/internal/account/accounttest"
	"allot/internal/mailing"
	"allot/internal/mailing/mailingdb"
	"allot/internal/notify/notifytest"
	"allot/internal/photo"
	"allot/internal/photo/phototest"
	"allot/internal/platform/secret"
	"allot/internal/property"
	"allot/internal/publication"
	"allot/internal/publication/publicationdb"
	"allot/internal/publication/publicationhttp"
)

// Env is an installation with everything up to publication.
type Env struct {
	*phototest.Env

	Notify       *notifytest.Env
	Mailings     *mailing.Service
	Publications *publication.Service
	Store        *publicationdb.Store
}

// New builds an installation. change may replace what the service works with.
func New(tb testing.TB, change ...func(*publication.Deps)) *Env {
	tb.Helper()
	e := &Env{Env: phototest.New(tb)}
	e.Notify, e.Store = notifytest.New(tb, e.Env.Env.Env), publicationdb.New(e.DB)
	box, err := secret.New(make([]byte, secret.KeySize))
	require.NoError(tb, err)
	e.Mailings, err = mailing.New(mailing.Deps{
		Store: mailingdb.New(e.DB), Accounts: e.Accounts, Plans: e.Billing, Settings: e.Settings, Jobs: e.Queue, Audit: e.Audit, Mail: e.Mail,
		Now: e.Clock.Now, Logger: e.Log(),
	})
	require.NoError(tb, err)
	deps := publication.Deps{
		Store: e.Store, Catalogue: e.Catalogue, Accounts: e.Accounts, Properties: e.Properties, Photos: e.Photos,
		Settings: e.Settings, Notify: e.Notify.Notify, Events: e.Events, Jobs: e.Queue, Audit: e.Audit, Mailings: e.Mailings, Blobs: e.Blobs,
		Box: box, Now: e.Clock.Now, LinkBase: func() string { return accounttest.BaseURL },
	}
	for _, c := range change {
		c(&deps)
	}
	e.Publications = publication.New(deps)
	publicationhttp.Register(e.Server, publicationhttp.Deps{Publications: e.Publications})
	return e
}

// Ready makes a hotel with a full sheet and two photos.
func (e *Env) Ready(tb testing.TB, name string) (*accounttest.Who, property.Property) {
	tb.Helper()
	who, p := e.Hotel(tb, name)
	e.Fill(tb, who, p.ID)
	for range 2 {
		e.Add(tb, who, p.ID, photo.Change{})
	}
	return who, p
}

// Publish submits and approves the sheet of a property.
func (e *Env) Publish(tb testing.TB, who, admin *accounttest.Who, p property.Property) publication.Publication {
	tb.Helper()
	sub, err := e.Publications.Submit(who.Context(tb), who.Caller, p.ID)
	require.NoError(tb, err)
	done, err := e.Publications.Approve(admin.Context(tb), admin.Caller, sub.ID)
	require.NoError(tb, err)
	return done
}

// Pending is an address of one submission.
func Pending(id int64, rest string) string {
	return "/api/info/publish/pending/" + strconv.FormatInt(id, 10) + "/" + rest
}
