package webui_test

import (
	"net/http"
	"net/http/httptest"
	"os"
	"testing"

	"github.com/stretchr/testify/require"

	"allot/internal/app/apptest"
	"allot/internal/app/config"
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

	t.Run("no page may load anything of another origin", func(t *testing.T) {
		t.Parallel()
		alone := apptest.New(t, apptest.Settings(func(s *config.Settings) { s.StripePublishableKey = "pk_test_x" }))
		for _, env := range []*apptest.Env{e, alone} {
			for _, path := range web.Paths() {
				res := env.Do(t, get, path, "")
				require.NotRegexp(t, `https?:|\*|stripe`, res.Header().Get("Content-Security-Policy"), path)
				require.NotContains(t, res.Body.String(), "stripe-key", path)
			}
		}
	})

	t.Run("with keys of Stripe the page of payments may load its script and frames, and no other page", func(t *testing.T) {
		t.Parallel()
		e := apptest.New(t, apptest.Settings(func(s *config.Settings) {
			s.StripeSecretKey, s.StripeWebhookSecret, s.StripePublishableKey = "sk_test_x", "whsec_x", `pk_test_"x`
		}))
		plain := e.Do(t, get, "/", "")
		for _, path := range web.Paths() {
			res := e.Do(t, get, path, "")
			if path == "/billing/" {
				requirePayments(t, res)
				continue
			}
			require.Equal(t, plain.Header().Get("Content-Security-Policy"), res.Header().Get("Content-Security-Policy"), path)
			require.NotContains(t, res.Header().Get("Content-Security-Policy"), "stripe", path)
			require.NotContains(t, res.Body.String(), "stripe-key", path)
		}
		unknown := e.Do(t, get, "/billing/nowhere/", "", apptest.Header("Sec-Fetch-Mode", "navigate"))
		require.Equal(t, plain.Header().Get("Content-Security-Policy"), unknown.Header().Get("Content-Security-Policy"))
	})

	t.Run("a browser that opens an unknown path gets the page with 404", func(t *testing.T) {
		t.Parallel()
		res := e.Do(t, get, "/nowhere/", "", apptest.Header("Sec-Fetch-Mode", "navigate"))
		require.Equal(t, http.StatusNotFound, res.Code)
		require.Equal(t, "text/html; charset=utf-8", res.Header().Get("Content-Type"))
	})
}

func requirePayments(t *testing.T, res *httptest.ResponseRecorder) {
	t.Helper()
	require.Equal(t, "default-src 'none'; script-src 'self' https://js.stripe.com; style-src 'self'; font-src 'self'; img-src 'self' data: blob:; "+
		"connect-src 'self' https://api.stripe.com; frame-src 'self' https://js.stripe.com https://hooks.stripe.com blob:; "+
		"manifest-src 'self'; form-action 'self'; frame-ancestors 'none'; base-uri 'none'", res.Header().Get("Content-Security-Policy"))
	if _, built := web.Built(); built {
		require.Contains(t, res.Body.String(), `<meta name="stripe-key" content="pk_test_&#34;x" />`)
		require.NotContains(t, res.Body.String(), "sk_test")
	}
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
