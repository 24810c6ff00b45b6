package exchangehttptest

import (
	"maps"
	"net/http"
	"slices"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"allot/internal/exchange/partnerapi/partnerapihttp"
)

// limited lets a key call so many times a minute.
func limited(t *testing.T, limit int) *gated {
	t.Helper()
	b := setupKeys(t)
	b.gate.Limit = partnerapihttp.NewLimit(limit, b.clock.Now)
	return b
}

// standing is what an answer tells of the limit, in one line.
func (a *answer) standing() string {
	a.t.Helper()
	text := ""
	for _, name := range []string{"RateLimit-Limit", "RateLimit-Remaining", "RateLimit-Reset", "RateLimit-Policy", "Retry-After"} {
		text += a.Header.Get(name) + " "
	}
	return text
}

func TestKey_limit(t *testing.T) {
	t.Parallel()
	const (
		open  = "/api/open/" + liveKey + "/"
		bills = "/api/bills/" + liveKey + "/"
	)

	t.Run("is told on every answer and refuses what is too much", func(t *testing.T) {
		t.Parallel()
		b := limited(t, 2)
		require.Equal(t, "2 1 60 2;w=60  ", b.do("GET", open, "").ok(http.StatusOK).standing())
		b.clock.Advance(25*time.Second + time.Millisecond)
		require.Equal(t, "2 0 35 2;w=60  ", b.do("GET", open, "").ok(http.StatusOK).standing())
		a := b.do("GET", open, "", "Origin: "+shop)
		require.Contains(t, a.refused(http.StatusTooManyRequests, "rate_limited").Message, "2 times a minute; come back in 35 seconds")
		require.Equal(t, "2 0 35 2;w=60 35 ", a.standing())
		require.Equal(t, shop, a.Header.Get("Access-Control-Allow-Origin"))
		require.Contains(t, a.Header.Get("Access-Control-Expose-Headers"), "RateLimit-Reset")
		b.do("GET", "/api/open/"+otherKey+"/", "").ok(http.StatusOK)
		b.clock.Advance(35 * time.Second)
		require.Equal(t, "2 1 60 2;w=60  ", b.do("GET", open, "").ok(http.StatusOK).standing())
	})

	t.Run("is told on refusals by the operation", func(t *testing.T) {
		t.Parallel()
		b := limited(t, 1)
		a := b.do("POST", open, `{"text":7}`)
		a.refused(http.StatusBadRequest, "validation_failed")
		require.Equal(t, "1 0 60 1;w=60  ", a.standing())
	})

	t.Run("is not touched by what key, permission or whitelist refuse, nor by preflights", func(t *testing.T) {
		t.Parallel()
		b := limited(t, 1)
		for range 3 {
			for _, a := range []*answer{
				b.do("GET", "/api/open/unknown/", ""), b.do("GET", bills, ""), b.do("GET", open, "", "Origin: "+elsewhere),
				b.do("OPTIONS", open, "", "Origin: "+shop, "Access-Control-Request-Method: GET"),
			} {
				require.Equal(t, "     ", a.standing())
			}
		}
		b.do("GET", open, "").ok(http.StatusOK)
		b.do("GET", bills, "").ok(http.StatusForbidden) // comes before the limit
	})

	t.Run("is in the document", func(t *testing.T) {
		t.Parallel()
		paths := setupKeys(t).OpenAPI().Paths
		of := paths["/api/open/{token}/"].Get.Responses
		require.Equal(t, []string{"RateLimit-Limit", "RateLimit-Policy", "RateLimit-Remaining", "RateLimit-Reset"}, slices.Sorted(maps.Keys(of["200"].Headers)))
		require.Contains(t, of["429"].Headers, "Retry-After")
		require.NotContains(t, paths["/api/things/{id}/"].Get.Responses["429"].Headers, "RateLimit-Limit")
	})
}
