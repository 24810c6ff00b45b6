package overridehttp

import (
	"context"
	"time"

	"allot/internal/identity/auth"
	"allot/internal/partners/override"
	"allot/internal/platform/httpx"
	"allot/internal/platform/page"
)

type (
	overrideApprovalsRequest struct {
		page.Query
		Property int64  `query:"property" minimum:"1" doc:"Id of a property"`
		Partner  int64  `query:"partner" minimum:"1" doc:"Id of a partner"`
		Kind     string `query:"kind" enum:"facts,photo_selection,own_photo,logo" doc:"What a wish is about"`
		Status   string `query:"status" enum:"active,waiting,declined" default:"waiting" doc:"Where it stands"`
	}
	overrideApprovalsResponse struct {
		Body page.Page[overrideApprovalBody]
	}
	overrideApprovalRequest struct {
		ID       int64 `path:"id" minimum:"1" doc:"Id of the wish"`
		Revision int   `query:"revision" minimum:"1" doc:"The revision that you have seen; if the partner has changed the wish since, 409"`
	}
	declineOverrideRequest struct {
		ID       int64 `path:"id" minimum:"1" doc:"Id of the wish"`
		Revision int   `query:"revision" minimum:"1" doc:"As with approving"`
		Body     *declineOverrideFields
	}
	declineOverrideFields struct {
		Reason httpx.Patch[string] `json:"reason,omitempty" doc:"At most 1000 characters"`
	}
	overrideApprovalResponse struct{ Body overrideApprovalBody }

	overrideApprovalBody struct {
		ID             int64                   `json:"id"`
		Kind           override.Kind           `json:"kind" enum:"facts,photo_selection,own_photo,logo"`
		Property       int64                   `json:"property"`
		PropertyName   string                  `json:"property_name"`
		Partner        int64                   `json:"partner"`
		PartnerCompany string                  `json:"partner_company"`
		Category       *string                 `json:"category" doc:"Of facts"`
		RecordID       *int64                  `json:"record_id" doc:"Of facts in an array category"`
		Fields         any                     `json:"fields" doc:"Facts as the partner wants them; null hides one"`
		Source         any                     `json:"source" doc:"What you have published of the same fields"`
		Photos         []overrideApprovalPhoto `json:"photos" nullable:"false" doc:"What a selection shows in this order, or the partner's own photo"`
		Logo           *string                 `json:"logo" doc:"Address of the partner's logo"`
		Status         override.Status         `json:"status" enum:"active,waiting,declined"`
		Revision       int                     `json:"revision" doc:"Counts the wishes of the partner for the same thing"`
		Reason         string                  `json:"reason"`
		DecidedAt      *time.Time              `json:"decided_at"`
		CreatedAt      time.Time               `json:"created_at"`
		UpdatedAt      time.Time               `json:"updated_at"`
	}
	overrideApprovalPhoto struct {
		ID         int64                   `json:"id"`
		Own        bool                    `json:"own" doc:"A photo of the partner's own"`
		Caption    string                  `json:"caption"`
		URL        string                  `json:"url"`
		Thumbnails selectedPhotoThumbnails `json:"thumbnails"`
	}
)

func toApproval(ctx context.Context, a override.Approval) overrideApprovalBody {
	body := overrideApprovalBody{
		ID: a.ID, Kind: a.Kind, Property: a.PropertyID, PropertyName: a.PropertyName, Partner: a.OperatorID, PartnerCompany: a.Company,
		Fields: recordOrNull(a.Fields), Source: recordOrNull(a.Source), Photos: make([]overrideApprovalPhoto, len(a.Photos)),
		Logo: httpx.MediaURL(ctx, a.LogoKey), Status: a.Status, Revision: a.Revision, Reason: a.Reason, DecidedAt: a.DecidedAt,
		CreatedAt: a.CreatedAt, UpdatedAt: a.UpdatedAt,
	}
	if a.Kind == override.KindFacts {
		body.Category, body.RecordID = &a.Category, orNull(a.RecordID)
	}
	for i, p := range a.Photos {
		body.Photos[i] = overrideApprovalPhoto{
			ID: p.ID, Own: p.Own, Caption: p.Caption, URL: *httpx.MediaURL(ctx, p.Key),
			Thumbnails: selectedPhotoThumbnails{Medium: *httpx.MediaURL(ctx, p.MediumKey), Small: *httpx.MediaURL(ctx, p.SmallKey)},
		}
	}
	return body
}

func (h *handlers) approvals(ctx context.Context, req *overrideApprovalsRequest) (*overrideApprovalsResponse, error) {
	list, count, err := h.Overrides.Approvals(ctx, auth.From(ctx), override.ApprovalFilter{
		PropertyID: req.Property, PartnerID: req.Partner, Kind: override.Kind(req.Kind), Status: override.Status(req.Status),
	}, req.Request())
	if err != nil {
		return nil, err
	}
	bodies := make([]overrideApprovalBody, len(list))
	for i, a := range list {
		bodies[i] = toApproval(ctx, a)
	}
	return &overrideApprovalsResponse{Body: httpx.Page(ctx, &req.Query, count, bodies)}, nil
}

func (h *handlers) approve(ctx context.Context, req *overrideApprovalRequest) (*overrideApprovalResponse, error) {
	a, err := h.Overrides.Approve(ctx, auth.From(ctx), req.ID, req.Revision)
	if err != nil {
		return nil, err
	}
	return &overrideApprovalResponse{Body: toApproval(ctx, a)}, nil
}

func (h *handlers) decline(ctx context.Context, req *declineOverrideRequest) (*overrideApprovalResponse, error) {
	reason := ""
	if req.Body != nil {
		reason = req.Body.Reason.Value
	}
	a, err := h.Overrides.Decline(ctx, auth.From(ctx), req.ID, req.Revision, reason)
	if err != nil {
		return nil, err
	}
	return &overrideApprovalResponse{Body: toApproval(ctx, a)}, nil
}
