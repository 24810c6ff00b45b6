package overridehttp

import (
	"context"
	"net/http"
	"time"

	"allot/internal/content/facts"
	"allot/internal/identity/auth"
	"allot/internal/partners/override"
	"allot/internal/platform/httpx"
	"allot/internal/platform/page"
)

type (
	factsOverridesRequest struct {
		page.Query
		Property int64  `query:"property" minimum:"1" doc:"Id of a property"`
		Category string `query:"category" maxLength:"64" example:"rooms" doc:"Key of a fact category"`
		Status   string `query:"status" enum:"active,waiting,declined" doc:"Of the latest wish"`
	}
	factsOverridesResponse struct {
		Body page.Page[factsOverrideBody]
	}
	propertyOverridesRequest struct {
		PropertyID int64 `path:"prop_id" minimum:"1" doc:"Id of the property"`
	}
	propertyOverridesResponse struct{ Body propertyOverridesBody }
	propertyOverridesBody     struct {
		Property     int64               `json:"property"`
		PropertyName string              `json:"property_name"`
		Overrides    []factsOverrideBody `json:"overrides" nullable:"false"`
	}
	saveFactsOverrideRequest struct {
		Body struct {
			Property int64              `json:"property" minimum:"1" doc:"Id of a property that you can see"`
			Category string             `json:"category" maxLength:"64" example:"rooms" doc:"Key of a fact category"`
			RecordID httpx.Patch[int64] `json:"record_id,omitempty" doc:"Id of a record of an array category; left out for others"`
			Fields   facts.Record       `json:"fields" doc:"JSON merge patch for the record" example:"{\"name\": \"Double room, sea side\"}"`
		}
	}
	factsOverrideResponse struct {
		Status int
		Body   factsOverrideBody
	}
	factsOverrideIDRequest struct {
		ID int64 `path:"id" minimum:"1" doc:"Id of the override"`
	}

	factsOverrideBody struct {
		ID                  int64           `json:"id"`
		Property            int64           `json:"property"`
		PropertyName        string          `json:"property_name" doc:"As published"`
		Category            string          `json:"category"`
		RecordID            *int64          `json:"record_id" doc:"Null for a single-value category"`
		Fields              facts.Record    `json:"fields" doc:"Your latest wish"`
		ApprovedFields      any             `json:"approved_fields" doc:"The wish that is approved, or null"`
		Status              override.Status `json:"status" enum:"active,waiting,declined" doc:"Of the latest wish"`
		InForce             bool            `json:"in_force" doc:"Whether the approved fields are shown now: the contract allows it and the record is there"`
		Source              any             `json:"source" doc:"What the hotel has published of the same fields; null if the record is gone"`
		SourceAtCreation    any             `json:"source_at_creation" doc:"The same when you saved the override"`
		SourceChanged       bool            `json:"source_changed"`
		SourceChangedAt     *time.Time      `json:"source_changed_at"`
		SourceChangedFields []string        `json:"source_changed_fields" nullable:"false" doc:"Paths"`
		Reason              string          `json:"reason" doc:"Why the hotel has declined it"`
		CreatedAt           time.Time       `json:"created_at"`
		UpdatedAt           time.Time       `json:"updated_at"`
	}
)

func toFactsOverride(o override.FactsOverride) factsOverrideBody {
	return factsOverrideBody{
		ID: o.ID, Property: o.PropertyID, PropertyName: o.PropertyName, Category: o.Category, RecordID: orNull(o.RecordID),
		Fields: o.Fields, ApprovedFields: recordOrNull(o.ApprovedFields), Status: o.Status, InForce: o.InForce,
		Source: recordOrNull(o.Source), SourceAtCreation: recordOrNull(o.SourceAtCreation), SourceChanged: o.SourceChanged,
		SourceChangedAt: o.ChangedAt, SourceChangedFields: o.ChangedFields, Reason: o.Reason, CreatedAt: o.CreatedAt, UpdatedAt: o.UpdatedAt,
	}
}

func orNull(id int64) *int64 {
	if id == 0 {
		return nil
	}
	return &id
}

func recordOrNull(r facts.Record) any {
	if r == nil {
		return nil
	}
	return r
}

func toFactsOverrides(list []override.FactsOverride) []factsOverrideBody {
	bodies := make([]factsOverrideBody, len(list))
	for i, o := range list {
		bodies[i] = toFactsOverride(o)
	}
	return bodies
}

func (h *handlers) listFacts(ctx context.Context, req *factsOverridesRequest) (*factsOverridesResponse, error) {
	filter := override.FactsFilter{PropertyID: req.Property, Category: req.Category, Status: override.Status(req.Status)}
	list, count, err := h.Overrides.Facts(ctx, auth.From(ctx), filter, req.Request())
	if err != nil {
		return nil, err
	}
	return &factsOverridesResponse{Body: httpx.Page(ctx, &req.Query, count, toFactsOverrides(list))}, nil
}

func (h *handlers) propertyFacts(ctx context.Context, req *propertyOverridesRequest) (*propertyOverridesResponse, error) {
	name, list, err := h.Overrides.FactsOf(ctx, auth.From(ctx), req.PropertyID)
	if err != nil {
		return nil, err
	}
	return &propertyOverridesResponse{Body: propertyOverridesBody{
		Property: req.PropertyID, PropertyName: name, Overrides: toFactsOverrides(list),
	}}, nil
}

func (h *handlers) saveFacts(ctx context.Context, req *saveFactsOverrideRequest) (*factsOverrideResponse, error) {
	in := override.FactsInput{
		PropertyID: req.Body.Property, Category: req.Body.Category, RecordID: req.Body.RecordID.Value, Fields: req.Body.Fields,
	}
	o, created, err := h.Overrides.SaveFacts(ctx, auth.From(ctx), in)
	if err != nil {
		return nil, err
	}
	res := &factsOverrideResponse{Status: http.StatusOK, Body: toFactsOverride(o)}
	if created {
		res.Status = http.StatusCreated
	}
	return res, nil
}

func (h *handlers) deleteFacts(ctx context.Context, req *factsOverrideIDRequest) (*struct{}, error) {
	return nil, h.Overrides.DeleteFacts(ctx, auth.From(ctx), req.ID)
}
