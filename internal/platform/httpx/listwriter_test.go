package httpx_test

import (
	"errors"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"allot/internal/platform/httpx"
)

func TestListWriter(t *testing.T) {
	t.Parallel()
	type head struct {
		At string `json:"at"`
	}
	for name, tt := range map[string]struct {
		head    any
		entries []any
		want    string
	}{
		"nothing":               {struct{}{}, nil, `{"rows":[]}`},
		"only a head":           {head{"now"}, nil, `{"at":"now","rows":[]}`},
		"entries without head":  {struct{}{}, []any{1, "b"}, `{"rows":[1,"b"]}`},
		"entries behind a head": {head{"now"}, []any{head{"x"}, nil, []int{}}, `{"at":"now","rows":[{"at":"x"},null,[]]}`},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			var b strings.Builder
			out := httpx.NewListWriter(&b, "rows")
			require.NoError(t, out.Open(tt.head))
			for _, e := range tt.entries {
				require.NoError(t, out.Add(e))
			}
			require.NoError(t, out.Close())
			require.Equal(t, tt.want+"\n", b.String())
		})
	}

	t.Run("what cannot be written is an error", func(t *testing.T) {
		t.Parallel()
		out := httpx.NewListWriter(broken{}, "rows")
		require.ErrorIs(t, out.Open(struct{}{}), errBroken)
		require.ErrorIs(t, out.Add(1), errBroken)
		require.ErrorIs(t, out.Close(), errBroken)
		require.ErrorContains(t, out.Add(func() {}), "encode an entry of rows")
		require.ErrorContains(t, out.Open(func() {}), "encode head of rows")
	})
}

var errBroken = errors.New("broken")

type broken struct{}

func (broken) Write([]byte) (int, error) { return 0, errBroken }

func TestTagOf(t *testing.T) {
	t.Parallel()
	tag := func(parts ...any) string {
		s, err := httpx.TagOf(parts...)
		require.NoError(t, err)
		require.Regexp(t, `^[A-Za-z0-9_-]{20}$`, s)
		return s
	}
	seen := map[string]bool{}
	for _, parts := range [][]any{
		{}, {""}, {"a", "b"}, {"ab"}, {"a,b"}, {[]int64{1, 2}, []int64{3}}, {[]int64{1}, []int64{2, 3}}, {1}, {"1"}, {nil},
	} {
		first, again := tag(parts...), tag(parts...)
		require.Equal(t, first, again)
		require.False(t, seen[tag(parts...)], "%v", parts)
		seen[tag(parts...)] = true
	}
	_, err := httpx.TagOf(func() {})
	require.Error(t, err)
}
