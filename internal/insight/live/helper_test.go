package live_test

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"log/slog"
	"slices"
	"strconv"
	"strings"
	"sync"
	"testing"
	"testing/synctest"

	"github.com/stretchr/testify/require"

	"allot/internal/identity/auth"
	"allot/internal/insight/live"
	"allot/internal/inventory/availability"
	"allot/internal/platform/apperr"
	"allot/internal/platform/stamp"
	"allot/internal/testkit/logtest"
)

// source has stamps as SQLite has them.
type source struct {
	mu     sync.Mutex
	last   int64
	values map[stamp.Key]int64
	reads  int
	keys   int // of the last reading
	err    error
}

func newSource() *source { return &source{values: map[stamp.Key]int64{}} }

func (s *source) Stamps(_ context.Context, keys []stamp.Key) (stamp.Stamps, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.reads, s.keys = s.reads+1, len(keys)
	st := stamp.Stamps{Keys: keys, Clock: s.last + 1}
	for _, k := range keys {
		st.Values = append(st.Values, s.values[k])
	}
	return st, s.err
}

func (s *source) raise(kind stamp.Kind, ids ...int64) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.last++
	for _, k := range kind.Of(ids...) {
		s.values[k] = s.last
	}
}

func (s *source) fail(err error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.err = err
}

func (s *source) read() int {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.reads
}

func (s *source) readKeys() int {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.keys
}

// houses are the properties of owner 1; others are not found. Property 9 can be seen
// and has no days to read.
type houses struct{}

func (houses) Visible(_ context.Context, who auth.Caller, ids []int64) ([]availability.Visible, error) {
	var list []availability.Visible
	for _, id := range ids {
		if id > 200 {
			return nil, apperr.ErrNotFound
		}
		if err := who.InScope(id); err != nil {
			return nil, err
		}
		list = append(list, availability.Visible{ID: id, Owner: 1, Days: id != 9})
	}
	return list, nil
}

// versions are those of the days of properties.
type versions struct {
	mu     sync.Mutex
	latest map[int64]int64
	err    error
}

func (v *versions) Version(_ context.Context, owner, property int64) (int64, error) {
	v.mu.Lock()
	defer v.mu.Unlock()
	if owner != 1 {
		return 0, apperr.ErrNotFound
	}
	return v.latest[property], v.err
}

func (v *versions) set(property, version int64, err error) {
	v.mu.Lock()
	defer v.mu.Unlock()
	v.latest[property], v.err = version, err
}

// client collects what it is sent.
type client struct {
	mu      sync.Mutex
	got     []live.Message
	pings   int
	hurried bool
	who     auth.Caller
	refused error
	gate    chan struct{} // if it is there, Send waits for it
	gone    bool          // Send fails
}

var errGone = errors.New("the client has gone")

func (c *client) Send(list []live.Message) error {
	c.mu.Lock()
	gate := c.gate
	c.mu.Unlock()
	if gate != nil {
		<-gate
	}
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.gone {
		return errGone
	}
	c.got = append(c.got, list...)
	return nil
}

func (c *client) Ping() error {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.pings++
	return nil
}

func (c *client) pinged() int {
	c.mu.Lock()
	defer c.mu.Unlock()
	return c.pings
}

func (c *client) Hurry() {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.hurried = true
	if c.gate != nil {
		c.gone = true
		close(c.gate)
		c.gate = nil
	}
}

func (c *client) Caller(context.Context) (auth.Caller, error) {
	c.mu.Lock()
	defer c.mu.Unlock()
	return c.who, c.refused
}

func (c *client) set(change func()) {
	c.mu.Lock()
	defer c.mu.Unlock()
	change()
}

// text returns what was sent as "event data", and forgets it.
func (c *client) text(t *testing.T) []string {
	t.Helper()
	c.mu.Lock()
	defer c.mu.Unlock()
	list := []string{}
	for _, m := range c.got {
		data, err := json.Marshal(m.Data)
		require.NoError(t, err)
		require.NotEmpty(t, m.ID)
		list = append(list, m.Event+" "+string(data))
	}
	c.got = nil
	return list
}

// messages returns what was sent.
func (c *client) messages() []live.Message {
	c.mu.Lock()
	defer c.mu.Unlock()
	return slices.Clone(c.got)
}

// bundle is a service on a source, with its loop running until the test ends.
type bundle struct {
	*live.Service
	*source
	versions *versions
	log      *logtest.Log
}

// logged counts a text in the log.
func (b *bundle) logged(text string) int {
	return strings.Count(b.log.String(), text)
}

func setup(t *testing.T) *bundle {
	t.Helper()
	b := &bundle{source: newSource(), versions: &versions{latest: map[int64]int64{}}, log: &logtest.Log{}}
	b.Service = live.New(live.Deps{Portfolios: houses{}, Versions: b.versions, Stamps: b.source, Epoch: "one", Logger: slog.New(slog.NewTextHandler(b.log, nil))})
	ctx, cancel := context.WithCancel(t.Context())
	go b.Run(ctx)
	t.Cleanup(cancel)
	return b
}

func manager(user int64) auth.Caller {
	return auth.Caller{UserID: user, OwnerID: 1, AccountType: auth.Accommodation, Manager: true}
}

// follow opens a stream of a user. done has its result when it ends.
func (b *bundle) follow(t *testing.T, who auth.Caller, since string, properties ...int64) (c *client, done chan error, leave context.CancelFunc) {
	t.Helper()
	return b.join(t, &client{who: who}, since, properties...)
}

func (b *bundle) join(t *testing.T, c *client, since string, properties ...int64) (_ *client, done chan error, leave context.CancelFunc) {
	t.Helper()
	w, err := b.Watch(t.Context(), c.who, properties)
	require.NoError(t, err)
	ctx, cancel := context.WithCancel(t.Context())
	done = make(chan error, 1)
	go func() { done <- b.Follow(ctx, w, since, c) }()
	t.Cleanup(cancel)
	synctest.Wait()
	return c, done, cancel
}

func textOf(m live.Message) string { return fmt.Sprint(m.Data) }

// propertyOf returns the property that a message names.
func propertyOf(m live.Message) int64 {
	text, _, _ := strings.Cut(strings.Trim(textOf(m), "{}"), " ")
	id, _ := strconv.ParseInt(text, 10, 64)
	return id
}
