// Package accounthttp serves the account module under /api/auth/.
package accounthttp

import (
	"context"
	"net/http"

	"allot/internal/identity/account"
	"allot/internal/identity/auth"
	"allot/internal/identity/plan"
	"allot/internal/identity/settings"
	"allot/internal/platform/httpx"
	"allot/internal/platform/picture"
)

// Deps is what the handlers work with. The session combines several modules.
type Deps struct {
	Accounts *account.Service
	Settings *settings.Service
	Plans    *plan.Service
	// Unread counts a user's notifications.
	Unread func(ctx context.Context, who auth.Caller) (int, error)
}

type handlers struct{ Deps }

const tag = "Accounts"

var (
	public   = auth.Rule{Public: true}
	signedIn = auth.Rule{}
	manager  = auth.Rule{Manager: true, Types: []auth.AccountType{auth.Accommodation, auth.TourOperator}}
)

// tooManyAddresses documents the limit on letters to addresses that an account enters.
var tooManyAddresses = map[int]string{http.StatusTooManyRequests: "A new address is sent a letter, and your plan allows no more letters today"}

// Register adds every path of the module.
func Register(s *httpx.Server, d Deps) {
	h := &handlers{d}
	const get, post, put, del = http.MethodGet, http.MethodPost, http.MethodPut, http.MethodDelete

	httpx.Register(s, httpx.Op{
		ID: "registerAccount", Method: post, Path: "/api/auth/register/", Tag: tag, Rule: public, Status: http.StatusCreated,
		Creates: true, Secrets: []string{"auth_token"}, SetsSession: true,
		Summary: "Open an account",
		Description: "Makes the account with its manager and signs the manager in. With `invitation` the contract of that invitation is in the account. " +
			"Where addresses are confirmed by a letter, see `email_confirmed` of the user.",
		Refusals: map[int]string{
			http.StatusForbidden:       "Accounts are opened with an invitation only, or by staff only; or the invitation is for the other account type",
			http.StatusTooManyRequests: "Too many registrations from your address",
		},
	}, h.register)
	httpx.Register(s, httpx.Op{
		ID: "logIn", Method: post, Path: "/api/auth/login/", Aliases: []string{"/api/auth/token/login/"}, Tag: tag, Rule: public, SetsSession: true,
		Summary:     "Log in",
		Description: "Opens a session. A user has at most two; a third log-in ends the oldest. A session ends after 30 minutes without a request, after 7 days with `remember_me`.",
		Refusals: map[int]string{
			http.StatusUnauthorized: "The e-mail address or the password is not right",
			http.StatusForbidden:    "The account is suspended: `account_suspended`",
		},
	}, h.login)
	httpx.Register(s, httpx.Op{
		ID: "logOut", Method: post, Path: "/api/auth/logout/", Aliases: []string{"/api/auth/token/logout/"}, Tag: tag, Rule: auth.Rule{EvenSuspended: true},
		Summary: "Log out", Description: "Ends the session of the token at once.",
	}, h.logout)
	httpx.Register(s, httpx.Op{
		ID: "sendHeartbeat", Method: post, Path: "/api/auth/heartbeat/", Tag: tag, Rule: signedIn,
		Summary: "Say that the dashboard is open", Description: "Updates `last_seen` and the online indicator. The dashboard calls it every 10 minutes.",
	}, h.heartbeat)
	httpx.Register(s, httpx.Op{
		ID: "checkToken", Method: get, Path: "/api/auth/check-token/", Tag: tag, Rule: signedIn,
		Summary: "Check the token", Description: "Returns the user behind a live token.",
	}, h.checkToken)
	httpx.Register(s, httpx.Op{
		ID: "getSession", Method: get, Path: "/api/auth/session/", Tag: tag, Rule: signedIn,
		Summary: "Everything a dashboard needs at start", Description: "User, company, preferences, permissions, plan and the count of unread notifications in one call.",
	}, h.session)
	httpx.Register(s, httpx.Op{
		ID: "listSessions", Method: get, Path: "/api/auth/sessions/", Tag: tag, Rule: signedIn,
		Summary: "List your sessions", Description: "Newest first, ended ones included.",
	}, h.listSessions)
	httpx.Register(s, httpx.Op{
		ID: "endSession", Method: del, Path: "/api/auth/sessions/{id}/", Tag: tag, Rule: signedIn, Status: http.StatusNoContent,
		Summary: "End one of your sessions", Description: "Its token is refused from then on.",
	}, h.revokeSession)
	httpx.Register(s, httpx.Op{
		ID: "updateProfile", Method: put, Path: "/api/auth/profile/update", Tag: tag, Rule: signedIn,
		Files: []string{"avatar"}, MaxBody: picture.SmallBytes + 64<<10,
		Summary:     "Update your name, e-mail, language or avatar",
		Description: "JSON, or a form with the file `avatar` (JPEG, PNG or WebP). What is missing stays; `\"avatar\": null` removes the picture. After a change of the e-mail address the old one is told, and the new one is to be confirmed.",
		Refusals:    tooManyAddresses,
	}, h.updateProfile)
	httpx.Register(s, httpx.Op{
		ID: "changePassword", Method: post, Path: "/api/auth/password/change/", Tag: tag, Rule: signedIn,
		Summary: "Change your password", Description: "Ends all your other sessions.",
	}, h.changePassword)
	httpx.Register(s, httpx.Op{
		ID: "requestPasswordReset", Method: post, Path: "/api/auth/password/reset/", Tag: tag, Rule: public,
		Summary:     "Ask for a password-reset letter",
		Description: "The answer does not tell whether the address is known. A user gets at most five letters an hour; beyond that the answer is the same, and no letter is sent.",
		Refusals:    map[int]string{http.StatusTooManyRequests: "Too many resets were asked for from your address"},
	}, h.requestReset)
	httpx.Register(s, httpx.Op{
		ID: "confirmPasswordReset", Method: post, Path: "/api/auth/password/reset/confirm/", Tag: tag, Rule: public,
		Summary: "Set a new password with the token from the letter", Description: "The token works once, within an hour. Ends all sessions of the user.",
	}, h.confirmReset)

	httpx.Register(s, httpx.Op{
		ID: "listSubUsers", Method: get, Path: "/api/auth/authorized-users/", Tag: tag, Rule: manager,
		Summary: "List sub-users", Description: "For the manager of the account: everybody whom it has given access.",
	}, h.listSubUsers)
	httpx.Register(s, httpx.Op{
		ID: "createSubUser", Method: post, Path: "/api/auth/authorized-users/create/", Tag: tag, Rule: manager, Status: http.StatusCreated, Creates: true,
		Summary: "Create a sub-user", Description: "The sub-user can sign in but has no permission yet. It gets a letter, in which it confirms its address; none while the account's own is not confirmed.",
		Refusals: tooManyAddresses,
	}, h.createSubUser)
	httpx.Register(s, httpx.Op{
		ID: "getSubUser", Method: get, Path: "/api/auth/authorized-users/{id}/", Tag: tag, Rule: manager,
		Summary: "Read a sub-user", Description: "For the manager of the account. The permissions have a path of their own.",
	}, h.getSubUser)
	httpx.Register(s, httpx.Op{
		ID: "updateSubUser", Method: put, Path: "/api/auth/authorized-users/{id}/update/", Tag: tag, Rule: manager,
		Summary: "Update a sub-user", Description: "What is missing stays. A new password ends the sub-user's sessions.",
		Refusals: tooManyAddresses,
	}, h.updateSubUser)
	httpx.Register(s, httpx.Op{
		ID: "deleteSubUser", Method: del, Path: "/api/auth/authorized-users/{id}/delete/", Tag: tag, Rule: manager, Status: http.StatusNoContent,
		Summary: "Remove a sub-user", Description: "Takes the log-in away at once and ends every session.",
	}, h.deleteSubUser)
	httpx.Register(s, httpx.Op{
		ID: "getSubUserPermissions", Method: get, Path: "/api/auth/authorized-users/{id}/permissions/", Tag: tag, Rule: manager,
		Summary: "Read a sub-user's permissions", Description: "`id` is null as long as none were created.",
	}, h.getPermission)
	httpx.Register(s, httpx.Op{
		ID: "createSubUserPermissions", MaxBody: httpx.ListBody, Method: post, Path: "/api/auth/permissions/create/", Tag: tag, Rule: manager, Status: http.StatusCreated, Creates: true,
		Summary: "Create a sub-user's permissions", Description: "Flags that are missing are off.",
	}, h.createPermission)
	httpx.Register(s, httpx.Op{
		ID: "updateSubUserPermissions", MaxBody: httpx.ListBody, Method: put, Path: "/api/auth/permissions/update/{id}/", Tag: tag, Rule: manager,
		Summary: "Update a sub-user's permissions", Description: "`id` is that of the permission record. Holds from the sub-user's next request on.",
	}, h.updatePermission)

	h.registerEmail(s)
}
