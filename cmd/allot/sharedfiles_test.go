package main

import (
	"net/http"
	"net/url"
	"path/filepath"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"allot/internal/content/photo/phototest"
	"allot/internal/platform/db"
	"allot/internal/testkit/dbtest"
	"allot/internal/testkit/s3test"
)

// inBucket are the settings of a program whose files are in a bucket.
func inBucket(address string) []string {
	return []string{"ALLOT_BLOB_URL=" + address, "ALLOT_S3_ACCESS_KEY=" + s3test.AccessKey, "ALLOT_S3_SECRET_KEY=" + s3test.SecretKey}
}

// What one node stores in the bucket, the other one shows; nothing is stored beside it,
// and an upload that a kill cuts off leaves nothing anywhere.
func TestProgram_SharedFiles(t *testing.T) {
	t.Parallel()
	bucket := s3test.NewBucket(t)
	s := newSite(t, append(inBucket(bucket.URL("hotel")), "ALLOT_LOG_LEVEL=warn")...)
	one := s.start(t)
	sites, nodes := []*site{s}, []*program{one}
	if dbtest.Engine() == db.Postgres {
		sites = append(sites, s.beside(t))
		nodes = append(nodes, sites[1].start(t))
	}
	token, _ := one.register("anna@poseidon.example")
	id := one.property(token, "Poseidon")
	a := one.upload(token, id, "a.jpg", phototest.JPEG(t, 640, 480))
	require.Equal(t, http.StatusCreated, a.status, a.raw)
	u, err := url.Parse(a.body["url"].(string))
	require.NoError(t, err)
	stored := bucket.Names(t)
	require.Len(t, stored, 2, "the photo, which is its medium size too, and the small size")
	for _, p := range nodes {
		shown := p.call(http.MethodGet, u.Path, "", nil)
		require.Equal(t, http.StatusOK, shown.status, shown.raw)
		require.Equal(t, bucket.Content(t, "hotel/live/"+u.Path[len("/media/"):]), shown.raw)
		part := p.call(http.MethodGet, u.Path, "", nil, "Range", "bytes=10-19")
		require.Equal(t, http.StatusPartialContent, part.status)
		require.Equal(t, shown.raw[10:20], part.raw)
		require.Equal(t, http.StatusNotFound, p.call(http.MethodGet, u.Path+".jpg", "", nil).status)
		ready := p.call(http.MethodGet, "/readyz", "", nil)
		require.Equal(t, http.StatusOK, ready.status, ready.raw)
	}
	if dbtest.Engine() == db.SQLite {
		said, code := s.output(t, "", "backup", "--to", filepath.Join(t.TempDir(), "a.tar.gz"))
		require.Zero(t, code, said)
		require.Contains(t, said, "s3://"+bucket.Name+"/hotel")
	}

	last := nodes[len(nodes)-1]
	last.begin(token, id, phototest.CameraJPEG(t, 1200, 900, 35))
	require.Eventually(t, func() bool { return len(sites[len(sites)-1].files(t, "tmp")) > 0 }, time.Minute, 10*time.Millisecond)
	last.kill()
	require.Equal(t, stored, bucket.Names(t))
	for _, s := range sites {
		require.Empty(t, s.files(t, "blobs"))
	}
	for _, p := range nodes {
		require.NotContains(t, p.logged(), "level=ERROR")
	}
}

// Without its bucket the program is not ready and says of files what is wrong; all the
// rest works.
func TestProgram_NoBucket(t *testing.T) {
	t.Parallel()
	s := newSite(t, inBucket("s3://files?endpoint=http://127.0.0.1:1")...)
	p := s.start(t)
	token, _ := p.register("anna@poseidon.example")
	id := p.property(token, "Poseidon")
	for _, a := range []answer{
		p.upload(token, id, "a.jpg", phototest.JPEG(t, 64, 48)),
		p.call(http.MethodGet, "/media/properties/1/photos/a.jpg", "", nil),
	} {
		require.Equal(t, http.StatusServiceUnavailable, a.status, a.raw)
		require.Equal(t, "files_unavailable", a.body["code"])
		require.NotEmpty(t, a.header.Get("Retry-After"))
		require.NotContains(t, a.raw, "127.0.0.1")
	}
	ready := p.call(http.MethodGet, "/readyz", "", nil)
	require.Equal(t, http.StatusServiceUnavailable, ready.status)
	require.Contains(t, ready.raw, "storage: failed")
	require.Contains(t, p.logged(), "the files are not available")
}
