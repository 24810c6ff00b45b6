// Package phototest gives tests of any module an installation with properties
// and galleries, and pictures to put into them.
package phototest

import (
	"bytes"
	"context"
	"encoding/json"
	"testing"

	"github.com/stretchr/testify/require"

	"allot/internal/account/accounttest"
	"allot/internal/facts"
	"allot/internal/photo"
	"allot/internal/photo/photodb"
	"allot/internal/photo/photohttp"
	"allot/internal/property"
	"allot/internal/property/propertytest"
)

// Env is an installation with accounts, properties and galleries.
type Env struct {
	*propertytest.Env

	Photos *photo.Service
	Store  *photodb.Store
}

// New builds an installation.
func New(tb testing.TB) *Env {
	tb.Helper()
	e := &Env{Env: propertytest.New(tb)}
	e.Store = photodb.New(e.DB)
	e.Photos = photo.New(photo.Deps{
		Store: e.Store, Properties: e.Properties, Plans: e.Billing, Audit: e.Audit, Blobs: e.Blobs,
		Pictures: e.Pictures, Now: e.Clock.Now,
	})
	photohttp.Register(e.Server, e.Photos)
	return e
}

// Room gives a property a room type and returns its id.
func (e *Env) Room(tb testing.TB, who *accounttest.Who, property int64) int64 {
	tb.Helper()
	return e.Save(tb, who, property, facts.CategoryRooms, facts.Record{"name": "Double room", "code": "DBL", "room_total_units": json.Number("12")})
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
