package httpx_test

import (
	"context"
	"io"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"allot/internal/platform/httpx"
)

func TestBody(t *testing.T) {
	t.Parallel()
	b := setup(t)

	tests := map[string]struct{ body, says string }{
		"a sign too many":      {`{"name":"abc",}`, "line 1, column 15: "},
		"a later line":         {"{\n  \"name\": abc\n}", "line 2, column 11: "},
		"a broken text":        {"{\"name\":\"a\nb\"}", "line 1, column 11: "},
		"the end too early":    {`{"name":`, "line 1, column 8: "},
		"two values":           {`{"name":"abc"} {}`, "line 1, column 16: "},
		"nothing":              {" \n", "the request body is missing"},
		"text around bad UTF8": {"{\"name\":\xff}", "line 1, column 9: "},
	}
	for name, tt := range tests {
		t.Run(name+" is refused with its place", func(t *testing.T) {
			t.Parallel()
			b := b.in(t)
			r := b.do("POST", "/api/things/", tt.body).refused(http.StatusBadRequest, "validation_failed")
			require.Contains(t, r.Message, tt.says)
			require.Empty(t, r.Errors)
		})
	}
	t.Run("what is far too deep is refused with the member that holds it", func(t *testing.T) {
		t.Parallel()
		b := b.in(t)
		for body, field := range map[string]string{
			strings.Repeat("[", 65):                     "body",
			`{"name":` + strings.Repeat("[", 65):        "name",
			`[{"name":{"a":[` + strings.Repeat("[", 65): "[0].name.a",
			strings.Repeat(`{"a":`, 65):                 strings.Repeat("a.", 63) + "a",
		} {
			r := b.do("POST", "/api/things/", body).refused(http.StatusBadRequest, "validation_failed")
			require.Equal(t, field, r.Errors[0].Field)
			require.Equal(t, "too_deep", r.Errors[0].Code)
			require.Contains(t, r.Errors[0].Message, "at most 64 objects and lists")
		}
	})
	t.Run("no body at all is refused", func(t *testing.T) {
		t.Parallel()
		b := b.in(t)
		r := b.do("POST", "/api/things/", "").refused(http.StatusBadRequest, "validation_failed")
		require.Contains(t, r.Message, "the request body is missing")
	})
	t.Run("only JSON is taken", func(t *testing.T) {
		t.Parallel()
		b := b.in(t)
		for _, ct := range []string{"text/plain", "application/x-www-form-urlencoded", "multipart/form-data; boundary=x", "application/xml", "json", "application/json; charset", "/"} {
			a := b.do("POST", "/api/things/", `{}`, "Content-Type: "+ct)
			if ct == "application/json; charset" { // a parameter with a mistake: the type is still plain
				a.refused(http.StatusBadRequest, "validation_failed")
				continue
			}
			a.refused(http.StatusUnsupportedMediaType, "unsupported_media_type")
		}
		for _, ct := range []string{"application/json", "APPLICATION/JSON; charset=utf-8", "application/merge-patch+json", ""} {
			b.do("PATCH", "/api/things/1/", `{}`, "Content-Type: "+ct).ok(http.StatusOK)
		}
	})
	t.Run("a body that is too large is refused, chunked too", func(t *testing.T) {
		t.Parallel()
		b := b.in(t)
		large := `{"name":"` + strings.Repeat("x", 64<<10) + `"}`
		b.do("POST", "/api/things/", large).refused(http.StatusRequestEntityTooLarge, "body_too_large")
		chunked := httptest.NewRequestWithContext(t.Context(), http.MethodPost, "/api/things/", io.MultiReader(strings.NewReader(large)))
		r := b.send(chunked).refused(http.StatusRequestEntityTooLarge, "body_too_large")
		require.Contains(t, r.Message, "65536 bytes")
	})
	t.Run("a body of the largest size is read", func(t *testing.T) {
		t.Parallel()
		b := b.in(t)
		fits := `{"name":"x"` + strings.Repeat(" ", 64<<10-12) + `}`
		require.Len(t, fits, 64<<10)
		r := b.do("POST", "/api/things/", fits).refused(http.StatusBadRequest, "validation_failed")
		require.Equal(t, []string{"name"}, r.fields())
	})
	t.Run("a client that stops half way is told so", func(t *testing.T) {
		t.Parallel()
		b := b.in(t)
		half := httptest.NewRequestWithContext(t.Context(), http.MethodPost, "/api/things/", io.MultiReader(strings.NewReader("{"), brokenReader{}))
		b.send(half).refused(http.StatusBadRequest, "body_incomplete")
	})
	t.Run("a very deep body is refused in few words", func(t *testing.T) {
		t.Parallel()
		b := b.in(t)
		nested := strings.Repeat(`{"a":[`, 30) + `"\u0000"` + strings.Repeat("]}", 30)
		deep := `{"name":"abc","free":{"a":[` + nested + strings.Repeat(","+nested, 20) + `]}}`
		r := b.do("POST", "/api/things/", deep).refused(http.StatusBadRequest, "validation_failed")
		require.Len(t, r.Errors, 20)
		require.Less(t, len(r.Errors[0].Field), 300)
	})
}

