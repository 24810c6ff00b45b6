package outbound_test

import (
	"net/http"
	"net/http/httptest"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"allot/internal/platform/outbound"
)

func TestClient(t *testing.T) {
	t.Parallel()
	asked := make(chan string, 10)
	mux := http.NewServeMux()
	mux.HandleFunc("/there", func(w http.ResponseWriter, r *http.Request) {
		http.Redirect(w, r, "/elsewhere", http.StatusTemporaryRedirect)
	})
	mux.HandleFunc("/elsewhere", func(_ http.ResponseWriter, r *http.Request) { asked <- r.Header.Get("Authorization") })
	mux.HandleFunc("/never", func(_ http.ResponseWriter, r *http.Request) { <-r.Context().Done() })
	s := httptest.NewServer(mux)
	t.Cleanup(s.Close)
	get := func(timeout time.Duration, path string) (*http.Response, error) {
		req, err := http.NewRequestWithContext(t.Context(), http.MethodGet, s.URL+path, nil)
		require.NoError(t, err)
		req.Header.Set("Authorization", "Bearer x")
		return outbound.Client(timeout).Do(req)
	}

	res, err := get(time.Minute, "/there")
	require.NoError(t, err)
	require.NoError(t, res.Body.Close())
	require.Equal(t, http.StatusTemporaryRedirect, res.StatusCode, "a redirect is not followed")
	require.Empty(t, asked)

	_, err = get(20*time.Millisecond, "/never")
	require.ErrorContains(t, err, "Timeout exceeded")
}
