package publicationhttp

import (
	"context"

	"allot/internal/content/publication"
	"allot/internal/platform/httpx"
)

// publishedPhoto is a photo as partners see it.
type publishedPhoto struct {
	ID         int64                    `json:"id"`
	Room       *int64                   `json:"room" doc:"Id of a record of the category rooms, or null"`
	Category   string                   `json:"category"`
	Caption    string                   `json:"caption"`
	IsCover    bool                     `json:"is_cover"`
	Width      int                      `json:"width"`
	Height     int                      `json:"height"`
	URL        string                   `json:"url"`
	Thumbnails publishedPhotoThumbnails `json:"thumbnails"`
}

type publishedPhotoThumbnails struct {
	Medium string `json:"medium" doc:"JPEG within 1200 x 900"`
	Small  string `json:"small" doc:"JPEG within 400 x 300"`
}

func shownPhoto(ctx context.Context, p publication.Photo) publishedPhoto {
	return publishedPhoto{
		ID: p.ID, Room: p.RoomID, Category: string(p.Category), Caption: p.Caption, IsCover: p.IsCover, Width: p.Width, Height: p.Height,
		URL:        *httpx.MediaURL(ctx, p.Key),
		Thumbnails: publishedPhotoThumbnails{Medium: *httpx.MediaURL(ctx, p.MediumKey), Small: *httpx.MediaURL(ctx, p.SmallKey)},
	}
}

// photosOf returns the photos of a type: all, the cover, or none.
func photosOf(ctx context.Context, t publication.Type, s publication.Snapshot) []publishedPhoto {
	list := []publishedPhoto{}
	for _, p := range s.Photos {
		if t == publication.TypeFull || t == publication.TypeSummary && p.IsCover {
			list = append(list, shownPhoto(ctx, p))
		}
	}
	return list
}
