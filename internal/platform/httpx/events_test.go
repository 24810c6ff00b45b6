package httpx_test

import (
	"context"
	"errors"
	"io"
	"net/http"
	"net/http/httptest"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"allot/internal/identity/auth"
	"allot/internal/platform/apperr"
	"allot/internal/platform/httpx"
	"allot/internal/platform/request"
)

// tell adds a stream to a server and returns its address on a real listener, which
// allows a request a quarter of a second.
func tell(t *testing.T, b *bundle, events httpx.Events) string {
	t.Helper()
	httpx.RegisterEvents(b.Server, httpx.Op{Method: "GET", Path: "/api/events/", Tag: "Test", Summary: "Events", Rule: auth.Rule{}}, "Events",
		func(context.Context, *noInput) (httpx.Events, error) { return events, nil })
	s := httptest.NewUnstartedServer(b)
	s.Config.ReadTimeout, s.Config.WriteTimeout = 250*time.Millisecond, 250*time.Millisecond
	s.Start()
	t.Cleanup(s.Close)
	return s.URL + "/api/events/"
}

// measured returns the requests in flight, and number and time of those that are counted.
func (b *bundle) measured() (inFlight float64, count uint64, seconds float64) {
	b.t.Helper()
	families, err := b.reg.Gather()
	require.NoError(b.t, err)
	for _, f := range families {
		switch f.GetName() {
		case "allot_http_requests_in_flight":
			inFlight = f.GetMetric()[0].GetGauge().GetValue()
		case "allot_http_request_duration_seconds":
			h := f.GetMetric()[0].GetHistogram()
			count, seconds = h.GetSampleCount(), h.GetSampleSum()
		}
	}
	return inFlight, count, seconds
}

