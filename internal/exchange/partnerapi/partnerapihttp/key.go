package partnerapihttp

import (
	"context"
	"time"

	"allot/internal/exchange/partnerapi"
	"allot/internal/identity/auth"
	"allot/internal/platform/httpx"
	"allot/internal/platform/page"
)

type (
	apiKeyBody struct {
		ID          int64             `json:"id"`
		Name        string            `json:"name"`
		Token       string            `json:"token,omitempty" doc:"Only in the answer that makes it"`
		TokenPrefix string            `json:"token_prefix" doc:"The first characters of the token"`
		Contract    *int64            `json:"contract" doc:"The contract the key is for; null: all active contracts of the account"`
		Permissions apiKeyPermissions `json:"permissions"`
		Suspended   []auth.KeyScope   `json:"suspended_permissions" nullable:"false" doc:"Permissions of the key that open nothing now, because the user who made it lacks them"`
		PropertyIDs []int64           `json:"property_ids" nullable:"false" doc:"The only properties that the key opens, those of the user who made it; empty: all"`
		CreatedBy   int64             `json:"created_by" doc:"The user who made it. The key opens what this user may at the time of each request"`
		LastUsedAt  *time.Time        `json:"last_used_at" doc:"Null if the key was never used"`
		CreatedAt   time.Time         `json:"created_at"`
	}
	apiKeyPermissions partnerapi.Permissions
	// apiKeyPermissionsInput sets kinds of data; what is missing stays.
	apiKeyPermissionsInput struct {
		FactSheet   httpx.Patch[bool] `json:"fact_sheet,omitempty"`
		StopSale    httpx.Patch[bool] `json:"stop_sale,omitempty"`
		HotelPhotos httpx.Patch[bool] `json:"hotel_photos,omitempty"`
		Invoices    httpx.Patch[bool] `json:"invoices,omitempty"`
		Rooming     httpx.Patch[bool] `json:"rooming,omitempty"`

		AvailabilityWrite httpx.Patch[bool] `json:"availability_write,omitempty" doc:"Import of availability, for accommodations only"`
		RoomingWrite      httpx.Patch[bool] `json:"rooming_write,omitempty" doc:"Sending of rooming lists"`
	}
	apiKeysRequest  struct{ page.Query }
	apiKeysResponse struct{ Body page.Page[apiKeyBody] }
	apiKeyResponse  struct{ Body apiKeyBody }
	apiKeyIDRequest struct {
		ID int64 `path:"id" minimum:"1"`
	}
	createAPIKeyRequest struct {
		Body struct {
			Name        string                              `json:"name" doc:"At most 100 characters"`
			Contract    httpx.Patch[int64]                  `json:"contract,omitempty" minimum:"1" doc:"One contract of the account; null: all active ones"`
			Permissions httpx.Patch[apiKeyPermissionsInput] `json:"permissions,omitempty" doc:"What the key opens; nothing, if not said"`
		}
	}
	updateAPIKeyRequest struct {
		ID   int64 `path:"id" minimum:"1"`
		Body struct {
			Name        httpx.Patch[string]                 `json:"name,omitempty"`
			Contract    httpx.Patch[int64]                  `json:"contract,omitempty" minimum:"1" doc:"One contract of the account; null: all active ones"`
			Permissions httpx.Patch[apiKeyPermissionsInput] `json:"permissions,omitempty" doc:"null takes all of them away"`
		}
	}
	rotateAPIKeyRequest struct {
		ID   int64 `path:"id" minimum:"1"`
		Body *struct {
			KeepOld bool `json:"keep_old,omitempty" doc:"Let the old token live 24 hours more"`
		}
	}
)

// changes lists the kinds of data that are set. Null takes all of them away.
func changes(p httpx.Patch[apiKeyPermissionsInput]) map[auth.KeyScope]bool {
	set := map[auth.KeyScope]bool{}
	for scope, f := range map[auth.KeyScope]httpx.Patch[bool]{
		auth.KeyFactSheet: p.Value.FactSheet, auth.KeyStopSale: p.Value.StopSale, auth.KeyHotelPhotos: p.Value.HotelPhotos,
		auth.KeyInvoices: p.Value.Invoices, auth.KeyRooming: p.Value.Rooming,
		auth.KeyAvailabilityWrite: p.Value.AvailabilityWrite, auth.KeyRoomingWrite: p.Value.RoomingWrite,
	} {
		if f.Set || p.Null {
			set[scope] = f.Value
		}
	}
	return set
}

func toAPIKeyBody(k partnerapi.Listed, token string) apiKeyBody {
	b := apiKeyBody{
		ID: k.ID, Name: k.Name, Token: token, TokenPrefix: k.TokenPrefix, Contract: k.ContractID,
		Permissions: apiKeyPermissions(k.Permissions), CreatedAt: k.CreatedAt, CreatedBy: k.CreatedBy,
		Suspended: append([]auth.KeyScope{}, k.Suspended...), PropertyIDs: append([]int64{}, k.Properties...),
	}
	if !k.LastUsedAt.IsZero() {
		b.LastUsedAt = &k.LastUsedAt
	}
	return b
}

func (h *handlers) listKeys(ctx context.Context, req *apiKeysRequest) (*apiKeysResponse, error) {
	list, count, err := h.svc.Keys(ctx, auth.From(ctx), req.Request())
	if err != nil {
		return nil, err
	}
	bodies := make([]apiKeyBody, len(list))
	for i, k := range list {
		bodies[i] = toAPIKeyBody(k, "")
	}
	return &apiKeysResponse{Body: httpx.Page(ctx, &req.Query, count, bodies)}, nil
}

func (h *handlers) getKey(ctx context.Context, req *apiKeyIDRequest) (*apiKeyResponse, error) {
	k, err := h.svc.Key(ctx, auth.From(ctx), req.ID)
	return answer(k, "", err)
}

func (h *handlers) createKey(ctx context.Context, req *createAPIKeyRequest) (*apiKeyResponse, error) {
	token, k, err := h.svc.CreateKey(ctx, auth.From(ctx), partnerapi.KeyInput{
		Name: &req.Body.Name, Contract: req.Body.Contract.Pointer(), Permissions: changes(req.Body.Permissions),
	})
	return answer(k, token, err)
}

func (h *handlers) updateKey(ctx context.Context, req *updateAPIKeyRequest) (*apiKeyResponse, error) {
	k, err := h.svc.UpdateKey(ctx, auth.From(ctx), req.ID, partnerapi.KeyInput{
		Name: req.Body.Name.Pointer(), Contract: req.Body.Contract.Pointer(), Permissions: changes(req.Body.Permissions),
	})
	return answer(k, "", err)
}

func (h *handlers) rotateKey(ctx context.Context, req *rotateAPIKeyRequest) (*apiKeyResponse, error) {
	token, k, err := h.svc.RotateKey(ctx, auth.From(ctx), req.ID, req.Body != nil && req.Body.KeepOld)
	return answer(k, token, err)
}

func answer(k partnerapi.Listed, token string, err error) (*apiKeyResponse, error) {
	if err != nil {
		return nil, err
	}
	return &apiKeyResponse{Body: toAPIKeyBody(k, token)}, nil
}

func (h *handlers) deleteKey(ctx context.Context, req *apiKeyIDRequest) (*struct{}, error) {
	return nil, h.svc.DeleteKey(ctx, auth.From(ctx), req.ID)
}
