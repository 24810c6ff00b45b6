package live

import (
	"context"
	"log/slog"
	"sync"
	"time"

	"allot/internal/identity/auth"
	"allot/internal/inventory/availability"
	"allot/internal/platform/apperr"
	"allot/internal/platform/stamp"
)

const (
	// maxPerUser is how many streams a user can have: one a tab. The oldest ends for a
	// new one, so that nobody is locked out by tabs that are gone.
	maxPerUser = 10
	// maxStreams bounds the streams of a process; each takes some 30 kB.
	maxStreams = 5000
	// readEvery is how often stamps are read while somebody listens.
	readEvery = 500 * time.Millisecond
	// readWithin bounds one reading.
	readWithin = 10 * time.Second
)

// ErrFull refuses a stream where the process has too many.
var ErrFull = apperr.New(apperr.Unavailable, "too_many_streams", "too many dashboards listen for changes right now; try again in a moment").After(30 * time.Second)

// Stamps reads stamps; it is the database.
type Stamps interface {
	Stamps(ctx context.Context, keys []stamp.Key) (stamp.Stamps, error)
}

// Portfolios knows which properties a user sees.
type Portfolios interface {
	Visible(ctx context.Context, who auth.Caller, ids []int64) ([]availability.Visible, error)
}

// Versions knows the versions of availability.
type Versions interface {
	Version(ctx context.Context, owner, property int64) (int64, error)
}

// Deps are the dependencies of the service.
type Deps struct {
	Portfolios Portfolios
	Versions   Versions
	Stamps     Stamps
	// Epoch identifies the history of the database: see db.DB.
	Epoch  string
	Logger *slog.Logger
	// Every is how often stamps are read; 0: twice a second.
	Every time.Duration
}

// Service has the streams of the process.
type Service struct {
	deps       Deps
	ids        positions
	perUser    int
	most       int
	opened     chan struct{} // has room for one: there may be a stream to read for
	mu         sync.Mutex
	closed     bool
	number     int // of streams that were ever opened
	streams    map[*stream]bool
	byUser     map[int64][]*stream // oldest first
	watchers   map[stamp.Key]int   // how many streams watch a key
	unreadable bool                // the last reading failed; of the loop alone
}

// New returns the service. Run makes it tell of changes.
func New(d Deps) *Service {
	if d.Every == 0 {
		d.Every = readEvery
	}
	return &Service{
		deps: d, ids: positions{d.Epoch}, perUser: maxPerUser, most: maxStreams, opened: make(chan struct{}, 1),
		streams: map[*stream]bool{}, byUser: map[int64][]*stream{}, watchers: map[stamp.Key]int{},
	}
}

// Open returns the number of open streams.
func (s *Service) Open() int {
	s.mu.Lock()
	defer s.mu.Unlock()
	return len(s.streams)
}

// Run reads stamps until ctx ends, while there are streams.
func (s *Service) Run(ctx context.Context) {
	for {
		select {
		case <-ctx.Done():
			return
		case <-s.opened:
			s.readWhileOpen(ctx)
		}
	}
}

func (s *Service) readWhileOpen(ctx context.Context) {
	tick := time.NewTicker(s.deps.Every)
	defer tick.Stop()
	for s.Open() > 0 {
		select {
		case <-ctx.Done():
			return
		case <-tick.C:
			s.read(ctx)
		}
	}
}

// read reads the stamps of all streams and hands the changes out.
func (s *Service) read(ctx context.Context) {
	keys := s.watched()
	if len(keys) == 0 {
		return // the last stream has just ended
	}
	within, cancel := context.WithTimeout(ctx, readWithin)
	defer cancel()
	read, err := s.deps.Stamps.Stamps(within, keys)
	if err != nil {
		if !s.unreadable && ctx.Err() == nil {
			s.deps.Logger.WarnContext(ctx, "changes cannot be told to dashboards", "error", err)
		}
		s.unreadable = true
		return
	}
	s.unreadable = false
	values := make(map[stamp.Key]int64, len(keys))
	for i, k := range read.Keys {
		values[k] = read.Values[i]
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	for st := range s.streams {
		st.update(values, read.Clock)
	}
}

// watched returns the keys of all streams, each once.
func (s *Service) watched() []stamp.Key {
	s.mu.Lock()
	defer s.mu.Unlock()
	keys := make([]stamp.Key, 0, len(s.watchers))
	for k := range s.watchers {
		keys = append(keys, k)
	}
	return keys
}

// open adds a stream, and returns how many were opened before it. When the program
// stops, the stream ends with its first batch.
func (s *Service) open(st *stream) (number int, err error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.closed {
		st.finish(EndStopping)
		return 0, nil
	}
	if mine := s.byUser[st.watch.user]; len(mine) >= s.perUser {
		oldest := mine[0]
		s.remove(oldest)
		oldest.finish(EndReplaced)
	}
	if len(s.streams) >= s.most {
		return 0, ErrFull
	}
	s.streams[st] = true
	s.byUser[st.watch.user] = append(s.byUser[st.watch.user], st)
	for _, t := range st.watch.targets {
		s.watchers[t.key]++
	}
	s.number++
	select {
	case s.opened <- struct{}{}:
	default: // the loop will look anyway
	}
	return s.number, nil
}

// end removes a stream that may have been removed already.
func (s *Service) end(st *stream) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.remove(st)
}

// remove is end for a caller that holds the lock.
func (s *Service) remove(st *stream) {
	if !s.streams[st] {
		return
	}
	delete(s.streams, st)
	user := st.watch.user
	list := s.byUser[user]
	for i, other := range list {
		if other == st {
			list = append(list[:i:i], list[i+1:]...)
			break
		}
	}
	if s.byUser[user] = list; len(list) == 0 {
		delete(s.byUser, user)
	}
	for _, t := range st.watch.targets {
		if s.watchers[t.key]--; s.watchers[t.key] == 0 {
			delete(s.watchers, t.key)
		}
	}
}

// Close ends all streams, and every later one at once. It does not wait for them.
func (s *Service) Close() {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.closed = true
	for st := range s.streams {
		st.finish(EndStopping)
		st.client.Hurry()
	}
}
