package mappinghttp

import (
	"context"
	"net/http"

	"allot/internal/identity/auth"
	"allot/internal/partners/mapping"
	"allot/internal/platform/apperr"
	"allot/internal/platform/httpx"
	"allot/internal/platform/page"
)

type (
	propertyMappingsRequest struct {
		page.Query
		Property int64  `query:"property" minimum:"1" doc:"Id of a property"`
		Country  string `query:"country" maxLength:"2" doc:"ISO 3166-1 alpha-2"`
		Text     string `query:"q" maxLength:"200" doc:"Part of one of your codes or of the property's name"`
	}
	propertyMappingsResponse struct {
		Body page.Page[mapping.MappedProperty]
	}
	// PropertyMappingInput documents the body, which oneOrMany parses.
	PropertyMappingInput struct {
		Property int64 `json:"property" minimum:"1" doc:"Id of a property that you can see"`
		PropertyMappingChange
	}
	// PropertyMappingChange are the fields of an update; exported for huma,
	// which looks into embedded types only if they are.
	PropertyMappingChange struct {
		HotelCode    httpx.Patch[string] `json:"hotel_code,omitempty" doc:"Your code of the hotel; at most 64 characters, like the others"`
		InternalCode httpx.Patch[string] `json:"internal_code,omitempty" doc:"Your internal code"`
		ExternalCode httpx.Patch[string] `json:"external_code,omitempty" doc:"The code that third parties know, such as GIATA"`
		SupplierCode httpx.Patch[string] `json:"supplier_code,omitempty" doc:"Your code of the supplier"`
	}
	savePropertyMappingsRequest struct {
		Body oneOrMany[PropertyMappingInput]
	}
	savedPropertyMappingsResponse struct {
		Status int
		Body   oneOrMany[mapping.MappedProperty]
	}
	mappingIDRequest struct {
		ID int64 `path:"id" minimum:"1" doc:"Id of the mapping"`
	}
	updatePropertyMappingRequest struct {
		ID   int64 `path:"id" minimum:"1" doc:"Id of the mapping"`
		Body PropertyMappingChange
	}
	propertyMappingResponse struct{ Body mapping.MappedProperty }
)

func (h *handlers) listProperties(ctx context.Context, req *propertyMappingsRequest) (*propertyMappingsResponse, error) {
	f := mapping.PropertyFilter{Property: req.Property, Country: req.Country, Query: req.Text}
	list, count, err := h.mappings.Properties(ctx, auth.From(ctx), f, req.Request())
	if err != nil {
		return nil, err
	}
	return &propertyMappingsResponse{Body: httpx.Page(ctx, &req.Query, count, list)}, nil
}

func (h *handlers) saveProperties(ctx context.Context, req *savePropertyMappingsRequest) (*savedPropertyMappingsResponse, error) {
	var f apperr.Fields
	entries, many := req.Body.objects(&f)
	inputs := make([]mapping.PropertyInput, len(entries))
	for i, o := range entries {
		inputs[i] = mapping.PropertyInput{PropertyID: o.id("property"), PropertyChange: mapping.PropertyChange{
			HotelCode: o.text("hotel_code"), InternalCode: o.text("internal_code"),
			ExternalCode: o.text("external_code"), SupplierCode: o.text("supplier_code"),
		}}
	}
	if err := f.Err(); err != nil {
		return nil, err
	}
	if many {
		list, err := h.mappings.SaveProperties(ctx, auth.From(ctx), inputs)
		return savedProperties(http.StatusOK, list, err)
	}
	m, created, err := h.mappings.SaveProperty(ctx, auth.From(ctx), inputs[0])
	return savedProperties(upserted(created), m, err)
}

func upserted(created bool) int {
	if created {
		return http.StatusCreated
	}
	return http.StatusOK
}

func savedProperties(status int, v any, err error) (*savedPropertyMappingsResponse, error) {
	if err != nil {
		return nil, err
	}
	body, err := answer[mapping.MappedProperty](v)
	return &savedPropertyMappingsResponse{Status: status, Body: body}, err
}

func (h *handlers) getProperty(ctx context.Context, req *mappingIDRequest) (*propertyMappingResponse, error) {
	return toProperty(h.mappings.Property(ctx, auth.From(ctx), req.ID))
}

func (h *handlers) updateProperty(ctx context.Context, req *updatePropertyMappingRequest) (*propertyMappingResponse, error) {
	b := req.Body
	return toProperty(h.mappings.UpdateProperty(ctx, auth.From(ctx), req.ID, mapping.PropertyChange{
		HotelCode: b.HotelCode.Pointer(), InternalCode: b.InternalCode.Pointer(),
		ExternalCode: b.ExternalCode.Pointer(), SupplierCode: b.SupplierCode.Pointer(),
	}))
}

func (h *handlers) deleteProperty(ctx context.Context, req *mappingIDRequest) (*struct{}, error) {
	return nil, h.mappings.DeleteProperty(ctx, auth.From(ctx), req.ID)
}

func toProperty(m mapping.MappedProperty, err error) (*propertyMappingResponse, error) {
	if err != nil {
		return nil, err
	}
	return &propertyMappingResponse{Body: m}, nil
}
