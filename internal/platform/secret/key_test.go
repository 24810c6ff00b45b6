package secret_test

import (
	"bytes"
	"encoding/base64"
	"encoding/hex"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"testing"

	"github.com/stretchr/testify/require"

	"allot/internal/platform/secret"
)

func openDir(t *testing.T) (*os.Root, string) {
	t.Helper()
	dir := t.TempDir()
	root, err := os.OpenRoot(dir)
	require.NoError(t, err)
	t.Cleanup(func() { require.NoError(t, root.Close()) })
	return root, dir
}

func TestLoadKey(t *testing.T) {
	t.Parallel()

	t.Run("makes a private key file on the first start and keeps to it", func(t *testing.T) {
		t.Parallel()
		root, dir := openDir(t)
		first, err := secret.LoadKey(root, "")
		require.NoError(t, err)
		require.Len(t, first, secret.KeySize)

		info, err := os.Stat(filepath.Join(dir, "secret.key"))
		require.NoError(t, err)
		require.Equal(t, os.FileMode(0o600), info.Mode())

		second, err := secret.LoadKey(root, " ")
		require.NoError(t, err)
		require.Equal(t, first, second)
	})

	t.Run("gives every one of many racing starters the same key and leaves one file", func(t *testing.T) {
		t.Parallel()
		root, dir := openDir(t)
		keys := make([][]byte, 16)
		errs := make([]error, len(keys))
		var wg sync.WaitGroup
		for i := range keys {
			wg.Go(func() { keys[i], errs[i] = secret.LoadKey(root, "") })
		}
		wg.Wait()
		for i := range keys {
			require.NoError(t, errs[i])
			require.Equal(t, keys[0], keys[i])
		}
		entries, err := os.ReadDir(dir)
		require.NoError(t, err)
		require.Len(t, entries, 1)
	})

	t.Run("prefers the configured key and then makes no file", func(t *testing.T) {
		t.Parallel()
		root, dir := openDir(t)
		want := bytes.Repeat([]byte{0xfb}, secret.KeySize)
		got, err := secret.LoadKey(root, base64.StdEncoding.EncodeToString(want))
		require.NoError(t, err)
		require.Equal(t, want, got)
		require.NoFileExists(t, filepath.Join(dir, "secret.key"))
	})

	t.Run("says how to make a key when the configured one is wrong, without showing it", func(t *testing.T) {
		t.Parallel()
		root, _ := openDir(t)
		_, err := secret.LoadKey(root, "hunter2-hunter2")
		require.ErrorContains(t, err, "ALLOT_SECRET_KEY")
		require.ErrorContains(t, err, "openssl rand -base64 32")
		require.NotContains(t, err.Error(), "hunter2")
	})

	t.Run("refuses a key file that others can read", func(t *testing.T) {
		t.Parallel()
		root, dir := openDir(t)
		_, err := secret.LoadKey(root, "")
		require.NoError(t, err)
		for _, mode := range []os.FileMode{0o640, 0o604, 0o610, 0o666} {
			require.NoError(t, os.Chmod(filepath.Join(dir, "secret.key"), mode))
			_, err = secret.LoadKey(root, "")
			require.ErrorContains(t, err, "chmod 600")
		}
	})

	t.Run("refuses a key file of the wrong length and does not replace it", func(t *testing.T) {
		t.Parallel()
		for _, text := range []string{"", "QUJD\n", strings.Repeat("A", 5000)} {
			root, dir := openDir(t)
			path := filepath.Join(dir, "secret.key")
			require.NoError(t, os.WriteFile(path, []byte(text), 0o600))
			_, err := secret.LoadKey(root, "")
			require.ErrorContains(t, err, "secret.key")
			kept, err := os.ReadFile(path)
			require.NoError(t, err)
			require.Equal(t, text, string(kept))
		}
	})

	t.Run("refuses a folder in the place of the key file", func(t *testing.T) {
		t.Parallel()
		root, dir := openDir(t)
		require.NoError(t, os.Mkdir(filepath.Join(dir, "secret.key"), 0o700))
		_, err := secret.LoadKey(root, "")
		require.ErrorContains(t, err, "not a file")
	})
}

func TestParseKey(t *testing.T) {
	t.Parallel()
	key := bytes.Repeat([]byte{0xfb, 0xef, 0xff, 0x01}, 8)
	for name, text := range map[string]string{
		"takes standard base64":         base64.StdEncoding.EncodeToString(key),
		"takes unpadded base64":         base64.RawStdEncoding.EncodeToString(key),
		"takes URL base64":              base64.URLEncoding.EncodeToString(key),
		"takes unpadded URL base64":     base64.RawURLEncoding.EncodeToString(key),
		"takes hex":                     hex.EncodeToString(key),
		"takes capital hex":             strings.ToUpper(hex.EncodeToString(key)),
		"takes space around it":         "  " + hex.EncodeToString(key) + "\r\n",
		"takes a line end after base64": base64.StdEncoding.EncodeToString(key) + "\n",
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			got, err := secret.ParseKey(text)
			require.NoError(t, err)
			require.Equal(t, key, got)
		})
	}
	t.Run("refuses keys of another length", func(t *testing.T) {
		t.Parallel()
		for _, size := range []int{0, 16, 31, 33, 48, 64} {
			raw := bytes.Repeat([]byte{0xff}, size)
			_, err := secret.ParseKey(base64.StdEncoding.EncodeToString(raw))
			require.Error(t, err, size)
			_, err = secret.ParseKey(hex.EncodeToString(raw))
			require.Error(t, err, size)
		}
	})
}

func FuzzParseKey(f *testing.F) {
	key := bytes.Repeat([]byte{0xfb, 0xef}, 16)
	f.Add(base64.StdEncoding.EncodeToString(key))
	f.Add(base64.RawURLEncoding.EncodeToString(key))
	f.Add(hex.EncodeToString(key))
	f.Add("====")
	f.Fuzz(func(t *testing.T, text string) {
		got, err := secret.ParseKey(text)
		if err != nil {
			require.Nil(t, got)
			return
		}
		require.Len(t, got, secret.KeySize)
		again, err := secret.ParseKey(hex.EncodeToString(got))
		require.NoError(t, err)
		require.Equal(t, got, again)
	})
}
