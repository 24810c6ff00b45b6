package webui_test

import (
	"net/http"
	"os"
	"testing"

	"github.com/stretchr/testify/require"

	"allot/internal/app/apptest"
	"allot/internal/identity/account"
	"allot/web"
)

const get = http.MethodGet

func TestRegister(t *testing.T) {
	t.Parallel()
	e := apptest.New(t)

	t.Run("every path of a screen is the same page, with a policy that lets in our own files only", func(t *testing.T) {
		t.Parallel()
		require.Subset(t, web.Paths(), []string{"/", account.ResetPage, account.ConfirmPage, account.RegisterPage}, "the links of letters")
		for _, path := range web.Paths() {
			res := e.Do(t, get, path, "")
			require.Equal(t, http.StatusOK, res.Code, path)
			require.Equal(t, "text/html; charset=utf-8", res.Header().Get("Content-Type"))
			require.Equal(t, "no-cache", res.Header().Get("Cache-Control"))
			policy := res.Header().Get("Content-Security-Policy")
			require.Contains(t, policy, "default-src 'none'; script-src 'self'; style-src 'self';")
			require.NotContains(t, policy, "unsafe")
			require.NotRegexp(t, `(?i)<script>|<style|\son\w+=|\sstyle=`, res.Body.String(), "nothing that the policy would stop")
		}
	})

	t.Run("a browser that opens an unknown path gets the page with 404", func(t *testing.T) {
		t.Parallel()
		res := e.Do(t, get, "/nowhere/", "", apptest.Header("Sec-Fetch-Mode", "navigate"))
		require.Equal(t, http.StatusNotFound, res.Code)
		require.Equal(t, "text/html; charset=utf-8", res.Header().Get("Content-Type"))
	})
}

// TestBuilt holds where the dashboard was built before: in CI, where it always is.
func TestBuilt(t *testing.T) {
	t.Parallel()
	_, built := web.Built()
	e := apptest.New(t)
	page := e.Do(t, get, "/", "").Body.String()
	if !built {
		require.Empty(t, os.Getenv("CI"), "the dashboard is not built: scripts/web builds it")
		require.Contains(t, page, "scripts/run")
		return
	}
	require.Contains(t, page, `src="/assets/`)
	res := e.Do(t, get, "/favicon.svg", "")
	require.Equal(t, "image/svg+xml", res.Header().Get("Content-Type"))
}
