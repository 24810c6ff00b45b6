package httpx_test

import (
	"bytes"
	"math/rand/v2"
	"mime/multipart"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
)

// formOf writes a form of fields and, if size is not 0, one file.
func formOf(tb testing.TB, fields map[string]string, size int) (body *bytes.Buffer, contentType string) {
	tb.Helper()
	body = &bytes.Buffer{}
	w := multipart.NewWriter(body)
	for name, value := range fields {
		require.NoError(tb, w.WriteField(name, value))
	}
	if size > 0 {
		f, err := w.CreateFormFile("file", "a photo.jpg")
		require.NoError(tb, err)
		_, err = f.Write(bytes.Repeat([]byte("x"), size))
		require.NoError(tb, err)
	}
	require.NoError(tb, w.Close())
	return body, w.FormDataContentType()
}

func (b *bundle) sendForm(target string, fields map[string]string, size int, headers ...string) *answer {
	b.t.Helper()
	body, contentType := formOf(b.t, fields, size)
	r := httptest.NewRequestWithContext(b.t.Context(), http.MethodPost, target, body)
	return b.send(r, append(headers, "Content-Type: "+contentType)...)
}

func TestForm(t *testing.T) {
	t.Parallel()
	b := setup(t)

	t.Run("fields are read as the types of the operation, the file beside them", func(t *testing.T) {
		t.Parallel()
		b := b.in(t)
		a := b.sendForm("/api/files/", map[string]string{
			"caption": "7", "is_cover": "true", "position": "12", "tags": `["a","b"]`, "price": `{"amount":3}`, "comment": "",
		}, 10).ok(http.StatusOK)
		require.Equal(t, "a photo.jpg 10 10: {Caption:7 IsCover:true Position:12 Price:{Amount:3} Tags:[a b] Comment:{Set:true Null:true Value:}}", a.json()["text"])
	})
	t.Run("JSON is taken as well, without a file", func(t *testing.T) {
		t.Parallel()
		b := b.in(t)
		a := b.do("POST", "/api/files/", `{"caption":"x"}`).ok(http.StatusOK)
		require.Contains(t, a.body, "no file")
	})
	t.Run("a query has no say in it", func(t *testing.T) {
		t.Parallel()
		b := b.in(t)
		a := b.sendForm("/api/files/?_a;b&_caption=y", map[string]string{"caption": "x"}, 0).ok(http.StatusOK)
		require.Contains(t, a.body, "Caption:x")
		r := b.sendForm("/api/files/?caption=y", map[string]string{"caption": "x"}, 0).refused(http.StatusBadRequest, "unknown_field")
		require.Equal(t, []string{"caption"}, r.fields())
	})

	bad := map[string]struct {
		fields map[string]string
		field  string
	}{
		"a missing field":       {map[string]string{}, "caption"},
		"a text for a number":   {map[string]string{"caption": "x", "position": "first"}, "position"},
		"a number with zeros":   {map[string]string{"caption": "x", "position": "007"}, "position"},
		"a number with a plus":  {map[string]string{"caption": "x", "position": "+7"}, "position"},
		"not a number":          {map[string]string{"caption": "x", "position": "NaN"}, "position"},
		"an infinite number":    {map[string]string{"caption": "x", "position": "Inf"}, "position"},
		"a hexadecimal number":  {map[string]string{"caption": "x", "position": "0x1p4"}, "position"},
		"a number beyond range": {map[string]string{"caption": "x", "position": "1e400"}, "position"},
		"an odd truth":          {map[string]string{"caption": "x", "is_cover": "perhaps"}, "is_cover"},
		"a text for a list":     {map[string]string{"caption": "x", "tags": "a,b"}, "tags"},
		"two lists":             {map[string]string{"caption": "x", "tags": "[] []"}, "tags"},
		"a text for an object":  {map[string]string{"caption": "x", "price": "3"}, "price"},
		"NUL":                   {map[string]string{"caption": "a\x00b"}, "caption"},
		"no UTF-8":              {map[string]string{"caption": "a\xffb"}, "caption"},
		"NUL inside a list":     {map[string]string{"caption": "x", "tags": `["\u0000"]`}, "tags[0]"},
	}
	for name, tt := range bad {
		t.Run(name+" names its field", func(t *testing.T) {
			t.Parallel()
			b := b.in(t)
			r := b.sendForm("/api/files/", tt.fields, 5).refused(http.StatusBadRequest, "validation_failed")
			require.Equal(t, []string{tt.field}, r.fields())
		})
	}
	t.Run("a field or a file that comes twice is refused, not lost", func(t *testing.T) {
		t.Parallel()
		b := b.in(t)
		for field, write := range map[string]func(w *multipart.Writer) error{
			"caption": func(w *multipart.Writer) error { return w.WriteField("caption", "y") },
			"file": func(w *multipart.Writer) error {
				_, err := w.CreateFormFile("file", "b.jpg")
				return err
			},
		} {
			var body bytes.Buffer
			w := multipart.NewWriter(&body)
			require.NoError(t, w.WriteField("caption", "x"))
			_, err := w.CreateFormFile("file", "a.jpg")
			require.NoError(t, err)
			require.NoError(t, write(w))
			require.NoError(t, w.Close())
			r := b.do("POST", "/api/files/", body.String(), "Content-Type: "+w.FormDataContentType()).refused(http.StatusBadRequest, "validation_failed")
			require.Equal(t, []string{field}, r.fields())
		}
	})
	t.Run("unknown fields and files are refused", func(t *testing.T) {
		t.Parallel()
		b := b.in(t)
		r := b.sendForm("/api/files/", map[string]string{"caption": "x", "captoin": "y"}, 5).refused(http.StatusBadRequest, "unknown_field")
		require.Equal(t, []string{"captoin"}, r.fields())
		require.Equal(t, `is not known here; did you mean "caption"?`, r.Errors[0].Message)
		for name, want := range map[string]string{"files": `is not known here; did you mean "file"?`, "caption": "must be sent as text, not as a file"} {
			body, contentType := parted(t, name)
			r := b.do("POST", "/api/files/", body, "Content-Type: "+contentType)
			require.Contains(t, r.ok(http.StatusBadRequest).body, strconv.Quote(name))
			require.Contains(t, r.body, strings.ReplaceAll(want, `"`, `\"`))
		}
		bad := b.sendForm("/api/files/", map[string]string{"caption": "x", "file": "text"}, 0).refused(http.StatusBadRequest, "validation_failed")
		require.Equal(t, "must be sent as a file", bad.Errors[0].Message)
	})
	t.Run("a form with too many parts says so", func(t *testing.T) {
		t.Parallel()
		b := b.in(t)
		var body bytes.Buffer
		w := multipart.NewWriter(&body)
		for i := range 101 {
			require.NoError(t, w.WriteField("f"+strconv.Itoa(i), ""))
		}
		require.NoError(t, w.Close())
		r := b.do("POST", "/api/files/", body.String(), "Content-Type: "+w.FormDataContentType()).refused(http.StatusBadRequest, "validation_failed")
		require.Contains(t, r.Message, "too many parts: at most 100,")
	})
	t.Run("a form that is no form is refused", func(t *testing.T) {
		t.Parallel()
		b := b.in(t)
		for _, ct := range []string{"multipart/form-data", "multipart/form-data; boundary=x", "multipart/form-data; boundary="} {
			b.do("POST", "/api/files/", "--x\r\nnonsense", "Content-Type: "+ct).refused(http.StatusBadRequest, "validation_failed")
		}
	})
	t.Run("a form or its fields that are too large are refused", func(t *testing.T) {
		t.Parallel()
		b := b.in(t)
		b.sendForm("/api/files/", map[string]string{"caption": "x"}, 3<<20).refused(http.StatusRequestEntityTooLarge, "body_too_large")
		b.sendForm("/api/files/", map[string]string{"caption": strings.Repeat("x", 3<<20)}, 0).refused(http.StatusRequestEntityTooLarge, "body_too_large")
	})
}

