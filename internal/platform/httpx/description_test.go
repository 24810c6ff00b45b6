package httpx_test

import (
	"context"
	"net/http"
	"sync"
	"testing"

	"github.com/stretchr/testify/require"

	"allot/internal/identity/auth"
	"allot/internal/platform/httpx"
)

func TestDescription_Shared(t *testing.T) {
	t.Parallel()
	var shared httpx.Description
	share := func(o *httpx.Options) { o.Description = &shared }
	servers := []*bundle{setup(t, share), setup(t, share), setup(t, share)}
	document, err := setup(t).Document()
	require.NoError(t, err)

	var at sync.WaitGroup
	for _, b := range servers {
		for range 3 { // each operation is built by one of several requests
			at.Go(func() {
				b.do(http.MethodGet, "/api/things/3/?lang=de", "")
				b.do(http.MethodPatch, "/api/things/3/", `{"nme":"x"}`)
			})
		}
	}
	at.Wait()
	for _, b := range servers {
		require.Same(t, servers[0].OpenAPI(), b.OpenAPI())
		got, err := b.Document()
		require.NoError(t, err)
		require.Equal(t, string(document), string(got))
	}
}

func TestDescription_OfOtherOperations(t *testing.T) {
	t.Parallel()
	var shared httpx.Description
	share := func(o *httpx.Options) { o.Description = &shared }
	first, other, later := setup(t, share), setup(t, share), setup(t, share, func(o *httpx.Options) { o.Version = "9.9.9" })
	httpx.Register(other.Server, httpx.Op{Method: http.MethodGet, Path: "/api/one-more/", Tag: "Test", Summary: "One more", Rule: auth.Rule{}},
		func(context.Context, *struct{}) (*textResponse, error) { return text("one more"), nil })

	require.NotContains(t, first.OpenAPI().Paths, "/api/one-more/")
	require.Contains(t, other.OpenAPI().Paths, "/api/one-more/")
	require.Equal(t, "9.9.9", later.OpenAPI().Info.Version)
	require.Equal(t, version, first.OpenAPI().Info.Version)
}
