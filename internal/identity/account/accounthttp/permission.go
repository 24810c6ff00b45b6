package accounthttp

import (
	"context"

	"allot/internal/identity/account"
	"allot/internal/identity/auth"
	"allot/internal/platform/httpx"
)

type (
	// permissionBody is a record as it is read; id is null before it exists.
	permissionBody struct {
		ID                 *int64  `json:"id"`
		User               int64   `json:"user"`
		StopSales          bool    `json:"stop_sales"`
		PartnerConnections bool    `json:"partner_connections"`
		FactSheets         bool    `json:"fact_sheets"`
		Photos             bool    `json:"photos"`
		Invoicing          bool    `json:"invoicing"`
		Rooming            bool    `json:"rooming"`
		Subscriptions      bool    `json:"subscriptions"`
		Settings           bool    `json:"settings"`
		Integrations       bool    `json:"integrations"`
		Reports            bool    `json:"reports"`
		PropertyIDs        []int64 `json:"property_ids" nullable:"false" doc:"The only properties whose records the user sees and changes, in every module; empty: all properties"`
	}
	// PermissionFlags is a record as it is written. It is exported because huma ignores the
	// fields of an unexported embedded type.
	PermissionFlags struct {
		StopSales          httpx.Patch[bool]    `json:"stop_sales,omitempty"`
		PartnerConnections httpx.Patch[bool]    `json:"partner_connections,omitempty"`
		FactSheets         httpx.Patch[bool]    `json:"fact_sheets,omitempty"`
		Photos             httpx.Patch[bool]    `json:"photos,omitempty"`
		Invoicing          httpx.Patch[bool]    `json:"invoicing,omitempty"`
		Rooming            httpx.Patch[bool]    `json:"rooming,omitempty"`
		Subscriptions      httpx.Patch[bool]    `json:"subscriptions,omitempty"`
		Settings           httpx.Patch[bool]    `json:"settings,omitempty"`
		Integrations       httpx.Patch[bool]    `json:"integrations,omitempty"`
		Reports            httpx.Patch[bool]    `json:"reports,omitempty"`
		PropertyIDs        httpx.Patch[[]int64] `json:"property_ids,omitempty" maxItems:"10000"`
	}
	permissionResponse      struct{ Body permissionBody }
	createPermissionRequest struct {
		Body struct {
			User int64 `json:"user" minimum:"1" doc:"Id of the sub-user"`
			PermissionFlags
		}
	}
	updatePermissionRequest struct {
		ID   int64 `path:"id" minimum:"1"`
		Body PermissionFlags
	}
)

func (f PermissionFlags) change() account.PermissionChange {
	c := account.PermissionChange{Flags: map[auth.Flag]bool{}, PropertyIDs: f.PropertyIDs.Pointer()}
	for flag, p := range map[auth.Flag]httpx.Patch[bool]{
		auth.StopSales: f.StopSales, auth.PartnerConnections: f.PartnerConnections, auth.FactSheets: f.FactSheets,
		auth.Photos: f.Photos, auth.Invoicing: f.Invoicing, auth.Rooming: f.Rooming, auth.Subscriptions: f.Subscriptions,
		auth.Settings: f.Settings, auth.Integrations: f.Integrations, auth.Reports: f.Reports,
	} {
		if p.Set {
			c.Flags[flag] = p.Value
		}
	}
	return c
}

func toPermissionBody(p account.Permission) permissionBody {
	b := permissionBody{
		User: p.UserID, StopSales: p.StopSales, PartnerConnections: p.PartnerConnections, FactSheets: p.FactSheets,
		Photos: p.Photos, Invoicing: p.Invoicing, Rooming: p.Rooming, Subscriptions: p.Subscriptions,
		Settings: p.Settings, Integrations: p.Integrations, Reports: p.Reports, PropertyIDs: p.PropertyIDs,
	}
	if p.ID != 0 {
		b.ID = &p.ID
	}
	return b
}

func (h *handlers) getPermission(ctx context.Context, req *subUserIDRequest) (*permissionResponse, error) {
	p, err := h.Accounts.PermissionOf(ctx, auth.From(ctx), req.ID)
	if err != nil {
		return nil, err
	}
	return &permissionResponse{Body: toPermissionBody(p)}, nil
}

func (h *handlers) createPermission(ctx context.Context, req *createPermissionRequest) (*permissionResponse, error) {
	p, err := h.Accounts.CreatePermission(ctx, auth.From(ctx), req.Body.User, req.Body.change())
	if err != nil {
		return nil, err
	}
	return &permissionResponse{Body: toPermissionBody(p)}, nil
}

func (h *handlers) updatePermission(ctx context.Context, req *updatePermissionRequest) (*permissionResponse, error) {
	p, err := h.Accounts.UpdatePermission(ctx, auth.From(ctx), req.ID, req.Body.change())
	if err != nil {
		return nil, err
	}
	return &permissionResponse{Body: toPermissionBody(p)}, nil
}
