package publicationhttp

import (
	"context"
	"time"

	"allot/internal/content/facts"
	"allot/internal/content/property"
	"allot/internal/content/publication"
	"allot/internal/identity/auth"
	"allot/internal/platform/httpx"
	"allot/internal/platform/page"
)

type (
	pendingRequest  struct{ page.Query }
	pendingResponse struct {
		Body page.Page[publication.Pending]
	}
	reviewRequest struct {
		ID int64 `path:"id" minimum:"1" doc:"Id of the submission"`
	}
	previewRequest struct {
		ID int64 `path:"id" minimum:"1" doc:"Id of the submission"`
		httpx.LanguageQuery
	}
	previewBody struct {
		publication.Publication
		Property         property.Property    `json:"property" doc:"As it was frozen"`
		Facts            map[string]any       `json:"facts"`
		Photos           []publishedPhoto     `json:"photos" nullable:"false"`
		PublishedVersion *int                 `json:"published_version" doc:"The version that partners see now, or null"`
		PublishedAt      *time.Time           `json:"published_at"`
		Changes          []publication.Change `json:"changes" nullable:"false" doc:"Against the published version"`
		Records          []facts.RecordChange `json:"record_changes" nullable:"false" doc:"Those of the facts, by record"`
		PhotoChanges     []photoChangeBody    `json:"photo_changes" nullable:"false" doc:"Those of the photos"`
	}
	photoChangeBody struct {
		Change facts.ChangeKind `json:"change" doc:"What has become of the photo" enum:"added,changed,removed"`
		Before *publishedPhoto  `json:"before" doc:"null where it was added"`
		After  *publishedPhoto  `json:"after" doc:"null where it was removed"`
	}
	previewResponse struct{ Body previewBody }
	declineRequest  struct {
		ID   int64 `path:"id" minimum:"1" doc:"Id of the submission"`
		Body struct {
			Reason string `json:"reason" doc:"What the hotel must change" maxLength:"1000"`
		}
	}
)

func (h *handlers) pending(ctx context.Context, req *pendingRequest) (*pendingResponse, error) {
	list, count, err := h.Publications.Queue(ctx, req.Request())
	if err != nil {
		return nil, err
	}
	return &pendingResponse{Body: httpx.Page(ctx, &req.Query, count, list)}, nil
}

func (h *handlers) preview(ctx context.Context, req *previewRequest) (*previewResponse, error) {
	v, err := h.Publications.Preview(ctx, req.ID, req.Language())
	if err != nil {
		return nil, err
	}
	sheet, err := h.Publications.FactsOf(publication.TypeFull, v.Snapshot.Facts)
	if err != nil {
		return nil, err
	}
	body := previewBody{
		Publication: v.Publication, Property: header(ctx, v.Snapshot), Facts: sheet,
		Photos: photosOf(ctx, publication.TypeFull, v.Snapshot), Changes: v.Changes,
		Records: v.Records, PhotoChanges: photoChanges(ctx, v.Photos),
	}
	if v.Published != nil {
		at := v.Published.PublishedAt()
		body.PublishedVersion, body.PublishedAt = v.Published.Version, &at
	}
	return &previewResponse{Body: body}, nil
}

func photoChanges(ctx context.Context, changes []publication.PhotoChange) []photoChangeBody {
	list := []photoChangeBody{}
	shown := func(p *publication.Photo) *publishedPhoto {
		if p == nil {
			return nil
		}
		body := shownPhoto(ctx, *p)
		return &body
	}
	for _, c := range changes {
		list = append(list, photoChangeBody{c.Kind, shown(c.Before), shown(c.After)})
	}
	return list
}

func (h *handlers) approve(ctx context.Context, req *reviewRequest) (*publicationResponse, error) {
	p, err := h.Publications.Approve(ctx, auth.From(ctx), req.ID)
	if err != nil {
		return nil, err
	}
	return &publicationResponse{Body: p}, nil
}

func (h *handlers) decline(ctx context.Context, req *declineRequest) (*publicationResponse, error) {
	p, err := h.Publications.Decline(ctx, auth.From(ctx), req.ID, req.Body.Reason)
	if err != nil {
		return nil, err
	}
	return &publicationResponse{Body: p}, nil
}
