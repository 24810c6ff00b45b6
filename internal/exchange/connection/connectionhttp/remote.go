package connectionhttp

import (
	"context"
	"errors"
	"io"
	"net/http"

	"allot/internal/exchange/connection"
	"allot/internal/platform/apperr"
	"allot/internal/platform/outbound"
)

// Remote calls the systems of connections with HTTP.
type Remote struct{ Client *http.Client }

var _ connection.Remote = Remote{}

var errNoCall = apperr.New(apperr.Invalid, "call_impossible", "the address cannot be called")

// Pull fetches a file.
func (c Remote) Pull(ctx context.Context, address string, as connection.Login, accept string) (io.ReadCloser, error) {
	req, err := http.NewRequestWithContext(ctx, http.MethodGet, address, nil)
	if err != nil {
		return nil, errNoCall
	}
	req.Header.Set("Accept", accept)
	res, err := c.do(req, as) //nolint:bodyclose // the reader of the file closes it
	if err != nil {
		return nil, err
	}
	return &bounded{res.Body, connection.MaxPull}, nil
}

// Push sends JSON while it is written.
func (c Remote) Push(ctx context.Context, address string, as connection.Login, write func(w io.Writer) error) error {
	read, out := io.Pipe()
	defer func() { _ = read.Close() }() // the writer must not wait for a reader that is gone
	written := make(chan error, 1)
	go func() {
		err := write(out)
		_ = out.CloseWithError(err)
		written <- err
	}()
	req, err := http.NewRequestWithContext(ctx, http.MethodPost, address, read)
	if err != nil {
		return errNoCall
	}
	req.Header.Set("Content-Type", "application/json")
	res, err := c.do(req, as)
	if err != nil {
		return err
	}
	_ = res.Body.Close()
	_ = read.Close()
	if err := <-written; err != nil && !errors.Is(err, io.ErrClosedPipe) {
		return err
	}
	return nil
}

func (c Remote) do(req *http.Request, as connection.Login) (*http.Response, error) {
	req.Header.Set("User-Agent", "Allot")
	if as.Header != "" {
		req.Header.Set(as.Header, as.Value)
	}
	if as.Username != "" {
		req.SetBasicAuth(as.Username, as.Password)
	}
	res, err := c.Client.Do(req)
	if err != nil {
		why := outbound.Problem(err)
		return nil, &apperr.Error{Kind: apperr.Invalid, Code: why.Code, Params: why.Params, Message: why.Message}
	}
	if res.StatusCode/100 != 2 {
		_ = res.Body.Close()
		return nil, apperr.Newf(apperr.Invalid, "call_status", "the address answered %d %s; redirects are not followed", res.StatusCode, http.StatusText(res.StatusCode))
	}
	return res, nil
}

// bounded reads a body up to a limit.
type bounded struct {
	io.ReadCloser
	left int64
}

func (b *bounded) Read(p []byte) (int, error) {
	if b.left <= 0 {
		return 0, apperr.Newf(apperr.TooLarge, "body_too_large", "the file is larger than %d bytes", int64(connection.MaxPull))
	}
	n, err := b.ReadCloser.Read(p[:min(int64(len(p)), b.left)])
	b.left -= int64(n)
	if err != nil && !errors.Is(err, io.EOF) {
		err = apperr.Newf(apperr.Invalid, "body_incomplete", "the file broke off: %s", outbound.Reason(err))
	}
	return n, err
}
