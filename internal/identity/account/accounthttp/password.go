package accounthttp

import (
	"context"

	"allot/internal/identity/auth"
)

type (
	changePasswordRequest struct {
		Body struct {
			CurrentPassword string `json:"current_password"`
			NewPassword     string `json:"new_password" doc:"At least 10 characters, not a common one"`
		}
	}
	requestResetRequest struct {
		Body struct {
			Email string `json:"email"`
		}
	}
	confirmResetRequest struct {
		Body struct {
			Token       string `json:"token" doc:"From the letter"`
			NewPassword string `json:"new_password" doc:"At least 10 characters, not a common one"`
		}
	}
)

func message(text string) *messageResponse {
	res := &messageResponse{}
	res.Body.Message = text
	return res
}

func (h *handlers) changePassword(ctx context.Context, req *changePasswordRequest) (*messageResponse, error) {
	if err := h.Accounts.ChangePassword(ctx, auth.From(ctx), req.Body.CurrentPassword, req.Body.NewPassword); err != nil {
		return nil, err
	}
	return message("your password is changed; your other sessions have ended"), nil
}

func (h *handlers) requestReset(ctx context.Context, req *requestResetRequest) (*messageResponse, error) {
	if err := h.Accounts.RequestReset(ctx, req.Body.Email); err != nil {
		return nil, err
	}
	return message("if we know this address, a letter with a link is on its way"), nil
}

func (h *handlers) confirmReset(ctx context.Context, req *confirmResetRequest) (*messageResponse, error) {
	if err := h.Accounts.ConfirmReset(ctx, req.Body.Token, req.Body.NewPassword); err != nil {
		return nil, err
	}
	return message("your password is set; log in with it"), nil
}
