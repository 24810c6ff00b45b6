// Package redisx shares counters between the nodes of an installation: the windows of
// package ratelimit and the bans of package ban.
//
// Redis makes limits hold for all nodes together; nobody needs it to work. While it does
// not answer, each node counts by itself, and nobody is refused or waits for it.
package redisx

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"sync/atomic"
	"time"

	"github.com/gomodule/redigo/redis"
)

const (
	// answerWithin bounds each call: a request must not wait longer for a counter.
	answerWithin = 50 * time.Millisecond
	// restFor is how long a node does without Redis after a call that failed.
	restFor = time.Second
	// dialWithin bounds how long a connection is opened and logged in.
	dialWithin = time.Second
	// pingAfter is how long a connection is not used before it is tried.
	pingAfter = 10 * time.Second
	// mostConnections bounds those of one node.
	mostConnections = 32
	// tellEvery is how often the log says that Redis is away.
	tellEvery = time.Minute
)

// Client is the connection of one node.
type Client struct {
	redis  atomic.Pointer[redis.Pool]
	at     server
	prefix string // of every key
	log    *slog.Logger
	within time.Duration // answerWithin, but in tests

	restUntil, tellAfter atomic.Int64 // Unix nanoseconds of the system's clock
}

// New returns the client of an installation, whose name keeps it apart from others on
// the same server. It opens no connection: see Ping.
func New(address, installation string, log *slog.Logger) (*Client, error) {
	at, err := parse(address)
	if err != nil {
		return nil, err
	}
	c := &Client{at: at, prefix: "allot:" + installation + ":", log: log, within: answerWithin}
	c.redis.Store(c.pool())
	return c, nil
}

func (c *Client) pool() *redis.Pool {
	return &redis.Pool{DialContext: c.at.dial, MaxActive: mostConnections, MaxIdle: mostConnections, Wait: true, TestOnBorrow: ping}
}

// renew closes the connections that are idle: what broke one has likely broken them all.
func (c *Client) renew() { _ = c.redis.Swap(c.pool()).Close() }

// ping finds out whether a connection that nobody has used for a while is still open.
func ping(c redis.Conn, used time.Time) error {
	if time.Since(used) < pingAfter {
		return nil
	}
	_, err := redis.DoWithTimeout(c, answerWithin, "PING")
	return err
}

// Close closes the connections.
func (c *Client) Close() error { return c.redis.Load().Close() }

// Ping finds out whether the server answers.
func (c *Client) Ping(ctx context.Context) error {
	conn, err := c.conn(ctx)
	if err != nil {
		return err
	}
	defer func() { _ = conn.Close() }() // kept, or broken already
	_, err = redis.DoContext(conn, ctx, "PING")
	return err
}

// conn returns a connection, which Close gives back. One that is opened too late for the caller
// is kept for the next.
func (c *Client) conn(ctx context.Context) (redis.Conn, error) {
	opened := make(chan redis.Conn, 1)
	pool := c.redis.Load()
	go func() {
		conn, _ := pool.GetContext(context.WithoutCancel(ctx)) // the error is conn's, too
		opened <- conn
	}()
	select {
	case conn := <-opened:
		return conn, conn.Err()
	case <-ctx.Done():
		go func() { _ = (<-opened).Close() }()
		return nil, ctx.Err()
	}
}

// errResting says that Redis is not asked at the moment.
var errResting = errors.New("redis did not answer a moment ago")

// run runs a script on keys of the installation.
func (c *Client) run(ctx context.Context, s *redis.Script, keys []string, args ...any) ([]int64, []string, error) {
	now := time.Now().UnixNano() //nolint:forbidigo // how long it takes, not when
	if now < c.restUntil.Load() {
		return nil, nil, errResting
	}
	full := make([]any, 0, len(keys)+len(args))
	for _, k := range keys {
		full = append(full, c.prefix+k)
	}
	limited, cancel := context.WithTimeout(context.WithoutCancel(ctx), c.within) // what is counted does not depend on who waits
	defer cancel()
	answer, err := c.ask(limited, s, append(full, args...))
	if err != nil {
		c.restUntil.Store(now + int64(restFor))
		c.renew()
		c.tell(ctx, now, err)
		return nil, nil, err
	}
	return split(answer)
}

func (c *Client) ask(ctx context.Context, s *redis.Script, keysAndArgs []any) ([]any, error) {
	conn, err := c.conn(ctx)
	if err != nil {
		return nil, err
	}
	defer func() { _ = conn.Close() }() // kept, or broken already
	return redis.Values(s.DoContext(ctx, conn, keysAndArgs...))
}

// tell logs trouble once a minute.
func (c *Client) tell(ctx context.Context, now int64, err error) {
	after := c.tellAfter.Load()
	if now >= after && c.tellAfter.CompareAndSwap(after, now+int64(tellEvery)) {
		c.log.WarnContext(ctx, "redis does not answer: this node counts by itself", "error", err)
	}
}

// split returns the numbers and the texts of an answer.
func split(answer []any) (numbers []int64, texts []string, err error) {
	for _, v := range answer {
		switch v := v.(type) {
		case int64:
			numbers = append(numbers, v)
		case []byte:
			texts = append(texts, string(v))
		default:
			return nil, nil, fmt.Errorf("redis answered with a %T", v)
		}
	}
	return numbers, texts, nil
}
