package mappinghttp

import (
	"context"

	"allot/internal/identity/auth"
	"allot/internal/partners/mapping"
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
)

type propertyHandlers = targetHandlers[PropertyMappingInput, PropertyMappingChange, mapping.PropertyChange, mapping.MappedProperty]

func newPropertyHandlers(m *mapping.Service) *propertyHandlers {
	return &propertyHandlers{
		mappings: func() mappings[mapping.PropertyChange, mapping.MappedProperty] { return m.OfProperties },
		input: func(o object) mapping.PropertyInput {
			return mapping.PropertyInput{Target: o.id("property"), Change: mapping.PropertyChange{
				HotelCode: o.text("hotel_code"), InternalCode: o.text("internal_code"),
				ExternalCode: o.text("external_code"), SupplierCode: o.text("supplier_code"),
			}}
		},
		change: func(b PropertyMappingChange) mapping.PropertyChange {
			return mapping.PropertyChange{
				HotelCode: b.HotelCode.Pointer(), InternalCode: b.InternalCode.Pointer(),
				ExternalCode: b.ExternalCode.Pointer(), SupplierCode: b.SupplierCode.Pointer(),
			}
		},
	}
}

func (h *handlers) listProperties(ctx context.Context, req *propertyMappingsRequest) (*propertyMappingsResponse, error) {
	f := mapping.PropertyFilter{Property: req.Property, Country: req.Country, Query: req.Text}
	list, count, err := h.mappings.Properties(ctx, auth.From(ctx), f, req.Request())
	if err != nil {
		return nil, err
	}
	return &propertyMappingsResponse{Body: httpx.Page(ctx, &req.Query, count, list)}, nil
}
