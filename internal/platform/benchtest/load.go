package benchtest

import (
	"bufio"
	"bytes"
	"fmt"
	"io"
	"net"
	"net/http"
	"net/url"
	"runtime"
	"strconv"
	"sync"
	"testing"
	"time"
)

// turn is how long a target is asked before the next one has its turn.
const turn = 50 * time.Millisecond

// load is one target with its open connections and what was counted so far.
type load struct {
	name     string
	request  []byte
	conns    []*conn
	requests int
	took     time.Duration
	cpu      time.Duration
}

// conn is a client that does the least a client can do: it sends the same bytes
// again and counts what comes back. Reading costs the copy out of the system
// and nothing else.
type conn struct {
	net.Conn
	head *bufio.Reader
	room []byte
}

func open(b *testing.B, t Target, conns int) *load {
	b.Helper()
	u, err := url.Parse(t.URL)
	if err != nil {
		b.Fatalf("address of %s: %v", t.Name, err)
	}
	var req bytes.Buffer
	fmt.Fprintf(&req, "GET %s HTTP/1.1\r\nHost: %s\r\n", u.RequestURI(), u.Host)
	if err := t.Header.Write(&req); err != nil {
		b.Fatalf("header of %s: %v", t.Name, err)
	}
	req.WriteString("\r\n")
	l := &load{name: t.Name, request: req.Bytes()}
	for range conns {
		var d net.Dialer
		c, err := d.DialContext(b.Context(), "tcp", u.Host)
		if err != nil {
			b.Fatalf("connect to %s: %v", t.Name, err)
		}
		l.conns = append(l.conns, &conn{Conn: c, head: bufio.NewReaderSize(c, 4<<10), room: make([]byte, 128<<10)})
	}
	return l
}

func (l *load) close() {
	for _, c := range l.conns {
		_ = c.Close()
	}
}

func (l *load) forget() { l.requests, l.took, l.cpu = 0, 0, 0 }

func (l *load) result() Result {
	r := Result{PerSecond: float64(l.requests) / l.took.Seconds()}
	if l.requests > 0 {
		r.CPUPerRequest = l.cpu / time.Duration(l.requests)
	}
	return r
}

// burst keeps every connection busy for one turn.
func (l *load) burst(b *testing.B) {
	b.Helper()
	var (
		wg       sync.WaitGroup
		mu       sync.Mutex
		failed   error
		requests int
		clients  time.Duration
	)
	start, before := clock(), processCPU()
	for _, c := range l.conns {
		wg.Go(func() {
			// Alone on its thread, so that its processor time can be told from
			// the server's.
			runtime.LockOSThread()
			defer runtime.UnlockOSThread()
			own := threadCPU()
			n, err := c.askUntil(start.Add(turn), l.request)
			own = threadCPU() - own
			mu.Lock()
			defer mu.Unlock()
			requests += n
			clients += own
			if err != nil {
				failed = err
			}
		})
	}
	wg.Wait()
	if failed != nil {
		b.Fatalf("load on %s: %v", l.name, failed)
	}
	l.took += clock().Sub(start)
	l.cpu += processCPU() - before - clients
	l.requests += requests
}

func (c *conn) askUntil(end time.Time, request []byte) (n int, err error) {
	for clock().Before(end) {
		if _, err := c.Write(request); err != nil {
			return n, fmt.Errorf("send: %w", err)
		}
		if err := c.skipAnswer(); err != nil {
			return n, err
		}
		n++
	}
	return n, nil
}

var lengthHeader = []byte("Content-Length: ")

// skipAnswer reads one answer. It must say how long it is: what is measured
// sends no chunks.
func (c *conn) skipAnswer() error {
	line, err := c.head.ReadSlice('\n')
	if err != nil {
		return fmt.Errorf("read status: %w", err)
	}
	status, err := strconv.Atoi(string(line[min(len(line), 9):min(len(line), 12)])) // HTTP/1.1 200
	if err != nil || status >= http.StatusMultipleChoices && status != http.StatusNotModified {
		return fmt.Errorf("answer is %q", line)
	}
	left := -1
	if status == http.StatusNotModified {
		left = 0
	}
	for {
		if line, err = c.head.ReadSlice('\n'); err != nil {
			return fmt.Errorf("read header: %w", err)
		}
		if len(line) == len("\r\n") {
			break
		}
		if value, ok := bytes.CutPrefix(line, lengthHeader); ok && status != http.StatusNotModified {
			if left, err = strconv.Atoi(string(bytes.TrimSpace(value))); err != nil {
				return fmt.Errorf("read length: %w", err)
			}
		}
	}
	if left < 0 {
		return fmt.Errorf("answer %d has no length", status)
	}
	return c.skip(left)
}

func (c *conn) skip(left int) error {
	n, err := c.head.Discard(min(left, c.head.Buffered()))
	if err != nil {
		return fmt.Errorf("read body: %w", err)
	}
	for left -= n; left > 0; left -= n {
		if n, err = c.Read(c.room[:min(left, len(c.room))]); err != nil {
			return fmt.Errorf("read body: %w", io.ErrUnexpectedEOF)
		}
	}
	return nil
}

// clock is the machine's: it is the machine that is measured.
func clock() time.Time { return time.Now() } //nolint:forbidigo // see above
