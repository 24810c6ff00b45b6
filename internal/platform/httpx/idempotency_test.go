package httpx_test

import (
	"context"
	"fmt"
	"net/http"
	"net/http/httptest"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"allot/internal/testkit/audittest"
)

// written counts what the create operation has left in the database.
func (b *bundle) written() int {
	b.t.Helper()
	entries, err := audittest.Of(b.t.Context(), b.db, 1, "thing", 7)
	require.NoError(b.t, err)
	return len(entries)
}

func (b *bundle) create(key, body string, headers ...string) *answer {
	b.t.Helper()
	return b.do("POST", "/api/things/", body, append(headers, "Idempotency-Key: "+key)...)
}

const thing = `{"name":"abc"}`

func TestIdempotency(t *testing.T) {
	t.Parallel()

	t.Run("a repeat gives the first answer without a second write", func(t *testing.T) {
		t.Parallel()
		b := setupDB(t)
		first := b.create("k1", thing).ok(http.StatusCreated)
		require.Equal(t, "answer-token", first.json()["token"])
		require.NotEmpty(t, first.Header.Get("Set-Cookie"))
		require.Empty(t, first.Header.Get("Idempotent-Replayed"))

		again := b.create("k1", thing, "X-Request-Id: other").ok(http.StatusCreated)
		require.Equal(t, "true", again.Header.Get("Idempotent-Replayed"))
		require.Equal(t, "application/json", again.Header.Get("Content-Type"))
		require.Equal(t, "other", again.Header.Get("X-Request-Id"))
		require.Empty(t, again.Header.Get("Set-Cookie"), "a session is given once")
		want := first.json()
		delete(want, "token")
		require.Equal(t, want, again.json())
		require.Equal(t, 1, b.written())
	})
	t.Run("without a key every request counts", func(t *testing.T) {
		t.Parallel()
		b := setupDB(t)
		b.do("POST", "/api/things/", thing).ok(http.StatusCreated)
		b.do("POST", "/api/things/", thing).ok(http.StatusCreated)
		require.Equal(t, 2, b.written())
	})
	t.Run("another request under the same key is refused", func(t *testing.T) {
		t.Parallel()
		b := setupDB(t)
		b.create("k1", thing).ok(http.StatusCreated)
		b.create("k1", `{"name":"abd"}`).refused(http.StatusConflict, "idempotency_key_reused")
		b.do("POST", "/api/things/?_x=1", thing, "Idempotency-Key: k1").refused(http.StatusConflict, "idempotency_key_reused")
		b.do("POST", "/api/files/", `{"caption":"x"}`, "Idempotency-Key: k1").refused(http.StatusConflict, "idempotency_key_reused")
		require.Equal(t, 1, b.written())
	})
	t.Run("callers do not share keys", func(t *testing.T) {
		t.Parallel()
		b := setupDB(t)
		b.create("k1", thing).ok(http.StatusCreated)
		other := b.create("k1", thing, "Authorization: Token "+subUser).ok(http.StatusCreated)
		require.Empty(t, other.Header.Get("Idempotent-Replayed"))
		require.InEpsilon(t, 2.0, other.json()["created_by"], 0)
		require.Equal(t, 2, b.written())
	})
	t.Run("after a day the key is new", func(t *testing.T) {
		t.Parallel()
		b := setupDB(t)
		b.create("k1", thing).ok(http.StatusCreated)
		b.clock.Advance(24*time.Hour - time.Second)
		require.Equal(t, "true", b.create("k1", thing).ok(http.StatusCreated).Header.Get("Idempotent-Replayed"))
		b.clock.Advance(time.Second)
		require.Empty(t, b.create("k1", `{"name":"other"}`).ok(http.StatusCreated).Header.Get("Idempotent-Replayed"))
		require.Equal(t, 2, b.written())
		b.create("k1", thing).refused(http.StatusConflict, "idempotency_key_reused")
	})
	t.Run("a refusal or a fault writes nothing and frees the key", func(t *testing.T) {
		t.Parallel()
		b := setupDB(t)
		for mode, status := range map[string]int{"refuse": 409, "fail": 500, "panic": 500} {
			b.create("k1", `{"name":"abc","mode":"`+mode+`"}`).ok(status)
			require.Zero(t, b.written(), mode)
		}
		b.create("k1", `{"name":"x"}`).refused(http.StatusBadRequest, "validation_failed")
		b.create("k1", thing).ok(http.StatusCreated)
		require.Equal(t, 1, b.written())
	})
	t.Run("what could not be committed is not given", func(t *testing.T) {
		t.Parallel()
		b := setupDB(t)
		ctx, cancel := context.WithCancel(t.Context())
		b.during = cancel
		r := httptest.NewRequestWithContext(ctx, http.MethodPost, "/api/things/", strings.NewReader(`{"name":"abc","mode":"gone"}`))
		a := b.send(r, "Idempotency-Key: k1")
		require.Equal(t, http.StatusServiceUnavailable, a.StatusCode, a.body)
		require.Empty(t, a.Header.Get("Set-Cookie"))
		require.NotContains(t, a.body, "answer-token")
		require.Zero(t, b.written())
		b.create("k1", thing).ok(http.StatusCreated)
	})
	t.Run("a handler that writes nothing is answered for as well", func(t *testing.T) {
		t.Parallel()
		b := setupDB(t)
		b.create("k1", `{"name":"abc","mode":"no transaction"}`).ok(http.StatusCreated)
		require.Equal(t, "true", b.create("k1", `{"name":"abc","mode":"no transaction"}`).ok(http.StatusCreated).Header.Get("Idempotent-Replayed"))
		b.create("k1", thing).refused(http.StatusConflict, "idempotency_key_reused")
	})
	t.Run("a handler with two transactions writes both once", func(t *testing.T) {
		t.Parallel()
		b := setupDB(t)
		for range 2 {
			b.create("k1", `{"name":"abc","mode":"two transactions"}`).ok(http.StatusCreated)
		}
		require.Equal(t, 2, b.written())
	})
	t.Run("keys that could not be kept are refused", func(t *testing.T) {
		t.Parallel()
		b := setupDB(t)
		for _, key := range []string{"a b", "ü", strings.Repeat("x", 256), "a\x00", "a\tb", "\x7f"} {
			r := b.create(key, thing).refused(http.StatusBadRequest, "validation_failed")
			require.Equal(t, []string{"Idempotency-Key"}, r.fields())
		}
		require.Zero(t, b.written())
		b.create(strings.Repeat("x", 255), thing).ok(http.StatusCreated)
	})
	t.Run("operations that create nothing take no notice", func(t *testing.T) {
		t.Parallel()
		b := setupDB(t)
		for range 2 {
			a := b.do("PATCH", "/api/things/1/", `{}`, "Idempotency-Key: k1").ok(http.StatusOK)
			require.Empty(t, a.Header.Get("Idempotent-Replayed"))
		}
	})
	t.Run("who is not signed in learns nothing of a key", func(t *testing.T) {
		t.Parallel()
		b := setupDB(t)
		b.create("k1", thing).ok(http.StatusCreated)
		b.create("k1", thing, noToken).refused(http.StatusUnauthorized, "not_authenticated")
	})
	t.Run("a refused name takes no key", func(t *testing.T) {
		t.Parallel()
		b := setupDB(t)
		for range 2 {
			require.Equal(t, []string{"typo"}, b.create("k1", `{"name":"abc","typo":1}`).refused(http.StatusBadRequest, "unknown_field").fields())
		}
		b.create("k1", thing).ok(http.StatusCreated)
	})
}

