package outbound

import (
	"context"
	"io"
	"net/http"
	"net/url"
	"strings"
	"time"
)

// Service calls a service that we have chosen, such as the payment processor.
type Service struct {
	client  *http.Client
	longest int64
}

// NewService makes a service. A call and its answer take no longer than timeout; of an answer no
// more than longest bytes are read.
func NewService(timeout time.Duration, longest int64) *Service {
	return &Service{client: Client(timeout), longest: longest}
}

// Call is a request.
type Call struct {
	Method, URL string
	Header      map[string]string
	Body        string
}

// Answer is what a call was answered with.
type Answer struct {
	Status int
	Header map[string][]string
	Body   []byte
}

// OK reports whether the call was carried out.
func (a Answer) OK() bool { return a.Status >= http.StatusOK && a.Status < http.StatusMultipleChoices }

// Get returns a value of the header.
func (a Answer) Get(name string) string { return http.Header(a.Header).Get(name) }

// Do makes a call. Its error is a *url.Error, whatever went wrong.
func (s *Service) Do(ctx context.Context, c Call) (Answer, error) {
	req, err := http.NewRequestWithContext(ctx, c.Method, c.URL, strings.NewReader(c.Body))
	if err != nil {
		return Answer{}, &url.Error{Op: c.Method, URL: c.URL, Err: err}
	}
	for name, value := range c.Header {
		req.Header.Set(name, value)
	}
	res, err := s.client.Do(req)
	if err != nil {
		return Answer{}, err
	}
	defer res.Body.Close()
	body, err := io.ReadAll(io.LimitReader(res.Body, s.longest))
	if err != nil {
		return Answer{}, &url.Error{Op: c.Method, URL: c.URL, Err: err}
	}
	return Answer{Status: res.StatusCode, Header: res.Header, Body: body}, nil
}
