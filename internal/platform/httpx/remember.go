package httpx

import (
	"bytes"
	"context"
	"net"
	"net/http"
	"strconv"
	"sync/atomic"
	"time"
)

// Whoever polls sends the same bytes over and over, and the answer is 304 nearly
// each time. Most of what that costs is net/http reading what it has read before.
// So a connection remembers the bytes of a request that was answered 304 on the
// short way (again.go). When they come again, it goes that way at once; all that
// decides is asked anew there. Whatever is not exactly so is net/http's.
//
// The two must never disagree on where a request begins and ends. So nothing is
// parsed here, and bytes are looked at only where a request begins: net/http has
// called the connection idle, has set no deadline since but the one for waiting,
// and has nothing left in its buffer, for it wants the whole of it filled.
type rememberingConn struct {
	*net.TCPConn
	server *Server
	http   *http.Server

	// Of the goroutine that serves the connection.
	idle     bool // net/http has called it so
	posted   bool // and has answered a POST last
	requests int  // that net/http has answered
	whole    int  // size of net/http's buffer
	given    given
	known    []remembered
	next     int       // place in known for the next one, once it is full
	extended time.Time // when the deadlines were last set here
	out      onePiece

	deadlines atomic.Int32 // for reading, that net/http has set since the last request
	use       atomic.Int32 // also of whoever closes it
}

// given is what net/http got where a request begins, in one piece and with
// nothing after it so far.
type given struct {
	bytes    []byte
	requests int           // that were answered before it
	request  *http.Request // that it was read as, if it is worth remembering
}

type remembered struct {
	bytes   []byte
	request *http.Request
}

const (
	// maxRemembered is more than one for proxies, whose connections carry several
	// clients.
	maxRemembered = 4
	// maxRememberedBytes is a large request without a body. Cookies can be larger.
	maxRememberedBytes = 2 << 10
)

// Uses of a connection.
const (
	unused int32 = iota
	answering
	closed
)

// remembering makes the connections of srv remember.
func (s *Server) remembering(srv *http.Server, l net.Listener) net.Listener {
	srv.ConnContext = func(ctx context.Context, c net.Conn) context.Context {
		return context.WithValue(ctx, connKey{}, c)
	}
	srv.ConnState = func(c net.Conn, state http.ConnState) {
		if c, ours := c.(*rememberingConn); ours && state == http.StateIdle {
			c.idle = true
			c.requests++
			c.deadlines.Store(0)
		}
	}
	return rememberingListener{l, s, srv}
}

type connKey struct{}

type rememberingListener struct {
	net.Listener
	server *Server
	http   *http.Server
}

func (l rememberingListener) Accept() (net.Conn, error) {
	c, err := l.Listener.Accept()
	if tcp, ok := c.(*net.TCPConn); ok && err == nil {
		return &rememberingConn{TCPConn: tcp, server: l.server, http: l.http}, nil
	}
	return c, err
}

// remember keeps a request that was answered 304 on the short way, if net/http
// read nothing else between it and the next one.
func remember(r *http.Request) {
	c, ours := r.Context().Value(connKey{}).(*rememberingConn)
	if !ours || len(c.given.bytes) == 0 || r.Close || !r.ProtoAtLeast(1, 1) || r.ContentLength != 0 || r.Header["Expect"] != nil {
		return
	}
	// Its context ends with the request, and the client is not watched while this
	// way is gone.
	c.given.request = r.WithContext(context.WithoutCancel(r.Context()))
}

// notePost leaves the request after a POST to net/http, which forgives an empty
// line before that one only.
func notePost(r *http.Request) {
	if r.Method != http.MethodPost {
		return
	}
	if c, ours := r.Context().Value(connKey{}).(*rememberingConn); ours {
		c.posted = true
	}
}

// Read is called by the goroutine that serves the connection and, for one byte,
// by the one that meanwhile waits for the client to hang up.
func (c *rememberingConn) Read(p []byte) (int, error) {
	if len(p) == 1 {
		return c.TCPConn.Read(p)
	}
	if c.whole == 0 {
		c.whole, c.idle = len(p), true // the first request
		c.deadlines.Store(0)
	}
	begins := c.idle && c.deadlines.Load() <= 1 && len(p) == c.whole && !c.posted
	if begins && c.given.request != nil && c.requests == c.given.requests+1 {
		c.keep(remembered{bytes.Clone(c.given.bytes), c.given.request})
	}
	c.idle, c.posted, c.given.bytes, c.given.request, c.extended = false, false, c.given.bytes[:0], nil, time.Time{}
	if !begins {
		return c.TCPConn.Read(p)
	}
	return c.readRequest(p)
}

