package main

import (
	"bytes"
	"compress/zlib"
	"encoding/binary"
	"fmt"
	"hash/crc32"
	"net/http"
	"sync"
	"testing"

	"github.com/stretchr/testify/require"

	"allot/internal/platform/db"
	"allot/internal/testkit/dbtest"
)

// Hostile pictures of every kind that anybody may upload, all at once: a few hundred
// kilobytes each that unpack to a quarter of a gigabyte. Unpacked together, already
// three of each kind would take twice the memory that is allowed.
func TestSlow_PictureFlood(t *testing.T) {
	t.Parallel()
	dbtest.Slow(t, db.SQLite)
	notRaced(t)
	p := newSite(t, "ALLOT_LOG_LEVEL=warn").start(t)
	token, _ := p.register("anna@poseidon.example")
	property := p.property(token, "Poseidon Palace")
	photo, small := plainPNG(t, 7900, 7900), plainPNG(t, 5000, 5000)
	kinds := []struct {
		name, method, path, part string
		file                     []byte
	}{
		{"photo", http.MethodPost, gallery(property), "file", photo},
		{"avatar", http.MethodPut, "/api/auth/profile/update", "avatar", small},
		{"company logo", http.MethodPut, "/api/settings/company/", "logo", small},
		{"property logo", http.MethodPut, fmt.Sprintf("/api/info/property/update/%d/", property), "logo", small},
	}
	each := sized(3, 20)
	idle := peakMemory(t, p.cmd.Process.Pid)
	var flood sync.WaitGroup
	answers := make(chan string, each*len(kinds))
	for _, k := range kinds {
		body, contentType := formWith(t, nil, k.part, "picture.png", k.file)
		for range each {
			flood.Go(func() {
				a := p.send(k.method, k.path, token, bytes.NewReader(body), "Content-Type", contentType)
				answers <- fmt.Sprint(k.name, " ", a.status)
			})
		}
	}
	flood.Wait()
	close(answers)
	count := map[string]int{}
	for a := range answers {
		count[a]++
	}
	peak := peakMemory(t, p.cmd.Process.Pid)
	t.Logf("answers %v, peak memory %d MB, %d MB before", count, peak>>20, idle>>20)
	for _, k := range kinds {
		done, busy := count[k.name+" 200"]+count[k.name+" 201"], count[k.name+" 503"]
		limit := count[k.name+" 403"] // ten photos are what the free plan allows
		require.Equal(t, each, done+busy+limit, "%s: each got its answer", k.name)
	}
	require.Less(t, peak-idle, int64(costMemory))
	for _, k := range kinds[1:] {
		body, contentType := formWith(t, nil, k.part, "picture.png", k.file)
		a := p.send(k.method, k.path, token, bytes.NewReader(body), "Content-Type", contentType)
		require.Equal(t, http.StatusOK, a.status, "%s: and the next one is served: %s", k.name, a.raw)
	}
}

// plainPNG is a picture of one colour with 24 bits a pixel, made row by row: the
// test takes no more memory than the file.
func plainPNG(t *testing.T, width, height int) []byte {
	t.Helper()
	chunk := func(name string, body []byte) []byte {
		out := append(binary.BigEndian.AppendUint32(nil, uint32(len(body))), name...)
		out = append(out, body...)
		return binary.BigEndian.AppendUint32(out, crc32.ChecksumIEEE(out[4:]))
	}
	var pixels bytes.Buffer
	w := zlib.NewWriter(&pixels)
	row := make([]byte, 1+3*width)
	for range height {
		_, err := w.Write(row)
		require.NoError(t, err)
	}
	require.NoError(t, w.Close())
	header := binary.BigEndian.AppendUint32(binary.BigEndian.AppendUint32(nil, uint32(width)), uint32(height))
	out := append([]byte("\x89PNG\r\n\x1a\n"), chunk("IHDR", append(header, 8, 2, 0, 0, 0))...)
	out = append(out, chunk("IDAT", pixels.Bytes())...)
	return append(out, chunk("IEND", nil)...)
}
