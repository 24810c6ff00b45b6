package blob_test

import (
	"bytes"
	"context"
	"net/http"
	"net/http/httptest"
	"net/http/httputil"
	"net/url"
	"strings"
	"sync"
	"testing"
	"testing/iotest"
	"time"

	"github.com/minio/minio-go/v7"
	"github.com/stretchr/testify/require"

	"allot/internal/platform/blob"
	"allot/internal/testkit/s3test"
)

func TestNewS3(t *testing.T) {
	t.Parallel()
	t.Run("takes addresses of Amazon and of others", func(t *testing.T) {
		t.Parallel()
		for address, want := range map[string]string{
			"s3://hotel-files?region=eu-central-1":                                                "s3://hotel-files",
			"s3://hotel-files/allot/?region=eu-central-1":                                         "s3://hotel-files/allot",
			"s3://hotel-files/a/b?endpoint=https://s3.example.com&path-style=false&region=garage": "s3://hotel-files/a/b",
			"s3://hotel-files?endpoint=http%3A%2F%2F127.0.0.1%3A9000&path-style=true":             "s3://hotel-files",
			"s3://hotel-files?endpoint=http://[::1]:9000/":                                        "s3://hotel-files",
		} {
			s, err := blob.NewS3(blob.S3Options{URL: address})
			require.NoError(t, err, address)
			require.Equal(t, want, s.String())
		}
	})
	t.Run("refuses what it does not understand and repeats no password", func(t *testing.T) {
		t.Parallel()
		for address, problem := range map[string]string{
			"":                                                   "such as s3://",
			"https://s3.example.com/files":                       "such as s3://",
			"s3:///files?region=x":                               "such as s3://",
			"s3://files#x":                                       "such as s3://",
			"s3://key:hunter2@files?region=x":                    "ALLOT_S3_SECRET_KEY",
			"s3://Files?region=x":                                "bucket",
			"s3://x?region=x":                                    "bucket",
			"s3://files":                                         "region",
			"s3://files/../x?region=x":                           "path",
			"s3://files/.hidden?region=x":                        "path",
			"s3://files?region=x&secret=hunter2":                 "other than",
			"s3://files?region=x&region=y":                       "more than once",
			"s3://files?region=x&path-style=maybe":               "true or false",
			"s3://files?endpoint=s3.example.com":                 "endpoint",
			"s3://files?endpoint=https://u:hunter2@example.com":  "endpoint",
			"s3://files?endpoint=https://example.com/?p=hunter2": "endpoint",
			"s3://files?endpoint=https://example.com/and/more":   "endpoint",
			"s3://files?endpoint=ftp://example.com":              "endpoint",
			"s3://files?endpoint=https://example.com&region=%zz": "parameters",
		} {
			_, err := blob.NewS3(blob.S3Options{URL: address})
			require.ErrorContains(t, err, problem, address)
			require.NotContains(t, err.Error(), "hunter2")
		}
		_, err := blob.NewS3(blob.S3Options{URL: "s3://files?region=x", AccessKey: "key"})
		require.ErrorContains(t, err, "ALLOT_S3_SECRET_KEY")
	})
}

func TestS3_Reachable(t *testing.T) {
	t.Parallel()
	b := setupS3(t)
	other := *b.bucket
	other.Name += "-other"
	for name, o := range map[string]blob.S3Options{
		"no such bucket": {URL: other.URL("x"), AccessKey: s3test.AccessKey, SecretKey: s3test.SecretKey},
		"nobody there":   {URL: "s3://files?endpoint=http://127.0.0.1:1", AccessKey: "x", SecretKey: "x-secret-x"},
		"wrong key":      {URL: b.bucket.URL("x"), AccessKey: s3test.AccessKey, SecretKey: "wrong-secret"},
	} {
		if name == "wrong key" && !s3test.Real() {
			continue
		}
		s, err := blob.NewS3(o)
		require.NoError(t, err)
		require.ErrorIs(t, s.Reachable(t.Context()), blob.ErrUnreachable, name)
		_, err = s.Put(t.Context(), "a", strings.NewReader("x"))
		require.ErrorIs(t, err, blob.ErrUnreachable, name)
	}
}

