// Package s3test runs versitygw, a real S3 server that stores objects as files, for
// tests of the process.
package s3test

import (
	"context"
	"crypto/rand"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"net"
	"net/url"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"sync"
	"testing"
	"time"

	"allot/internal/testkit/gotool"
)

// Version is that of versitygw.
const Version = "v1.8.0"

// The keys of the server.
const (
	AccessKey = "allot-tests"
	SecretKey = "only-for-tests-0123456789"
)

// keeper is a script that runs the server until its standard input closes, which it
// also does when the process of the test is killed.
const keeper = `dir=$1; shift; "$@" </dev/null >"$dir/log" 2>&1 & pid=$!; read -r _; kill $pid; wait $pid; rm -rf "$dir"`

// Bucket is a bucket of a test's own.
type Bucket struct {
	Name     string
	Endpoint string
	// Dir is where its objects are files.
	Dir string
}

// URL is the address of the bucket in the form of the settings, for a prefix inside.
func (b *Bucket) URL(prefix string) string {
	return "s3://" + b.Name + "/" + prefix + "?" + url.Values{"endpoint": {b.Endpoint}, "path-style": {"true"}}.Encode()
}

type server struct {
	endpoint, dir string
	stdin         io.Closer // of the keeper; open until this process ends
	err           error
}

var shared = sync.OnceValue(start)

// NewBucket makes a bucket on the server of this process, which it starts and if need
// be installs. With CI=true a server that is missing is a failure, else the test is
// skipped.
func NewBucket(tb testing.TB) *Bucket {
	tb.Helper()
	s := shared()
	if s.err != nil {
		if os.Getenv("CI") != "true" {
			tb.Skipf("SKIPPED, THE STORE IN S3 NOT TESTED: %v", s.err)
		}
		tb.Fatalf("S3 server for tests: %v", s.err)
	}
	b := &Bucket{Name: "test-" + strings.ToLower(rand.Text()), Endpoint: s.endpoint}
	b.Dir = filepath.Join(s.dir, "buckets", b.Name)
	if err := os.Mkdir(b.Dir, 0o700); err != nil { // to the server, a folder is a bucket
		tb.Fatal(err)
	}
	return b
}

// Files lists the objects by name, without what belongs to the server.
func (b *Bucket) Files(tb testing.TB) []string {
	tb.Helper()
	names := []string{}
	err := filepath.WalkDir(b.Dir, func(name string, d fs.DirEntry, err error) error {
		if d != nil && d.IsDir() && strings.HasPrefix(d.Name(), ".sgwtmp") {
			return fs.SkipDir
		}
		if err == nil && !d.IsDir() {
			short, _ := filepath.Rel(b.Dir, name)
			names = append(names, filepath.ToSlash(short))
		}
		return err
	})
	if err != nil {
		tb.Fatal(err)
	}
	return names
}

// Age makes every object older.
func (b *Bucket) Age(tb testing.TB, by time.Duration) {
	tb.Helper()
	for _, name := range b.Files(tb) {
		path := filepath.Join(b.Dir, filepath.FromSlash(name))
		info, err := os.Stat(path)
		if err != nil {
			tb.Fatal(err)
		}
		if err := os.Chtimes(path, time.Time{}, info.ModTime().Add(-by)); err != nil {
			tb.Fatal(err)
		}
	}
}

// start starts the server. It outlives the test that asks for it first.
func start() (s server) {
	ctx, cancel := context.WithTimeout(context.Background(), 30*time.Minute) // of its installation
	defer cancel()
	program, err := gotool.Install(ctx, "github.com/versity/versitygw/cmd/versitygw", Version)
	if err != nil {
		return server{err: err}
	}
	dir, err := os.MkdirTemp("", "allot-s3-")
	if err != nil {
		return server{err: err}
	}
	for _, name := range []string{"buckets", "sidecar"} {
		if err := os.Mkdir(filepath.Join(dir, name), 0o700); err != nil {
			return server{err: err}
		}
	}
	addr, err := freeAddr(ctx)
	if err != nil {
		return server{err: err}
	}
	cmd := exec.CommandContext(context.WithoutCancel(ctx), "sh", "-c", keeper, "keeper", dir, //nolint:gosec // our own server
		program, "--port", addr, "--access", AccessKey, "--secret", SecretKey, "--region", "us-east-1", "posix",
		"--sidecar", filepath.Join(dir, "sidecar"), filepath.Join(dir, "buckets")) // without it the file system must have extended attributes
	stdin, err := cmd.StdinPipe()
	if err != nil {
		return server{err: err}
	}
	if err := cmd.Start(); err != nil {
		return server{err: err}
	}
	return server{endpoint: "http://" + addr, dir: dir, stdin: stdin, err: await(ctx, addr, dir)}
}

func freeAddr(ctx context.Context) (string, error) {
	var lc net.ListenConfig
	l, err := lc.Listen(ctx, "tcp", "127.0.0.1:0")
	if err != nil {
		return "", err
	}
	return l.Addr().String(), l.Close()
}

func await(ctx context.Context, addr, dir string) error {
	var d net.Dialer
	for range 600 {
		c, err := d.DialContext(ctx, "tcp", addr)
		if err == nil {
			return c.Close()
		}
		time.Sleep(50 * time.Millisecond)
	}
	said, _ := os.ReadFile(filepath.Join(dir, "log"))
	return errors.Join(fmt.Errorf("versitygw does not listen on %s", addr), errors.New(string(said)))
}
