// Package propertytest gives tests of any module an installation with
// properties: real services, store and HTTP server on a database of its own.
package propertytest

import (
	"encoding/json"
	"net/http"
	"strconv"
	"sync"
	"testing"

	"github.com/stretchr/testify/require"

	"allot/internal/account/accounttest"
	"allot/internal/billing"
	"allot/internal/facts"
	"allot/internal/facts/factstest"
	"allot/internal/property"
	"allot/internal/property/propertydb"
	"allot/internal/property/propertyhttp"
)

// Env is an installation with accounts and properties.
type Env struct {
	*accounttest.Env
	Catalogue  *facts.Catalogue
	Properties *property.Service
}

// New builds an installation.
func New(tb testing.TB) *Env {
	tb.Helper()
	e := &Env{Env: accounttest.New(tb), Catalogue: facts.Load()}
	var err error
	e.Properties, err = property.New(property.Deps{
		Store: propertydb.New(e.DB), Catalogue: e.Catalogue, Plans: e.Billing, Companies: e.Settings,
		Events: e.Events, Jobs: e.Queue, Audit: e.Audit, Blobs: e.Blobs, Pictures: e.Pictures, Now: e.Clock.Now,
		ZoneOf: func(property.Property) (string, error) { return "UTC", nil }, // wherever it is, tests know what day it is
	})
	require.NoError(tb, err)
	e.Accounts.Hooks.UnknownProperties = e.Properties.Unknown
	propertyhttp.Register(e.Server, propertyhttp.Deps{Properties: e.Properties, Catalogue: e.Catalogue})
	return e
}

// Hotel registers an accommodation provider on a plan without limits, with one
// property.
func (e *Env) Hotel(tb testing.TB, name string) (*accounttest.Who, property.Property) {
	tb.Helper()
	who := e.Manager(tb)
	e.Grant(tb, who, billing.Gold)
	return who, e.Property(tb, who, name)
}

// Property makes one more property of an account.
func (e *Env) Property(tb testing.TB, who *accounttest.Who, name string) property.Property {
	tb.Helper()
	p, err := e.Properties.Create(who.Context(tb), who.Caller, property.Change{Name: &name}, property.Logo{})
	require.NoError(tb, err)
	return p
}

// Fill gives every category of a property full records and returns what the
// sheet then holds.
func (e *Env) Fill(tb testing.TB, who *accounttest.Who, id int64) facts.Sheet {
	tb.Helper()
	for i, c := range e.Catalogue.Categories() {
		e.Save(tb, who, id, c.Key, factstest.Full(c, uint64(i+1)))
	}
	sheet, err := e.Properties.Sheet(tb.Context(), who.User.OwnerID, id)
	require.NoError(tb, err)
	return sheet
}

// Save writes one record and returns its id.
func (e *Env) Save(tb testing.TB, who *accounttest.Who, id int64, category string, data facts.Record) int64 {
	tb.Helper()
	c, ok := e.Catalogue.Find(category)
	require.True(tb, ok)
	body, err := json.Marshal(data)
	require.NoError(tb, err)
	saved, err := e.Properties.SaveFacts(who.Context(tb), who.Caller, id, c, body)
	require.NoError(tb, err)
	return saved.Entries[0].ID
}

// Path is an address of one property.
func Path(p property.Property, rest string) string {
	return "/api/info/property/" + strconv.FormatInt(p.ID, 10) + "/" + rest
}

// Decode reads the body of an answer with the given status.
func Decode[T any](tb testing.TB, res interface {
	Result() *http.Response
}, status int,
) T {
	tb.Helper()
	r := res.Result()
	defer func() { _ = r.Body.Close() }()
	var v T
	require.NoError(tb, json.NewDecoder(r.Body).Decode(&v))
	require.Equal(tb, status, r.StatusCode, "%v", v)
	return v
}

// AtOnce calls fn n times together and counts what it returned.
func AtOnce(n int, fn func(i int) int) map[int]int {
	var (
		wg     sync.WaitGroup
		mu     sync.Mutex
		counts = map[int]int{}
	)
	for i := range n {
		wg.Go(func() {
			code := fn(i)
			mu.Lock()
			defer mu.Unlock()
			counts[code]++
		})
	}
	wg.Wait()
	return counts
}