// A blob of several parts is whole or not there.
func TestS3_parts(t *testing.T) {
	t.Parallel()
	b := setupS3(t)
	content := bytes.Repeat([]byte("0123456789abcdef"), 20<<20/16+1)
	size, err := b.Put(t.Context(), "big", iotest.HalfReader(bytes.NewReader(content)))
	require.NoError(t, err)
	require.EqualValues(t, len(content), size)
	same := string(content) == read(t, b.Open, "big")
	require.True(t, same) // a difference would fill the screen
	require.NoError(t, b.Delete(t.Context(), "big"))
	require.Len(t, b.all(t)["big"], len(content))

	// As a node leaves it that is killed.
	core := b.bucket.Client(t)
	begin := func(name string) {
		id, err := core.NewMultipartUpload(t.Context(), b.bucket.Name, name, minio.PutObjectOptions{})
		require.NoError(t, err)
		_, err = core.PutObjectPart(t.Context(), b.bucket.Name, name, id, 1, bytes.NewReader(content[:6<<20]), 6<<20, minio.PutObjectPartOptions{})
		require.NoError(t, err)
	}
	unfinished := func() (names []string) {
		for u := range core.ListIncompleteUploads(t.Context(), b.bucket.Name, "", true) {
			require.NoError(t, u.Err)
			names = append(names, u.Key)
		}
		return names
	}
	begin("allot/files/live/half")
	begin("elsewhere/half")
	require.Empty(t, b.list(t, ""))
	_, err = b.Open(t.Context(), "half")
	require.ErrorIs(t, err, blob.ErrNotFound)
	require.NoError(t, b.Purge(t.Context(), b.now().Add(-24*time.Hour)))
	require.Len(t, unfinished(), 2, "it may still be running")
	require.NoError(t, b.Purge(t.Context(), b.now().Add(24*time.Hour)))
	require.Equal(t, []string{"elsewhere/half"}, unfinished(), "which is not ours")
}

// held is a server in front of the real one that holds requests back.
type held struct {
	*httptest.Server
	arrived chan struct{}
	goOn    chan struct{}
	release func() // lets it go on
}

// hold holds back the first request that has a method and a path with a part.
func hold(t *testing.T, b *bundle, method, part string) *held {
	t.Helper()
	target, err := url.Parse(b.bucket.Endpoint)
	require.NoError(t, err)
	h := &held{arrived: make(chan struct{}), goOn: make(chan struct{})}
	h.release = sync.OnceFunc(func() { close(h.goOn) })
	proxy := &httputil.ReverseProxy{Rewrite: func(r *httputil.ProxyRequest) {
		r.SetURL(target)
		r.Out.Host = r.In.Host // which is signed
	}}
	first := make(chan struct{}, 1)
	h.Server = httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if r.Method == method && strings.Contains(r.URL.Path, part) {
			select {
			case first <- struct{}{}:
				close(h.arrived)
				<-h.goOn
			default:
			}
		}
		proxy.ServeHTTP(w, r)
	}))
	t.Cleanup(func() {
		h.release()
		h.Close()
	})
	return h
}

// wait waits for the request, which the caller who ends must have sent before.
func (h *held) wait(t *testing.T, ends <-chan error) {
	t.Helper()
	select {
	case <-h.arrived:
	case err := <-ends:
		t.Fatal("it has ended already", err)
	}
}

