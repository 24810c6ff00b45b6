package publicationhttp

import (
	"context"
	"time"

	"allot/internal/content/property"
	"allot/internal/content/publication"
	"allot/internal/identity/auth"
	"allot/internal/platform/httpx"
	"allot/internal/platform/page"
)

type (
	publishRequest struct {
		ID int64 `path:"id" minimum:"1" doc:"Id of the property"`
	}
	publicationResponse struct{ Body publication.Publication }
	historyRequest      struct {
		ID int64 `path:"id" minimum:"1" doc:"Id of the property"`
		page.Query
	}
	historyResponse struct {
		Body page.Page[publication.Publication]
	}
	publishedRequest struct {
		ID   int64            `path:"id" minimum:"1" doc:"Id of the property"`
		Type publication.Type `path:"type" maxLength:"64" example:"full"`
	}
	publishedBody struct {
		PropertyID  int64              `json:"property_id"`
		Type        publication.Type   `json:"type"`
		Status      publication.Status `json:"status" enum:"published"`
		Version     int                `json:"version"`
		PublishedAt time.Time          `json:"published_at"`
		Property    property.Property  `json:"property" doc:"As it was submitted; status and published_at are those of this version"`
		Facts       map[string]any     `json:"facts"`
		Photos      []publishedPhoto   `json:"photos" nullable:"false" doc:"All of them in a full sheet, the cover in a summary, none with one category"`
	}
	publishedResponse struct{ Body publishedBody }

	lastPublishedRequest struct {
		Property int64 `query:"property" minimum:"1" doc:"Id of a property"`
	}
	lastPublishedResponse struct {
		Body struct {
			LastPublishDate *time.Time `json:"last_publish_date"`
		}
	}
	downloadSheetRequest struct {
		ID   int64            `path:"id" minimum:"1" doc:"Id of the property"`
		Copy publication.Copy `query:"copy" enum:"published,draft" doc:"Default: the published version, else the draft"`
		httpx.LanguageQuery
	}
)

func (h *handlers) submit(ctx context.Context, req *publishRequest) (*publicationResponse, error) {
	p, err := h.Publications.Submit(ctx, auth.From(ctx), req.ID)
	if err != nil {
		return nil, err
	}
	return &publicationResponse{Body: p}, nil
}

func (h *handlers) history(ctx context.Context, req *historyRequest) (*historyResponse, error) {
	list, count, err := h.Publications.History(ctx, auth.From(ctx), req.ID, req.Request())
	if err != nil {
		return nil, err
	}
	return &historyResponse{Body: httpx.Page(ctx, &req.Query, count, list)}, nil
}

func (h *handlers) published(ctx context.Context, req *publishedRequest) (*publishedResponse, error) {
	v, err := h.Publications.Published(ctx, auth.From(ctx), req.ID)
	if err != nil {
		return nil, err
	}
	shown, err := h.Publications.FactsOf(req.Type, v.Snapshot.Facts)
	if err != nil {
		return nil, err
	}
	return &publishedResponse{Body: publishedBody{
		PropertyID: v.PropertyID, Type: req.Type, Status: v.Status, Version: v.Number(), PublishedAt: v.PublishedAt(),
		Property: header(ctx, v.Snapshot), Facts: shown, Photos: photosOf(ctx, req.Type, v.Snapshot),
	}}, nil
}

// header returns the property of the snapshot with the address of its logo.
func header(ctx context.Context, s publication.Snapshot) property.Property {
	p := s.Property
	p.Logo = httpx.MediaURL(ctx, s.LogoKey)
	return p
}

func (h *handlers) lastPublished(ctx context.Context, req *lastPublishedRequest) (*lastPublishedResponse, error) {
	at, err := h.Publications.LastPublished(ctx, auth.From(ctx), req.Property)
	if err != nil {
		return nil, err
	}
	res := &lastPublishedResponse{}
	res.Body.LastPublishDate = at
	return res, nil
}

func (h *handlers) downloadSheet(ctx context.Context, req *downloadSheetRequest) (*httpx.Download, error) {
	doc, err := h.Publications.SheetPDF(ctx, auth.From(ctx), req.ID, req.Copy, req.Tag())
	if err != nil {
		return nil, err
	}
	return httpx.FileDownload(doc.Name, doc.Data), nil
}
