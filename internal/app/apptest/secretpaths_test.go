package apptest_test

import (
	"net/http"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/go-chi/chi/v5"
	"github.com/stretchr/testify/require"

	"allot/internal/app"
	"allot/internal/app/apptest"
)

// openParameters are parameters of paths that open nothing by themselves: whoever sends them
// signs in, or they are public. A new name is put here only if that holds for it.
var openParameters = []string{
	"id", "contract_id", "delivery_id", "hotel_id", "invoice_id", "list_id", "mailing_list_id", "photo_id", "prop_id", "property_id", "record_id", "version_id",
	"category", "type", "list", "invoice_number", "public_id",
}

func TestSecretPaths(t *testing.T) {
	t.Parallel()
	parameter := regexp.MustCompile(`\{(\w+)[^}]*\}|\*`)
	used := map[string]bool{}
	require.NoError(t, chi.Walk(apptest.New(t).Server().Router(), func(_, route string, _ http.Handler, _ ...func(http.Handler) http.Handler) error {
		for _, at := range parameter.FindAllStringSubmatchIndex(route, -1) {
			name := "*"
			if at[2] >= 0 {
				name = route[at[2]:at[3]]
			}
			before := route[:at[0]]
			i := slices.IndexFunc(app.SecretPaths, func(p string) bool { return strings.HasPrefix(before, p) })
			if i >= 0 {
				used[app.SecretPaths[i]] = true
				continue
			}
			require.Contains(t, openParameters, name, "%s: add the path to SecretPaths, or the name to openParameters if it opens nothing", route)
		}
		return nil
	}))
	for _, p := range app.SecretPaths {
		require.True(t, used[p], "no route begins with %s", p)
	}
}
