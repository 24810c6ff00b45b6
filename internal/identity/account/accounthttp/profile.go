package accounthttp

import (
	"context"

	"allot/internal/identity/account"
	"allot/internal/identity/auth"
	"allot/internal/platform/httpx"
)

type (
	profileRequest struct {
		Body struct {
			Email     httpx.Patch[string] `json:"email,omitempty"`
			FirstName httpx.Patch[string] `json:"first_name,omitempty"`
			LastName  httpx.Patch[string] `json:"last_name,omitempty"`
			Language  httpx.Patch[string] `json:"language,omitempty"`
			Avatar    httpx.Patch[string] `json:"avatar,omitempty" doc:"null removes the picture; a new one is sent as a file in a form"`
		}
	}
	userResponse struct{ Body userBody }
)

func (h *handlers) updateProfile(ctx context.Context, req *profileRequest) (*userResponse, error) {
	in := account.ProfileInput{
		Email: req.Body.Email.Pointer(), FirstName: req.Body.FirstName.Pointer(),
		LastName: req.Body.LastName.Pointer(), Language: req.Body.Language.Pointer(),
		ClearAvatar: req.Body.Avatar.Null,
	}
	upload, done, err := httpx.OpenFile(ctx, "avatar")
	if err != nil {
		return nil, err
	}
	defer done()
	in.Avatar = upload
	u, err := h.Accounts.UpdateProfile(ctx, auth.From(ctx), in)
	if err != nil {
		return nil, err
	}
	return h.userResponse(ctx, u)
}

func (h *handlers) userResponse(ctx context.Context, u account.User) (*userResponse, error) {
	body, err := h.user(ctx, u)
	if err != nil {
		return nil, err
	}
	return &userResponse{Body: body}, nil
}