// SetReadDeadline is called for waiting, and again when there is something to
// read: what then comes, with nothing left in the buffer, can be the middle of a
// request.
func (c *rememberingConn) SetReadDeadline(t time.Time) error {
	c.deadlines.Add(1)
	return c.TCPConn.SetReadDeadline(t)
}

// readRequest answers what is remembered and returns with the first that is not.
func (c *rememberingConn) readRequest(p []byte) (int, error) {
	for {
		n, err := c.TCPConn.Read(p)
		if err != nil {
			return n, err
		}
		r := c.find(p[:n])
		if r == nil {
			if n <= maxRememberedBytes && bytes.HasPrefix(p[:n], []byte("GET ")) {
				c.given.bytes, c.given.requests = append(c.given.bytes, p[:n]...), c.requests
			}
			return n, nil
		}
		done, err := c.answer(r)
		switch {
		case err != nil:
			return 0, err
		case !done:
			return n, nil
		}
	}
}

func (c *rememberingConn) find(b []byte) *http.Request {
	for _, k := range c.known {
		if bytes.Equal(k.bytes, b) {
			return k.request
		}
	}
	return nil
}

func (c *rememberingConn) keep(k remembered) {
	if len(c.known) < maxRemembered {
		c.known = append(c.known, k)
		return
	}
	c.known[c.next] = k
	c.next = (c.next + 1) % maxRemembered
}

// answer answers, if that still takes no more than the short way.
func (c *rememberingConn) answer(r *http.Request) (done bool, err error) {
	if !c.use.CompareAndSwap(unused, answering) {
		return false, net.ErrClosed
	}
	defer c.use.Store(unused)
	c.out.reset()
	if !c.server.unchanged(&c.out, r) {
		return false, nil
	}
	now := time.Now() //nolint:forbidigo // deadlines and Date are the system's, as net/http's are
	c.extend(now)
	_, err = c.Write(c.out.bytes(now))
	return true, err
}

// extend moves the deadlines that net/http has set, before much of them is gone.
func (c *rememberingConn) extend(now time.Time) {
	if now.Sub(c.extended) < min(c.http.IdleTimeout, c.http.WriteTimeout)/4 {
		return
	}
	c.extended = now
	_ = c.TCPConn.SetReadDeadline(now.Add(c.http.IdleTimeout))
	_ = c.SetWriteDeadline(now.Add(c.http.WriteTimeout))
}

// Close lets an answer out that is under way: net/http takes the connection for
// idle and would cut it when the program stops.
func (c *rememberingConn) Close() error {
	for wait := time.Second; wait > 0 && !c.use.CompareAndSwap(unused, closed) && c.use.Load() == answering; wait -= time.Millisecond {
		time.Sleep(time.Millisecond)
	}
	return c.TCPConn.Close()
}

// onePiece is an answer that is put together here and sent at once.
type onePiece struct {
	header http.Header
	status int
	body   bytes.Buffer
	whole  bytes.Buffer
}

func (w *onePiece) reset() {
	if w.header == nil {
		w.header = http.Header{}
	}
	clear(w.header)
	w.status = 0
	w.body.Reset()
	w.whole.Reset()
}

func (w *onePiece) Header() http.Header { return w.header }

func (w *onePiece) WriteHeader(status int) { w.status = status }

func (w *onePiece) Write(b []byte) (int, error) { return w.body.Write(b) }

func (w *onePiece) bytes(now time.Time) []byte {
	if w.status == http.StatusNotModified {
		w.whole.WriteString("HTTP/1.1 304 Not Modified\r\nDate: ")
	} else { // a panic
		w.header.Set("Content-Length", strconv.Itoa(w.body.Len()))
		w.whole.WriteString("HTTP/1.1 " + strconv.Itoa(w.status) + " " + http.StatusText(w.status) + "\r\nDate: ")
	}
	w.whole.Write(now.UTC().AppendFormat(w.whole.AvailableBuffer(), http.TimeFormat))
	w.whole.WriteString("\r\n")
	_ = w.header.Write(&w.whole) // memory takes everything
	w.whole.WriteString("\r\n")
	w.whole.Write(w.body.Bytes())
	return w.whole.Bytes()
}
