package exchangetest

import (
	"context"
	"io"
	"net/http"
	"net/url"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"allot/internal/app/apptest"
	"allot/internal/exchange/bulkexport"
	"allot/internal/exchange/bulkexport/bulkexportdb"
	"allot/internal/identity/account"
	"allot/internal/identity/auth"
	"allot/internal/platform/blob"
	"allot/internal/testkit/audittest"
)

var bulkexportFacts = object{"target": "facts", "format": "json"}

func link(t *testing.T, x object) string {
	t.Helper()
	u, err := url.Parse(x["download_url"].(string))
	require.NoError(t, err)
	return u.Path
}

func TestExport_limits(t *testing.T) {
	t.Parallel()
	e := apptest.New(t) // nothing runs: exports wait
	hotel := e.Manager(t)
	const asked, most = 30, bulkexport.MaxRunning + bulkexport.MaxWaiting
	codes := apptest.AtOnce(asked, func(int) int { return hotel.Do(t, post, bulkexportCreate, body(bulkexportFacts)).Code })
	require.Equal(t, map[int]int{http.StatusAccepted: most, http.StatusConflict: asked - most}, codes)
	queued, err := e.DB.From(t.Context()).NewSelect().TableExpr("river_job").Where("kind = 'bulk_export'").Count(t.Context())
	require.NoError(t, err)
	require.EqualValues(t, bulkexport.MaxRunning, queued, "the others wait their turn")

	list := apptest.Decode[object](t, hotel.Do(t, get, root, ""), http.StatusOK)
	require.EqualValues(t, most, list["count"])
	first := int64(list["results"].([]any)[most-1].(object)["id"].(float64))
	require.Equal(t, http.StatusNoContent, hotel.Do(t, http.MethodDelete, path(first), "").Code)
	apptest.RequireNotFound(t, hotel.Do(t, get, path(first), ""))
	ask(t, hotel, bulkexportFacts)
	entries, err := audittest.Of(t.Context(), e.DB, hotel.User.OwnerID, "export", first)
	require.NoError(t, err)
	require.Len(t, entries, 2)

	store := bulkexportdb.New(e.DB)
	require.NoError(t, e.DB.InTx(t.Context(), func(ctx context.Context) error {
		for range bulkexport.MaxKept {
			old := bulkexport.Export{OwnerID: hotel.User.OwnerID, UserID: hotel.User.ID, Format: "json", Target: "facts", Status: bulkexport.StatusFailed, CreatedAt: e.Clock.Now()}
			if err := store.InsertExport(ctx, &old); err != nil {
				return err
			}
		}
		return nil
	}))
	e.Start(t)
	e.Settle(t)
	require.Len(t, files(t, e), most, "each had its turn")
	finished(t, e, hotel, ask(t, hotel, bulkexportFacts), "done")
	e.Settle(t)
	require.EqualValues(t, bulkexport.MaxKept, apptest.Decode[object](t, hotel.Do(t, get, root, ""), http.StatusOK)["count"])
	require.Len(t, files(t, e), 1, "the files of older ones were removed")
	require.Equal(t, http.StatusNotFound, e.Manager(t).Do(t, get, path(first+1), "").Code, "of another account")
}

func files(t *testing.T, e *apptest.Env) (keys []string) {
	t.Helper()
	for info, err := range e.Blobs.List(t.Context(), "exports/") {
		require.NoError(t, err)
		keys = append(keys, info.Key)
	}
	return keys
}

func TestExport_link(t *testing.T) {
	t.Parallel()
	e := apptest.New(t)
	e.Start(t)
	hotel := e.Manager(t)
	clerk := e.SubUser(t, hotel, auth.Integrations, auth.FactSheets)
	id := ask(t, clerk, bulkexportFacts)
	x := finished(t, e, clerk, id, "done")
	fetch(t, e, x)
	require.EqualValues(t, 1, finished(t, e, hotel, id, "done")["downloads"])
	require.Equal(t, http.StatusNotFound, e.Do(t, get, link(t, x)[:len(link(t, x))-3]+"AA/", "").Code)
	require.Equal(t, http.StatusNotFound, e.Do(t, get, "/media/exports/1/1", "").Code)

	p, err := e.Accounts.PermissionOf(hotel.Context(t), hotel.Caller, clerk.User.ID)
	require.NoError(t, err)
	set := func(on bool) {
		_, err = e.Accounts.UpdatePermission(hotel.Context(t), hotel.Caller, p.ID, account.PermissionChange{Flags: map[auth.Flag]bool{auth.FactSheets: on}})
		require.NoError(t, err)
	}
	set(false)
	require.Equal(t, http.StatusForbidden, e.Do(t, get, link(t, x), "").Code, "the link is the clerk's")
	require.Equal(t, http.StatusForbidden, clerk.Do(t, get, path(id), "").Code)
	require.Equal(t, http.StatusForbidden, clerk.Do(t, post, bulkexportCreate, body(bulkexportFacts)).Code)
	require.EqualValues(t, 0, apptest.Decode[object](t, clerk.Do(t, get, root, ""), http.StatusOK)["count"])
	set(true)

	e.Clock.Advance(bulkexport.LinkLife + time.Second)
	require.Equal(t, http.StatusNotFound, e.Do(t, get, link(t, x), "").Code, "a day later")
	hotel = e.Login(t, hotel.User.Email)
	x = finished(t, e, hotel, id, "done")
	fetch(t, e, x)
	e.Clock.Advance(bulkexport.KeepFor)
	hotel = e.Login(t, hotel.User.Email)
	x = finished(t, e, hotel, id, "expired")
	require.Nil(t, x["download_url"])
	require.NoError(t, e.Queue.Enqueue(t.Context(), purge{}))
	e.Settle(t)
	require.Empty(t, files(t, e))
	finished(t, e, hotel, id, "expired")
}

