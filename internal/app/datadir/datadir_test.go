package datadir_test

import (
	"bufio"
	"fmt"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"strconv"
	"sync"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"allot/internal/app/datadir"
)

// holdEnv makes the test binary a process that holds a folder until it is killed.
const holdEnv = "ALLOT_TEST_HOLD"

var held *datadir.Dir // reachable, or else the collector would close its files

func TestMain(m *testing.M) {
	if path := os.Getenv(holdEnv); path != "" {
		var err error
		if held, err = datadir.Open(path); err != nil {
			_, _ = fmt.Fprintln(os.Stdout, err)
			os.Exit(1)
		}
		_, _ = fmt.Fprintln(os.Stdout, "holding")
		select {}
	}
	m.Run()
}

func open(t *testing.T, path string) *datadir.Dir {
	t.Helper()
	d, err := datadir.Open(path)
	require.NoError(t, err)
	return d
}

func TestOpen(t *testing.T) {
	t.Parallel()

	t.Run("makes a private folder where there is none", func(t *testing.T) {
		t.Parallel()
		path := filepath.Join(t.TempDir(), "new", "data")
		d := open(t, path)
		defer d.Close()
		info, err := os.Stat(path)
		require.NoError(t, err)
		require.Equal(t, fs.ModeDir|0o700, info.Mode())
		require.Equal(t, path, d.Path())
		require.Equal(t, filepath.Join(path, "allot.db"), d.DatabaseFile())
		require.NoError(t, d.Root().WriteFile("x", nil, 0o600))
		require.FileExists(t, filepath.Join(path, "x"))
	})

	t.Run("keeps the node id over restarts, and makes another one for another folder", func(t *testing.T) {
		t.Parallel()
		path := t.TempDir()
		d := open(t, path)
		id := d.NodeID()
		require.Len(t, id, 26)
		require.NoError(t, d.Close())
		again := open(t, path)
		require.Equal(t, id, again.NodeID())
		require.NoError(t, again.Close())
		other := open(t, t.TempDir())
		require.NotEqual(t, id, other.NodeID())
		require.NoError(t, other.Close())
	})

	t.Run("replaces a node id that a crash left torn", func(t *testing.T) {
		t.Parallel()
		path := t.TempDir()
		require.NoError(t, os.WriteFile(filepath.Join(path, "node.id"), []byte("\x00\x00"), 0o600))
		d := open(t, path)
		require.Len(t, d.NodeID(), 26)
		require.NoError(t, d.Close())
	})

	t.Run("has an empty folder for passing files, whatever a killed process left in it", func(t *testing.T) {
		t.Parallel()
		path := t.TempDir()
		d := open(t, path)
		require.Equal(t, filepath.Join(path, "tmp"), d.TempDir())
		info, err := os.Stat(d.TempDir())
		require.NoError(t, err)
		require.Equal(t, fs.ModeDir|0o700, info.Mode())
		require.NoError(t, os.MkdirAll(filepath.Join(d.TempDir(), "deep", "er"), 0o700))
		require.NoError(t, os.WriteFile(filepath.Join(d.TempDir(), "deep", "er", "upload"), []byte("half"), 0o600))
		_, err = datadir.Open(path)
		require.ErrorIs(t, err, datadir.ErrInUse)
		require.FileExists(t, filepath.Join(d.TempDir(), "deep", "er", "upload"), "who does not get the folder leaves it alone")
		require.NoError(t, d.Close())
		d = open(t, path)
		entries, err := os.ReadDir(d.TempDir())
		require.NoError(t, err)
		require.Empty(t, entries)
		require.NoError(t, d.Close())
	})

	t.Run("follows no link out of the folder when it clears up", func(t *testing.T) {
		t.Parallel()
		path, outside := t.TempDir(), t.TempDir()
		require.NoError(t, os.WriteFile(filepath.Join(outside, "precious"), nil, 0o600))
		require.NoError(t, os.Symlink(outside, filepath.Join(path, "tmp")))
		d := open(t, path)
		require.FileExists(t, filepath.Join(outside, "precious"))
		require.NoError(t, d.Close())
	})

	t.Run("refuses a folder that this process has already, and names it", func(t *testing.T) {
		t.Parallel()
		path := t.TempDir()
		d := open(t, path)
		_, err := datadir.Open(path)
		require.ErrorIs(t, err, datadir.ErrInUse)
		var inUse *datadir.InUseError
		require.ErrorAs(t, err, &inUse)
		require.Equal(t, os.Getpid(), inUse.PID)
		require.WithinDuration(t, time.Now(), inUse.Since, time.Minute)
		for _, part := range []string{path, strconv.Itoa(os.Getpid()), "stop that process", "--data-dir"} {
			require.ErrorContains(t, err, part)
		}
		require.NoError(t, d.Close())
		require.NoError(t, open(t, path).Close())
	})

	t.Run("refuses a folder that another process has, until that is killed", func(t *testing.T) {
		t.Parallel()
		path := t.TempDir()
		holder := exec.CommandContext(t.Context(), os.Args[0])
		holder.Env = append(os.Environ(), holdEnv+"="+path)
		out, err := holder.StdoutPipe()
		require.NoError(t, err)
		require.NoError(t, holder.Start())
		line, err := bufio.NewReader(out).ReadString('\n')
		require.NoError(t, err)
		require.Equal(t, "holding\n", line)

		_, err = datadir.Open(path)
		require.ErrorContains(t, err, fmt.Sprintf("process %d", holder.Process.Pid))
		require.NoError(t, holder.Process.Kill())
		_ = holder.Wait()
		require.NoError(t, open(t, path).Close())
	})

	t.Run("lets one of many starters win", func(t *testing.T) {
		t.Parallel()
		path := t.TempDir()
		var wg sync.WaitGroup
		winners := make(chan *datadir.Dir, 20)
		for range cap(winners) {
			wg.Go(func() {
				if d, err := datadir.Open(path); err == nil {
					winners <- d
				}
			})
		}
		wg.Wait()
		require.Len(t, winners, 1)
		require.NoError(t, (<-winners).Close())
	})

	t.Run("says what is wrong with a path", func(t *testing.T) {
		t.Parallel()
		file := filepath.Join(t.TempDir(), "file")
		require.NoError(t, os.WriteFile(file, nil, 0o600))
		_, err := datadir.Open(file)
		require.ErrorContains(t, err, "give the path of a folder")
		_, err = datadir.Open(filepath.Join(file, "below"))
		require.ErrorContains(t, err, "give the path of a folder")
	})

	t.Run("says who may not write", func(t *testing.T) {
		t.Parallel()
		if os.Geteuid() == 0 {
			t.Skip("root may write everywhere")
		}
		path := t.TempDir()
		require.NoError(t, os.Chmod(path, 0o500))
		_, err := datadir.Open(path)
		require.ErrorContains(t, err, "make it writable")
	})
}

