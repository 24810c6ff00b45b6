package s3test

import (
	"context"
	"errors"
	"fmt"
	"io"
	"net"
	"os"
	"os/exec"
	"path/filepath"
	"sync"
	"testing"
	"time"

	"allot/internal/testkit/gotool"
)

// Version is that of versitygw.
const Version = "v1.8.0"

// keeper is a script that runs the server until its standard input closes, which it
// also does when the process of the test is killed.
const keeper = `dir=$1; shift; "$@" </dev/null >"$dir/log" 2>&1 & pid=$!; read -r _; kill $pid; wait $pid; rm -rf "$dir"`

// server is a versitygw that stores objects as files.
type server struct {
	endpoint, dir string
	stdin         io.Closer // of the keeper; open until this process ends
	err           error
}

var (
	once   sync.Once
	shared server
)

// versity returns the server of this process, started and if need be installed.
func versity(tb testing.TB) server {
	tb.Helper()
	program := gotool.Install(tb, "github.com/versity/versitygw/cmd/versitygw", Version, "THE STORE IN S3 NOT TESTED")
	once.Do(func() {
		s, err := start(context.WithoutCancel(tb.Context()), program) // it outlives the first test
		s.err = err
		shared = s
	})
	return shared
}

func start(ctx context.Context, program string) (s server, err error) {
	if s.dir, err = os.MkdirTemp("", "allot-s3-"); err != nil {
		return s, err
	}
	for _, name := range []string{"buckets", "sidecar"} {
		if err := os.Mkdir(filepath.Join(s.dir, name), 0o700); err != nil {
			return s, err
		}
	}
	addr, err := freeAddr(ctx)
	if err != nil {
		return s, err
	}
	// With a sidecar the file system needs no extended attributes.
	cmd := exec.CommandContext(ctx, "sh", "-c", keeper, "keeper", s.dir,
		program, "--port", addr, "--access", AccessKey, "--secret", SecretKey, "--region", "us-east-1",
		"posix", "--sidecar", filepath.Join(s.dir, "sidecar"), filepath.Join(s.dir, "buckets"))
	if s.stdin, err = cmd.StdinPipe(); err != nil {
		return s, err
	}
	if err := cmd.Start(); err != nil {
		return s, err
	}
	s.endpoint = "http://" + addr
	return s, await(ctx, addr, s.dir)
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
