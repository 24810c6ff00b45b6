package portfoliohttp

import (
	"context"

	"allot/internal/partners/override"
	"allot/internal/platform/httpx"
)

// portfolioPhoto is a photo as its viewer shows it.
type portfolioPhoto struct {
	ID         int64                    `json:"id"`
	Own        bool                     `json:"own" doc:"True for a photo that the tour operator has added; those have ids of their own"`
	Room       *int64                   `json:"room" doc:"Id of a record of the category rooms, or null"`
	Category   string                   `json:"category"`
	Caption    string                   `json:"caption"`
	IsCover    bool                     `json:"is_cover"`
	Width      int                      `json:"width"`
	Height     int                      `json:"height"`
	URL        string                   `json:"url"`
	Thumbnails portfolioPhotoThumbnails `json:"thumbnails"`
}

type portfolioPhotoThumbnails struct {
	Medium string `json:"medium" doc:"JPEG within 1200 x 900"`
	Small  string `json:"small" doc:"JPEG within 400 x 300"`
}

func photosOf(ctx context.Context, photos []override.Photo) []portfolioPhoto {
	list := make([]portfolioPhoto, len(photos))
	for i, p := range photos {
		list[i] = portfolioPhoto{
			ID: p.ID, Own: p.Own, Room: p.RoomID, Category: string(p.Category), Caption: p.Caption, IsCover: p.IsCover,
			Width: p.Width, Height: p.Height, URL: *httpx.MediaURL(ctx, p.Key),
			Thumbnails: portfolioPhotoThumbnails{Medium: *httpx.MediaURL(ctx, p.MediumKey), Small: *httpx.MediaURL(ctx, p.SmallKey)},
		}
	}
	return list
}
