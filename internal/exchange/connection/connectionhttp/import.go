package connectionhttp

import (
	"context"
	"strings"

	"allot/internal/exchange/connection"
	"allot/internal/identity/auth"
	"allot/internal/platform/httpx"
	"allot/internal/platform/page"
)

type (
	// ImportParameters are those of imports and of calls of adapters; exported because
	// the API framework sees embedded fields of exported types only.
	ImportParameters struct {
		DryRun                   bool  `query:"dry_run" doc:"Answer what would change, and write nothing"`
		PropertyID               int64 `query:"property_id" minimum:"1" doc:"Only rooms of this property; needed where a code is ambiguous"`
		Calendar                 int64 `query:"calendar" minimum:"1" doc:"Calendar whose days are set; default the Master of the room's property"`
		IncludesPlatformBookings bool  `query:"includes_platform_bookings" doc:"The counts of the system contain rooms sold through Allot"`
	}
	importRequest struct {
		Format string `query:"format" enum:"csv,json" doc:"Format of the file; if missing, json where its Content-Type or its name says so, else csv"`
		Target string `query:"target" enum:"availability" default:"availability" doc:"What is imported"`
		ImportParameters
	}
	inboundRequest  struct{ ImportParameters }
	importResponse  struct{ Body connection.Result }
	importsRequest  struct{ page.Query }
	importsResponse struct {
		Body page.Page[connection.Import]
	}
	importIDRequest struct {
		ID int64 `path:"id" minimum:"1" doc:"Id of the import"`
	}
	importRecordResponse struct{ Body connection.Import }
)

func (p *ImportParameters) options(format string) connection.ImportOptions {
	return connection.ImportOptions{
		Format: format, DryRun: p.DryRun, PropertyID: p.PropertyID, CalendarID: p.Calendar, IncludesPlatformBookings: p.IncludesPlatformBookings,
	}
}

func imported(r connection.Result, err error) (*importResponse, error) {
	if err != nil {
		return nil, err
	}
	return &importResponse{Body: r}, nil
}

func (h *handlers) runImport(ctx context.Context, req *importRequest) (*importResponse, error) {
	file := httpx.StreamFrom(ctx)
	format := req.Format
	if format == "" {
		format = formatOf(file)
	}
	return imported(h.svc.RunImport(ctx, auth.KeyFrom(ctx), req.options(format), file))
}

// formatOf returns the format of a file whose sender did not name it.
func formatOf(file *httpx.Stream) string {
	if file.Type == jsonType || file.Type != csvType && strings.HasSuffix(strings.ToLower(file.Name), ".json") {
		return "json"
	}
	return "csv"
}

func (h *handlers) receive(ctx context.Context, req *inboundRequest) (*importResponse, error) {
	return imported(h.svc.Receive(ctx, auth.KeyFrom(ctx), req.options("json"), httpx.StreamFrom(ctx)))
}

func (h *handlers) imports(ctx context.Context, req *importsRequest) (*importsResponse, error) {
	list, count, err := h.svc.Imports(ctx, auth.From(ctx), req.Request())
	if err != nil {
		return nil, err
	}
	return &importsResponse{Body: httpx.Page(ctx, &req.Query, count, list)}, nil
}

func (h *handlers) importRecord(ctx context.Context, req *importIDRequest) (*importRecordResponse, error) {
	i, err := h.svc.Import(ctx, auth.From(ctx), req.ID)
	if err != nil {
		return nil, err
	}
	return &importRecordResponse{Body: i}, nil
}
