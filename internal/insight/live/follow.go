package live

import (
	"context"
	"time"

	"allot/internal/identity/auth"
	"allot/internal/platform/stamp"
)

const (
	// pingEvery is how often a client hears something when nothing changes: proxies
	// close connections that are silent for a minute.
	pingEvery = 20 * time.Second
	// longest is how long a stream is open at most: an expired session is noticed then.
	longest = 10 * time.Minute
	// spread is by how much streams that began together end apart.
	spread = time.Minute

	// comeBack is after which time a client connects again when a stream ends.
	comeBack = time.Second
	// comeBackLater is the same for a stream that had to go for another of its user:
	// if all came back at once, they would replace each other for ever.
	comeBackLater = time.Minute
	// comeBackSpread is how much later some of them come back when the program stops.
	comeBackSpread = 4 * time.Second
)

// Message is an event for a client.
type Message struct {
	ID    string
	Event string
	Data  any           // as JSON
	Retry time.Duration // after which the client connects again, from now on; 0: as before
}

// Client is the other end of a stream.
type Client interface {
	// Send sends messages in order. It may wait for the client, and fails if that takes
	// too long.
	Send(list []Message) error
	// Ping sends something that means nothing.
	Ping() error
	// Hurry makes Send fail soon if it waits. Any goroutine may call it.
	Hurry()
	// Caller finds the user anew; it refuses when the session has ended.
	Caller(ctx context.Context) (auth.Caller, error)
}

type (
	helloData struct {
		Resumed bool `json:"resumed"`
	}
	propertyData struct {
		Property int64 `json:"property"`
		Version  int64 `json:"version,omitempty"`
	}
	byeData struct {
		Reason Reason `json:"reason"`
	}
)

const (
	hello = "hello"
	bye   = "bye"
)

// Poll tells the client once what has changed since an event that it knows.
func (s *Service) Poll(ctx context.Context, w *Watch, since string, to Client) error {
	first, _, err := s.first(ctx, w, since)
	if err != nil {
		return err
	}
	return to.Send(first)
}

// Follow tells the client what changes until the stream ends: because the client goes,
// for one of the reasons, or with an error. since is the id of the last event that the
// client knows, or empty.
func (s *Service) Follow(ctx context.Context, w *Watch, since string, to Client) error {
	st := newStream(w, to)
	number, err := s.open(st)
	if err != nil {
		return err
	}
	defer s.end(st)
	// Read after the stream was added: what is written from now on is in a reading of
	// the loop.
	first, read, err := s.first(ctx, w, since)
	if err != nil {
		return err
	}
	st.begin(read)
	if err := to.Send(first); err != nil {
		return err
	}
	return s.follow(ctx, st, read.Clock, longest-time.Duration(number)%(spread/time.Second)*time.Second)
}

// follow tells what changes after the first reading, whose clock the client knows.
func (s *Service) follow(ctx context.Context, st *stream, known int64, within time.Duration) error {
	ping, end := time.NewTicker(pingEvery), time.NewTimer(within)
	defer ping.Stop()
	defer end.Stop()
	for {
		select {
		case <-ctx.Done():
			return nil
		case <-ping.C:
			if err := st.client.Ping(); err != nil {
				return err
			}
			continue
		case <-end.C:
			st.finish(EndTime)
		case <-st.wake:
		}
		b := st.drainPending()
		if b.end == "" && b.checks && !s.stillMay(ctx, st) {
			b.end = EndAccess
		}
		if list := s.messages(ctx, st.watch, b, known); len(list) > 0 {
			if err := st.client.Send(list); err != nil {
				return err
			}
		}
		if b.end != "" {
			return nil
		}
		known = b.clock
	}
}

// first reads the stamps of a watch and returns hello with what has changed since an
// event.
func (s *Service) first(ctx context.Context, w *Watch, since string) ([]Message, stamp.Stamps, error) {
	read, err := s.deps.Stamps.Stamps(ctx, w.keys())
	if err != nil {
		return nil, read, err
	}
	from, ok := s.ids.parse(since)
	resumed := ok && from <= read.Clock // a later one is of no history that we know
	b := batch{changes: map[Change]bool{}, clock: read.Clock}
	if !resumed {
		from = read.Clock
	}
	for i, t := range w.targets {
		if resumed && read.Values[i] >= from {
			b.add(t)
		}
	}
	head := Message{Event: hello, Data: helloData{resumed}, Retry: comeBack}
	return s.withIDs(append([]Message{head}, s.changes(ctx, w, b.list())...), from, b.clock), read, nil
}

// stillMay reports whether the user may still watch all of it, and no more: with more,
// the client has to connect again to be told of it.
func (s *Service) stillMay(ctx context.Context, st *stream) bool {
	who, err := st.client.Caller(ctx)
	if err != nil {
		return false
	}
	now, err := s.Watch(ctx, who, st.watch.properties)
	return err == nil && now.equal(st.watch)
}

// messages returns what a batch tells the client, who knows everything before a reading
// of the clock.
func (s *Service) messages(ctx context.Context, w *Watch, b batch, known int64) []Message {
	var list []Message
	// What the user may not be told any more, or perhaps not, waits for the next stream.
	withheld := b.end != "" && b.checks
	if !withheld {
		list = s.changes(ctx, w, b.list())
	}
	if b.end != "" {
		list = append(list, Message{Event: bye, Data: byeData{b.end}, Retry: retryAfter(b.end, w.user)})
	}
	if withheld {
		b.clock = known
	}
	return s.withIDs(list, known, b.clock)
}

// withIDs gives messages their ids. A client that was cut off after one of them must be
// told of the others again: only the last one stands for all.
func (s *Service) withIDs(list []Message, before, after int64) []Message {
	for i := range list {
		list[i].ID = s.ids.text(before)
		if i == len(list)-1 {
			list[i].ID = s.ids.text(after)
		}
	}
	return list
}

func (s *Service) changes(ctx context.Context, w *Watch, list []Change) []Message {
	messages := make([]Message, len(list))
	for i, c := range list {
		messages[i] = Message{Event: string(c.Name), Data: struct{}{}}
		if c.Property != 0 {
			messages[i].Data = propertyData{c.Property, s.version(ctx, w, c.Property)}
		}
	}
	return messages
}

// version returns the latest version of the days of a property, by which its hotel
// knows a write of its own again. It is read after the stamp, and so is never older
// than the change that is told. 0, which is not sent: the property is another
// account's, or the version cannot be read, and the client reads all days again.
func (s *Service) version(ctx context.Context, w *Watch, property int64) int64 {
	if !w.own[property] {
		return 0
	}
	v, err := s.deps.Versions.Version(ctx, w.owner, property)
	if err != nil && ctx.Err() == nil {
		s.deps.Logger.WarnContext(ctx, "a change is told without its version", "error", err)
	}
	return v
}

// retryAfter returns when a client comes back after the end of its stream; 0: as ever.
func retryAfter(why Reason, user int64) time.Duration {
	switch why {
	case EndReplaced:
		return comeBackLater
	case EndStopping:
		return comeBack + time.Duration(user)*time.Millisecond*7%comeBackSpread
	default:
		return 0
	}
}
