package apptest

import (
	"net/http"
	"testing"

	"github.com/stretchr/testify/require"
)

// ETag reads an address and returns the name of the answer, which is told 304 to
// whoever has it.
func (e *Env) ETag(tb testing.TB, path string) string {
	tb.Helper()
	res := e.Do(tb, http.MethodGet, path, "")
	require.Equal(tb, http.StatusOK, res.Code, res.Body.String())
	tag := res.Header().Get("ETag")
	require.NotEmpty(tb, tag)
	require.True(tb, e.Unchanged(tb, path, tag), "asked at once again")
	return tag
}

// Unchanged reports whether the answer that somebody has is still right.
func (e *Env) Unchanged(tb testing.TB, path, tag string) bool {
	tb.Helper()
	res := e.Do(tb, http.MethodGet, path, "", Header("If-None-Match", tag))
	require.Contains(tb, []int{http.StatusOK, http.StatusNotModified}, res.Code, res.Body.String())
	if res.Code == http.StatusNotModified {
		require.Empty(tb, res.Body.String())
		require.Equal(tb, tag, res.Header().Get("ETag"))
	}
	return res.Code == http.StatusNotModified
}
