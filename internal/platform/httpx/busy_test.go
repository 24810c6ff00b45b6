package httpx_test

import (
	"context"
	"io"
	"net"
	"net/http"
	"net/http/httptest"
	"strings"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	"github.com/stretchr/testify/require"

	"allot/internal/platform/admission"
	"allot/internal/platform/httpx"
)

type numbersRequest struct {
	Body struct {
		Numbers []int `json:"numbers" maxItems:"40000"`
	}
}

// What an account sends beyond its share waits, then is told to come back. Another account
// does not notice.
func TestReceive_busy(t *testing.T) {
	t.Parallel()
	b := setup(t)
	release := make(chan struct{})
	letGo := sync.OnceFunc(func() { close(release) })
	httpx.Register(b.Server, httpx.Op{Method: "POST", Path: "/api/quick/", Tag: "Test", Summary: "Quick work", MaxBody: 1 << 20},
		func(context.Context, *numbersRequest) (*struct{}, error) { return &struct{}{}, nil })
	httpx.Register(b.Server, httpx.Op{Method: "POST", Path: "/api/numbers/", Tag: "Test", Summary: "Work that takes long", MaxBody: 1 << 20},
		func(ctx context.Context, _ *numbersRequest) (*struct{}, error) {
			select {
			case <-release:
			case <-ctx.Done():
			}
			return &struct{}{}, nil
		})
	s := httptest.NewServer(b)
	t.Cleanup(s.Close)
	t.Cleanup(letGo)
	body := `{"numbers":[1` + strings.Repeat(",1", 39_999) + `]}`
	require.Greater(t, httpx.CostOf(b.Server, "/api/numbers/", []byte(body)), int64(httpx.SmallCost), "two of these are worked on at once")

	post := func(path, token string) (status int, answer, after string) {
		r, err := http.NewRequestWithContext(t.Context(), http.MethodPost, s.URL+path, strings.NewReader(body))
		if err != nil {
			return 0, err.Error(), ""
		}
		r.Header.Set("Content-Type", "application/json")
		r.Header.Set("Authorization", "Token "+token)
		res, err := http.DefaultClient.Do(r)
		if err != nil {
			return 0, err.Error(), ""
		}
		defer res.Body.Close()
		raw, _ := io.ReadAll(res.Body)
		return res.StatusCode, string(raw), res.Header.Get("Retry-After")
	}
	const sent, inside, waiting = 80, 2, 64
	refused := make(chan string, sent)
	var accepted sync.WaitGroup
	var mu sync.Mutex
	passed := 0
	for range sent {
		accepted.Go(func() {
			status, answer, after := post("/api/numbers/", manager)
			mu.Lock()
			defer mu.Unlock()
			if status == http.StatusOK {
				passed++
				return
			}
			refused <- answer + " " + after
		})
	}
	for range sent - inside - waiting {
		require.Regexp(t, `(?s)"code":"busy".* 5$`, <-refused)
	}
	status, answer, _ := post("/api/quick/", stranger)
	require.Equal(t, http.StatusOK, status, answer)
	letGo()
	accepted.Wait()
	require.Equal(t, inside+waiting, passed)
}

// A body that trickles is ended, whatever its connection says of itself.
func TestReceive_trickle(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		client, served := net.Pipe()
		got := make(chan error, 1)
		s := &http.Server{Handler: http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
			_, err := io.ReadAll(httpx.PacedBody(w, r, 1<<20))
			got <- err
		})}
		listener := &onePipe{conn: make(chan net.Conn, 1), closed: make(chan struct{})}
		listener.conn <- served
		var both sync.WaitGroup
		both.Go(func() { _ = s.Serve(listener) })
		both.Go(func() {
			_, _ = io.WriteString(client, "POST / HTTP/1.1\r\nHost: x\r\nContent-Length: 1000\r\n\r\n")
			for range 1000 {
				time.Sleep(time.Second) // of the bubble: it passes at once
				if _, err := client.Write([]byte("x")); err != nil {
					return
				}
			}
		})
		both.Go(func() { _, _ = io.Copy(io.Discard, client) })
		began := time.Now()
		require.ErrorIs(t, <-got, admission.ErrSlow)
		require.Less(t, time.Since(began), 15*time.Second)
		require.NoError(t, client.Close())
		require.NoError(t, s.Close())
		both.Wait()
	})
}

// onePipe listens for one connection.
type onePipe struct {
	conn   chan net.Conn
	closed chan struct{}
	once   sync.Once
}

func (l *onePipe) Accept() (net.Conn, error) {
	select {
	case c := <-l.conn:
		return c, nil
	case <-l.closed:
		return nil, net.ErrClosed
	}
}

func (l *onePipe) Close() error {
	l.once.Do(func() { close(l.closed) })
	return nil
}

func (*onePipe) Addr() net.Addr { return &net.UnixAddr{Name: "pipe"} }