func TestIdempotency_files(t *testing.T) {
	t.Parallel()
	b := setupDB(t)
	fields := map[string]string{"caption": "x"}
	b.sendForm("/api/files/", fields, 100, "Idempotency-Key: k1").ok(http.StatusOK)

	t.Run("the same file is a repeat, whatever the boundary", func(t *testing.T) {
		t.Parallel()
		b := b.in(t)
		require.Equal(t, "true", b.sendForm("/api/files/", fields, 100, "Idempotency-Key: k1").ok(http.StatusOK).Header.Get("Idempotent-Replayed"))
	})
	t.Run("another file is another request", func(t *testing.T) {
		t.Parallel()
		b := b.in(t)
		b.sendForm("/api/files/", fields, 101, "Idempotency-Key: k1").refused(http.StatusConflict, "idempotency_key_reused")
		b.sendForm("/api/files/", fields, 0, "Idempotency-Key: k1").refused(http.StatusConflict, "idempotency_key_reused")
	})
}

func TestIdempotency_twins(t *testing.T) {
	t.Parallel()
	for _, mode := range []string{"", "two transactions", "no transaction"} {
		t.Run(fmt.Sprintf("twenty at once are one, mode %q", mode), func(t *testing.T) {
			t.Parallel()
			b := setupDB(t)
			var wg sync.WaitGroup
			answers := make([]*answer, 20)
			var inside sync.WaitGroup
			inside.Add(len(answers))
			b.during = func() { // none goes on before all have found the key unused
				inside.Done()
				inside.Wait()
			}
			for i := range answers {
				wg.Go(func() { answers[i] = b.create("k1", `{"name":"abc","mode":"`+mode+`"}`) })
			}
			wg.Wait()
			bodies, secrets := map[string]int{}, 0
			for _, a := range answers {
				if strings.Contains(a.body, "answer-token") {
					secrets++
					require.Empty(t, a.Header.Get("Idempotent-Replayed"))
				}
				v := a.json()
				delete(v, "token")
				bodies[fmt.Sprint(a.StatusCode, " ", v)]++
			}
			require.Equal(t, map[string]int{"201 map[created_by:1 id:7 items:<nil> name:abc]": 20}, bodies)
			require.Equal(t, 1, secrets, "the secret is told once")
			require.Equal(t, map[string]int{"": 1, "two transactions": 2, "no transaction": 0}[mode], b.written())
			require.NotContains(t, b.log.String(), `"level":"error"`)
		})
	}
}
