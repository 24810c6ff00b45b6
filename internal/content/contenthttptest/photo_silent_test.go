package contenthttptest

import (
	"context"
	"errors"
	"io"
	"net/http"
	"net/http/httptest"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"allot/internal/app/apptest"
	"allot/internal/content/photo"
	"allot/internal/content/photo/phototest"
	"allot/internal/platform/blob"
	"allot/internal/platform/picture"
	"allot/internal/testkit/s3test"
)

// A bucket that takes connections and never answers costs each upload the patience with it, not
// the minutes after which a connection is given up. Whoever sends one is told when to try again.
func TestUpload_silentBucket(t *testing.T) {
	t.Parallel()
	bucket, err := blob.NewS3(blob.S3Options{URL: s3test.Silent(t), AccessKey: s3test.AccessKey, SecretKey: s3test.SecretKey, Patience: 200 * time.Millisecond})
	require.NoError(t, err)
	b := setupPhoto(t, apptest.With(func(d *photo.Deps) { d.Blobs = bucket }))
	const several = 6
	files, answers := make([][]byte, several), make([]*httptest.ResponseRecorder, several)
	for i := range files {
		files[i] = phototest.JPEG(t, 64, 48)
	}
	codes := apptest.AtOnce(several, func(i int) int {
		answers[i] = b.upload(t, b.hotel, nil, "a.jpg", files[i])
		return answers[i].Code
	})
	require.Equal(t, map[int]int{http.StatusServiceUnavailable: several}, codes)
	for _, res := range answers {
		apptest.RequireError(t, res, http.StatusServiceUnavailable, "files_unavailable", "the service cannot reach its files; try again in a moment")
		require.Equal(t, "5", res.Header().Get("Retry-After"))
	}
	require.Len(t, b.ExpectLogs(), several)
	require.EqualValues(t, 0, body(t, b.hotel.Do(t, get, b.gallery(), ""), http.StatusOK)["count"], "nothing is half there")
}

// Pictures of which only one is worked on at a time: while one waits for the bucket, the next
// is worked on.
func TestUpload_silentBucketLargePictures(t *testing.T) {
	t.Parallel()
	both := make(chan struct{}, 2)
	b := setupPhoto(t, apptest.With(func(d *photo.Deps) {
		d.Blobs = meeting{d.Blobs, both}
		d.Pictures = picture.NewGate(1_500_000, 1)
	}))
	files := [][]byte{phototest.JPEG(t, 640, 480), phototest.JPEG(t, 640, 480)}
	codes := apptest.AtOnce(len(files), func(i int) int { return b.upload(t, b.hotel, nil, "a.jpg", files[i]).Code })
	require.Equal(t, map[int]int{http.StatusInternalServerError: len(files)}, codes)
	require.Len(t, b.ExpectLogs(), len(files))
	require.Len(t, both, len(files), "both were being stored at once")
}

var errNotMet = errors.New("nobody else stores anything")

// meeting is a store that keeps whoever stores until another one does.
type meeting struct {
	blob.Store
	both chan struct{}
}

func (m meeting) Put(ctx context.Context, _ string, _ io.Reader) (int64, error) {
	m.both <- struct{}{}
	for start := time.Now(); len(m.both) < cap(m.both); time.Sleep(time.Millisecond) {
		if time.Since(start) > 20*time.Second || ctx.Err() != nil {
			<-m.both
			break
		}
	}
	return 0, errNotMet
}
