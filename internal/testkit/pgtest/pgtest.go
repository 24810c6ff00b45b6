// Package pgtest starts a private PostgreSQL cluster for tests from the
// binaries installed on the machine: own folder, own port, loopback only.
package pgtest

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"net"
	"os"
	"os/exec"
	"os/user"
	"path/filepath"
	"strconv"
	"syscall"
	"time"

	"github.com/jackc/pgx/v5"
)

// ErrNotInstalled means that the machine has no PostgreSQL server.
var ErrNotInstalled = errors.New("no PostgreSQL server found: install the Debian package postgresql, or set ALLOT_TEST_POSTGRES to a server's URL")

// Cluster is a running server.
type Cluster struct {
	URL string

	stdin  io.WriteCloser // of the keeper
	keeper *exec.Cmd
	held   net.Listener // keeps other processes from the steady port
}

// keeper is a script that runs the server. When this process ends, its standard
// input closes, and it stops the server and removes the folder. A line on standard
// input stops the server as an administrator would, or starts it.
const keeper = `trap '' INT TERM
bin=$1 dir=$2 port=$3
shift 3
start() {
  "$bin/postgres" -D "$dir" -p "$port" -c listen_addresses=127.0.0.1 -c unix_socket_directories= \
    -c fsync=off -c full_page_writes=off -c synchronous_commit=off -c max_connections=400 \
    -c shared_buffers=64MB -c log_min_messages=fatal "$@" </dev/null >>"$dir/server.log" 2>&1 &
  pid=$!
}
start "$@"
while read -r word; do
  case $word in
  down) kill -INT $pid; wait $pid ;;
  up) start "$@" ;;
  esac
done
kill -QUIT $pid; wait $pid; rm -rf "$dir"`

// Start creates and starts a cluster, with further settings such as
// max_connections=20. Call Stop when done; the cluster also ends with the process.
func Start(ctx context.Context, settings ...string) (*Cluster, error) {
	port, err := freePort(ctx, 0)
	if err != nil {
		return nil, err
	}
	return startAt(ctx, port, settings...)
}

// StartSteady starts a cluster whose URL is the same each time, so that Go keeps the
// results of tests that read it. Where another process did so and still runs, or
// another server has the port, it is any other.
func StartSteady(ctx context.Context) (*Cluster, error) {
	const mark, steady = 45431, 45432
	held, err := listen(ctx, mark)
	if err != nil {
		return Start(ctx)
	}
	port, err := freePort(ctx, steady)
	if err != nil {
		_ = held.Close()
		return Start(ctx)
	}
	c, err := startAt(ctx, port)
	if err != nil {
		_ = held.Close()
		return nil, err
	}
	c.held = held
	return c, nil
}

func startAt(ctx context.Context, port int, settings ...string) (*Cluster, error) {
	bin, err := binaries()
	if err != nil {
		return nil, err
	}
	dir, err := os.MkdirTemp(inMemory(), "allot-postgres-")
	if err != nil {
		return nil, fmt.Errorf("make a folder for the cluster: %w", err)
	}
	attr, err := unprivileged(dir)
	if err != nil {
		return nil, err
	}
	initdb := exec.CommandContext(ctx, filepath.Join(bin, "initdb"), "-D", dir, "-U", "allot", "-A", "trust", "-E", "UTF8", "--locale=C.UTF-8", "--no-sync")
	initdb.SysProcAttr, initdb.Dir = attr, dir
	if out, err := initdb.CombinedOutput(); err != nil {
		return nil, fmt.Errorf("initdb: %w: %s", err, bytes.TrimSpace(out))
	}
	// The keeper outlives ctx on purpose; closing its standard input ends it.
	args := []string{"-c", keeper, "keeper", bin, dir, strconv.Itoa(port)}
	for _, s := range settings {
		args = append(args, "-c", s)
	}
	cmd := exec.CommandContext(context.WithoutCancel(ctx), "sh", args...)
	cmd.SysProcAttr, cmd.Dir = attr, dir
	stdin, err := cmd.StdinPipe()
	if err != nil {
		return nil, fmt.Errorf("open the keeper's standard input: %w", err)
	}
	if err := cmd.Start(); err != nil {
		return nil, fmt.Errorf("start PostgreSQL: %w", err)
	}
	c := &Cluster{URL: fmt.Sprintf("postgres://allot@127.0.0.1:%d/postgres?sslmode=disable", port), stdin: stdin, keeper: cmd}
	if err := c.await(ctx); err != nil {
		c.Stop()
		return nil, err
	}
	return c, nil
}

