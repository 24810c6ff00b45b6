package identityhttptest

import (
	"bytes"
	"image"
	"image/color"
	"image/jpeg"
	"image/png"
	"mime/multipart"
	"net/http"
	"net/textproto"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"allot/internal/app/apptest"
	"allot/internal/platform/picture"
)

const profile = "/api/auth/profile/update"

// photo is a picture as a file.
func photo(t *testing.T, kind string) []byte {
	t.Helper()
	img := image.NewNRGBA(image.Rect(0, 0, 400, 300))
	for i := range 400 * 300 {
		img.Set(i%400, i/400, color.NRGBA{R: 10, G: 90, B: 160, A: 255})
	}
	var b bytes.Buffer
	if kind == "png" {
		require.NoError(t, png.Encode(&b, img))
	} else {
		require.NoError(t, jpeg.Encode(&b, img, nil))
	}
	return b.Bytes()
}

// formAccount is a multipart body with the fields and the file avatar, if not nil.
func formAccount(t *testing.T, fields map[string]string, fileName string, file []byte) (body string, contentType apptest.Set) {
	t.Helper()
	var b bytes.Buffer
	w := multipart.NewWriter(&b)
	for name, value := range fields {
		require.NoError(t, w.WriteField(name, value))
	}
	if file != nil {
		part, err := w.CreatePart(textproto.MIMEHeader{
			"Content-Disposition": {`form-data; name="avatar"; filename="` + fileName + `"`},
			"Content-Type":        {"application/octet-stream"},
		})
		require.NoError(t, err)
		_, err = part.Write(file)
		require.NoError(t, err)
	}
	require.NoError(t, w.Close())
	return b.String(), apptest.Header("Content-Type", w.FormDataContentType())
}

func TestProfile(t *testing.T) {
	t.Parallel()

	t.Run("is changed by JSON: what is missing stays, null clears", func(t *testing.T) {
		t.Parallel()
		e := apptest.New(t)
		m := e.Manager(t)
		want := userOf(t, m, company(m), object{"first_name": "Eleni", "last_name": "", "language": "el", "email": "eleni@hotel.example", "email_confirmed": false, "email_state": "waived"})
		res := m.Do(t, put, profile, `{"first_name":" Eleni ","last_name":null,"language":"el","email":"Eleni@hotel.example"}`)
		apptest.RequireJSON(t, res, http.StatusOK, text(t, want))
		apptest.RequireJSON(t, m.Do(t, put, profile, `{}`), http.StatusOK, text(t, want))
		want["language"] = "en"
		apptest.RequireJSON(t, m.Do(t, put, profile, `{"language":null}`), http.StatusOK, text(t, want))
		apptest.RequireJSON(t, m.Do(t, get, "/api/auth/check-token/", ""), http.StatusOK, text(t, object{"user": want}))
	})

	t.Run("can be sent back whole; a typo is named", func(t *testing.T) {
		t.Parallel()
		e := apptest.New(t)
		m := e.Manager(t)
		b, contentType := formAccount(t, nil, "me.png", photo(t, "png"))
		read := m.Do(t, put, profile, b, contentType).Body.String()
		res := m.Do(t, put, profile, read)
		apptest.RequireJSON(t, res, http.StatusOK, read)
		apptest.RequireUnknown(t, m.Do(t, put, profile, `{"firstname":"x","nested":{"a":1}}`),
			"firstname", `is not known here; did you mean "first_name"?`, "nested", "is not known here")
	})

	t.Run("bad fields are named", func(t *testing.T) {
		t.Parallel()
		e := apptest.New(t)
		m, other := e.Manager(t), e.Manager(t)
		res := m.Do(t, put, profile, `{"email":null,"first_name":"`+strings.Repeat("a", 101)+`","last_name":"a\u0007b","language":"x"}`)
		apptest.RequireInvalid(t, res,
			"email", "is required",
			"first_name", "must have at most 100 characters",
			"last_name", "must be one line of text",
			"language", "must be a language code such as en, de, tr or el")
		apptest.RequireInvalid(t, m.Do(t, put, profile, `{"email":7}`), "email", "must be a text")
		apptest.RequireInvalid(t, m.Do(t, put, profile, `{"first_name":"a\u0000b"}`), "first_name", "must be text without NUL characters, in UTF-8")
		res = m.Do(t, put, profile, text(t, object{"email": other.User.Email}))
		apptest.RequireError(t, res, http.StatusConflict, "already_exists", "there is already a user with this e-mail address")
	})

	t.Run("needs no slash at its end, and forgives one", func(t *testing.T) {
		t.Parallel()
		e := apptest.New(t)
		res := e.Manager(t).Do(t, put, profile+"/", `{}`)
		require.Equal(t, http.StatusPermanentRedirect, res.Code)
		require.Equal(t, profile, res.Header().Get("Location"))
	})
}

