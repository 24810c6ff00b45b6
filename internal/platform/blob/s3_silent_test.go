package blob_test

import (
	"bytes"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"allot/internal/platform/blob"
	"allot/internal/testkit/s3test"
)

// A server that takes connections and then does nothing more costs an upload its patience, not
// the minutes after which a connection is given up.
func TestS3_Put_silentServer(t *testing.T) {
	t.Parallel()
	s, err := blob.NewS3(blob.S3Options{URL: s3test.Silent(t), AccessKey: s3test.AccessKey, SecretKey: s3test.SecretKey, Patience: 100 * time.Millisecond})
	require.NoError(t, err)
	for name, size := range map[string]int{"small": 10, "one part": 5 << 20, "several parts": 20 << 20} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			_, err := s.Put(t.Context(), "a", bytes.NewReader(make([]byte, size)))
			require.ErrorIs(t, err, blob.ErrUnreachable)
			require.NoError(t, t.Context().Err(), "it was not the caller who gave up")
			_, err = s.Put(t.Context(), "b", strings.NewReader("x"))
			require.ErrorIs(t, err, blob.ErrUnreachable)
		})
	}
}