func TestLook(t *testing.T) {
	t.Parallel()

	t.Run("opens a folder that a server has", func(t *testing.T) {
		t.Parallel()
		path := t.TempDir()
		server := open(t, path)
		defer server.Close()
		d, err := datadir.Look(path)
		require.NoError(t, err)
		require.Equal(t, server.NodeID(), d.NodeID())
		require.NoError(t, d.Close())
		_, err = datadir.Open(path)
		require.ErrorContains(t, err, strconv.Itoa(os.Getpid()), "looking does not blur whose the folder is")
	})

	t.Run("makes nothing", func(t *testing.T) {
		t.Parallel()
		path := filepath.Join(t.TempDir(), "none")
		_, err := datadir.Look(path)
		require.ErrorContains(t, err, "no such folder")
		require.NoDirExists(t, path)
		empty := t.TempDir()
		d, err := datadir.Look(empty)
		require.NoError(t, err)
		require.Empty(t, d.NodeID())
		require.NoError(t, d.Close())
		entries, err := os.ReadDir(empty)
		require.NoError(t, err)
		require.Empty(t, entries)
	})
}

func TestTry(t *testing.T) {
	t.Parallel()

	t.Run("finds what Open would find, and makes nothing", func(t *testing.T) {
		t.Parallel()
		above := t.TempDir()
		exists, err := datadir.Try(filepath.Join(above, "new", "data"))
		require.NoError(t, err)
		require.False(t, exists)
		exists, err = datadir.Try(above)
		require.NoError(t, err)
		require.True(t, exists)
		entries, err := os.ReadDir(above)
		require.NoError(t, err)
		require.Empty(t, entries)

		file := filepath.Join(above, "file")
		require.NoError(t, os.WriteFile(file, nil, 0o600))
		for _, path := range []string{file, filepath.Join(file, "below")} {
			_, err = datadir.Try(path)
			require.ErrorContains(t, err, "give the path of a folder")
		}
	})

	t.Run("tells who has the folder, and leaves the lock to others", func(t *testing.T) {
		t.Parallel()
		path := t.TempDir()
		d := open(t, path)
		_, err := datadir.Try(path)
		var inUse *datadir.InUseError
		require.ErrorAs(t, err, &inUse)
		require.Equal(t, os.Getpid(), inUse.PID)
		require.NoError(t, d.Close())
		_, err = datadir.Try(path)
		require.NoError(t, err)
		require.NoError(t, open(t, path).Close())
	})

	t.Run("says who may not write", func(t *testing.T) {
		t.Parallel()
		if os.Geteuid() == 0 {
			t.Skip("root may write everywhere")
		}
		path := t.TempDir()
		require.NoError(t, os.Chmod(path, 0o500))
		for _, folder := range []string{path, filepath.Join(path, "new")} {
			_, err := datadir.Try(folder)
			require.ErrorContains(t, err, "make it writable")
		}
	})
}

