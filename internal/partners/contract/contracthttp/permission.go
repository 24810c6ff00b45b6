package contracthttp

import (
	"context"
	"errors"
	"slices"
	"time"

	"allot/internal/identity/auth"
	"allot/internal/partners/contract"
	"allot/internal/platform/apperr"
	"allot/internal/platform/httpx"
)

type (
	setPermissionsRequest struct {
		ID   int64                     `path:"id" minimum:"1" doc:"Id of the contract"`
		Body contractPermissionsChange `example:"{\"facts\": {\"contacts\": false}, \"exports\": {\"allowed\": null}}"`
	}
	// contractPermissionsChange is a part of the matrix, either directly or
	// inside permissions, as responses have it.
	contractPermissionsChange struct {
		Facts       contractFlags `json:"facts,omitempty" doc:"Flags of the fact sheet; null: all as the terms say"`
		Exports     contractFlags `json:"exports,omitempty"`
		Photos      contractFlags `json:"photos,omitempty"`
		StopSale    contractFlags `json:"stop_sale,omitempty"`
		Invoices    contractFlags `json:"invoices,omitempty"`
		Rooming     contractFlags `json:"rooming,omitempty"`
		Permissions contractFlags `json:"permissions,omitempty" doc:"A part of the matrix as it is read, instead of the areas beside it"`
	}
	contractFlags           = httpx.Patch[map[string]any]
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
	matrix, err := req.Body.matrix()
	if err != nil {
		return nil, err
	}
	c, err := h.Contracts.SetPermissions(ctx, auth.From(ctx), req.ID, matrix)
	if req.Body.Permissions.Set {
		err = prefixFields("permissions", err)
	}
	return h.permissions(c, err)
}

// prefixFields prefixes the fields of a refusal with the member that holds
// them.
func prefixFields(member string, err error) error {
	var refused *apperr.Error
	if !errors.As(err, &refused) {
		return err
	}
	out := *refused
	out.Fields = slices.Clone(refused.Fields)
	for i := range out.Fields {
		out.Fields[i].Field = member + "." + out.Fields[i].Field
	}
	return &out
}

func (b contractPermissionsChange) matrix() (map[string]any, error) {
	areas := map[string]any{}
	for area, flags := range map[string]contractFlags{
		"facts": b.Facts, "exports": b.Exports, "photos": b.Photos, "stop_sale": b.StopSale, "invoices": b.Invoices, "rooming": b.Rooming,
	} {
		switch {
		case flags.Null:
			areas[area] = nil
		case flags.Set:
			areas[area] = flags.Value
		}
	}
	if !b.Permissions.Set {
		return areas, nil
	}
	if b.Permissions.Null {
		return nil, apperr.Field("permissions", "must be a part of the matrix, not null")
	}
	if len(areas) > 0 {
		return nil, apperr.Field("permissions", "must not be sent beside areas of the matrix")
	}
	return b.Permissions.Value, nil
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
