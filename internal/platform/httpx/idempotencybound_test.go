package httpx_test

import (
	"fmt"
	"net/http"
	"sync"
	"testing"

	"github.com/stretchr/testify/require"

	"allot/internal/platform/httpx"
)

const (
	largeThing    = `{"name":"abc","mode":"large"}`
	middlingThing = `{"name":"abc","mode":"middling"}`
)

func TestIdempotency_largeAnswers(t *testing.T) {
	t.Parallel()
	b := setupDB(t)
	require.Greater(t, len(b.create("k1", largeThing).ok(http.StatusCreated).body), 64<<10)
	again := b.create("k1", largeThing).ok(http.StatusCreated)
	require.Equal(t, "true", again.Header.Get("Idempotent-Replayed"))
	require.JSONEq(t, `{"replayed":true}`, again.body, "the status says that it was done")
	require.Equal(t, 1, b.written())
	b.create("k1", thing).refused(http.StatusConflict, "idempotency_key_reused")

	t.Run("in the format of the first answer", func(t *testing.T) {
		t.Parallel()
		b := setupDB(t)
		httpx.Register(b.Server, httpx.Op{
			ID: "createSystemThing", Method: http.MethodPost, Path: "/api/v1/things/", Tag: "Test", Summary: "Create", Status: http.StatusCreated, Creates: true, XML: "/api/v1/",
		}, b.createThing)
		send := func() *answer {
			return b.do("POST", "/api/v1/things/?format=xml", largeThing, "Idempotency-Key: k2").ok(http.StatusCreated)
		}
		require.Contains(t, send().body, "<name>xxx")
		again := send()
		require.Equal(t, "application/xml", again.Header.Get("Content-Type"))
		require.Contains(t, again.body, "<response><replayed>true</replayed></response>")
	})
}

// kept is how many bytes of answers an account has stored, and how many answers.
func (b *bundle) kept(owner int64) (bytes, answers int) {
	b.t.Helper()
	err := b.db.From(b.t.Context()).NewSelect().Table("idempotency_keys").ColumnExpr("coalesce(sum(length(body)), 0), count(*)").
		Where("owner_id = ?", owner).Scan(b.t.Context(), &bytes, &answers)
	require.NoError(b.t, err)
	return bytes, answers
}

func TestIdempotency_bound(t *testing.T) {
	t.Parallel()
	const writers, each, limit = 4, 80, 16 << 20 // 19 MB in all
	b := setupDB(t)
	b.create("foreign", middlingThing, "Authorization: Token "+stranger).ok(http.StatusCreated)
	b.create("first", middlingThing).ok(http.StatusCreated)
	require.Equal(t, "true", b.create("first", middlingThing).ok(http.StatusCreated).Header.Get("Idempotent-Replayed"))

	var all sync.WaitGroup
	for w := range writers {
		all.Go(func() {
			for i := range each {
				b.create(fmt.Sprintf("k%d-%d", w, i), middlingThing)
			}
		})
	}
	all.Wait()
	bytes, answers := b.kept(1)
	require.LessOrEqual(t, bytes, limit)
	require.Greater(t, bytes, limit-(1<<20), "no more are dropped than must be")
	require.Less(t, answers, writers*each)

	last := b.create("last", middlingThing).ok(http.StatusCreated)
	require.Empty(t, last.Header.Get("Idempotent-Replayed"))
	require.Equal(t, "true", b.create("last", middlingThing).ok(http.StatusCreated).Header.Get("Idempotent-Replayed"), "the newest are kept")
	require.Empty(t, b.create("first", middlingThing).ok(http.StatusCreated).Header.Get("Idempotent-Replayed"), "the oldest went first")
	foreign := b.create("foreign", middlingThing, "Authorization: Token "+stranger).ok(http.StatusCreated)
	require.Equal(t, "true", foreign.Header.Get("Idempotent-Replayed"), "another account's answers are its own")
}