func TestForm_filesOnDisk(t *testing.T) {
	t.Parallel()
	stories := map[string]struct {
		fields map[string]string
		runs   bool
		status int
	}{
		"a success":  {map[string]string{"caption": "x"}, true, http.StatusOK},
		"a fault":    {map[string]string{"caption": "fail"}, true, http.StatusInternalServerError},
		"a panic":    {map[string]string{"caption": "panic"}, true, http.StatusInternalServerError},
		"bad fields": {map[string]string{"position": "x"}, false, http.StatusBadRequest},
		"bad bytes":  {map[string]string{"caption": "\xff"}, false, http.StatusBadRequest},
	}
	for name, tt := range stories {
		t.Run(name+" leaves no file behind", func(t *testing.T) {
			t.Parallel()
			size := 2<<20 + rand.IntN(900_000) // tells the file of this story from those of others
			b, ran := setup(t), false
			b.during = func() {
				ran = true
				require.Equal(t, 1, onDisk(t, size), "a large file waits on disk")
			}
			b.sendForm("/api/files/", tt.fields, size).ok(tt.status)
			require.Equal(t, tt.runs, ran)
			require.Zero(t, onDisk(t, size))
		})
	}
}

// onDisk counts the files of forms with a size.
func onDisk(t *testing.T, size int) int {
	t.Helper()
	names, err := filepath.Glob(filepath.Join(os.TempDir(), "multipart-*"))
	require.NoError(t, err)
	n := 0
	for _, name := range names {
		if info, err := os.Stat(name); err == nil && info.Size() == int64(size) {
			n++
		}
	}
	return n
}

