package app_test

import (
	"log/slog"
	"net/http"
	"net/http/httptest"
	"testing"

	"github.com/stretchr/testify/require"

	"allot/internal/app"
	"allot/internal/app/config"
	"allot/internal/identity/account"
	"allot/internal/identity/auth"
	"allot/internal/testkit/dbtest"
)

// Whoever registers is in the marketplace with the answer, before any job runs.
func TestRegister_EntersTheDirectory(t *testing.T) {
	t.Parallel()
	url, _ := dbtest.Location(t)
	a, err := app.New(t.Context(), config.Settings{DataDir: t.TempDir(), DatabaseURL: url, Addr: "127.0.0.1:0"}, slog.New(slog.DiscardHandler))
	require.NoError(t, err)
	t.Cleanup(func() { _ = a.Close() })
	register := func(email, company string, kind auth.AccountType) string {
		token, _, err := a.Accounts.Register(t.Context(), account.RegisterInput{
			Email: email, Password: "violet harbour kettle", AccountType: kind, CompanyName: company, Country: "GR",
		})
		require.NoError(t, err)
		return token
	}
	hotel := register("anna@hotel.example", "Poseidon", auth.Accommodation)
	operator := register("jana@reisen.example", "Nordlicht", auth.TourOperator)

	for token, other := range map[string]string{hotel: "Nordlicht", operator: "Poseidon"} {
		r := httptest.NewRequestWithContext(t.Context(), http.MethodGet, "/api/partners/discover/", http.NoBody)
		r.Header.Set("Authorization", "Token "+token)
		w := httptest.NewRecorder()
		a.Server().ServeHTTP(w, r)
		require.Equal(t, http.StatusOK, w.Code, w.Body.String())
		require.Contains(t, w.Body.String(), `"count":1,`)
		require.Contains(t, w.Body.String(), other)
	}
}
