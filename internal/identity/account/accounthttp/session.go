package accounthttp

import (
	"context"
	"net/http"
	"time"

	"allot/internal/identity/account"
	"allot/internal/identity/auth"
	"allot/internal/identity/plan"
	"allot/internal/identity/settings"
	"allot/internal/platform/httpx"
	"allot/internal/platform/lang"
	"allot/internal/platform/page"
	"allot/internal/platform/request"
)

type (
	registerRequest struct {
		Accepted string `header:"Accept-Language"`
		Body     struct {
			Email       string `json:"email" example:"anna@hotel-poseidon.example"`
			Password    string `json:"password" doc:"At least 10 characters, not a common one" example:"blue shutters at noon"`
			AccountType string `json:"account_type" enum:"accommodation,tour_operator"`
			CompanyName string `json:"company_name" maxLength:"200" example:"Hotel Poseidon"`
			Country     string `json:"country" doc:"ISO 3166-1 alpha-2" example:"GR"`
			FirstName   string `json:"first_name,omitempty" maxLength:"100"`
			LastName    string `json:"last_name,omitempty" maxLength:"100"`
			Language    string `json:"language,omitempty" doc:"Default: the best of Accept-Language" example:"el"`
			Invitation  string `json:"invitation,omitempty" maxLength:"200" doc:"The secret from the link of an invitation; the contract that it proposes is in the account then"`
		}
	}
	loginRequest struct {
		Body struct {
			Email      string `json:"email"`
			Password   string `json:"password"`
			RememberMe bool   `json:"remember_me,omitempty" doc:"Keep the session for 7 days instead of 30 minutes without a request"`
		}
	}
	loginResponse struct {
		SetCookie http.Cookie `header:"Set-Cookie"`
		Body      struct {
			AuthToken string   `json:"auth_token" doc:"Send it as Authorization: Token <auth_token>"`
			User      userBody `json:"user"`
		}
	}
	messageResponse struct {
		Body struct {
			Message string `json:"message"`
		}
	}
	logoutResponse struct {
		SetCookie http.Cookie `header:"Set-Cookie"`
		Body      struct {
			Message string `json:"message"`
		}
	}
	heartbeatResponse struct {
		Body struct {
			LastSeen *time.Time `json:"last_seen"`
			IsOnline bool       `json:"is_online"`
		}
	}
	checkTokenResponse struct {
		Body struct {
			User userBody `json:"user"`
		}
	}
	sessionResponse struct {
		Body struct {
			User                userBody             `json:"user"`
			Company             *settings.Company    `json:"company" doc:"null for platform staff"`
			Preferences         settings.Preferences `json:"preferences"`
			Permissions         permissionBody       `json:"permissions"`
			Plan                plan.Plan            `json:"plan"`
			UnreadNotifications int                  `json:"unread_notifications"`
		}
	}
)

func (h *handlers) register(ctx context.Context, req *registerRequest) (*loginResponse, error) {
	b := req.Body
	if b.Language == "" {
		b.Language = lang.Match(req.Accepted)
	}
	token, u, err := h.Accounts.Register(ctx, account.RegisterInput{
		Email: b.Email, Password: b.Password, AccountType: auth.AccountType(b.AccountType), CompanyName: b.CompanyName,
		Country: b.Country, FirstName: b.FirstName, LastName: b.LastName, Language: b.Language, Invitation: b.Invitation,
	})
	if err != nil {
		return nil, err
	}
	return h.signedIn(ctx, token, u, false)
}

func (h *handlers) login(ctx context.Context, req *loginRequest) (*loginResponse, error) {
	token, u, err := h.Accounts.Login(ctx, account.LoginInput{Email: req.Body.Email, Password: req.Body.Password, RememberMe: req.Body.RememberMe})
	if err != nil {
		return nil, err
	}
	return h.signedIn(ctx, token, u, req.Body.RememberMe)
}

func (h *handlers) signedIn(ctx context.Context, token string, u account.User, remember bool) (*loginResponse, error) {
	body, err := h.user(ctx, u)
	if err != nil {
		return nil, err
	}
	res := &loginResponse{SetCookie: cookie(ctx, token)}
	if remember {
		// Without an age the browser forgets the cookie when it is closed.
		res.SetCookie.MaxAge = int(account.Session{RememberMe: true}.IdleLimit() / time.Second)
	}
	res.Body.AuthToken, res.Body.User = token, body
	return res, nil
}