func TestOpen_MakesTheFolderPrivate(t *testing.T) {
	t.Parallel()
	mode := func(path string) os.FileMode {
		info, err := os.Stat(path)
		require.NoError(t, err)
		return info.Mode()
	}
	path := filepath.Join(t.TempDir(), "data")
	require.NoError(t, os.Mkdir(path, 0o755))
	require.NoError(t, os.Chmod(path, 0o755)) // whatever the umask says
	d, err := datadir.Open(path)
	require.NoError(t, err)
	require.NoError(t, d.Close())
	require.Equal(t, os.FileMode(0o700), mode(path).Perm())

	shared := filepath.Join(t.TempDir(), "shared")
	require.NoError(t, os.Mkdir(shared, 0o700))
	require.NoError(t, os.Chmod(shared, 0o777|os.ModeSticky))
	d, err = datadir.Open(shared)
	require.NoError(t, err)
	require.NoError(t, d.Close())
	require.Equal(t, os.FileMode(0o777), mode(shared).Perm(), "a folder like /tmp belongs to others too")
}

func TestDir_Place(t *testing.T) {
	t.Parallel()
	place := func(path string) string {
		d, err := datadir.Open(path)
		require.NoError(t, err)
		defer func() { require.NoError(t, d.Close()) }()
		return d.Place()
	}
	one, other := t.TempDir(), t.TempDir()
	first := place(one)
	require.Equal(t, first, place(one), "the same place each time")
	if runtime.GOOS == "linux" {
		require.NotEmpty(t, place(one))
		require.NotEqual(t, place(one), place(other))
	}
}

func TestDir_Free(t *testing.T) {
	t.Parallel()
	d, err := datadir.Open(t.TempDir())
	require.NoError(t, err)
	defer func() { require.NoError(t, d.Close()) }()
	free, err := d.Free()
	require.NoError(t, err)
	require.Positive(t, free)
}
