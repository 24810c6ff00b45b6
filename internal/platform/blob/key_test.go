package blob_test

import (
	"path"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"allot/internal/platform/blob"
)

func TestCheckKey(t *testing.T) {
	t.Parallel()
	t.Run("takes plain names", func(t *testing.T) {
		t.Parallel()
		for _, key := range []string{"a", "photos/12/a-b_c.2.jpg", "0/1/2", "a..b", strings.Repeat("a", 200)} {
			require.NoError(t, blob.CheckKey(key), key)
		}
	})
	t.Run("refuses everything that a store could read in two ways", func(t *testing.T) {
		t.Parallel()
		for _, key := range []string{
			"", "/", "/a", "a/", "a//b", ".", "..", "a/./b", "a/../b", ".hidden", "a/.put-x", "A", "ä", "a b",
			"a\\b", "a:b", "a\x00", "a\n", "a~", "a%2fb", strings.Repeat("a", 201),
		} {
			require.Error(t, blob.CheckKey(key), key)
		}
	})
}

func TestContentKey(t *testing.T) {
	t.Parallel()
	t.Run("spreads blobs over folders by the start of their hash", func(t *testing.T) {
		t.Parallel()
		key := blob.ContentKey("avatars", [32]byte{0xab, 0xcd, 31: 0x01}, ".jpg")
		require.Equal(t, "avatars/ab/abcd"+strings.Repeat("00", 29)+"01.jpg", key)
		require.NoError(t, blob.CheckKey(key))
	})
}

func FuzzCheckKey(f *testing.F) {
	f.Add("photos/12/a.jpg")
	f.Add("a/../../b")
	f.Add("a/./b")
	f.Fuzz(func(t *testing.T, key string) {
		if blob.CheckKey(key) != nil {
			return
		}
		require.Equal(t, key, path.Clean(key))
		require.True(t, strings.HasPrefix(path.Join("/live", key), "/live/"), "a key stays in its folder")
		require.Equal(t, strings.ToLower(key), key)
	})
}
