package partnerapihttp

import (
	"context"

	"allot/internal/exchange/partnerapi"
	"allot/internal/identity/auth"
	"allot/internal/platform/httpx"
	"allot/internal/platform/page"
)

type (
	whitelistRequest struct {
		page.Query
		APIKey int64 `query:"api_key" minimum:"1" doc:"Only the entries of this key"`
	}
	whitelistResponse struct {
		Body page.Page[partnerapi.WhitelistEntry]
	}
	whitelistEntryResponse struct{ Body partnerapi.WhitelistEntry }
	addToWhitelistRequest  struct {
		Body struct {
			APIKey int64  `json:"api_key" minimum:"1"`
			Domain string `json:"domain" example:"*.example.com"`
		}
	}
	whitelistEntryIDRequest struct {
		ID int64 `path:"id" minimum:"1"`
	}
)

func (h *handlers) listWhitelist(ctx context.Context, req *whitelistRequest) (*whitelistResponse, error) {
	list, count, err := h.svc.Whitelist(ctx, auth.From(ctx), req.APIKey, req.Request())
	if err != nil {
		return nil, err
	}
	return &whitelistResponse{Body: httpx.Page(ctx, &req.Query, count, list)}, nil
}

func (h *handlers) addToWhitelist(ctx context.Context, req *addToWhitelistRequest) (*whitelistEntryResponse, error) {
	e, err := h.svc.AddToWhitelist(ctx, auth.From(ctx), req.Body.APIKey, req.Body.Domain)
	if err != nil {
		return nil, err
	}
	return &whitelistEntryResponse{Body: e}, nil
}

func (h *handlers) removeFromWhitelist(ctx context.Context, req *whitelistEntryIDRequest) (*struct{}, error) {
	return nil, h.svc.RemoveFromWhitelist(ctx, auth.From(ctx), req.ID)
}
