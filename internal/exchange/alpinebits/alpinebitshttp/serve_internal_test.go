package alpinebitshttp

import (
	"bytes"
	"compress/gzip"
	"io"
	"net/http"
	"testing"

	"github.com/stretchr/testify/require"
)

func zipped(t *testing.T, length int64) []byte {
	t.Helper()
	var b bytes.Buffer
	z := gzip.NewWriter(&b)
	_, err := io.CopyN(z, spaces{}, length)
	require.NoError(t, err)
	require.NoError(t, z.Close())
	return b.Bytes()
}

// spaces are as many as anybody reads.
type spaces struct{}

func (spaces) Read(p []byte) (int, error) {
	for i := range p {
		p[i] = ' '
	}
	return len(p), nil
}

// A body waits for the memory that it takes once it is unpacked: for what it is, not for the
// most that it could be.
func TestPlainSize(t *testing.T) {
	t.Parallel()
	const small = 5000
	for name, c := range map[string]struct {
		encoding string
		body     []byte
		want     int64
	}{
		"plain":              {"", make([]byte, small), small},
		"identity":           {"identity", make([]byte, small), small},
		"packed":             {"gzip", zipped(t, small), small},
		"packed, nothing":    {"GZIP", zipped(t, 0), 0},
		"packed, just fits":  {"gzip", zipped(t, maxPlain), maxPlain},
		"packed, one beyond": {"gzip", zipped(t, maxPlain+1), maxPlain},
		"packed, a bomb":     {"gzip", zipped(t, 4*maxPlain), maxPlain},
	} {
		r := &http.Request{Header: http.Header{"Content-Encoding": {c.encoding}}}
		got, err := plainSize(r, bytes.NewReader(c.body))
		require.NoError(t, err, name)
		require.Equal(t, c.want, got, name)
	}
	whole := zipped(t, small)
	for name, body := range map[string][]byte{"no gzip": []byte("<xml/>"), "cut off": whole[:len(whole)/2]} {
		_, err := plainSize(&http.Request{Header: http.Header{"Content-Encoding": {"gzip"}}}, bytes.NewReader(body))
		refused, ok := ownWords(err)
		require.True(t, ok, name)
		require.Equal(t, http.StatusBadRequest, refused.status, name)
	}
}
