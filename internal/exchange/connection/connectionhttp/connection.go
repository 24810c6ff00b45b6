package connectionhttp

import (
	"context"

	"allot/internal/exchange/connection"
	"allot/internal/identity/auth"
	"allot/internal/platform/httpx"
	"allot/internal/platform/page"
)

type (
	connectionsRequest  struct{ page.Query }
	connectionsResponse struct {
		Body page.Page[connection.Connection]
	}
	connectionIDRequest struct {
		ID int64 `path:"id" minimum:"1" doc:"Id of the connection"`
	}
	createConnectionRequest struct {
		Body struct {
			Name                     string              `json:"name" doc:"At most 100 characters"`
			Provider                 connection.Provider `json:"provider" enum:"generic_rest,alpinebits,csv_url"`
			Property                 int64               `json:"property" doc:"Id of one of your properties"`
			Settings                 map[string]any      `json:"settings,omitempty" doc:"As the provider needs them"`
			Credentials              map[string]any      `json:"credentials,omitempty" doc:"As the provider needs them; stored encrypted and never shown"`
			Status                   connection.Status   `json:"status,omitempty" enum:"active,paused" default:"active"`
			SyncInterval             int                 `json:"sync_interval,omitempty" doc:"Minutes between automatic syncs; 0: none"`
			IncludesPlatformBookings bool                `json:"includes_platform_bookings,omitempty" doc:"The counts of the system contain rooms sold through Allot"`
		}
	}
	updateConnectionRequest struct {
		ID   int64 `path:"id" minimum:"1" doc:"Id of the connection"`
		Body struct {
			Name                     httpx.Patch[string]              `json:"name,omitempty" doc:"At most 100 characters"`
			Provider                 httpx.Patch[connection.Provider] `json:"provider,omitempty" doc:"Cannot be changed"`
			Property                 httpx.Patch[int64]               `json:"property,omitempty" doc:"Cannot be changed"`
			Settings                 httpx.Patch[map[string]any]      `json:"settings,omitempty" doc:"Replaces all settings"`
			Credentials              httpx.Patch[map[string]any]      `json:"credentials,omitempty" doc:"Replaces the credentials; null removes them"`
			Status                   httpx.Patch[connection.Status]   `json:"status,omitempty" enum:"active,paused,error" doc:"error is accepted from a connection that is in it"`
			SyncInterval             httpx.Patch[int]                 `json:"sync_interval,omitempty" doc:"Minutes; 0 or null: none"`
			IncludesPlatformBookings httpx.Patch[bool]                `json:"includes_platform_bookings,omitempty"`
		}
	}
	connectionResponse struct{ Body connection.Connection }
	syncLogsRequest    struct {
		page.Query
		ID int64 `path:"id" minimum:"1" doc:"Id of the connection"`
	}
	syncLogsResponse struct {
		Body page.Page[connection.SyncLog]
	}
	syncLogResponse struct{ Body connection.SyncLog }
)

func shown(c connection.Connection, err error) (*connectionResponse, error) {
	if err != nil {
		return nil, err
	}
	return &connectionResponse{Body: c}, nil
}

func (h *handlers) list(ctx context.Context, req *connectionsRequest) (*connectionsResponse, error) {
	list, count, err := h.svc.Connections(ctx, auth.From(ctx), req.Request())
	if err != nil {
		return nil, err
	}
	return &connectionsResponse{Body: httpx.Page(ctx, &req.Query, count, list)}, nil
}

func (h *handlers) create(ctx context.Context, req *createConnectionRequest) (*connectionResponse, error) {
	b := &req.Body
	return shown(h.svc.Create(ctx, auth.From(ctx), connection.Change{
		Property: &b.Property, Provider: &b.Provider, Name: &b.Name, Settings: &b.Settings, Credentials: &b.Credentials,
		Status: &b.Status, SyncInterval: &b.SyncInterval, IncludesPlatformBookings: &b.IncludesPlatformBookings,
	}))
}

func (h *handlers) get(ctx context.Context, req *connectionIDRequest) (*connectionResponse, error) {
	return shown(h.svc.Connection(ctx, auth.From(ctx), req.ID))
}

func (h *handlers) update(ctx context.Context, req *updateConnectionRequest) (*connectionResponse, error) {
	b := &req.Body
	return shown(h.svc.Update(ctx, auth.From(ctx), req.ID, connection.Change{
		Property: b.Property.Pointer(), Provider: b.Provider.Pointer(), Name: b.Name.Pointer(), Settings: b.Settings.Pointer(),
		Credentials: b.Credentials.Pointer(), Status: b.Status.Pointer(), SyncInterval: b.SyncInterval.Pointer(),
		IncludesPlatformBookings: b.IncludesPlatformBookings.Pointer(),
	}))
}

func (h *handlers) delete(ctx context.Context, req *connectionIDRequest) (*struct{}, error) {
	return nil, h.svc.Delete(ctx, auth.From(ctx), req.ID)
}

func (h *handlers) sync(ctx context.Context, req *connectionIDRequest) (*syncLogResponse, error) {
	entry, err := h.svc.Sync(ctx, auth.From(ctx), req.ID)
	if err != nil {
		return nil, err
	}
	return &syncLogResponse{Body: entry}, nil
}

func (h *handlers) logs(ctx context.Context, req *syncLogsRequest) (*syncLogsResponse, error) {
	list, count, err := h.svc.Logs(ctx, auth.From(ctx), req.ID, req.Request())
	if err != nil {
		return nil, err
	}
	return &syncLogsResponse{Body: httpx.Page(ctx, &req.Query, count, list)}, nil
}
