package main

import (
	"bufio"
	"bytes"
	"fmt"
	"image/jpeg"
	"io/fs"
	"mime/multipart"
	"net"
	"net/http"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"allot/internal/content/photo"
	"allot/internal/content/photo/phototest"
	"allot/internal/platform/db"
	"allot/internal/testkit/dbtest"
)

// form is a multipart body with one file, and its content type.
func form(t *testing.T, fields map[string]string, fileName string, file []byte) (body []byte, contentType string) {
	t.Helper()
	return formWith(t, fields, "file", fileName, file)
}

// formWith is form with another name for the part that is the file.
func formWith(t *testing.T, fields map[string]string, part, fileName string, file []byte) (body []byte, contentType string) {
	t.Helper()
	var b bytes.Buffer
	w := multipart.NewWriter(&b)
	for name, value := range fields {
		require.NoError(t, w.WriteField(name, value))
	}
	content, err := w.CreateFormFile(part, fileName)
	require.NoError(t, err)
	_, err = content.Write(file)
	require.NoError(t, err)
	require.NoError(t, w.Close())
	return b.Bytes(), w.FormDataContentType()
}

// property makes one and returns its id.
func (p *program) property(token, name string) int {
	p.t.Helper()
	a := p.call(http.MethodPost, "/api/info/property/create/", token, object{"name": name})
	require.Equal(p.t, http.StatusCreated, a.status, a.raw)
	return int(a.body["id"].(float64))
}

func gallery(property int) string { return fmt.Sprintf("/api/info/property/%d/gallery/", property) }

func (p *program) upload(token string, property int, fileName string, file []byte) answer {
	p.t.Helper()
	body, contentType := form(p.t, nil, fileName, file)
	return p.send(http.MethodPost, gallery(property), token, bytes.NewReader(body), "Content-Type", contentType)
}

// files lists the files below a folder of the site, by their path in it.
func (s *site) files(t *testing.T, folder string) []string {
	t.Helper()
	names := []string{}
	root := filepath.Join(s.dir, folder)
	err := filepath.WalkDir(root, func(name string, d fs.DirEntry, err error) error {
		if os.IsNotExist(err) {
			return nil // it never was, or is gone since its folder was read
		}
		if err == nil && !d.IsDir() {
			short, _ := filepath.Rel(root, name)
			names = append(names, filepath.ToSlash(short))
		}
		return err
	})
	require.NoError(t, err)
	return names
}

// begin sends an upload but for its last bytes, and leaves it at that.
func (p *program) begin(token string, property int, file []byte) net.Conn {
	p.t.Helper()
	body, contentType := form(p.t, nil, "a.jpg", file)
	conn, err := net.Dial("tcp", strings.TrimPrefix(p.base, "http://"))
	require.NoError(p.t, err)
	p.t.Cleanup(func() { _ = conn.Close() })
	w := bufio.NewWriter(conn)
	_, _ = fmt.Fprintf(w, "POST %s HTTP/1.1\r\nHost: allot\r\nAuthorization: Token %s\r\nContent-Type: %s\r\nContent-Length: %d\r\n\r\n",
		gallery(property), token, contentType, len(body))
	_, err = w.Write(body[:len(body)-100])
	require.NoError(p.t, err)
	require.NoError(p.t, w.Flush())
	return conn
}

// An upload waits on disk in the data folder, and nothing of it outlives the
// program, however that ends.
func TestProgram_UploadUnderWay(t *testing.T) {
	t.Parallel()
	s := newSite(t)
	p := s.start(t)
	token, _ := p.register("anna@poseidon.example")
	id := p.property(token, "Poseidon")
	waiting := func(n int) {
		t.Helper()
		require.Eventually(t, func() bool { return len(s.files(t, "tmp")) == n }, 2*time.Minute, 10*time.Millisecond)
	}
	file := make([]byte, 3<<20)

	conn := p.begin(token, id, file)
	waiting(1)
	require.NoError(t, conn.Close())
	waiting(0)

	p.begin(token, id, file)
	p.begin(token, id, file)
	waiting(2)
	p.kill()
	require.Len(t, s.files(t, "tmp"), 2, "nobody could take them away")
	p = s.start(t)
	require.Empty(t, s.files(t, "tmp"))
	require.Empty(t, s.files(t, "blobs"))
	require.EqualValues(t, 0, p.call(http.MethodGet, gallery(id), token, nil).body["count"])
}

