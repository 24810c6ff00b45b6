package app_test

import (
	"encoding/json"
	"log/slog"
	"net/http"
	"net/http/httptest"
	"testing"

	"github.com/stretchr/testify/require"

	"allot/internal/app"
	"allot/internal/app/config"
	"allot/internal/identity/account"
	"allot/internal/identity/auth"
	"allot/internal/identity/notify"
	"allot/internal/testkit/dbtest"
)

// The session is served by one module and counts what another one keeps.
func TestSession_CountsRealNotifications(t *testing.T) {
	t.Parallel()
	url, _ := dbtest.Location(t)
	a, err := app.New(t.Context(), config.Settings{DataDir: t.TempDir(), DatabaseURL: url, Addr: "127.0.0.1:0"}, slog.New(slog.DiscardHandler))
	require.NoError(t, err)
	t.Cleanup(func() { _ = a.Close() })
	token, u, err := a.Accounts.Register(t.Context(), account.RegisterInput{
		Email: "anna@hotel.example", Password: "violet harbour kettle", AccountType: auth.Accommodation, CompanyName: "Poseidon", Country: "GR",
	})
	require.NoError(t, err)
	require.NoError(t, a.Notify.Send(t.Context(), notify.Notice{
		To: notify.Account(u.ID, auth.FactSheets), Kind: notify.PublicationApproved, Params: map[string]string{"property": "Poseidon"},
	}))

	r := httptest.NewRequestWithContext(t.Context(), http.MethodGet, "/api/auth/session/", http.NoBody)
	r.Header.Set("Authorization", "Token "+token)
	w := httptest.NewRecorder()
	a.Server().ServeHTTP(w, r)
	require.Equal(t, http.StatusOK, w.Code, w.Body.String())
	var session struct {
		Unread int `json:"unread_notifications"`
	}
	require.NoError(t, json.Unmarshal(w.Body.Bytes(), &session))
	require.Equal(t, 1, session.Unread)
}
