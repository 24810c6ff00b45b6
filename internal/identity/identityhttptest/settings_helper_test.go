package identityhttptest

import (
	"bytes"
	"encoding/json"
	"fmt"
	"mime/multipart"
	"net/http"
	"net/http/httptest"
	"testing"

	"github.com/stretchr/testify/require"

	"allot/internal/app/apptest"
	"allot/internal/identity/auth"
	"allot/internal/identity/settings"
)

type settingsObject = map[string]any

// ok checks the status and returns the body.
func ok(t *testing.T, res *httptest.ResponseRecorder, status int) settingsObject {
	t.Helper()
	require.Equal(t, status, res.Code, res.Body.String())
	var v settingsObject
	if res.Body.Len() > 0 {
		require.NoError(t, json.Unmarshal(res.Body.Bytes(), &v))
	}
	return v
}

func results(t *testing.T, res *httptest.ResponseRecorder) []settingsObject {
	t.Helper()
	var v struct{ Results []settingsObject }
	require.Equal(t, http.StatusOK, res.Code, res.Body.String())
	require.NoError(t, json.Unmarshal(res.Body.Bytes(), &v))
	return v.Results
}

func path(format string, args ...any) string { return "/api/settings/" + fmt.Sprintf(format, args...) }

// formSettings is a body with one file and the header that goes with it.
func formSettings(t *testing.T, field, content string) (string, apptest.Set) {
	t.Helper()
	var b bytes.Buffer
	w := multipart.NewWriter(&b)
	f, err := w.CreateFormFile(field, "file")
	require.NoError(t, err)
	_, err = f.Write([]byte(content))
	require.NoError(t, err)
	require.NoError(t, w.Close())
	return b.String(), apptest.Header("Content-Type", w.FormDataContentType())
}

// twoKinds are the kinds of notification that tests choose from.
func twoKinds(d *settings.Deps) {
	both := []auth.AccountType{auth.Accommodation, auth.TourOperator}
	d.Kinds = []settings.NotificationKind{{Kind: "invoice_received", Default: true, For: both}, {Kind: "stop_sale", For: append(both, auth.Admin)}}
}
