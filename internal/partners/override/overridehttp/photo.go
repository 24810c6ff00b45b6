package overridehttp

import (
	"context"

	"allot/internal/content/photo"
	"allot/internal/identity/auth"
	"allot/internal/partners/contract"
	"allot/internal/partners/override"
	"allot/internal/platform/httpx"
)

type (
	selectionRequest struct {
		PropertyID int64 `path:"property_id" minimum:"1" doc:"Id of the property"`
	}
	saveSelectionRequest struct {
		PropertyID int64 `path:"property_id" minimum:"1" doc:"Id of the property"`
		Body       struct {
			Photos          httpx.Patch[[]photoRef] `json:"photos,omitempty" maxItems:"2000" doc:"What you show, in this order; null for the hotel's choice and order"`
			UseOwnLogo      httpx.Patch[bool]       `json:"use_own_logo,omitempty" doc:"Show the logo of your company instead of the hotel's"`
			SelectionStatus httpx.Patch[string]     `json:"selection_status,omitempty" doc:"As it was read, if the answer is sent back: photos that are as they were then stay what they are, the hotel's choice or a selection that waits"`
		}
	}
	photoRef struct {
		ID       int64 `json:"id" minimum:"1"`
		Own      bool  `json:"own,omitempty" doc:"True for a photo of your own"`
		Selected *bool `json:"selected,omitempty" doc:"False leaves the photo out, as if it was not in the list"`
	}
	selectionResponse struct{ Body selectionBody }
	selectionBody     struct {
		Property        int64            `json:"property"`
		Select          contract.Answer  `json:"select" enum:"Y,N,O" doc:"What the contract says: Y yes, N no, O with approval of the hotel"`
		AddOwn          contract.Answer  `json:"add_own" enum:"Y,N,O" doc:"The same of photos of your own"`
		AddLogo         contract.Answer  `json:"add_logo" enum:"Y,N,O" doc:"The same of your logo"`
		SelectionStatus *override.Status `json:"selection_status" doc:"active, waiting or declined; null without a selection"`
		SelectionReason string           `json:"selection_reason" doc:"Why the hotel has declined it"`
		Photos          []selectedPhoto  `json:"photos" nullable:"false"`
		NewPhotos       []int64          `json:"new_photos" nullable:"false" doc:"Ids of photos of the hotel that were published after you made the selection"`
		UseOwnLogo      bool             `json:"use_own_logo"`
		LogoStatus      *override.Status `json:"logo_status" doc:"active, waiting or declined; null with the hotel's logo"`
		Logo            *string          `json:"logo" doc:"Address of the logo of your company, or null"`
	}
	selectedPhoto struct {
		ID         int64                   `json:"id"`
		Own        bool                    `json:"own" doc:"A photo of your own"`
		Selected   bool                    `json:"selected"`
		Position   *int                    `json:"position" doc:"In the selection, from 0; null if not selected"`
		Caption    string                  `json:"caption"`
		Category   string                  `json:"category"`
		Room       *int64                  `json:"room" doc:"Id of a record of the category rooms, or null"`
		Width      int                     `json:"width"`
		Height     int                     `json:"height"`
		URL        string                  `json:"url"`
		Thumbnails selectedPhotoThumbnails `json:"thumbnails"`
		Status     *override.Status        `json:"status" doc:"Of an own photo: active, waiting or declined"`
		Reason     string                  `json:"reason" doc:"Why the hotel has declined it"`
	}
	selectedPhotoThumbnails struct {
		Medium string `json:"medium" doc:"JPEG within 1200 x 900"`
		Small  string `json:"small" doc:"JPEG within 400 x 300"`
	}

	addOwnPhotoRequest struct {
		PropertyID int64 `path:"property_id" minimum:"1" doc:"Id of the property"`
		Body       ownPhotoFields
	}
	updateOwnPhotoRequest struct {
		PropertyID int64 `path:"property_id" minimum:"1" doc:"Id of the property"`
		PhotoID    int64 `path:"photo_id" minimum:"1" doc:"Id of your photo"`
		Body       ownPhotoFields
	}
	ownPhotoRequest struct {
		PropertyID int64 `path:"property_id" minimum:"1" doc:"Id of the property"`
		PhotoID    int64 `path:"photo_id" minimum:"1" doc:"Id of your photo"`
	}
	ownPhotoFields struct {
		Caption  httpx.Patch[string] `json:"caption,omitempty" doc:"One line of at most 300 characters"`
		Category httpx.Patch[string] `json:"category,omitempty" doc:"exterior, room, pool, restaurant, beach, spa, lobby or other; by default room with a room, else other"`
		Room     httpx.Patch[int64]  `json:"room,omitempty" doc:"Id of a room that the hotel has published"`
	}
	ownPhotoResponse struct{ Body selectedPhoto }
)

