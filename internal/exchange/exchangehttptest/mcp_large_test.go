package exchangehttptest

import (
	"net/http"
	"strings"
	"sync"
	"testing"

	"github.com/stretchr/testify/require"
)

// Large requests take much memory: they are bounded, and few are answered at a time.
func TestRequests_large(t *testing.T) {
	t.Parallel()
	b := setupMcp(t)
	status := func(spaces int) int {
		body := `{"jsonrpc":"2.0","id":1,"method":"tools/list"` + strings.Repeat(" ", spaces) + `}`
		r, err := http.NewRequestWithContext(t.Context(), http.MethodPost, b.url, strings.NewReader(body))
		if err != nil {
			return 0
		}
		r.Header.Set("Authorization", "Token "+b.hotel.Token)
		r.Header.Set("Content-Type", "application/json")
		res, err := http.DefaultClient.Do(r)
		if err != nil {
			return 0
		}
		_ = res.Body.Close()
		return res.StatusCode
	}
	require.Equal(t, http.StatusRequestEntityTooLarge, status(1<<20))
	var wg sync.WaitGroup
	got := make([]int, 20)
	for i := range got {
		wg.Go(func() { got[i] = status(100 << 10) })
	}
	wg.Wait()
	for _, s := range got {
		require.Equal(t, http.StatusOK, s, "each has its turn")
	}
}