func TestProgram_HostileUploads(t *testing.T) {
	t.Parallel()
	s := newSite(t)
	p := s.start(t)
	token, _ := p.register("anna@poseidon.example")
	id := p.property(token, "Poseidon")
	described := newDescription(t)
	const svg = `<svg xmlns="http://www.w3.org/2000/svg" onload="alert(1)"><circle r="9"/></svg>`
	good := phototest.JPEG(t, 64, 48)
	for name, c := range map[string]struct {
		fileName string
		file     []byte
		status   int
		code     string
	}{
		"a decompression bomb": {"a.png", phototest.PNGBomb(60000, 60000), http.StatusRequestEntityTooLarge, "picture_too_large"},
		"a page called JPEG":   {"a.jpg", []byte("<!DOCTYPE html><script>alert(1)</script>"), http.StatusBadRequest, "picture_invalid"},
		"an SVG":               {"a.svg", []byte(svg), http.StatusBadRequest, "picture_invalid"},
		"an SVG called JPEG":   {"a.jpg", []byte(svg), http.StatusBadRequest, "picture_invalid"},
		"a byte too much":      {"a.jpg", append(bytes.Clone(good), make([]byte, photo.MaxBytes+1-len(good))...), http.StatusRequestEntityTooLarge, "picture_too_large"},
		"30 MB":                {"a.jpg", append(bytes.Clone(good), make([]byte, 30_000_000)...), http.StatusRequestEntityTooLarge, "body_too_large"},
	} {
		a := p.upload(token, id, c.fileName, c.file)
		require.Equal(t, c.status, a.status, "%s: %s", name, a.raw)
		require.Equal(t, c.code, a.body["code"], name)
		require.NotEmpty(t, a.body["message"], name)
		described.check(t, http.MethodPost, gallery(id), a)
	}
	a := p.send(http.MethodPost, gallery(id), token, bytes.NewReader(good), "Content-Type", "image/jpeg")
	require.Equal(t, http.StatusUnsupportedMediaType, a.status, a.raw)
	described.check(t, http.MethodPost, gallery(id), a)

	require.EqualValues(t, 0, p.call(http.MethodGet, gallery(id), token, nil).body["count"])
	require.Empty(t, s.files(t, "blobs"), "nothing was stored")
	require.Empty(t, s.files(t, "tmp"))
	require.Equal(t, http.StatusCreated, p.upload(token, id, "a.jpg", good).status, "and a good one is welcome")
}

// A photo straight from a camera that was held on its side.
func TestSlow_CameraUpload(t *testing.T) {
	t.Parallel()
	dbtest.Slow(t, db.SQLite)
	if raceFactor > 1 {
		t.Skip("one request, but minutes of pixels under the race detector")
	}
	p := newSite(t).start(t)
	token, _ := p.register("anna@poseidon.example")
	id := p.property(token, "Poseidon")
	file := phototest.CameraJPEG(t, 4950, 3700, 35)
	require.Greater(t, len(file), 19_000_000)
	require.Contains(t, string(file), phototest.Place)
	a := p.upload(token, id, "DSC_0001.JPG", file)
	require.Equal(t, http.StatusCreated, a.status, a.raw)
	newDescription(t).check(t, http.MethodPost, gallery(id), a)
	require.EqualValues(t, 4096, a.body["width"])
	require.EqualValues(t, 3062, a.body["height"])

	thumbs := a.body["thumbnails"].(map[string]any)
	for _, url := range []any{a.body["url"], thumbs["medium"], thumbs["small"]} {
		served := p.media(url)
		require.Equal(t, http.StatusOK, served.status)
		require.Equal(t, "image/jpeg", served.header.Get("Content-Type"))
		require.NotContains(t, served.raw, phototest.Place)
		require.NotContains(t, served.raw, "Exif")
		img, err := jpeg.Decode(strings.NewReader(served.raw))
		require.NoError(t, err)
		w, h := img.Bounds().Dx(), img.Bounds().Dy()
		require.Greater(t, w, h, "it stands upright")
		red, _, blue, _ := img.At(w/5, h/5).RGBA()
		require.Greater(t, red, blue, "the red quarter is on the top left")
		red, _, blue, _ = img.At(w/5, h-h/5).RGBA()
		require.Greater(t, blue, red, "the blue one on the bottom left")
	}
}

// media fetches a file by the address that an answer names.
func (p *program) media(url any) answer {
	p.t.Helper()
	path, ok := strings.CutPrefix(url.(string), p.base)
	require.True(p.t, ok, "%s does not lead here", url)
	return p.send(http.MethodGet, path, "", nil)
}
