package accounthttp

import (
	"context"

	"allot/internal/identity/account"
	"allot/internal/identity/auth"
	"allot/internal/platform/httpx"
	"allot/internal/platform/page"
)

type (
	subUsersRequest  struct{ page.Query }
	subUsersResponse struct{ Body page.Page[userBody] }
	subUserIDRequest struct {
		ID int64 `path:"id" minimum:"1"`
	}
	createSubUserRequest struct {
		Body struct {
			Email     string `json:"email"`
			Password  string `json:"password" doc:"At least 10 characters, not a common one"`
			FirstName string `json:"first_name,omitempty" maxLength:"100"`
			LastName  string `json:"last_name,omitempty" maxLength:"100"`
			Language  string `json:"language,omitempty" doc:"Default en"`
		}
	}
	updateSubUserRequest struct {
		ID   int64 `path:"id" minimum:"1"`
		Body struct {
			Email     httpx.Patch[string] `json:"email,omitempty"`
			FirstName httpx.Patch[string] `json:"first_name,omitempty"`
			LastName  httpx.Patch[string] `json:"last_name,omitempty"`
			Language  httpx.Patch[string] `json:"language,omitempty"`
			Password  httpx.Patch[string] `json:"password,omitempty"`
		}
	}
)

func (h *handlers) listSubUsers(ctx context.Context, req *subUsersRequest) (*subUsersResponse, error) {
	list, count, err := h.Accounts.SubUsers(ctx, auth.From(ctx), req.Request())
	if err != nil {
		return nil, err
	}
	bodies, err := h.users(ctx, list)
	if err != nil {
		return nil, err
	}
	return &subUsersResponse{Body: httpx.Page(ctx, &req.Query, count, bodies)}, nil
}

func (h *handlers) createSubUser(ctx context.Context, req *createSubUserRequest) (*userResponse, error) {
	b := req.Body
	u, err := h.Accounts.CreateSubUser(ctx, auth.From(ctx), account.SubUserInput{
		Email: b.Email, Password: b.Password, FirstName: b.FirstName, LastName: b.LastName, Language: b.Language,
	})
	if err != nil {
		return nil, err
	}
	return h.userResponse(ctx, u)
}

func (h *handlers) getSubUser(ctx context.Context, req *subUserIDRequest) (*userResponse, error) {
	u, err := h.Accounts.SubUser(ctx, auth.From(ctx), req.ID)
	if err != nil {
		return nil, err
	}
	return h.userResponse(ctx, u)
}

func (h *handlers) updateSubUser(ctx context.Context, req *updateSubUserRequest) (*userResponse, error) {
	u, err := h.Accounts.UpdateSubUser(ctx, auth.From(ctx), req.ID, account.ProfileInput{
		Email: req.Body.Email.Pointer(), FirstName: req.Body.FirstName.Pointer(),
		LastName: req.Body.LastName.Pointer(), Language: req.Body.Language.Pointer(),
	}, req.Body.Password.Pointer())
	if err != nil {
		return nil, err
	}
	return h.userResponse(ctx, u)
}

func (h *handlers) deleteSubUser(ctx context.Context, req *subUserIDRequest) (*struct{}, error) {
	return nil, h.Accounts.DeleteSubUser(ctx, auth.From(ctx), req.ID)
}
