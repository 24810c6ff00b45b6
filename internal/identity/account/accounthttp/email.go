package accounthttp

import (
	"context"
	"net/http"

	"allot/internal/identity/account"
	"allot/internal/identity/auth"
	"allot/internal/platform/httpx"
)

func (h *handlers) registerEmail(s *httpx.Server) {
	const post = http.MethodPost
	httpx.Register(s, httpx.Op{
		ID: "confirmEmail", Method: post, Path: "/api/auth/email/confirm/", Tag: tag, Rule: public,
		Summary: "Confirm an e-mail address with the token from the letter",
		Description: "The token works once, within seven days, for the address that the letter went to. Where addresses are confirmed, an account " +
			"is not in the marketplace until then, gets no invitation by address and makes nobody outside receive anything (403 `email_not_confirmed`). " +
			"Invitations to the address are in the account afterwards.",
	}, h.confirmEmail)
	httpx.Register(s, httpx.Op{
		ID: "resendEmailConfirmation", Method: post, Path: "/api/auth/email/resend/", Tag: tag, Rule: signedIn,
		Summary: "Ask for another letter to confirm your e-mail address", Description: "At most five letters an hour go to an address.",
		Refusals: map[int]string{
			http.StatusForbidden:       "The manager of the account has to confirm its own address first",
			http.StatusConflict:        "The address is confirmed already",
			http.StatusTooManyRequests: "There were five letters within an hour, or your plan allows no more letters today",
		},
	}, h.resendConfirmation)
	httpx.Register(s, httpx.Op{
		ID: "openAccountForCompany", Method: post, Path: "/api/admin/accounts/", Tag: "Platform staff", Rule: auth.Rule{Types: []auth.AccountType{auth.Admin}},
		Status: http.StatusCreated, Creates: true,
		Summary: "Open an account for a company",
		Description: "Whoever may register. The address counts as confirmed; its owner gets a letter without the password, which you pass on. " +
			"Invitations to the address are in the account at once.",
	}, h.createAccount)
}

type (
	confirmEmailRequest struct {
		Body struct {
			Token string `json:"token" maxLength:"200" doc:"From the letter"`
		}
	}
	confirmEmailResponse struct {
		Body struct {
			Message string `json:"message"`
			Email   string `json:"email" doc:"The address that is confirmed"`
		}
	}
	createAccountRequest struct {
		Body struct {
			Email       string `json:"email" example:"anna@hotel-poseidon.example"`
			Password    string `json:"password" doc:"At least 10 characters, not a common one"`
			AccountType string `json:"account_type" enum:"accommodation,tour_operator"`
			CompanyName string `json:"company_name" maxLength:"200" example:"Hotel Poseidon"`
			Country     string `json:"country" doc:"ISO 3166-1 alpha-2" example:"GR"`
			FirstName   string `json:"first_name,omitempty" maxLength:"100"`
			LastName    string `json:"last_name,omitempty" maxLength:"100"`
			Language    string `json:"language,omitempty" doc:"Default en" example:"el"`
		}
	}
	accountResponse struct{ Body userBody }
)

func (h *handlers) confirmEmail(ctx context.Context, req *confirmEmailRequest) (*confirmEmailResponse, error) {
	u, err := h.Accounts.ConfirmEmail(ctx, req.Body.Token)
	if err != nil {
		return nil, err
	}
	res := &confirmEmailResponse{}
	res.Body.Message, res.Body.Email = "your address is confirmed", u.Email
	return res, nil
}

func (h *handlers) resendConfirmation(ctx context.Context, _ *struct{}) (*messageResponse, error) {
	if err := h.Accounts.ResendConfirmation(ctx, auth.From(ctx)); err != nil {
		return nil, err
	}
	if h.Accounts.LettersKept() {
		return message("this installation sends no mail: the platform's staff have a new letter, ask them for the link"), nil
	}
	return message("a letter with a link is on its way"), nil
}

func (h *handlers) createAccount(ctx context.Context, req *createAccountRequest) (*accountResponse, error) {
	b := req.Body
	u, err := h.Accounts.CreateAccount(ctx, account.RegisterInput{
		Email: b.Email, Password: b.Password, AccountType: auth.AccountType(b.AccountType), CompanyName: b.CompanyName,
		Country: b.Country, FirstName: b.FirstName, LastName: b.LastName, Language: b.Language,
	})
	if err != nil {
		return nil, err
	}
	body, err := h.user(ctx, u)
	return &accountResponse{Body: body}, err
}
