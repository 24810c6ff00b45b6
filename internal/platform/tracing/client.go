package tracing

import (
	"bytes"
	"compress/gzip"
	"context"
	"crypto/tls"
	"crypto/x509"
	"errors"
	"fmt"
	"io"
	"net/http"
	"net/url"
	"os"
	"strconv"
	"strings"
	"time"

	"go.opentelemetry.io/otel/exporters/otlp/otlptrace"
	tracepb "go.opentelemetry.io/proto/otlp/trace/v1"
	"google.golang.org/protobuf/proto"
)

// client sends spans over HTTP. The client of OpenTelemetry itself brings the whole of
// gRPC into the program, also for HTTP, and 7 MB with it.
type client struct {
	endpoint string
	header   http.Header
	zipped   bool
	http     *http.Client
	pause    time.Duration // before the first repetition
}

var _ otlptrace.Client = (*client)(nil)

const (
	defaultTimeout = 10 * time.Second
	firstPause     = time.Second
	attempts       = 4
)

// newClient reads the variables of the exporter. The one for traces wins over the one
// for everything.
func newClient(getenv func(string) string) (*client, error) {
	env := func(name string) string {
		if v := getenv("OTEL_EXPORTER_OTLP_TRACES_" + name); v != "" {
			return v
		}
		return getenv("OTEL_EXPORTER_OTLP_" + name)
	}
	if p := env("PROTOCOL"); p != "" && p != "http/protobuf" {
		return nil, fmt.Errorf("OTEL_EXPORTER_OTLP_PROTOCOL is %q, want http/protobuf: gRPC and JSON are not spoken", p)
	}
	c := &client{pause: firstPause}
	var err error
	if c.endpoint, err = endpoint(getenv); err != nil {
		return nil, err
	}
	if c.header, err = headers(env("HEADERS")); err != nil {
		return nil, err
	}
	switch how := env("COMPRESSION"); how {
	case "gzip":
		c.zipped = true
	case "", "none":
	default:
		return nil, fmt.Errorf("OTEL_EXPORTER_OTLP_COMPRESSION is %q, want gzip or none", how)
	}
	timeout := defaultTimeout
	if text := env("TIMEOUT"); text != "" {
		ms, err := strconv.Atoi(text)
		if err != nil || ms <= 0 {
			return nil, fmt.Errorf("OTEL_EXPORTER_OTLP_TIMEOUT is %q, want a number of milliseconds", text)
		}
		timeout = time.Duration(ms) * time.Millisecond
	}
	security, err := certificates(env)
	if err != nil {
		return nil, err
	}
	transport, _ := http.DefaultTransport.(*http.Transport) // of the standard library
	transport = transport.Clone()
	transport.TLSClientConfig = security
	c.http = &http.Client{Transport: transport, Timeout: timeout}
	return c, nil
}

func endpoint(getenv func(string) string) (string, error) {
	name := "OTEL_EXPORTER_OTLP_TRACES_ENDPOINT"
	text := getenv(name)
	if text == "" {
		name = "OTEL_EXPORTER_OTLP_ENDPOINT"
		text = strings.TrimSuffix(getenv(name), "/") + "/v1/traces"
	}
	u, err := url.Parse(text)
	if err != nil || u.Scheme != "http" && u.Scheme != "https" || u.Host == "" {
		return "", fmt.Errorf("%s must be an address such as http://localhost:4318", name) // the value may have a password
	}
	return text, nil
}

// headers reads name=value,name=value with values as in URLs.
func headers(text string) (http.Header, error) {
	h := http.Header{}
	for part := range strings.SplitSeq(text, ",") {
		if strings.TrimSpace(part) == "" {
			continue
		}
		name, value, found := strings.Cut(part, "=")
		value, err := url.PathUnescape(strings.TrimSpace(value))
		if !found || err != nil || strings.TrimSpace(name) == "" {
			return nil, errors.New("OTEL_EXPORTER_OTLP_HEADERS must be name=value,name=value") // values are secrets
		}
		h.Set(strings.TrimSpace(name), value)
	}
	return h, nil
}

func certificates(env func(string) string) (*tls.Config, error) {
	c := &tls.Config{MinVersion: tls.VersionTLS12}
	if file := env("CERTIFICATE"); file != "" {
		pem, err := os.ReadFile(file)
		if err != nil {
			return nil, fmt.Errorf("read OTEL_EXPORTER_OTLP_CERTIFICATE: %w", err)
		}
		c.RootCAs = x509.NewCertPool()
		if !c.RootCAs.AppendCertsFromPEM(pem) {
			return nil, fmt.Errorf("OTEL_EXPORTER_OTLP_CERTIFICATE: %s has no certificate", file)
		}
	}
	if file := env("CLIENT_CERTIFICATE"); file != "" {
		pair, err := tls.LoadX509KeyPair(file, env("CLIENT_KEY"))
		if err != nil {
			return nil, fmt.Errorf("read OTEL_EXPORTER_OTLP_CLIENT_CERTIFICATE: %w", err)
		}
		c.Certificates = []tls.Certificate{pair}
	}
	return c, nil
}

// Start does nothing: a collector that is away must not keep the program from starting.
func (c *client) Start(context.Context) error { return nil }

// Stop closes idle connections.
func (c *client) Stop(context.Context) error {
	c.http.CloseIdleConnections()
	return nil
}

// UploadTraces sends spans, and again after a while if the collector is busy.
func (c *client) UploadTraces(ctx context.Context, spans []*tracepb.ResourceSpans) error {
	// On the wire it is the request of the collector's service.
	body, err := proto.Marshal(&tracepb.TracesData{ResourceSpans: spans})
	if err != nil {
		return fmt.Errorf("encode spans: %w", err)
	}
	if c.zipped {
		var buf bytes.Buffer
		w := gzip.NewWriter(&buf)
		_, _ = w.Write(body) // into memory
		_ = w.Close()
		body = buf.Bytes()
	}
	pause := c.pause
	for try := 1; ; try++ {
		again, after, err := c.send(ctx, body)
		if err == nil || !again || try == attempts {
			return err
		}
		select {
		case <-ctx.Done():
			return errors.Join(err, ctx.Err())
		case <-time.After(max(pause, after)):
		}
		pause *= 2
	}
}

// send sends a body once, and says whether and when to try again.
func (c *client) send(ctx context.Context, body []byte) (again bool, after time.Duration, err error) {
	req, err := http.NewRequestWithContext(ctx, http.MethodPost, c.endpoint, bytes.NewReader(body))
	if err != nil {
		return false, 0, errors.New("make the request to the collector")
	}
	for name, values := range c.header {
		req.Header[name] = values
	}
	req.Header.Set("Content-Type", "application/x-protobuf")
	if c.zipped {
		req.Header.Set("Content-Encoding", "gzip")
	}
	res, err := c.http.Do(req)
	if err != nil {
		return true, 0, err
	}
	defer func() { _ = res.Body.Close() }()
	const most = 64 << 10
	_, _ = io.Copy(io.Discard, io.LimitReader(res.Body, most)) // so that the connection is used again
	if res.StatusCode/100 == 2 {
		return false, 0, nil
	}
	switch res.StatusCode {
	case http.StatusTooManyRequests, http.StatusBadGateway, http.StatusServiceUnavailable, http.StatusGatewayTimeout:
		again = true
	}
	seconds, _ := strconv.Atoi(res.Header.Get("Retry-After")) // 0 if there is none
	return again, time.Duration(seconds) * time.Second, fmt.Errorf("the collector answered %d", res.StatusCode)
}