func FuzzForm(f *testing.F) {
	for _, v := range []string{"1", "-0", "1e5", "NaN", "", "true", "[1,", `{"amount":1}`, "\xff", "\x00", "null", `"x"`, "١"} {
		f.Add("position", v)
		f.Add("tags", v)
		f.Add("comment", v)
	}
	b := setup(f)
	f.Fuzz(func(t *testing.T, name, value string) {
		var body bytes.Buffer
		w := multipart.NewWriter(&body)
		require.NoError(t, w.WriteField("caption", "x"))
		if w.WriteField(name, value) != nil {
			return
		}
		require.NoError(t, w.Close())
		r := httptest.NewRequestWithContext(t.Context(), http.MethodPost, "/api/files/", &body)
		r.Header.Set("Authorization", "Token "+manager)
		r.Header.Set("Content-Type", w.FormDataContentType())
		rec := httptest.NewRecorder()
		b.ServeHTTP(rec, r)
		require.Less(t, rec.Code, http.StatusInternalServerError, "%q=%q: %s", name, value, rec.Body)
	})
}

func FuzzBody(f *testing.F) {
	for _, s := range []string{`{"name":"abc"}`, `{"name":"\u0000"}`, "{\"\xff\":1}", `{"items":[{"quantity":1,"x":[]}],"free":{"a":{"b":null}}}`, `[`, `{"NAME":1,"name":"x"}`, `{"price":"1","day":"2030-05-31"}`, "\\u0000"} {
		f.Add([]byte(s))
	}
	b := setup(f)
	f.Fuzz(func(t *testing.T, body []byte) {
		r := httptest.NewRequestWithContext(t.Context(), http.MethodPatch, "/api/things/1/", bytes.NewReader(body))
		r.Header.Set("Authorization", "Token "+manager)
		rec := httptest.NewRecorder()
		b.ServeHTTP(rec, r)
		require.Contains(t, []int{http.StatusOK, http.StatusBadRequest}, rec.Code, rec.Body.String())
	})
}