func cookie(ctx context.Context, value string) http.Cookie {
	return http.Cookie{
		Name: httpx.SessionCookie, Value: value, Path: "/", HttpOnly: true, SameSite: http.SameSiteLaxMode,
		Secure: request.From(ctx).Secure,
	}
}

func (h *handlers) logout(ctx context.Context, _ *struct{}) (*logoutResponse, error) {
	if err := h.Accounts.Logout(ctx, auth.From(ctx)); err != nil {
		return nil, err
	}
	res := &logoutResponse{SetCookie: cookie(ctx, "")}
	res.SetCookie.MaxAge = -1
	res.Body.Message = "you are logged out"
	return res, nil
}

func (h *handlers) heartbeat(ctx context.Context, _ *struct{}) (*heartbeatResponse, error) {
	who := auth.From(ctx)
	if err := h.Accounts.Heartbeat(ctx, who); err != nil {
		return nil, err
	}
	u, err := h.Accounts.Profile(ctx, who)
	if err != nil {
		return nil, err
	}
	res := &heartbeatResponse{}
	res.Body.LastSeen, res.Body.IsOnline = timeOrNull(u.LastSeen), true
	return res, nil
}

func (h *handlers) checkToken(ctx context.Context, _ *struct{}) (*checkTokenResponse, error) {
	u, err := h.Accounts.Profile(ctx, auth.From(ctx))
	if err != nil {
		return nil, err
	}
	res := &checkTokenResponse{}
	res.Body.User, err = h.user(ctx, u)
	return res, err
}

func (h *handlers) session(ctx context.Context, _ *struct{}) (*sessionResponse, error) {
	who := auth.From(ctx)
	u, err := h.Accounts.Profile(ctx, who)
	if err != nil {
		return nil, err
	}
	res := &sessionResponse{}
	b := &res.Body
	if b.User, err = h.user(ctx, u); err != nil {
		return nil, err
	}
	if b.Company, err = h.Settings.Company(ctx, who.OwnerID); err != nil {
		return nil, err
	}
	if b.Company != nil {
		b.Company.Logo = httpx.MediaURL(ctx, b.Company.LogoKey)
	}
	permission, err := h.Accounts.OwnPermission(ctx, who)
	if err != nil {
		return nil, err
	}
	if b.Plan, err = h.Plans.PlanOf(ctx, who.OwnerID); err != nil {
		return nil, err
	}
	if b.UnreadNotifications, err = h.Unread(ctx, who); err != nil {
		return nil, err
	}
	b.Permissions = toPermissionBody(permission)
	b.Preferences, err = h.Settings.Preferences(ctx, u)
	return res, err
}

type (
	sessionsRequest  struct{ page.Query }
	sessionsResponse struct{ Body page.Page[sessionBody] }
	sessionBody      struct {
		ID         int64     `json:"id"`
		IPAddress  string    `json:"ip_address"`
		Device     string    `json:"device" doc:"User agent at log-in"`
		RememberMe bool      `json:"remember_me"`
		IsActive   bool      `json:"is_active"`
		IsCurrent  bool      `json:"is_current" doc:"The session of this very request"`
		CreatedAt  time.Time `json:"created_at"`
		LastSeen   time.Time `json:"last_seen"`
	}
	sessionIDRequest struct {
		ID int64 `path:"id" minimum:"1"`
	}
)

func (h *handlers) listSessions(ctx context.Context, req *sessionsRequest) (*sessionsResponse, error) {
	who := auth.From(ctx)
	list, count, err := h.Accounts.Sessions(ctx, who, req.Request())
	if err != nil {
		return nil, err
	}
	bodies := make([]sessionBody, len(list))
	for i, s := range list {
		bodies[i] = sessionBody{
			ID: s.ID, IPAddress: s.IPAddress, Device: s.Device, RememberMe: s.RememberMe, IsActive: s.IsActive,
			IsCurrent: s.ID == who.SessionID, CreatedAt: s.CreatedAt, LastSeen: s.LastSeen,
		}
	}
	return &sessionsResponse{Body: httpx.Page(ctx, &req.Query, count, bodies)}, nil
}

func (h *handlers) revokeSession(ctx context.Context, req *sessionIDRequest) (*struct{}, error) {
	return nil, h.Accounts.RevokeSession(ctx, auth.From(ctx), req.ID)
}