func TestAvatar(t *testing.T) {
	t.Parallel()

	for _, kind := range []string{"png", "jpeg"} {
		t.Run("a "+kind+" comes as a form, with other fields, and can be looked at", func(t *testing.T) {
			t.Parallel()
			e := apptest.New(t)
			m := e.Manager(t)
			b, contentType := formAccount(t, map[string]string{"first_name": "Eleni"}, "me", photo(t, kind))
			res := m.Do(t, put, profile, b, contentType)
			url, _ := bodyAccount(t, res)["avatar"].(string)
			apptest.RequireJSON(t, res, http.StatusOK, text(t, userOf(t, m, company(m), object{"first_name": "Eleni", "avatar": url})))

			path, ok := strings.CutPrefix(url, apptest.BaseURL)
			require.True(t, ok, url)
			file := e.Do(t, get, path, "")
			require.Equal(t, http.StatusOK, file.Code)
			config, format, err := image.DecodeConfig(file.Body)
			require.NoError(t, err)
			require.Equal(t, "image/"+format, file.Header().Get("Content-Type"))
			require.Equal(t, config.Width, config.Height)

			apptest.RequireJSON(t, m.Do(t, put, profile, `{"avatar":null}`), http.StatusOK,
				text(t, userOf(t, m, company(m), object{"first_name": "Eleni"})))
		})
	}

	t.Run("a form without a file, or with none chosen, leaves it", func(t *testing.T) {
		t.Parallel()
		e := apptest.New(t)
		m := e.Manager(t)
		b, contentType := formAccount(t, nil, "me.png", photo(t, "png"))
		url := bodyAccount(t, m.Do(t, put, profile, b, contentType))["avatar"]
		require.NotNil(t, url)
		for _, file := range [][]byte{nil, {}} { // a browser sends an empty part for a file that was not chosen
			b, contentType = formAccount(t, map[string]string{"first_name": "Eleni"}, "", file)
			answer := bodyAccount(t, m.Do(t, put, profile, b, contentType))
			require.Equal(t, url, answer["avatar"])
			require.Equal(t, "Eleni", answer["first_name"])
		}
	})

	t.Run("what is no picture, or too large, is refused", func(t *testing.T) {
		t.Parallel()
		e := apptest.New(t)
		m := e.Manager(t)
		b, contentType := formAccount(t, map[string]string{"first_name": "Eleni"}, "me.png", []byte("<svg onload=alert(1)>"))
		apptest.RequireError(t, m.Do(t, put, profile, b, contentType), http.StatusBadRequest, "picture_invalid",
			"the file is not a picture: send a JPEG, PNG or WebP image")
		b, contentType = formAccount(t, nil, "me.png", append(photo(t, "png"), make([]byte, picture.SmallBytes)...))
		res := m.Do(t, put, profile, b, contentType)
		require.Equal(t, http.StatusRequestEntityTooLarge, res.Code)
		require.Equal(t, "picture_too_large", bodyAccount(t, res)["code"])
		b, contentType = formAccount(t, nil, "me.png", make([]byte, picture.SmallBytes+1<<20))
		res = m.Do(t, put, profile, b, contentType)
		require.Equal(t, http.StatusRequestEntityTooLarge, res.Code)
		require.Equal(t, "body_too_large", bodyAccount(t, res)["code"])
		require.Equal(t, http.StatusUnsupportedMediaType, m.Do(t, put, profile, "x", apptest.Header("Content-Type", "image/png")).Code)
		apptest.RequireJSON(t, m.Do(t, put, profile, `{}`), http.StatusOK, text(t, userOf(t, m, company(m), nil)))
	})
}