// inMemory returns a folder in memory if there is enough, else nothing: every test
// has a database of some 300 files, which can take a disk longer than the test.
func inMemory() string {
	const shared, plenty = "/dev/shm", 4 << 30
	var fs syscall.Statfs_t
	if err := syscall.Statfs(shared, &fs); err != nil || fs.Bavail*uint64(fs.Bsize) < plenty {
		return ""
	}
	return shared
}

// Stop ends the server and removes its folder.
func (c *Cluster) Stop() {
	_ = c.stdin.Close()
	_ = c.keeper.Wait()
	if c.held != nil {
		_ = c.held.Close()
	}
}

// Down stops the server as an administrator would, with all connections, and
// returns when it has ended.
func (c *Cluster) Down(ctx context.Context) error {
	if _, err := io.WriteString(c.stdin, "down\n"); err != nil {
		return fmt.Errorf("stop PostgreSQL: %w", err)
	}
	tick := time.NewTicker(20 * time.Millisecond)
	defer tick.Stop()
	for {
		conn, err := pgx.Connect(ctx, c.URL)
		if errors.Is(err, syscall.ECONNREFUSED) {
			return nil
		}
		if err == nil {
			_ = conn.Close(ctx)
		}
		select {
		case <-ctx.Done():
			return fmt.Errorf("PostgreSQL did not stop: %w", ctx.Err())
		case <-tick.C:
		}
	}
}

// Up starts the server again after Down.
func (c *Cluster) Up(ctx context.Context) error {
	if _, err := io.WriteString(c.stdin, "up\n"); err != nil {
		return fmt.Errorf("start PostgreSQL: %w", err)
	}
	return c.await(ctx)
}

func (c *Cluster) await(ctx context.Context) error {
	ctx, cancel := context.WithTimeout(ctx, time.Minute)
	defer cancel()
	tick := time.NewTicker(50 * time.Millisecond)
	defer tick.Stop()
	for {
		conn, err := pgx.Connect(ctx, c.URL)
		if err == nil {
			return conn.Close(ctx)
		}
		select {
		case <-ctx.Done():
			return fmt.Errorf("PostgreSQL did not start: %w", err)
		case <-tick.C:
		}
	}
}

// binaries returns the folder of the server programs, of the newest version
// installed. On Debian they are not in PATH.
func binaries() (string, error) {
	if p, err := exec.LookPath("initdb"); err == nil {
		if p, err = filepath.EvalSymlinks(p); err == nil {
			return filepath.Dir(p), nil
		}
	}
	found, _ := filepath.Glob("/usr/lib/postgresql/*/bin/initdb")
	if len(found) == 0 {
		return "", ErrNotInstalled
	}
	return filepath.Dir(found[len(found)-1]), nil
}

// unprivileged returns the attributes to run the server as another user if this
// process is root, which PostgreSQL refuses.
func unprivileged(dir string) (*syscall.SysProcAttr, error) {
	if os.Geteuid() != 0 {
		return &syscall.SysProcAttr{Setpgid: true}, nil
	}
	u, err := user.Lookup("postgres")
	if err != nil {
		if u, err = user.Lookup("nobody"); err != nil {
			return nil, fmt.Errorf("find a user to run PostgreSQL as: %w", err)
		}
	}
	uid, _ := strconv.Atoi(u.Uid)
	gid, _ := strconv.Atoi(u.Gid)
	if err := os.Chown(dir, uid, gid); err != nil {
		return nil, fmt.Errorf("hand the folder to %s: %w", u.Username, err)
	}
	return &syscall.SysProcAttr{
		Setpgid:    true,
		Credential: &syscall.Credential{Uid: uint32(uid), Gid: uint32(gid)},
	}, nil
}

// freePort returns a port if nobody has it, or any that nobody has if it is 0.
func freePort(ctx context.Context, port int) (int, error) {
	l, err := listen(ctx, port)
	if err != nil {
		return 0, fmt.Errorf("find a free port: %w", err)
	}
	defer func() { _ = l.Close() }()
	return l.Addr().(*net.TCPAddr).Port, nil
}

func listen(ctx context.Context, port int) (net.Listener, error) {
	var lc net.ListenConfig
	return lc.Listen(ctx, "tcp", net.JoinHostPort("127.0.0.1", strconv.Itoa(port)))
}
