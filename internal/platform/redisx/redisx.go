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
	"sync"
	"sync/atomic"
	"time"

	"github.com/redis/go-redis/v9"
)

const (
	// answerWithin bounds each call: a request must not wait longer for a counter.
	answerWithin = 50 * time.Millisecond
	// restFor is how long a node does without Redis after a call that failed.
	restFor = time.Second
	// tellEvery is how often the log says that Redis is away.
	tellEvery = time.Minute
)

// Client is the connection of one node.
type Client struct {
	redis  *redis.Client
	prefix string // of every key
	log    *slog.Logger
	within time.Duration // answerWithin, but in tests

	restUntil, tellAfter atomic.Int64 // Unix nanoseconds of the system's clock
}

// Check refuses a URL that New would refuse, without repeating it: it may have a
// password inside.
func Check(address string) error {
	if _, err := redis.ParseURL(address); err != nil {
		return errors.New("must be an address such as redis://user:password@host:6379/0, or rediss:// with TLS")
	}
	return nil
}

// silent keeps the library from writing to standard error by itself: what fails is
// returned, and told once a minute.
type silent struct{}

// Printf implements the logger of the library.
func (silent) Printf(context.Context, string, ...any) {}

var silence = sync.OnceFunc(func() { redis.SetLogger(silent{}) })

// New returns the client of an installation, whose name keeps it apart from others on
// the same server. It opens no connection: see Ping.
func New(address, installation string, log *slog.Logger) (*Client, error) {
	if err := Check(address); err != nil {
		return nil, err
	}
	opt, err := redis.ParseURL(address)
	if err != nil {
		return nil, err
	}
	silence()
	opt.DialTimeout = time.Second // goes on when the call is over, for the next one
	opt.ContextTimeoutEnabled = true
	opt.MaxRetries = -1 // none
	opt.DisableIdentity = true
	return &Client{redis: redis.NewClient(opt), prefix: "allot:" + installation + ":", log: log, within: answerWithin}, nil
}

// Close closes the connections.
func (c *Client) Close() error { return c.redis.Close() }

// Ping finds out whether the server answers.
func (c *Client) Ping(ctx context.Context) error { return c.redis.Ping(ctx).Err() }

// errResting says that Redis is not asked at the moment.
var errResting = errors.New("redis did not answer a moment ago")

// run runs a script on keys of the installation.
func (c *Client) run(ctx context.Context, s *redis.Script, keys []string, args ...any) ([]int64, []string, error) {
	now := time.Now().UnixNano() //nolint:forbidigo // how long it takes, not when
	if now < c.restUntil.Load() {
		return nil, nil, errResting
	}
	full := make([]string, len(keys))
	for i, k := range keys {
		full[i] = c.prefix + k
	}
	limited, cancel := context.WithTimeout(context.WithoutCancel(ctx), c.within) // what is counted does not depend on who waits
	defer cancel()
	answer, err := s.Run(limited, c.redis, full, args...).Slice()
	if err != nil {
		c.restUntil.Store(now + int64(restFor))
		c.tell(ctx, now, err)
		return nil, nil, err
	}
	return split(answer)
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
		case string:
			texts = append(texts, v)
		default:
			return nil, nil, fmt.Errorf("redis answered with a %T", v)
		}
	}
	return numbers, texts, nil
}
