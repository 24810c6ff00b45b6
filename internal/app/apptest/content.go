package apptest

import (
	"bytes"
	"context"
	"encoding/json"
	"strconv"
	"testing"

	"github.com/stretchr/testify/require"

	"allot/internal/content/facts"
	"allot/internal/content/facts/factstest"
	"allot/internal/content/photo"
	"allot/internal/content/photo/phototest"
	"allot/internal/content/property"
	"allot/internal/content/publication"
	"allot/internal/identity/plan"
)

// Hotel registers an accommodation provider on a plan without limits, with one
// property.
func (e *Env) Hotel(tb testing.TB, name string) (*Who, property.Property) {
	tb.Helper()
	who := e.Manager(tb)
	e.Grant(tb, who, plan.Gold)
	return who, e.Property(tb, who, name)
}

// Property makes one more property of an account.
func (e *Env) Property(tb testing.TB, who *Who, name string) property.Property {
	tb.Helper()
	p, err := e.Properties.Create(who.Context(tb), who.Caller, property.Change{Name: &name}, property.Logo{})
	require.NoError(tb, err)
	return p
}

// Fill gives every category of a property full records and returns what the
// sheet then holds.
func (e *Env) Fill(tb testing.TB, who *Who, id int64) facts.Sheet {
	tb.Helper()
	for i, c := range e.Catalogue.Categories() {
		e.Save(tb, who, id, c.Key, factstest.Full(c, uint64(i+1)))
	}
	sheet, err := e.Properties.Sheet(tb.Context(), who.User.OwnerID, id)
	require.NoError(tb, err)
	return sheet
}

// Save writes one record and returns its id.
func (e *Env) Save(tb testing.TB, who *Who, id int64, category string, data facts.Record) int64 {
	tb.Helper()
	c, ok := e.Catalogue.Find(category)
	require.True(tb, ok)
	body, err := json.Marshal(data)
	require.NoError(tb, err)
	saved, err := e.Properties.SaveFacts(who.Context(tb), who.Caller, id, c, body)
	require.NoError(tb, err)
	return saved.Entries[0].ID
}

// Room gives a property a room type of so many units and returns its id.
func (e *Env) Room(tb testing.TB, who *Who, property int64, name, code string, units int) int64 {
	tb.Helper()
	return e.Save(tb, who, property, facts.CategoryRooms, facts.Record{"name": name, "code": code, "room_total_units": units})
}

// Add puts a small picture of its own into a gallery.
func (e *Env) Add(tb testing.TB, who *Who, property int64, c photo.Change) photo.Photo {
	tb.Helper()
	p, err := e.Photos.Add(who.Context(tb), who.Caller, property, photo.AddInput{File: bytes.NewReader(phototest.JPEG(tb, 64, 48)), Change: c})
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

// Ready makes a hotel with a full sheet and two photos.
func (e *Env) Ready(tb testing.TB, name string) (*Who, property.Property) {
	tb.Helper()
	who, p := e.Hotel(tb, name)
	e.Fill(tb, who, p.ID)
	for range 2 {
		e.Add(tb, who, p.ID, photo.Change{})
	}
	return who, p
}

// Publish submits and approves the sheet of a property.
func (e *Env) Publish(tb testing.TB, who, admin *Who, p property.Property) publication.Publication {
	tb.Helper()
	sub, err := e.Publications.Submit(who.Context(tb), who.Caller, p.ID)
	require.NoError(tb, err)
	done, err := e.Publications.Approve(admin.Context(tb), admin.Caller, sub.ID)
	require.NoError(tb, err)
	return done
}

// Published makes a hotel with one property that is published with two photos.
func (e *Env) Published(tb testing.TB, name string) (*Who, property.Property) {
	tb.Helper()
	who, p := e.Ready(tb, name)
	e.Publish(tb, who, e.Staff(), p)
	return who, p
}

// PropertyPath is an address of one property.
func PropertyPath(p property.Property, rest string) string {
	return "/api/info/property/" + strconv.FormatInt(p.ID, 10) + "/" + rest
}

// PendingPath is an address of one submission.
func PendingPath(id int64, rest string) string {
	return "/api/info/publish/pending/" + strconv.FormatInt(id, 10) + "/" + rest
}
