package publicationhttp

import (
	"cmp"
	"context"

	"allot/internal/content/publication"
	"allot/internal/identity/auth"
	"allot/internal/platform/httpx"
)

type (
	mailingRequest struct {
		ListID int64 `path:"list_id" minimum:"1" doc:"Id of the mailing list"`
		PropID int64 `path:"prop_id" minimum:"1" doc:"Id of the property"`
		Body   *struct {
			Message  string `json:"message,omitempty" maxLength:"2000" doc:"Your own words, at the top of the mail"`
			Language string `json:"language,omitempty" maxLength:"35" doc:"en, de, tr or el; default: your own"`
		} `required:"false"`
		httpx.LanguageQuery
	}
	mailingResponse struct {
		Body publication.Sent
	}
	sharedGalleryRequest struct {
		Link string `path:"link" maxLength:"500"`
	}
)

func (r *mailingRequest) mailing() publication.Mailing {
	m := publication.Mailing{ListID: r.ListID, PropertyID: r.PropID, Language: r.Lang}
	if r.Body != nil {
		m.Note, m.Language = r.Body.Message, cmp.Or(r.Body.Language, r.Lang)
	}
	return m
}

func (h *handlers) sendSheet(ctx context.Context, req *mailingRequest) (*mailingResponse, error) {
	sent, err := h.Publications.SendSheet(ctx, auth.From(ctx), req.mailing())
	if err != nil {
		return nil, err
	}
	return &mailingResponse{Body: sent}, nil
}

func (h *handlers) sendGallery(ctx context.Context, req *mailingRequest) (*mailingResponse, error) {
	sent, err := h.Publications.SendGallery(ctx, auth.From(ctx), req.mailing())
	if err != nil {
		return nil, err
	}
	return &mailingResponse{Body: sent}, nil
}

func (h *handlers) sharedGallery(ctx context.Context, req *sharedGalleryRequest) (*httpx.Download, error) {
	a, err := h.Publications.SharedGallery(ctx, req.Link)
	if err != nil {
		return nil, err
	}
	return &httpx.Download{Name: a.Name, Size: a.Size, Write: a.Write}, nil
}
