package contracthttp

import (
	"context"
	"time"

	"allot/internal/contract"
	"allot/internal/platform/auth"
)

type (
	setPermissionsRequest struct {
		ID   int64          `path:"id" minimum:"1" doc:"Id of the contract"`
		Body map[string]any `example:"{\"facts\": {\"contacts\": false}, \"exports\": {\"allowed\": null}}"`
	}
	contractPermissionsBody struct {
		Contract    int64           `json:"contract"`
		Permissions contract.Matrix `json:"permissions" doc:"By area and flag: Y, N, O (with approval) or true, false"`
		UpdatedAt   time.Time       `json:"updated_at"`
	}
	contractPermissionsResponse struct{ Body contractPermissionsBody }

	factsAccessRequest struct {
		ContractID int64 `path:"contract_id" minimum:"1" doc:"Id of the contract"`
	}
	factsAccessBody struct {
		Contract    int64           `json:"contract"`
		Status      contract.Status `json:"status" enum:"P,C,R,X,A"`
		Active      bool            `json:"active"`
		Permissions contract.Matrix `json:"permissions" doc:"What you may do now"`
	}
	factsAccessResponse struct{ Body factsAccessBody }
)

func (h *handlers) getPermissions(ctx context.Context, req *contractIDRequest) (*contractPermissionsResponse, error) {
	c, err := h.Contracts.Contract(ctx, auth.From(ctx).OwnerID, req.ID)
	return h.permissions(c, err)
}

func (h *handlers) setPermissions(ctx context.Context, req *setPermissionsRequest) (*contractPermissionsResponse, error) {
	c, err := h.Contracts.SetPermissions(ctx, auth.From(ctx), req.ID, req.Body)
	return h.permissions(c, err)
}

func (h *handlers) permissions(c contract.Contract, err error) (*contractPermissionsResponse, error) {
	if err != nil {
		return nil, err
	}
	return &contractPermissionsResponse{Body: contractPermissionsBody{
		Contract: c.ID, Permissions: h.Contracts.Matrix(c), UpdatedAt: c.UpdatedAt,
	}}, nil
}

func (h *handlers) factsAccess(ctx context.Context, req *factsAccessRequest) (*factsAccessResponse, error) {
	account := auth.From(ctx).OwnerID
	c, err := h.Contracts.Contract(ctx, account, req.ContractID)
	if err != nil {
		return nil, err
	}
	return &factsAccessResponse{Body: factsAccessBody{
		Contract: c.ID, Status: c.Status, Active: c.Status.InForce(), Permissions: h.Contracts.Access(c, account),
	}}, nil
}
