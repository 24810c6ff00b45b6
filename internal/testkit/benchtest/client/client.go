// Package client is the HTTP client of the benchmarks. It runs as a separate
// program (internal/tools/load), so that its processor time is not counted as the
// server's.
package client

import (
	"bufio"
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net"
	"net/http"
	"strconv"
	"sync"
	"time"
)

// Task is the request to send repeatedly, and where.
type Task struct {
	Addr    string `json:"addr"`
	Conns   int    `json:"conns"`
	Request []byte `json:"request"`
}

// Turn starts the next load.
type Turn struct {
	For time.Duration `json:"for"`
}

// Report is the result of a turn.
type Report struct {
	Requests int           `json:"requests"`
	Took     time.Duration `json:"took"`
	Failed   string        `json:"failed"`
}

// Run reads the task and then turns, and writes a report for each, until in ends.
func Run(in io.Reader, out io.Writer) error {
	orders, reports := json.NewDecoder(in), json.NewEncoder(out)
	var task Task
	if err := orders.Decode(&task); err != nil {
		return fmt.Errorf("read the task: %w", err)
	}
	conns := make([]*conn, task.Conns)
	for i := range conns {
		c, err := net.Dial("tcp", task.Addr) //nolint:noctx // it ends with its input
		if err != nil {
			return fmt.Errorf("connect: %w", err)
		}
		conns[i] = &conn{Conn: c, head: bufio.NewReaderSize(c, 4<<10), room: make([]byte, 128<<10)}
	}
	for {
		var turn Turn
		switch err := orders.Decode(&turn); {
		case errors.Is(err, io.EOF):
			return nil
		case err != nil:
			return fmt.Errorf("read a turn: %w", err)
		}
		if err := reports.Encode(burst(conns, task.Request, turn.For)); err != nil {
			return fmt.Errorf("report: %w", err)
		}
	}
}

// burst sends requests over all connections for one turn.
func burst(conns []*conn, request []byte, turn time.Duration) Report {
	var (
		all sync.WaitGroup
		mu  sync.Mutex
		sum Report
	)
	start := clock()
	for _, c := range conns {
		all.Go(func() {
			n, err := c.askUntil(start.Add(turn), request)
			mu.Lock()
			defer mu.Unlock()
			sum.Requests += n
			if err != nil {
				sum.Failed = err.Error()
			}
		})
	}
	all.Wait()
	sum.Took = clock().Sub(start)
	return sum
}

// conn sends the same bytes repeatedly and skips the answers, so that the client
// takes little processor time.
type conn struct {
	net.Conn
	head *bufio.Reader
	room []byte
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

var (
	lengthHeader  = []byte("Content-Length: ")
	chunkedHeader = []byte("Transfer-Encoding: chunked")
)

// skipAnswer reads one answer, which has a length or comes in chunks.
func (c *conn) skipAnswer() error {
	line, err := c.head.ReadSlice('\n')
	if err != nil {
		return fmt.Errorf("read status: %w", err)
	}
	status, err := strconv.Atoi(string(line[min(len(line), 9):min(len(line), 12)])) // HTTP/1.1 200
	if err != nil || status >= http.StatusMultipleChoices && status != http.StatusNotModified {
		return fmt.Errorf("answer is %q", line)
	}
	left, chunked := -1, false
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
		chunked = chunked || bytes.HasPrefix(line, chunkedHeader)
		if value, ok := bytes.CutPrefix(line, lengthHeader); ok && status != http.StatusNotModified {
			if left, err = strconv.Atoi(string(bytes.TrimSpace(value))); err != nil {
				return fmt.Errorf("read length: %w", err)
			}
		}
	}
	if chunked {
		return c.skipChunks()
	}
	if left < 0 {
		return fmt.Errorf("answer %d has no length", status)
	}
	return c.skip(left)
}

// skipChunks reads a body that comes in chunks, the last of which is empty.
func (c *conn) skipChunks() error {
	for {
		line, err := c.head.ReadSlice('\n')
		if err != nil {
			return fmt.Errorf("read chunk: %w", err)
		}
		size, err := strconv.ParseInt(string(bytes.TrimSpace(line)), 16, 32)
		if err != nil {
			return fmt.Errorf("read size of chunk: %w", err)
		}
		if err := c.skip(int(size) + len("\r\n")); err != nil || size == 0 {
			return err
		}
	}
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

// clock returns the machine's time, which is what benchmarks measure.
func clock() time.Time { return time.Now() } //nolint:forbidigo // see above
