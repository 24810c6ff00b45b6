// Package s3test gives tests a bucket on an S3 server: one inside the process or, with
// ALLOT_TEST_S3=versitygw, on a real one, which takes two minutes of a processor to
// install and also checks signatures.
package s3test

import (
	"bytes"
	"crypto/rand"
	"io"
	"net/http"
	"net/http/httptest"
	"net/url"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"github.com/johannesboyne/gofakes3"
	"github.com/johannesboyne/gofakes3/backend/s3mem"
	"github.com/minio/minio-go/v7"
	"github.com/minio/minio-go/v7/pkg/credentials"
	"github.com/stretchr/testify/require"
)

// The keys of the server.
const (
	AccessKey = "allot-tests"
	SecretKey = "only-for-tests-0123456789"
)

// Bucket is a bucket of a test's own.
type Bucket struct {
	Name     string
	Endpoint string

	dir   string // of the objects; empty: they are in memory
	clock *clock // of the server; nil: the system's
}

// Silent returns the address of a bucket on a server that takes connections and then does nothing
// more.
func Silent(tb testing.TB) string {
	tb.Helper()
	released := make(chan struct{})
	server := httptest.NewServer(http.HandlerFunc(func(http.ResponseWriter, *http.Request) { <-released }))
	tb.Cleanup(func() { close(released); server.Close() })
	return "s3://files?path-style=true&region=x&endpoint=" + server.URL
}

// Real reports whether the server is a real one, which checks signatures.
func Real() bool { return os.Getenv("ALLOT_TEST_S3") == "versitygw" }

// NewBucket makes a bucket.
func NewBucket(tb testing.TB) *Bucket {
	tb.Helper()
	b := &Bucket{Name: "test-" + strings.ToLower(rand.Text())}
	if Real() {
		s := versity(tb)
		require.NoError(tb, s.err, "start versitygw")
		b.Endpoint, b.dir = s.endpoint, filepath.Join(s.dir, "buckets", b.Name)
	} else {
		b.clock = &clock{}
		store := s3mem.New(s3mem.WithTimeSource(b.clock))
		server := httptest.NewServer(plain(gofakes3.New(store, gofakes3.WithTimeSource(b.clock), gofakes3.WithTimeSkewLimit(0)).Server()))
		tb.Cleanup(server.Close)
		b.Endpoint = server.URL
	}
	require.NoError(tb, b.Client(tb).MakeBucket(tb.Context(), b.Name, minio.MakeBucketOptions{}))
	return b
}

// URL is the address of the bucket in the form of the settings, for a prefix inside.
func (b *Bucket) URL(prefix string) string {
	return "s3://" + b.Name + "/" + prefix + "?" + url.Values{"endpoint": {b.Endpoint}, "path-style": {"true"}}.Encode()
}

// Client returns a client that sees everything in the bucket.
func (b *Bucket) Client(tb testing.TB) *minio.Core {
	tb.Helper()
	c, err := minio.NewCore(strings.TrimPrefix(b.Endpoint, "http://"), &minio.Options{
		Creds: credentials.NewStaticV4(AccessKey, SecretKey, ""), Region: "us-east-1", BucketLookup: minio.BucketLookupPath,
	})
	require.NoError(tb, err)
	return c
}

// Names lists the objects.
func (b *Bucket) Names(tb testing.TB) []string {
	tb.Helper()
	names := []string{}
	for o := range b.Client(tb).ListObjectsIter(tb.Context(), b.Name, minio.ListObjectsOptions{Recursive: true}) {
		require.NoError(tb, o.Err)
		names = append(names, o.Key)
	}
	slices.Sort(names)
	return names
}

// Content returns an object.
func (b *Bucket) Content(tb testing.TB, name string) string {
	tb.Helper()
	body, _, _, err := b.Client(tb).GetObject(tb.Context(), b.Name, name, minio.GetObjectOptions{})
	require.NoError(tb, err)
	content, err := io.ReadAll(body)
	require.NoError(tb, err)
	require.NoError(tb, body.Close())
	return string(content)
}

// Put stores an object.
func (b *Bucket) Put(tb testing.TB, name, content string) {
	tb.Helper()
	_, err := b.Client(tb).Client.PutObject(tb.Context(), b.Name, name, bytes.NewReader([]byte(content)), int64(len(content)), minio.PutObjectOptions{})
	require.NoError(tb, err)
}

// Now is the time of the server.
func (b *Bucket) Now() time.Time {
	if b.clock == nil {
		return time.Now() //nolint:forbidigo // the server has this clock
	}
	return b.clock.Now()
}

// Age makes every object older: one of the clock and the times of the objects moves.
func (b *Bucket) Age(tb testing.TB, by time.Duration) {
	tb.Helper()
	if b.clock != nil {
		b.clock.offset.Add(int64(by))
		return
	}
	for _, name := range b.Names(tb) {
		path := filepath.Join(b.dir, filepath.FromSlash(name))
		info, err := os.Stat(path)
		require.NoError(tb, err)
		require.NoError(tb, os.Chtimes(path, time.Time{}, info.ModTime().Add(-by)))
	}
}

// clock is the system's with an offset.
type clock struct{ offset atomic.Int64 }

// Now implements gofakes3.TimeSource.
func (c *clock) Now() time.Time {
	return time.Now().Add(time.Duration(c.offset.Load())).UTC() //nolint:forbidigo // the server of a test has its own clock
}

// Since implements gofakes3.TimeSource.
func (c *clock) Since(t time.Time) time.Duration { return c.Now().Sub(t) }