// The two meet where it is worst: one node has seen an old blob and is about to delete
// it, the other one has just put the same content.
func TestS3_DeleteOld_meetsPut(t *testing.T) {
	t.Parallel()

	t.Run("Put waits for the other node and puts again", func(t *testing.T) {
		t.Parallel()
		b := setupS3(t)
		b.put(t, "a/b", "one")
		b.pass(t, 48*time.Hour)
		slow := hold(t, b, http.MethodDelete, "/live/")
		deleted, put := make(chan error, 1), make(chan error, 1)
		deleter := b.open(t, slow.URL)
		go func() { deleted <- deleter.DeleteOld(t.Context(), "a/b", b.now().Add(-24*time.Hour)) }()
		slow.wait(t, deleted)
		go func() {
			_, err := b.Put(t.Context(), "a/b", strings.NewReader("one"))
			put <- err
		}()
		select {
		case err := <-put:
			t.Fatal("Put has not waited", err)
		case <-time.After(300 * time.Millisecond):
		}
		slow.release()
		require.NoError(t, <-deleted)
		require.NoError(t, <-put)
		require.Equal(t, "one", read(t, b.Open, "a/b"))
		require.Equal(t, []string{"live/a/b", "trash/a/b~"}, b.files(t))
	})

	t.Run("Put notices what was deleted before it looked", func(t *testing.T) {
		t.Parallel()
		b := setupS3(t)
		b.put(t, "a/b", "one")
		b.pass(t, 48*time.Hour)
		slow, late := hold(t, b, http.MethodDelete, "/live/"), hold(t, b, http.MethodGet, "") // which lists marks
		deleted, put := make(chan error, 1), make(chan error, 1)
		deleter := b.open(t, slow.URL)
		go func() { deleted <- deleter.DeleteOld(t.Context(), "a/b", b.now().Add(-24*time.Hour)) }()
		slow.wait(t, deleted)
		putter := b.open(t, late.URL)
		go func() {
			_, err := putter.Put(t.Context(), "a/b", strings.NewReader("one"))
			put <- err
		}()
		late.wait(t, put) // so it has put
		slow.release()
		require.NoError(t, <-deleted)
		late.release()
		require.NoError(t, <-put)
		require.Equal(t, "one", read(t, b.Open, "a/b"))
	})

	t.Run("DeleteOld leaves what is put between its two looks", func(t *testing.T) {
		t.Parallel()
		b := setupS3(t)
		b.put(t, "a/b", "one")
		b.pass(t, 48*time.Hour)
		slow := hold(t, b, http.MethodPut, "/doomed/")
		deleted := make(chan error, 1)
		deleter := b.open(t, slow.URL)
		go func() { deleted <- deleter.DeleteOld(t.Context(), "a/b", b.now().Add(-24*time.Hour)) }()
		slow.wait(t, deleted)
		b.put(t, "a/b", "one")
		slow.release()
		require.NoError(t, <-deleted)
		require.Equal(t, []string{"live/a/b"}, b.files(t))
	})

	t.Run("the mark of a node that was killed holds nobody up for long", func(t *testing.T) {
		t.Parallel()
		b := setupS3(t)
		b.put(t, "a/b", "one")
		s := b.open(t, "")
		const mark = "doomed/a/b~KILLED"
		leave := func(age time.Duration) {
			b.bucket.Put(t, b.inside+mark, "")
			b.pass(t, age)
		}
		leave(2 * time.Minute)
		began := time.Now()
		_, err := s.Put(t.Context(), "a/b", strings.NewReader("two"))
		require.NoError(t, err)
		require.Equal(t, []string{"live/a/b"}, b.files(t))
		leave(57 * time.Second)
		_, err = s.Put(t.Context(), "a/b", strings.NewReader("three"))
		require.NoError(t, err)
		require.Less(t, time.Since(began), 30*time.Second)
		require.Equal(t, []string{"live/a/b"}, b.files(t))

		leave(48 * time.Hour) // and none stays where nobody puts
		require.NoError(t, b.Purge(t.Context(), b.now().Add(-24*time.Hour)))
		require.Equal(t, []string{"live/a/b"}, b.files(t))
	})

	t.Run("a mark stays if nobody knows whether the blob was deleted", func(t *testing.T) {
		t.Parallel()
		b := setupS3(t)
		b.put(t, "a/b", "one")
		b.pass(t, 48*time.Hour)
		slow := hold(t, b, http.MethodDelete, "/live/")
		ctx, cancel := context.WithCancel(t.Context())
		deleted := make(chan error, 1)
		deleter := b.open(t, slow.URL)
		go func() { deleted <- deleter.DeleteOld(ctx, "a/b", b.now().Add(-24*time.Hour)) }()
		slow.wait(t, deleted)
		cancel()
		require.Error(t, <-deleted)
		require.Len(t, b.files(t), 3, "the blob, its copy and the mark")
		slow.release()
	})
}