func (f ownPhotoFields) change() photo.Change {
	c := photo.Change{Caption: f.Caption.Pointer(), Room: f.Room.PointerOrNull()}
	if category := f.Category.Pointer(); category != nil {
		c.Category = (*photo.Category)(category)
	}
	return c
}

func toSelectedPhoto(ctx context.Context, p override.GalleryPhoto) selectedPhoto {
	body := selectedPhoto{
		ID: p.ID, Own: p.Own, Selected: p.Selected, Caption: p.Caption, Category: string(p.Category), Room: p.RoomID,
		Width: p.Width, Height: p.Height, URL: *httpx.MediaURL(ctx, p.Key),
		Thumbnails: selectedPhotoThumbnails{Medium: *httpx.MediaURL(ctx, p.MediumKey), Small: *httpx.MediaURL(ctx, p.SmallKey)},
	}
	if p.Selected {
		body.Position = &p.Position
	}
	if p.Override != nil {
		body.Status, body.Reason = &p.Override.Status, p.Override.Reason
	}
	return body
}

func toSelection(ctx context.Context, g override.Gallery) *selectionResponse {
	body := selectionBody{
		Property: g.PropertyID, Select: g.Select, AddOwn: g.AddOwn, AddLogo: g.AddLogo, NewPhotos: g.NewPhotos,
		Photos: make([]selectedPhoto, len(g.Photos)), Logo: httpx.MediaURL(ctx, g.LogoKey),
	}
	for i, p := range g.Photos {
		body.Photos[i] = toSelectedPhoto(ctx, p)
	}
	if g.Selection != nil {
		body.SelectionStatus, body.SelectionReason = &g.Selection.Status, g.Selection.Reason
	}
	if g.Logo != nil {
		body.UseOwnLogo, body.LogoStatus = true, &g.Logo.Status
	}
	return &selectionResponse{Body: body}
}

func (h *handlers) gallery(ctx context.Context, req *selectionRequest) (*selectionResponse, error) {
	g, err := h.Overrides.Gallery(ctx, auth.From(ctx), req.PropertyID)
	if err != nil {
		return nil, err
	}
	return toSelection(ctx, g), nil
}

func (h *handlers) saveGallery(ctx context.Context, req *saveSelectionRequest) (*selectionResponse, error) {
	g, err := h.Overrides.SaveGallery(ctx, auth.From(ctx), req.PropertyID, override.GalleryChange{
		Photos: refs(req.Body.Photos), UseOwnLogo: req.Body.UseOwnLogo.Pointer(), AsRead: req.Body.SelectionStatus.Set,
	})
	if err != nil {
		return nil, err
	}
	return toSelection(ctx, g), nil
}

// refs returns the selected photos: a client that sends back a response sends
// the others too.
func refs(photos httpx.Patch[[]photoRef]) **[]override.Ref {
	list := httpx.Patch[[]override.Ref]{Set: photos.Set, Null: photos.Null, Value: []override.Ref{}}
	for _, p := range photos.Value {
		if p.Selected == nil || *p.Selected {
			list.Value = append(list.Value, override.Ref{ID: p.ID, Own: p.Own})
		}
	}
	return list.PointerOrNull()
}

func (h *handlers) addPhoto(ctx context.Context, req *addOwnPhotoRequest) (*ownPhotoResponse, error) {
	in := photo.AddInput{Change: req.Body.change()}
	upload, done, err := httpx.OpenFile(ctx, "file")
	if err != nil {
		return nil, err
	}
	defer done()
	in.File = upload
	p, err := h.Overrides.AddPhoto(ctx, auth.From(ctx), req.PropertyID, in)
	if err != nil {
		return nil, err
	}
	return &ownPhotoResponse{Body: toSelectedPhoto(ctx, p)}, nil
}

func (h *handlers) updatePhoto(ctx context.Context, req *updateOwnPhotoRequest) (*ownPhotoResponse, error) {
	p, err := h.Overrides.UpdatePhoto(ctx, auth.From(ctx), req.PropertyID, req.PhotoID, req.Body.change())
	if err != nil {
		return nil, err
	}
	return &ownPhotoResponse{Body: toSelectedPhoto(ctx, p)}, nil
}

func (h *handlers) deletePhoto(ctx context.Context, req *ownPhotoRequest) (*struct{}, error) {
	return nil, h.Overrides.DeletePhoto(ctx, auth.From(ctx), req.PropertyID, req.PhotoID)
}
