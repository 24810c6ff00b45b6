package secret_test

import (
	"bytes"
	"encoding/base64"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"allot/internal/platform/secret"
)

func newBox(tb testing.TB, fill byte) *secret.Box {
	tb.Helper()
	box, err := secret.New(bytes.Repeat([]byte{fill}, secret.KeySize))
	require.NoError(tb, err)
	return box
}

func TestBox_Open(t *testing.T) {
	t.Parallel()

	t.Run("gives back what was sealed for the same record", func(t *testing.T) {
		t.Parallel()
		box := newBox(t, 1)
		for _, plain := range []string{"", "pass word", "κωδικός ığüş", strings.Repeat("x", 100_000)} {
			sealed := box.Seal([]byte(plain), "connections/1")
			require.True(t, strings.HasPrefix(sealed, "v1."))
			got, err := box.Open(sealed, "connections/1")
			require.NoError(t, err)
			require.Equal(t, plain, string(got))
		}
	})

	t.Run("refuses a value that was moved to another record", func(t *testing.T) {
		t.Parallel()
		box := newBox(t, 1)
		_, err := box.Open(box.Seal([]byte("secret"), "connections/1"), "connections/2")
		require.ErrorIs(t, err, secret.ErrUnreadable)
	})

	t.Run("refuses a value that another key sealed", func(t *testing.T) {
		t.Parallel()
		_, err := newBox(t, 2).Open(newBox(t, 1).Seal([]byte("secret"), "c"), "c")
		require.ErrorIs(t, err, secret.ErrUnreadable)
	})

	t.Run("refuses a value with any bit changed", func(t *testing.T) {
		t.Parallel()
		box := newBox(t, 1)
		raw, err := base64.RawURLEncoding.DecodeString(strings.TrimPrefix(box.Seal([]byte("secret"), "c"), "v1."))
		require.NoError(t, err)
		for i := range len(raw) * 8 {
			changed := bytes.Clone(raw)
			changed[i/8] ^= 1 << (i % 8)
			_, err := box.Open("v1."+base64.RawURLEncoding.EncodeToString(changed), "c")
			require.ErrorIs(t, err, secret.ErrUnreadable)
		}
	})

	t.Run("refuses text that no box made", func(t *testing.T) {
		t.Parallel()
		box := newBox(t, 1)
		sealed := box.Seal([]byte("secret"), "c")
		for _, text := range []string{
			"", "v1.", "v1.AAAA", "v2." + sealed[3:], sealed[3:], sealed + "=", sealed[:len(sealed)-4], "v1.!!",
		} {
			_, err := box.Open(text, "c")
			require.ErrorIs(t, err, secret.ErrUnreadable, text)
		}
	})
}

func TestBox_Seal(t *testing.T) {
	t.Parallel()
	t.Run("hides that two records hold the same password", func(t *testing.T) {
		t.Parallel()
		box := newBox(t, 1)
		first := box.Seal([]byte("same"), "c")
		require.NotEqual(t, first, box.Seal([]byte("same"), "c"))
	})
}

func TestNew(t *testing.T) {
	t.Parallel()
	t.Run("refuses a key that is not 32 bytes", func(t *testing.T) {
		t.Parallel()
		for _, size := range []int{0, 16, 24, 31, 33} {
			_, err := secret.New(make([]byte, size))
			require.Error(t, err)
		}
	})
}

func TestToken(t *testing.T) {
	t.Parallel()
	t.Run("has 256 bits, fits a URL and never repeats", func(t *testing.T) {
		t.Parallel()
		seen := map[string]bool{}
		for range 1000 {
			token := secret.Token()
			raw, err := base64.RawURLEncoding.DecodeString(token)
			require.NoError(t, err)
			require.Len(t, raw, 32)
			require.False(t, seen[token])
			seen[token] = true
		}
	})
	t.Run("is stored as its SHA-256", func(t *testing.T) {
		t.Parallel()
		require.Equal(t, "ungWv48Bz+pBQUDeXa4iI7ADYaOWF3qctBD/YfIAFa0=",
			base64.StdEncoding.EncodeToString(secret.Hash("abc")))
	})
}

func FuzzBox_Open(f *testing.F) {
	box := newBox(f, 1)
	f.Add(box.Seal([]byte("secret"), "record"))
	f.Add("v1.AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA")
	f.Add("")
	f.Fuzz(func(t *testing.T, sealed string) {
		plain, err := box.Open(sealed, "record")
		if err != nil {
			require.ErrorIs(t, err, secret.ErrUnreadable)
			return
		}
		require.Equal(t, "secret", string(plain), "only the seed may open")
	})
}
