package webhookhttp

import (
	"bytes"
	"context"
	"fmt"
	"io"
	"net/http"
	"strconv"
	"strings"
	"time"

	"allot/internal/exchange/webhook"
	"allot/internal/platform/outbound"
)

// maxAnswer is how much of an answer is read.
const maxAnswer = 64 << 10

// NewPoster makes what sends deliveries: through the guard, within a time.
func NewPoster(g *outbound.Guard, timeout time.Duration) webhook.Poster {
	return poster{g.Client(timeout)}
}

type poster struct{ client *http.Client }

// Post sends a body. The status decides: an answer that does not end in time is
// returned as far as it came.
func (p poster) Post(ctx context.Context, url string, header map[string]string, body []byte, now time.Time) (webhook.Response, error) {
	r, err := http.NewRequestWithContext(ctx, http.MethodPost, url, bytes.NewReader(body))
	if err != nil {
		return webhook.Response{}, fmt.Errorf("make request: %w", err)
	}
	for name, value := range header {
		r.Header.Set(name, value)
	}
	res, err := p.client.Do(r)
	if err != nil {
		return webhook.Response{}, fmt.Errorf("send request: %w", err)
	}
	defer func() { _ = res.Body.Close() }()
	answer, _ := io.ReadAll(io.LimitReader(res.Body, maxAnswer))
	return webhook.Response{Code: res.StatusCode, Body: answer, RetryAfter: retryAfter(res.Header.Get("Retry-After"), now)}, nil
}

// farthest bounds a number of seconds that would overflow.
const farthest = 365 * 24 * 60 * 60

// retryAfter reads the header: seconds or a date.
func retryAfter(value string, now time.Time) time.Duration {
	value = strings.TrimSpace(value)
	if seconds, err := strconv.Atoi(value); err == nil {
		return time.Duration(min(max(seconds, 0), farthest)) * time.Second
	}
	if at, err := http.ParseTime(value); err == nil {
		return max(0, at.Sub(now))
	}
	return 0
}