func TestEvents(t *testing.T) {
	t.Parallel()
	greeting := httpx.Event{ID: "1", Name: "hello", Data: map[string]bool{"resumed": false}, Retry: time.Second}

	t.Run("they come as they are sent, for longer than the server allows a request", func(t *testing.T) {
		t.Parallel()
		b, next := setup(t), make(chan struct{})
		wait := func(ctx context.Context) {
			select {
			case <-next:
			case <-ctx.Done():
			}
		}
		url := tell(t, b, func(ctx context.Context, w *httpx.EventWriter) error {
			err := w.Send(greeting)
			wait(ctx)
			err = errors.Join(err, w.Ping())
			wait(ctx)
			return errors.Join(err, w.Send(httpx.Event{ID: "2", Name: "a", Data: struct{}{}}, httpx.Event{ID: "3", Name: "b", Data: "two\nlines"}))
		})
		r, err := http.NewRequestWithContext(t.Context(), http.MethodGet, url, http.NoBody)
		require.NoError(t, err)
		r.Header.Set("Authorization", "Token "+manager)
		res, err := http.DefaultClient.Do(r)
		require.NoError(t, err)
		defer func() { _ = res.Body.Close() }()
		require.Equal(t, "text/event-stream", res.Header.Get("Content-Type"))
		read := func(want string) {
			t.Helper()
			got := make([]byte, len(want))
			_, err := io.ReadFull(res.Body, got)
			require.NoError(t, err)
			require.Equal(t, want, string(got))
		}
		read("retry: 1000\nid: 1\nevent: hello\ndata: {\"resumed\":false}\n\n")
		inFlight, _, _ := b.measured()
		require.Zero(t, inFlight, "it is answered")
		<-time.After(600 * time.Millisecond) // longer than the server allows
		next <- struct{}{}
		read(": ping\n\n")
		b.clock.Advance(10 * time.Minute)
		next <- struct{}{}
		read("id: 2\nevent: a\ndata: {}\n\nid: 3\nevent: b\ndata: \"two\\nlines\"\n\n")
		_, err = res.Body.Read(make([]byte, 1))
		require.ErrorIs(t, err, io.EOF)
		require.Eventually(t, func() bool { return len(b.log.lines(t, "request")) == 1 }, time.Minute, time.Millisecond)
		line := b.log.lines(t, "request")[0]
		require.EqualValues(t, 200, line["status"])
		require.EqualValues(t, 600_000, line["duration_ms"], "the log says how long it was open")
		inFlight, count, seconds := b.measured()
		require.Zero(t, inFlight)
		require.EqualValues(t, 1, count)
		require.Zero(t, seconds, "the metrics how soon it was answered")
		require.Contains(t, b.OpenAPI().Paths["/api/events/"].Get.Responses["200"].Content, "text/event-stream")
	})

	t.Run("over HTTP/2 they come as well", func(t *testing.T) {
		t.Parallel()
		b, next := setup(t), make(chan struct{})
		httpx.RegisterEvents(b.Server, httpx.Op{Method: "GET", Path: "/api/events/", Tag: "Test", Summary: "Events", Rule: auth.Rule{}}, "Events",
			func(context.Context, *noInput) (httpx.Events, error) {
				return func(ctx context.Context, w *httpx.EventWriter) error {
					err := w.Send(greeting)
					select {
					case <-next:
					case <-ctx.Done():
					}
					return errors.Join(err, w.Ping())
				}, nil
			})
		s := httptest.NewUnstartedServer(b)
		s.EnableHTTP2 = true
		s.Config.ReadTimeout, s.Config.WriteTimeout = 250*time.Millisecond, 250*time.Millisecond
		s.StartTLS()
		t.Cleanup(s.Close)
		r, err := http.NewRequestWithContext(t.Context(), http.MethodGet, s.URL+"/api/events/", http.NoBody)
		require.NoError(t, err)
		r.Header.Set("Authorization", "Token "+manager)
		r.Header.Set("Accept-Encoding", "gzip, zstd")
		res, err := s.Client().Do(r)
		require.NoError(t, err)
		defer func() { _ = res.Body.Close() }()
		require.Equal(t, 2, res.ProtoMajor)
		require.Empty(t, res.Header.Get("Content-Encoding"))
		first := make([]byte, len("retry: 1000\n"))
		_, err = io.ReadFull(res.Body, first)
		require.NoError(t, err)
		<-time.After(600 * time.Millisecond) // longer than the server allows
		close(next)
		rest, err := io.ReadAll(res.Body)
		require.NoError(t, err)
		require.Equal(t, "id: 1\nevent: hello\ndata: {\"resumed\":false}\n\n: ping\n\n", string(rest))
	})

	t.Run("a refusal before the first event is a normal error body", func(t *testing.T) {
		t.Parallel()
		b := setup(t)
		url := tell(t, b, func(context.Context, *httpx.EventWriter) error {
			return apperr.New(apperr.Unavailable, "full", "full").After(time.Minute)
		})
		res, got, err := fetch(t, "GET", url)
		require.NoError(t, err)
		require.Equal(t, http.StatusServiceUnavailable, res.StatusCode)
		require.Equal(t, "60", res.Header.Get("Retry-After"))
		require.Equal(t, "application/json", res.Header.Get("Content-Type"))
		require.Contains(t, got, `"full"`)
		require.Eventually(t, func() bool { inFlight, count, _ := b.measured(); return inFlight == 0 && count == 1 }, time.Minute, time.Millisecond)
	})

	t.Run("a fault on the way is logged and ends it", func(t *testing.T) {
		t.Parallel()
		b := setup(t)
		url := tell(t, b, func(_ context.Context, w *httpx.EventWriter) error {
			return errors.Join(w.Send(greeting), errors.New("the disk is gone"))
		})
		_, got, err := fetch(t, "GET", url)
		require.NoError(t, err, "a client of events connects again in any case")
		require.Contains(t, got, "hello")
		require.Len(t, b.log.lines(t, "events broken off"), 1)
	})

	t.Run("a client that goes ends it, and is no fault", func(t *testing.T) {
		t.Parallel()
		b, done := setup(t), make(chan error, 1)
		url := tell(t, b, func(ctx context.Context, w *httpx.EventWriter) error {
			err := w.Send(greeting)
			<-ctx.Done()
			done <- err
			return ctx.Err()
		})
		ctx, leave := context.WithCancel(t.Context())
		r, err := http.NewRequestWithContext(ctx, http.MethodGet, url, http.NoBody)
		require.NoError(t, err)
		r.Header.Set("Authorization", "Token "+manager)
		res, err := http.DefaultClient.Do(r)
		require.NoError(t, err)
		leave()
		require.NoError(t, <-done)
		_ = res.Body.Close()
		require.Eventually(t, func() bool { return len(b.log.lines(t, "request")) == 1 }, time.Minute, time.Millisecond)
		require.Empty(t, b.log.lines(t, "events broken off"))
	})

	t.Run("who only asks for the head opens nothing", func(t *testing.T) {
		t.Parallel()
		url := tell(t, setup(t), func(context.Context, *httpx.EventWriter) error {
			t.Error("a stream was opened")
			return nil
		})
		res, got, err := fetch(t, "HEAD", url)
		require.NoError(t, err)
		require.Empty(t, got)
		require.Equal(t, "text/event-stream", res.Header.Get("Content-Type"))
	})

	t.Run("the caller is recognized, also anew, and is not active", func(t *testing.T) {
		t.Parallel()
		var ended bool
		b := setup(t, func(o *httpx.Options) {
			o.Recognize = func(ctx context.Context, token string) (request.Caller, error) {
				if ended {
					return nil, apperr.ErrNotAuthenticated
				}
				return authenticate(ctx, token)
			}
			o.Authenticate = func(context.Context, string) (request.Caller, error) {
				t.Error("it counts as activity")
				return nil, apperr.ErrNotAuthenticated
			}
		})
		url := tell(t, b, func(ctx context.Context, w *httpx.EventWriter) error {
			who, err := w.Caller(ctx)
			if err != nil {
				return err
			}
			ended = true
			_, err = w.Caller(ctx)
			if !errors.Is(err, apperr.ErrNotAuthenticated) {
				t.Error("the session has ended and is recognized")
			}
			return w.Send(httpx.Event{ID: "1", Name: "who", Data: who.Identity().UserID})
		})
		_, got, err := fetch(t, "GET", url)
		require.NoError(t, err)
		require.Equal(t, "id: 1\nevent: who\ndata: 1\n\n", got)
	})
}
