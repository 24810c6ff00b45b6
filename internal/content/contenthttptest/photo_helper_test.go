package contenthttptest

import (
	"encoding/json"
	"fmt"
	"net/http/httptest"
	"testing"

	"github.com/stretchr/testify/require"

	"allot/internal/app/apptest"
	"allot/internal/content/photo/phototest"
)

// TestMain runs many tests at once whatever the machine.
const (
	now = "2030-05-31T12:00:00Z" // where the clock of every test starts
)

type object map[string]any

// bundle is a hotel with one property.
type bundle struct {
	*apptest.Env
	hotel    *apptest.Who
	property int64
}

func setupPhoto(t *testing.T, options ...apptest.Option) *bundle {
	t.Helper()
	e := apptest.New(t, options...)
	b := &bundle{Env: e, hotel: e.Manager(t)}
	b.property = e.Property(t, b.hotel, "Hotel Aurora").ID
	return b
}

// gallery is the path of the property's photos.
func (b *bundle) gallery() string { return fmt.Sprintf("/api/info/property/%d/gallery/", b.property) }

func (b *bundle) upload(t *testing.T, who *apptest.Who, fields map[string]string, fileName string, file []byte, set ...apptest.Set) *httptest.ResponseRecorder {
	t.Helper()
	form, contentType := phototest.Form(t, fields, fileName, file)
	return who.Do(t, post, b.gallery(), form, append([]apptest.Set{contentType}, set...)...)
}

// body checks the status and decodes the answer.
func body(t *testing.T, res *httptest.ResponseRecorder, status int) object {
	t.Helper()
	require.Equal(t, status, res.Code, res.Body.String())
	o := object{}
	require.NoError(t, json.Unmarshal(res.Body.Bytes(), &o), res.Body.String())
	return o
}

func text(t *testing.T, v any) string {
	t.Helper()
	b, err := json.Marshal(v)
	require.NoError(t, err)
	return string(b)
}