type brokenReader struct{}

func (brokenReader) Read([]byte) (int, error) { return 0, io.ErrUnexpectedEOF }

// deadlines notes what is done to the connection.
type deadlines struct {
	*httptest.ResponseRecorder
	set []time.Time
}

func (d *deadlines) SetReadDeadline(at time.Time) error {
	d.set = append(d.set, at)
	return nil
}

func TestBody_readDeadline(t *testing.T) {
	t.Parallel()

	// net/http reads on in the background to see the client leave, and ends the
	// request's context when a deadline strikes there.
	t.Run("a handler with a body may take its time", func(t *testing.T) {
		t.Parallel()
		b := setup(t)
		w := &deadlines{ResponseRecorder: httptest.NewRecorder()}
		r := httptest.NewRequestWithContext(t.Context(), http.MethodPatch, "/api/things/1/", strings.NewReader(`{}`))
		r.Header.Set("Authorization", "Token "+manager)
		b.ServeHTTP(w, r)
		require.Equal(t, http.StatusOK, w.Code)
		last := w.set[len(w.set)-1]
		require.True(t, last.IsZero(), "a deadline of %s is left behind", last)
	})
}

type slowRequest struct {
	Body struct {
		Name string `json:"name"`
	}
}

func TestBody_slowLine(t *testing.T) {
	t.Parallel()
	const allowed = 100 * time.Millisecond
	b := setup(t)
	httpx.Register(b.Server, httpx.Op{Method: "POST", Path: "/api/large/", Tag: "Test", Summary: "A large body", MaxBody: 2 << 20},
		func(ctx context.Context, in *slowRequest) (*slowRequest, error) { return in, ctx.Err() })
	s := httptest.NewUnstartedServer(b)
	s.Config.ReadTimeout, s.Config.WriteTimeout = allowed, allowed
	s.Start()
	t.Cleanup(s.Close)

	reader, writer := io.Pipe()
	go func() {
		_, _ = io.WriteString(writer, `{"name":`)
		wait, cancel := context.WithTimeout(t.Context(), 3*allowed)
		defer cancel()
		<-wait.Done()
		_, _ = io.WriteString(writer, `"a"}`)
		_ = writer.Close()
	}()
	r, err := http.NewRequestWithContext(t.Context(), "POST", s.URL+"/api/large/", reader)
	require.NoError(t, err)
	r.Header.Set("Authorization", "Token "+manager)
	res, err := http.DefaultClient.Do(r)
	require.NoError(t, err)
	defer func() { _ = res.Body.Close() }()
	require.Equal(t, http.StatusOK, res.StatusCode, "a large body has the time that a slow line needs")
}
