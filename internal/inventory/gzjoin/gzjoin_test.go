package gzjoin_test

import (
	"bytes"
	"compress/gzip"
	"errors"
	"io"
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"allot/internal/inventory/gzjoin"
)

// read takes a stream apart with the standard library, which checks its sum and
// size.
func read(t *testing.T, stream []byte) string {
	t.Helper()
	r, err := gzip.NewReader(bytes.NewReader(stream))
	require.NoError(t, err)
	text, err := io.ReadAll(r)
	require.NoError(t, err)
	return string(text)
}

func join(t *testing.T, parts ...gzjoin.Part) []byte {
	t.Helper()
	var out bytes.Buffer
	w := gzjoin.NewWriter(&out)
	for _, p := range parts {
		require.NoError(t, w.Add(p))
	}
	require.NoError(t, w.Close())
	return out.Bytes()
}

func deflate(t *testing.T, text string) gzjoin.Part {
	t.Helper()
	p, err := gzjoin.Deflate([]byte(text))
	require.NoError(t, err)
	return p
}

func TestWriter(t *testing.T) {
	t.Parallel()

	t.Run("parts read as one text, in any order and any number", func(t *testing.T) {
		t.Parallel()
		random := rand.New(rand.NewPCG(1, 2))
		for range 200 {
			var (
				want  strings.Builder
				parts []gzjoin.Part
			)
			for range random.IntN(12) {
				text := strings.Repeat(string(rune('a'+random.IntN(26)))+"{\"day\":", random.IntN(4000))
				part := deflate(t, text)
				if len(text) < 100 && random.IntN(2) == 0 {
					part = gzjoin.Stored(text)
				}
				for range 1 + random.IntN(3) { // the same part may come again
					want.WriteString(text)
					parts = append(parts, part)
				}
			}
			require.Equal(t, want.String(), read(t, join(t, parts...)))
		}
	})

	t.Run("a stream of nothing is one", func(t *testing.T) {
		t.Parallel()
		require.Empty(t, read(t, join(t)))
		require.Empty(t, read(t, join(t, deflate(t, ""), gzjoin.Stored(""))))
	})

	t.Run("a stream that is not closed cannot be taken for whole", func(t *testing.T) {
		t.Parallel()
		var out bytes.Buffer
		require.NoError(t, gzjoin.NewWriter(&out).Add(deflate(t, "half")))
		r, err := gzip.NewReader(&out)
		require.NoError(t, err)
		_, err = io.ReadAll(r)
		require.ErrorIs(t, err, io.ErrUnexpectedEOF)
	})

	t.Run("who cannot be written to is told", func(t *testing.T) {
		t.Parallel()
		require.ErrorIs(t, gzjoin.NewWriter(broken{}).Add(deflate(t, "x")), errBroken)
		require.ErrorIs(t, gzjoin.NewWriter(broken{}).Close(), errBroken)
	})

	t.Run("a text that does not fit a stored block is refused", func(t *testing.T) {
		t.Parallel()
		require.Panics(t, func() { gzjoin.Stored(strings.Repeat("x", 1<<16)) })
	})
}

var errBroken = errors.New("broken")

type broken struct{}

func (broken) Write([]byte) (int, error) { return 0, errBroken }

func FuzzWriter(f *testing.F) {
	f.Add([]byte("one"), []byte("two"), []byte(""))
	f.Add([]byte{0, 0, 0}, bytes.Repeat([]byte{255}, 70000), []byte("x"))
	f.Fuzz(func(t *testing.T, a, b, c []byte) {
		require.Equal(t, string(a)+string(b)+string(c), read(t, join(t, deflate(t, string(a)), deflate(t, string(b)), deflate(t, string(c)))))
	})
}
