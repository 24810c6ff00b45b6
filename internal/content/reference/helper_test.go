package reference_test

import (
	"sync"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"allot/internal/content/reference"
	"allot/internal/platform/page"
)

func winter() time.Time { return time.Date(2030, 1, 15, 12, 0, 0, 0, time.UTC) }

func newService(tb testing.TB, deps reference.Deps) *reference.Service {
	tb.Helper()
	if deps.Now == nil {
		deps.Now = winter
	}
	s, err := reference.New(deps)
	require.NoError(tb, err)
	return s
}

// shared serves every test that only reads: the cities are unpacked once.
var shared = sync.OnceValues(func() (*reference.Service, error) { return reference.New(reference.Deps{Now: winter}) })

func service(tb testing.TB) *reference.Service {
	tb.Helper()
	s, err := shared()
	require.NoError(tb, err)
	return s
}

// find returns the names of the first cities that fit.
func find(tb testing.TB, q reference.CityQuery, size int) []string {
	tb.Helper()
	list, count, err := service(tb).Cities(q, page.Request{Size: size})
	require.NoError(tb, err)
	require.GreaterOrEqual(tb, count, len(list))
	out := []string{}
	for _, c := range list {
		out = append(out, c.Country+" "+c.Name)
	}
	return out
}
