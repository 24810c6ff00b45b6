package s3test

import (
	"bufio"
	"io"
	"net/http"
	"strconv"
	"strings"
)

// plain turns uploads that are signed chunk by chunk into plain ones: the server in
// memory does not know them for parts, nor for what is empty.
func plain(next http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if r.Method == http.MethodPut {
			if strings.HasPrefix(r.Header.Get("X-Amz-Content-Sha256"), "STREAMING-") {
				r.Body = io.NopCloser(&chunks{r: bufio.NewReader(r.Body)})
				r.ContentLength, _ = strconv.ParseInt(r.Header.Get("X-Amz-Decoded-Content-Length"), 10, 64)
				r.Header.Del("X-Amz-Content-Sha256")
			}
			r.Header.Set("Content-Length", strconv.FormatInt(max(r.ContentLength, 0), 10))
		}
		next.ServeHTTP(w, r)
	})
}

// chunks reads the content of "size;chunk-signature=…" lines, each followed by as many
// bytes.
type chunks struct {
	r    *bufio.Reader
	left int64
	done bool
}

// Read implements io.Reader.
func (c *chunks) Read(p []byte) (int, error) {
	for c.left == 0 {
		if c.done {
			return 0, io.EOF
		}
		line, err := c.r.ReadString('\n')
		if err != nil {
			return 0, io.ErrUnexpectedEOF
		}
		if line = strings.TrimSpace(line); line == "" {
			continue // the end of the chunk before
		}
		size, _, _ := strings.Cut(line, ";")
		if c.left, err = strconv.ParseInt(size, 16, 64); err != nil {
			return 0, err
		}
		c.done = c.left == 0
	}
	n, err := c.r.Read(p[:min(int64(len(p)), c.left)])
	c.left -= int64(n)
	return n, err
}