type purge struct{}

func (purge) Kind() string { return "bulk_export_purge" }

// What a user may not read any more when the job runs is not written.
func TestExport_rightsAtTheTimeOfWriting(t *testing.T) {
	t.Parallel()
	e := apptest.New(t)
	hotel := e.GoldHotel(t)
	one, two := e.Property(t, hotel, "One"), e.Property(t, hotel, "Two")
	clerk := e.Scoped(t, hotel, []auth.Flag{auth.Integrations, auth.StopSales}, one.ID)
	in := object{"target": "availability", "format": "json"}
	in["property_ids"] = []int64{two.ID}
	require.Equal(t, http.StatusForbidden, clerk.Do(t, post, bulkexportCreate, body(in)).Code, "not in the scope")
	delete(in, "property_ids")
	mine, all := ask(t, clerk, in), ask(t, hotel, in)
	require.EqualValues(t, 1, apptest.Decode[object](t, clerk.Do(t, get, path(mine), ""), http.StatusOK)["total"])
	require.Equal(t, http.StatusForbidden, clerk.Do(t, get, path(all), "").Code, "it has properties out of the scope")
	require.Equal(t, http.StatusForbidden, clerk.Do(t, http.MethodDelete, path(all), "").Code)

	p, err := e.Accounts.PermissionOf(hotel.Context(t), hotel.Caller, clerk.User.ID)
	require.NoError(t, err)
	_, err = e.Accounts.UpdatePermission(hotel.Context(t), hotel.Caller, p.ID, account.PermissionChange{Flags: map[auth.Flag]bool{auth.StopSales: false}})
	require.NoError(t, err)
	e.Start(t)
	x := finished(t, e, hotel, mine, "failed")
	require.Contains(t, x["error"], "stop_sales")
	finished(t, e, hotel, all, "done")
	require.Len(t, files(t, e), 1)
}

// slow is a store whose clock moves while a file is written.
type slow struct {
	blob.Store
	during func()
}

func (s *slow) Put(ctx context.Context, key string, r io.Reader) (int64, error) {
	n, err := s.Store.Put(ctx, key, r)
	s.during()
	return n, err
}

func TestExport_longOnes(t *testing.T) {
	t.Parallel()
	blobs := &slow{}
	e := apptest.New(t, apptest.With(func(d *bulkexport.Deps) { blobs.Store, d.Blobs = d.Blobs, blobs }))
	hotel := e.Manager(t)
	id := int64(0)
	blobs.during = func() { e.Clock.Advance(2 * time.Minute) }
	e.Start(t)
	id = ask(t, hotel, bulkexportFacts)
	finished(t, e, hotel, id, "done")
	require.Equal(t, "export_done", string(e.Told(t, hotel)[0].Kind))

	// Deleted while it is written: the file goes too.
	blobs.during = func() { require.NoError(t, e.Exports.Delete(hotel.Context(t), hotel.Caller, id)) }
	before := len(files(t, e))
	id++ // of the next one
	ask(t, hotel, bulkexportFacts)
	e.Settle(t)
	apptest.RequireNotFound(t, hotel.Do(t, get, path(id), ""))
	require.Len(t, files(t, e), before)
}

func TestExport_tooLong(t *testing.T) {
	t.Parallel()
	e := apptest.New(t, apptest.With(func(d *bulkexport.Deps) { d.MaxTime = time.Nanosecond }))
	e.Start(t)
	hotel := e.Manager(t)
	x := finished(t, e, hotel, ask(t, hotel, bulkexportFacts), "failed")
	require.Contains(t, x["error"], "The file is too large")
	require.Empty(t, files(t, e))
}

// The files of an account have a bound: the oldest are removed, and a larger one fails.
func TestExport_bytes(t *testing.T) {
	t.Parallel()
	const most int64 = 1 << 20
	e := apptest.New(t, apptest.With(func(d *bulkexport.Deps) { d.MaxBytes = most }))
	hotel, other := e.Manager(t), e.Manager(t)
	e.Start(t)
	first := ask(t, hotel, bulkexportFacts)
	size := int64(finished(t, e, hotel, first, "done")["size"].(float64))
	theirs := ask(t, other, bulkexportFacts)
	finished(t, e, other, theirs, "done")

	// As if the file took nearly all that the account may have.
	require.NoError(t, e.DB.InTx(t.Context(), func(ctx context.Context) error {
		_, err := e.DB.From(ctx).NewUpdate().TableExpr("bulk_exports").Set("size = ?", most-size).Where("id = ?", first).Exec(ctx)
		return err
	}))
	second := ask(t, hotel, bulkexportFacts)
	finished(t, e, hotel, second, "done")
	require.Equal(t, "done", finished(t, e, hotel, first, "done")["status"], "both fit")
	third := ask(t, hotel, bulkexportFacts)
	finished(t, e, hotel, third, "done")
	e.Settle(t)
	gone := finished(t, e, hotel, first, "expired")
	require.Nil(t, gone["download_url"])
	require.Len(t, files(t, e), 3)
	finished(t, e, other, theirs, "done")
}

func TestExport_largerThanAll(t *testing.T) {
	t.Parallel()
	e := apptest.New(t, apptest.With(func(d *bulkexport.Deps) { d.MaxBytes = 10 }))
	hotel := e.Manager(t)
	e.Start(t)
	x := finished(t, e, hotel, ask(t, hotel, bulkexportFacts), "failed")
	require.Contains(t, x["error"], "larger than the files of an account may be together")
	require.Empty(t, files(t, e))
}
