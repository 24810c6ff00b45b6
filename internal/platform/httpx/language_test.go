package httpx_test

import (
	"context"
	"net/http"
	"testing"

	"github.com/stretchr/testify/require"

	"allot/internal/identity/auth"
	"allot/internal/platform/httpx"
)

// The language is the one asked for, else the user's, else the browser's, else
// English.
func TestLanguageQuery(t *testing.T) {
	t.Parallel()
	b := setup(t, func(o *httpx.Options) {
		o.Authenticate = httpx.Sessions(func(context.Context, string) (auth.Caller, error) {
			return auth.Caller{UserID: 1, OwnerID: 1, AccountType: auth.Accommodation, Manager: true, Language: "tr"}, nil
		})
	})
	type request struct{ httpx.LanguageQuery }
	words := func(_ context.Context, req *request) (*textResponse, error) { return text("%s", req.Language()), nil }
	for path, rule := range map[string]auth.Rule{"/api/words/": {}, "/api/open/": {Public: true}} {
		httpx.Register(b.Server, httpx.Op{Method: http.MethodGet, Path: path, Tag: "Test", Summary: "Words", Rule: rule}, words)
	}
	const accepted = "fr, el;q=0.5"
	for query, want := range map[string]string{"": "tr", "?lang=de-AT": "de"} {
		require.Contains(t, b.do("GET", "/api/words/"+query, "", "Accept-Language: "+accepted).ok(http.StatusOK).body, want, query)
	}
	for query, want := range map[string]string{"": "el", "?lang=de-AT": "de"} {
		require.Contains(t, b.do("GET", "/api/open/"+query, "", noToken, "Accept-Language: "+accepted).ok(http.StatusOK).body, want, query)
	}
	require.Contains(t, b.do("GET", "/api/open/", "", noToken).ok(http.StatusOK).body, "en")
	for _, unknown := range []string{"?lang=fr", "?lang=xx", "?lang=de,en"} {
		refused := b.do("GET", "/api/open/"+unknown, "", noToken).refused(http.StatusBadRequest, "validation_failed")
		require.Equal(t, []string{"lang"}, refused.fields())
		require.Equal(t, "must be one of en, de, tr, el", refused.Errors[0].Message)
	}
}
