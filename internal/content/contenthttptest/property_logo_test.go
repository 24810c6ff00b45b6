package contenthttptest

import (
	"bytes"
	"fmt"
	"image"
	"image/png"
	"mime/multipart"
	"net/http"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"allot/internal/app/apptest"
	"allot/internal/content/property"
	"allot/internal/platform/page"
)

// form is a body with the file logo and its content type.
func form(t *testing.T, file []byte, fields map[string]string) (string, apptest.Set) {
	t.Helper()
	var body bytes.Buffer
	w := multipart.NewWriter(&body)
	for name, value := range fields {
		require.NoError(t, w.WriteField(name, value))
	}
	part, err := w.CreateFormFile("logo", "logo.png")
	require.NoError(t, err)
	_, err = part.Write(file)
	require.NoError(t, err)
	require.NoError(t, w.Close())
	return body.String(), apptest.Header("Content-Type", w.FormDataContentType())
}

func pictureProperty(t *testing.T, w, h int) []byte {
	t.Helper()
	var file bytes.Buffer
	require.NoError(t, png.Encode(&file, image.NewNRGBA(image.Rect(0, 0, w, h))))
	return file.Bytes()
}

func TestLogo(t *testing.T) {
	t.Parallel()
	e := apptest.New(t)
	who := e.Manager(t)
	body, header := form(t, pictureProperty(t, 1600, 400), map[string]string{"name": "Hotel", "stars": "4.5"})
	p := decode[property.Property](t, who.Do(t, http.MethodPost, "/api/info/property/create/", body, header), http.StatusCreated)
	require.InEpsilon(t, 4.5, *p.Stars, 0)
	require.NotNil(t, p.Logo)
	first := strings.TrimPrefix(*p.Logo, apptest.BaseURL)
	res := e.Do(t, http.MethodGet, first, "")
	require.Equal(t, http.StatusOK, res.Code)
	require.Contains(t, res.Header().Get("Cache-Control"), "immutable")
	shown, err := png.DecodeConfig(res.Body)
	require.NoError(t, err)
	require.Equal(t, [2]int{800, 200}, [2]int{shown.Width, shown.Height})

	update := fmt.Sprintf("/api/info/property/update/%d/", p.ID)
	body, header = form(t, []byte("<html>"), nil)
	require.Equal(t, http.StatusBadRequest, who.Do(t, http.MethodPut, update, body, header).Code)
	stranger := e.Manager(t)
	body, header = form(t, pictureProperty(t, 8, 8), nil)
	apptest.RequireNotFound(t, stranger.Do(t, http.MethodPut, update, body, header))

	second := decode[property.Property](t, who.Do(t, http.MethodPut, update, body, header), http.StatusOK)
	require.NotEqual(t, *p.Logo, *second.Logo)
	cleared := decode[property.Property](t, who.Do(t, http.MethodPut, update, `{"logo":null}`), http.StatusOK)
	require.Nil(t, cleared.Logo)

	e.Clock.Advance(25 * time.Hour)
	e.Start(t) // the sweep runs at start
	require.Eventually(t, func() bool { return e.Do(t, http.MethodGet, first, "").Code == http.StatusNotFound },
		10*time.Second, 10*time.Millisecond, "the sweep removes what nothing shows")
}

// Somebody who is refused tries again: the first try must have left nothing.
func TestLogo_refusedMakesNoProperty(t *testing.T) {
	t.Parallel()
	e := apptest.New(t)
	who := e.Manager(t)
	body, header := form(t, []byte("<html>"), map[string]string{"name": "Hotel"})
	require.Equal(t, http.StatusBadRequest, who.Do(t, http.MethodPost, "/api/info/property/create/", body, header).Code)
	list := decode[page.Page[property.Property]](t, who.Do(t, http.MethodGet, "/api/info/properties/", ""), http.StatusOK)
	require.Zero(t, list.Count)
}
