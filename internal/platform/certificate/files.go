// Package certificate gives a server its TLS certificates: those of two files, which
// are read again when they change, or those that an ACME server issues.
package certificate

import (
	"crypto/tls"
	"fmt"
	"log/slog"
	"os"
	"sync"
	"time"
)

// lookAgain is how often the files are compared with what was read of them.
const lookAgain = 5 * time.Second

// Files is a certificate and its key in two files. Whoever renews them replaces the
// files; connections that begin later get the new certificate.
type Files struct {
	cert, key string
	now       func() time.Time
	log       *slog.Logger

	mu      sync.Mutex
	current *tls.Certificate
	read    [2]version
	next    time.Time // when the files are compared again
}

// version tells one content of a file from another without reading it.
type version struct {
	modified time.Time
	size     int64
}

// NewFiles reads a certificate, with those of its issuers behind it, and its key. Both
// are PEM.
func NewFiles(cert, key string, now func() time.Time, log *slog.Logger) (*Files, error) {
	f := &Files{cert: cert, key: key, now: now, log: log}
	read, err := f.versions()
	if err != nil {
		return nil, err
	}
	if f.current, err = Read(cert, key); err != nil {
		return nil, err
	}
	f.read, f.next = read, now().Add(lookAgain)
	return f, nil
}

// Read reads a certificate and its key and refuses a pair that does not belong
// together.
func Read(cert, key string) (*tls.Certificate, error) {
	pair, err := tls.LoadX509KeyPair(cert, key)
	if err != nil {
		return nil, fmt.Errorf("read the certificate %s with the key %s: %w", cert, key, err)
	}
	return &pair, nil
}

func (f *Files) versions() (v [2]version, err error) {
	for i, name := range []string{f.cert, f.key} {
		info, err := os.Stat(name)
		if err != nil {
			return v, fmt.Errorf("look at the certificate: %w", err)
		}
		v[i] = version{info.ModTime(), info.Size()}
	}
	return v, nil
}

// Config returns the settings of a server that shows this certificate.
func (f *Files) Config() *tls.Config {
	return &tls.Config{
		MinVersion:     tls.VersionTLS12,
		NextProtos:     []string{"h2", "http/1.1"},
		GetCertificate: func(*tls.ClientHelloInfo) (*tls.Certificate, error) { return f.latest(), nil },
	}
}

// latest returns the certificate of the files, or the one before as long as the
// files cannot be used: while they are replaced they do not belong together.
func (f *Files) latest() *tls.Certificate {
	f.mu.Lock()
	defer f.mu.Unlock()
	if f.now().Before(f.next) {
		return f.current
	}
	f.next = f.now().Add(lookAgain)
	found, err := f.versions()
	if err == nil && found == f.read {
		return f.current
	}
	var renewed *tls.Certificate
	if err == nil {
		f.read = found // files that cannot be used are not read again before they change
		renewed, err = Read(f.cert, f.key)
	}
	if err != nil {
		f.log.Warn("the renewed certificate cannot be used: the one before is shown", "error", err)
		return f.current
	}
	f.current = renewed
	f.log.Info("the certificate was read again", "file", f.cert, "expires", renewed.Leaf.NotAfter)
	return renewed
}
