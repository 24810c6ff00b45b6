package insighttest

import (
	"bufio"
	"context"
	"encoding/json"
	"fmt"
	"net/http"
	"net/http/httptest"
	"regexp"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"allot/internal/app/apptest"
	"allot/internal/content/property"
	"allot/internal/insight/live"
	"allot/internal/partners/contract"
)

const (
	livePath = "/api/live/"

	// patience bounds every wait.
	patience = time.Minute
)

// quick tells of changes sooner.
var quick = apptest.With(func(d *live.Deps) { d.Every = 10 * time.Millisecond })

// liveBundle is a hotel with a published property and an operator with a contract, on a
// server that listens.
type liveBundle struct {
	*apptest.Env
	hotel, operator *apptest.Who
	property        property.Property
	rooms           []int64
	contract        contract.Contract
	master          int64
	url             string
}

func setupLive(t *testing.T, options ...apptest.Option) *liveBundle {
	t.Helper()
	b := &liveBundle{Env: apptest.New(t, append(options, quick)...)}
	b.url = b.serve(t, b.Env)
	b.hotel, b.property, b.rooms = b.House(t, 3, 5)
	b.operator = b.Operator(t)
	b.Publish(t, b.hotel, b.Staff(), b.property)
	b.contract = b.Accepted(t, b.hotel, b.operator)
	b.master = b.Master(t, b.hotel, b.property).ID
	return b
}

// serve listens with a program, as the binary does.
func (b *liveBundle) serve(t *testing.T, e *apptest.Env) string {
	t.Helper()
	ctx, cancel := context.WithCancel(t.Context())
	done := make(chan struct{})
	go func() {
		defer close(done)
		e.Live.Run(ctx)
	}()
	s := httptest.NewServer(e.Server())
	t.Cleanup(func() {
		e.Live.Close()
		s.Close()
		cancel()
		<-done
	})
	return s.URL
}

// stop closes days of the property as the hotel does.
func (b *liveBundle) stop(t *testing.T, day string) {
	t.Helper()
	res := b.hotel.Do(t, post, fmt.Sprintf("/api/allotment/calendars/%d/bulk/", b.master), `{"from":"`+day+`","to":"`+day+`","status":"stop"}`)
	require.Equal(t, http.StatusOK, res.Code, res.Body.String())
}

// event is what a stream said; one without a name is the end.
type event struct {
	id, name, data string
	retry          int
}

var version = regexp.MustCompile(`,"version":(\d+)`)

// String leaves out the version of days, which most tests do not look at.
func (e event) String() string { return e.name + " " + version.ReplaceAllString(e.data, "") }

// listener is a stream as a browser has it.
type listener struct {
	events chan event
	leave  context.CancelFunc
	last   string // the id of the last event that was taken
}

// listen opens a stream and takes hello.
func (b *liveBundle) listen(t *testing.T, url string, who *apptest.Who, query string, last string) *listener {
	t.Helper()
	l := b.open(t, url, who, query, last)
	l.takes(t, `hello {"resumed":`+strconv.FormatBool(last != "")+`}`)
	return l
}

// open opens a stream.
func (b *liveBundle) open(t *testing.T, url string, who *apptest.Who, query string, last string) *listener {
	t.Helper()
	res, leave := b.connect(t, url, who, query, last)
	require.Equal(t, http.StatusOK, res.StatusCode)
	l := &listener{events: make(chan event, 1000), leave: leave}
	go func() {
		defer close(l.events)
		defer func() { _ = res.Body.Close() }()
		var e event
		for lines := bufio.NewScanner(res.Body); lines.Scan(); {
			field, value, _ := strings.Cut(lines.Text(), ": ")
			switch field {
			case "id":
				e.id = value
			case "event":
				e.name = value
			case "data":
				e.data = value
			case "retry":
				e.retry, _ = strconv.Atoi(value)
			case "":
				if e.name != "" {
					l.events <- e
				}
				e = event{}
			}
		}
	}()
	return l
}

// connect asks for a stream.
func (b *liveBundle) connect(t *testing.T, url string, who *apptest.Who, query string, last string) (*http.Response, context.CancelFunc) {
	t.Helper()
	ctx, leave := context.WithCancel(t.Context())
	t.Cleanup(leave)
	r, err := http.NewRequestWithContext(ctx, get, url+livePath+query, http.NoBody)
	require.NoError(t, err)
	r.Header.Set("Authorization", "Token "+who.Token)
	r.Header.Set("Accept", "text/event-stream")
	r.Header.Set("Accept-Encoding", "gzip, zstd")
	if last != "" {
		r.Header.Set("Last-Event-ID", last)
	}
	res, err := http.DefaultClient.Do(r)
	require.NoError(t, err)
	return res, leave
}

// takes waits for the next event.
func (l *listener) takes(t *testing.T, want string) event {
	t.Helper()
	select {
	case e, open := <-l.events:
		require.True(t, open, "the stream ended, want %s", want)
		require.Equal(t, want, e.String())
		require.NotEmpty(t, e.id)
		l.last = e.id
		return e
	case <-time.After(patience):
		require.Fail(t, "nothing was told", "want %s", want)
		return event{}
	}
}

// ends waits for the end of the stream, with nothing more said.
func (l *listener) ends(t *testing.T) {
	t.Helper()
	select {
	case e, open := <-l.events:
		require.False(t, open, "%s was told", e)
	case <-time.After(patience):
		require.Fail(t, "the stream has not ended")
	}
}

// quiet wants nothing told so far.
func (l *listener) quiet(t *testing.T) {
	t.Helper()
	select {
	case e := <-l.events:
		require.Fail(t, "something was told", "%s", e)
	default:
	}
}

// poll asks once and returns what was told.
func poll(t *testing.T, who *apptest.Who, query, last string) (list []string, newest string) {
	t.Helper()
	res := who.Do(t, get, livePath+query+"once=true", "", apptest.Header("Last-Event-ID", last))
	require.Equal(t, http.StatusOK, res.Code, res.Body.String())
	require.Equal(t, "text/event-stream", res.Header().Get("Content-Type"))
	for part := range strings.SplitSeq(strings.TrimSpace(res.Body.String()), "\n\n") {
		var name, data string
		for line := range strings.SplitSeq(part, "\n") {
			field, value, _ := strings.Cut(line, ": ")
			switch field {
			case "event":
				name = value
			case "data":
				require.True(t, json.Valid([]byte(value)), value)
				data = value
			case "id":
				newest = value
			}
		}
		list = append(list, event{name: name, data: data}.String())
	}
	return list, newest
}

// of is the query for a property.
func of(id int64) string { return fmt.Sprintf("?property=%d", id) }

// settle waits until what was written before is not told again: on PostgreSQL that is
// when no older transaction is under way, of other tests neither.
func (b *liveBundle) settle(t *testing.T, who *apptest.Who) {
	t.Helper()
	require.Eventually(t, func() bool {
		_, id := poll(t, who, of(b.property.ID)+"&", "")
		list, _ := poll(t, who, of(b.property.ID)+"&", id)
		return len(list) == 1 // hello
	}, time.Minute, 20*time.Millisecond)
}
