package identityhttptest

import (
	"fmt"
	"net/http"
	"regexp"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"allot/internal/app/apptest"
	"allot/internal/identity/account"
	"allot/internal/platform/ratelimit"
)

var confirmLink = regexp.MustCompile(`/email-confirm/#token=([\w-]{43})`)

func TestConfirmEmail(t *testing.T) {
	t.Parallel()
	e := apptest.New(t, apptest.Settings(apptest.ConfirmEmails))
	e.Start(t)
	answer := bodyAccount(t, e.Do(t, post, "/api/auth/register/", registration))
	signed := apptest.Header("Authorization", "Token "+answer["auth_token"].(string))
	confirmed := func() []any {
		user := bodyAccount(t, e.Do(t, get, "/api/auth/session/", "", signed))["user"].(map[string]any)
		return []any{user["email_confirmed"], user["email_state"], user["confirm_through"]}
	}
	require.Equal(t, "staff", answer["user"].(map[string]any)["confirm_through"], "the letter is kept")
	require.Equal(t, []any{false, "pending", "staff"}, confirmed())
	letters := e.Letters(t, "anna@hotel.example")
	require.Len(t, letters, 1)
	require.Equal(t, "Bestätigen Sie Ihre E-Mail-Adresse für Allot", letters[0].Subject)

	apptest.RequireJSON(t, e.Do(t, post, "/api/auth/email/resend/", "", signed), http.StatusOK, `{"message":"this installation sends no mail: the platform's staff have a new letter, ask them for the link"}`)
	letters = e.Letters(t, "anna@hotel.example")
	require.Len(t, letters, 2)
	apptest.RequireInvalid(t, e.Do(t, post, "/api/auth/email/confirm/", `{"token":"made-up"}`),
		"token", "is not valid any more; if your address is not confirmed yet, ask for a new letter")
	token := confirmLink.FindStringSubmatch(letters[0].Text)[1]
	apptest.RequireJSON(t, e.Do(t, post, "/api/auth/email/confirm/", text(t, object{"token": token})), http.StatusOK,
		`{"message":"your address is confirmed","email":"anna@hotel.example"}`)
	require.Equal(t, []any{true, "confirmed", "none"}, confirmed())
	apptest.RequireError(t, e.Do(t, post, "/api/auth/email/resend/", "", signed), http.StatusConflict, "already_confirmed",
		"your e-mail address is confirmed already")
}

func TestRegister_language(t *testing.T) {
	t.Parallel()
	e := apptest.New(t)
	without := strings.Replace(registration, `,"language":"de"`, "", 1)
	for accepted, want := range map[string]string{"tr-TR,en;q=0.5": "tr", "fr,el;q=0.3": "el", "ja": "en", "": "en"} {
		in := strings.Replace(without, "Anna@", fmt.Sprintf("anna%d@", len(accepted)), 1)
		res := e.Do(t, post, "/api/auth/register/", in, apptest.Header("Accept-Language", accepted))
		require.Equal(t, want, bodyAccount(t, res)["user"].(map[string]any)["language"], accepted)
	}
	res := e.Do(t, post, "/api/auth/register/", registration, apptest.Header("Accept-Language", "tr"))
	require.Equal(t, "de", bodyAccount(t, res)["user"].(map[string]any)["language"], "what the body says comes first")
}

func TestRegister_refusals(t *testing.T) {
	t.Parallel()
	with := func(change func(*account.Deps)) *apptest.Env { return apptest.New(t, apptest.With(change)) }
	e := with(func(d *account.Deps) { d.Registration = account.RegistrationInvited })
	apptest.RequireError(t, e.Do(t, post, "/api/auth/register/", registration), http.StatusForbidden, "invitation_required", account.ErrInvitationRequired.Message)
	e = with(func(d *account.Deps) { d.Registration = account.RegistrationClosed })
	apptest.RequireError(t, e.Do(t, post, "/api/auth/register/", registration), http.StatusForbidden, "registration_closed", account.ErrRegistrationClosed.Message)
	e = with(func(d *account.Deps) { d.Registrations = ratelimit.NewAddresses(1, account.LimitWindow, d.Now) })
	require.Equal(t, http.StatusCreated, e.Do(t, post, "/api/auth/register/", registration).Code)
	res := e.Do(t, post, "/api/auth/register/", strings.Replace(registration, "Anna@", "eleni@", 1))
	apptest.RequireJSON(t, res, http.StatusTooManyRequests, `{"code":"registration_limit","request_id":"test","params":{"max":1,"until":"2030-05-31T13:00:00Z"},"limit":1,"until":"2030-05-31T13:00:00Z",
		"message":"too many registrations from your address: 1 registrations an hour are the limit; try again after 2030-05-31T13:00:00Z"}`)
	require.Equal(t, "3600", res.Header().Get("Retry-After"))
}

func TestCreateAccount(t *testing.T) {
	t.Parallel()
	const path = "/api/admin/accounts/"
	apptest.RequireError(t, apptest.New(t).Manager(t).Do(t, post, path, registration), http.StatusForbidden, "forbidden", "this is only for platform staff")
	e := apptest.New(t, apptest.Settings(apptest.ConfirmEmails), apptest.With(func(d *account.Deps) { d.Registration = account.RegistrationClosed }))
	e.Start(t)
	admin := e.Admin(t)
	apptest.RequireNotSignedIn(t, e.Do(t, post, path, registration))
	res := admin.Do(t, post, path, registration)
	require.Equal(t, http.StatusCreated, res.Code, res.Body)
	made := bodyAccount(t, res)
	require.Equal(t, []any{"anna@hotel.example", true, "Sunny Tours", true}, []any{made["email"], made["email_confirmed"], made["company_name"], made["is_manager"]})
	letters := e.Letters(t, "anna@hotel.example")
	require.Len(t, letters, 1)
	require.Equal(t, "Das Allot-Konto Ihres Unternehmens", letters[0].Subject)
	require.NotContains(t, letters[0].Text, "violet harbour kettle")
	e.Login(t, "anna@hotel.example")
	require.Equal(t, http.StatusConflict, admin.Do(t, post, path, registration).Code)
	apptest.RequireInvalid(t, admin.Do(t, post, path, `{}`),
		"account_type", "is required", "company_name", "is required", "country", "is required", "email", "is required", "password", "is required")
}
