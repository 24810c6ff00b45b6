package photohttp

import (
	"context"

	"allot/internal/content/photo"
	"allot/internal/identity/auth"
	"allot/internal/platform/httpx"
	"allot/internal/platform/page"
)

type (
	galleryRequest struct {
		ID int64 `path:"id" minimum:"1" doc:"Id of the property"`
		page.Query
		Category string `query:"category" enum:"exterior,room,pool,restaurant,beach,spa,lobby,other"`
		Room     int64  `query:"room" minimum:"1" doc:"Id of a room"`
	}
	galleryResponse struct{ Body page.Page[photoBody] }

	addPhotoRequest struct {
		ID   int64 `path:"id" minimum:"1" doc:"Id of the property"`
		Body photoFields
	}
	photoRequest struct {
		ID      int64 `path:"id" minimum:"1" doc:"Id of the property"`
		PhotoID int64 `path:"photo_id" minimum:"1"`
	}
	updatePhotoRequest struct {
		ID      int64 `path:"id" minimum:"1" doc:"Id of the property"`
		PhotoID int64 `path:"photo_id" minimum:"1"`
		Body    photoFields
	}
	photoFields struct {
		Caption  httpx.Patch[string] `json:"caption,omitempty" doc:"One line of at most 300 characters"`
		Category httpx.Patch[string] `json:"category,omitempty" doc:"exterior, room, pool, restaurant, beach, spa, lobby or other; by default room with a room, else other"`
		Room     httpx.Patch[int64]  `json:"room,omitempty" doc:"Id of a record of the category rooms"`
		IsCover  httpx.Patch[bool]   `json:"is_cover,omitempty"`
	}
	photoResponse struct{ Body photoBody }

	orderRequest struct {
		ID   int64 `path:"id" minimum:"1" doc:"Id of the property"`
		Body photoOrder
	}
	orderResponse struct{ Body photoOrder }
	photoOrder    struct {
		Photos []int64 `json:"photos" nullable:"false" maxItems:"2000" doc:"Ids of photos"`
	}

	photoBody struct {
		photo.Photo
		URL        string          `json:"url" doc:"Address of the main picture, which never changes its content"`
		Thumbnails photoThumbnails `json:"thumbnails"`
	}
	photoThumbnails struct {
		Medium string `json:"medium" doc:"JPEG within 1200 x 900"`
		Small  string `json:"small" doc:"JPEG within 400 x 300"`
	}
)

func toBody(ctx context.Context, p photo.Photo) photoBody {
	return photoBody{
		Photo: p, URL: *httpx.MediaURL(ctx, p.Key),
		Thumbnails: photoThumbnails{Medium: *httpx.MediaURL(ctx, p.MediumKey), Small: *httpx.MediaURL(ctx, p.SmallKey)},
	}
}

func (f photoFields) change() photo.Change {
	c := photo.Change{Caption: f.Caption.Pointer(), Cover: f.IsCover.Pointer()}
	if category := f.Category.Pointer(); category != nil {
		c.Category = (*photo.Category)(category)
	}
	if f.Room.Set {
		room := &f.Room.Value
		if f.Room.Null {
			room = nil
		}
		c.Room = &room
	}
	return c
}

func (h *handlers) list(ctx context.Context, req *galleryRequest) (*galleryResponse, error) {
	filter := photo.Filter{Category: photo.Category(req.Category), Room: req.Room}
	photos, count, err := h.svc.Gallery(ctx, auth.From(ctx), req.ID, filter, req.Request())
	if err != nil {
		return nil, err
	}
	bodies := make([]photoBody, len(photos))
	for i, p := range photos {
		bodies[i] = toBody(ctx, p)
	}
	return &galleryResponse{Body: httpx.Page(ctx, &req.Query, count, bodies)}, nil
}

func (h *handlers) add(ctx context.Context, req *addPhotoRequest) (*photoResponse, error) {
	in := photo.AddInput{Change: req.Body.change()}
	upload, done, err := httpx.OpenFile(ctx, "file")
	if err != nil {
		return nil, err
	}
	defer done()
	in.File = upload
	p, err := h.svc.Add(ctx, auth.From(ctx), req.ID, in)
	if err != nil {
		return nil, err
	}
	return &photoResponse{Body: toBody(ctx, p)}, nil
}

func (h *handlers) update(ctx context.Context, req *updatePhotoRequest) (*photoResponse, error) {
	p, err := h.svc.Update(ctx, auth.From(ctx), req.ID, req.PhotoID, req.Body.change())
	if err != nil {
		return nil, err
	}
	return &photoResponse{Body: toBody(ctx, p)}, nil
}

func (h *handlers) delete(ctx context.Context, req *photoRequest) (*struct{}, error) {
	return nil, h.svc.Delete(ctx, auth.From(ctx), req.ID, req.PhotoID)
}

func (h *handlers) order(ctx context.Context, req *orderRequest) (*orderResponse, error) {
	ids, err := h.svc.Order(ctx, auth.From(ctx), req.ID, req.Body.Photos)
	if err != nil {
		return nil, err
	}
	return &orderResponse{Body: photoOrder{Photos: ids}}, nil
}
