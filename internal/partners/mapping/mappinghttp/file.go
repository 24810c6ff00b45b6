package mappinghttp

import (
	"context"
	"io"

	"allot/internal/identity/auth"
	"allot/internal/partners/mapping"
	"allot/internal/platform/csvfile"
	"allot/internal/platform/httpx"
	"allot/internal/platform/page"
)

type (
	importMappingsResponse  struct{ Body csvfile.ImportResult }
	unmappedMappingsRequest struct {
		page.Query
		Kind     string `query:"kind" enum:"rooms,properties" default:"rooms" doc:"What to list"`
		Property int64  `query:"property" minimum:"1" doc:"Id of a property"`
		Country  string `query:"country" maxLength:"2" doc:"ISO 3166-1 alpha-2"`
	}
	unmappedMappingsResponse struct {
		Body page.Page[mapping.Unmapped]
	}
)

func (h *handlers) importFile(ctx context.Context, _ *struct{}) (*importMappingsResponse, error) {
	result, err := h.mappings.Import(ctx, auth.From(ctx), httpx.StreamFrom(ctx))
	if err != nil {
		return nil, err
	}
	return &importMappingsResponse{Body: result}, nil
}

func (h *handlers) exportFile(ctx context.Context, _ *struct{}) (*httpx.Download, error) {
	who := auth.From(ctx)
	return &httpx.Download{Name: "mappings.csv", Write: func(ctx context.Context, w io.Writer) error {
		return h.mappings.Export(ctx, who, w)
	}}, nil
}

func (h *handlers) listUnmapped(ctx context.Context, req *unmappedMappingsRequest) (*unmappedMappingsResponse, error) {
	find := h.mappings.UnmappedRooms
	if req.Kind == "properties" {
		find = h.mappings.UnmappedProperties
	}
	list, count, err := find(ctx, auth.From(ctx), mapping.UnmappedFilter{Property: req.Property, Country: req.Country}, req.Request())
	if err != nil {
		return nil, err
	}
	return &unmappedMappingsResponse{Body: httpx.Page(ctx, &req.Query, count, list)}, nil
}
