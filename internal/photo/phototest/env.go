// Package phototest gives tests of any module an installation with properties
// and galleries, and pictures to put into them.
package phototest

import (
	"bytes"
	"context"
	"log/slog"
	"testing"

	"github.com/stretchr/testify/require"

	"allot/internal/account/accounttest"
	"allot/internal/facts"
	"allot/internal/photo"
	"allot/internal/photo/photodb"
	"allot/internal/photo/photohttp"
	"allot/internal/platform/picture"
	"allot/internal/property"
	"allot/internal/property/propertydb"
)

// Env is an installation with its property and photo modules.
type Env struct {
	*accounttest.Env

	Properties *property.Service
	Photos     *photo.Service
	Store      *photodb.Store
	catalogue  *facts.Catalogue
}

// New builds an installation.
func New(tb testing.TB) *Env {
	tb.Helper()
	e := &Env{Env: accounttest.New(tb), catalogue: facts.Load()}
	var err error
	e.Properties, err = property.New(property.Deps{
		Store: propertydb.New(e.DB), Catalogue: e.catalogue, Plans: e.Billing, Companies: e.Settings,
		Events: e.Events, Jobs: e.Queue, Audit: e.Audit, Blobs: e.Blobs, Now: e.Clock.Now, Logger: slog.New(slog.DiscardHandler),
	})
	require.NoError(tb, err)
	e.Store = photodb.New(e.DB)
	e.Photos = photo.New(photo.Deps{
		Store: e.Store, Properties: e.Properties, Plans: e.Billing, Audit: e.Audit, Blobs: e.Blobs,
		Gate: picture.NewGate(2, 32), Now: e.Clock.Now,
	})
	photohttp.Register(e.Server, e.Photos)
	return e
}

// Property makes a property of the manager's account.
func (e *Env) Property(tb testing.TB, who *accounttest.Who, name string) property.Property {
	tb.Helper()
	p, err := e.Properties.Create(who.Context(tb), who.Caller, property.Change{Name: &name}, property.Logo{})
	require.NoError(tb, err)
	return p
}

// Room gives a property a room type and returns its id.
func (e *Env) Room(tb testing.TB, who *accounttest.Who, property int64) int64 {
	tb.Helper()
	rooms, ok := e.catalogue.Find("rooms")
	require.True(tb, ok)
	saved, err := e.Properties.SaveFacts(who.Context(tb), who.Caller, property, rooms,
		[]byte(`{"name":"Double room","code":"DBL","room_total_units":12}`))
	require.NoError(tb, err)
	return saved.Entries[0].ID
}

// Add puts a small picture of its own into a gallery.
func (e *Env) Add(tb testing.TB, who *accounttest.Who, property int64, c photo.Change) photo.Photo {
	tb.Helper()
	p, err := e.Photos.Add(who.Context(tb), who.Caller, property, photo.AddInput{File: bytes.NewReader(JPEG(tb, 64, 48)), Change: c})
	require.NoError(tb, err)
	return p
}

// Files lists the keys in the folder of a property, also when the test is over.
func (e *Env) Files(tb testing.TB, id int64) []string {
	tb.Helper()
	keys := []string{}
	for info, err := range e.Blobs.List(context.WithoutCancel(tb.Context()), property.Folder(id)+"/") {
		require.NoError(tb, err)
		keys = append(keys, info.Key)
	}
	return keys
}
