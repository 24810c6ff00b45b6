package installation_test

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"allot/internal/app/installation"
	"allot/internal/platform/db"
	"allot/internal/testkit/dbtest"
)

func folder(t *testing.T) (root *os.Root, keyFile string) {
	t.Helper()
	dir := t.TempDir()
	root, err := os.OpenRoot(dir)
	require.NoError(t, err)
	t.Cleanup(func() { _ = root.Close() })
	return root, filepath.Join(dir, "secret.key")
}

func read(t *testing.T, d *db.DB) *installation.Installation {
	t.Helper()
	i, err := installation.Read(t.Context(), d)
	require.NoError(t, err)
	return i
}

func TestInstallation_LoadKey(t *testing.T) {
	t.Parallel()

	t.Run("the first start makes a key, later ones must bring it", func(t *testing.T) {
		t.Parallel()
		d := dbtest.New(t)
		root, keyFile := folder(t)
		require.NoError(t, read(t, d).CheckKey(root, ""), "nothing is sealed yet")
		require.NoFileExists(t, keyFile, "to check makes nothing")
		box, err := read(t, d).LoadKey(t.Context(), root, "")
		require.NoError(t, err)
		sealed := box.Seal([]byte("hunter2"), "x")

		again, err := read(t, d).LoadKey(t.Context(), root, "")
		require.NoError(t, err)
		require.NoError(t, read(t, d).CheckKey(root, ""))
		opened, err := again.Open(sealed, "x")
		require.NoError(t, err)
		require.Equal(t, "hunter2", string(opened))

		require.NoError(t, os.Rename(keyFile, keyFile+".away"))
		_, err = read(t, d).LoadKey(t.Context(), root, "")
		require.ErrorIs(t, err, installation.ErrKeyMissing)
		require.ErrorIs(t, read(t, d).CheckKey(root, ""), installation.ErrKeyMissing)
		require.NoFileExists(t, keyFile, "it is not replaced")
		require.NoError(t, os.Rename(keyFile+".away", keyFile))
		key, err := os.ReadFile(keyFile)
		require.NoError(t, err)
		require.NoError(t, os.Remove(keyFile))
		_, err = read(t, d).LoadKey(t.Context(), root, string(key))
		require.NoError(t, err, "the same key as a setting")
	})

	t.Run("another key is refused, and not shown", func(t *testing.T) {
		t.Parallel()
		d := dbtest.New(t)
		root, _ := folder(t)
		_, err := read(t, d).LoadKey(t.Context(), root, "")
		require.NoError(t, err)
		wrong := strings.Repeat("ab", 32)
		for _, err := range []error{read(t, d).CheckKey(root, wrong), second(read(t, d).LoadKey(t.Context(), root, wrong))} {
			require.ErrorIs(t, err, installation.ErrKeyWrong)
			require.NotContains(t, err.Error(), "abab")
		}
	})

	t.Run("of nodes that start at once with keys of their own one is right", func(t *testing.T) {
		t.Parallel()
		d := dbtest.New(t)
		results := make(chan error, 6)
		begin := make(chan struct{})
		for range cap(results) {
			i := read(t, d) // before any of them has stored its key
			root, _ := folder(t)
			go func() {
				<-begin
				results <- second(i.LoadKey(t.Context(), root, ""))
			}()
		}
		close(begin)
		right := 0
		for range cap(results) {
			if err := <-results; err == nil {
				right++
			} else {
				require.ErrorIs(t, err, installation.ErrKeyWrong)
			}
		}
		require.Equal(t, 1, right)
	})
}

func second(_ any, err error) error { return err }

func TestInstallation_Name(t *testing.T) {
	t.Parallel()
	d := dbtest.New(t)
	name := read(t, d).Name()
	require.Regexp(t, `^[0-9a-f]{10}$`, name)
	require.Equal(t, name, read(t, d).Name())
	_, err := d.SQL().ExecContext(t.Context(), "UPDATE installation SET identity = 'another'")
	require.NoError(t, err)
	require.NotEqual(t, name, read(t, d).Name())
}
