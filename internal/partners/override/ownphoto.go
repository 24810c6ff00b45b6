package override

import (
	"encoding/json"
	"fmt"
	"time"

	"allot/internal/content/photo"
	"allot/internal/content/property"
	"allot/internal/content/publication"
	"allot/internal/platform/apperr"
)

// OwnFile holds the files of a photo that an operator has added. Its caption,
// category and room are in an override.
type OwnFile struct {
	ID         int64     `bun:"id,pk,autoincrement" json:"id"`
	OperatorID int64     `bun:"operator_id" json:"operator_id"`
	HotelID    int64     `bun:"hotel_id" json:"hotel_id"`
	PropertyID int64     `bun:"property_id" json:"property_id"`
	Width      int       `bun:"width" json:"width"`
	Height     int       `bun:"height" json:"height"`
	Bytes      int64     `bun:"bytes" json:"bytes"`
	Checksum   int64     `bun:"checksum" json:"-"`
	Key        string    `bun:"key" json:"key"`
	MediumKey  string    `bun:"medium_key" json:"-"`
	SmallKey   string    `bun:"small_key" json:"-"`
	CreatedAt  time.Time `bun:"created_at" json:"created_at"`
}

// description is the value of an override for an own photo.
type description struct {
	Caption  string         `json:"caption"`
	Category photo.Category `json:"category"`
	Room     *int64         `json:"room"`
}

// folderOf returns the folder of an operator's own photos of a property.
func folderOf(propertyID, operator int64) string {
	return fmt.Sprintf("%s/partners/%d", property.Folder(propertyID), operator)
}

func newFile(operator int64, card publication.Card, files photo.Files, now time.Time) OwnFile {
	var p photo.Photo
	files.Apply(&p)
	return OwnFile{
		OperatorID: operator, HotelID: card.OwnerID, PropertyID: card.PropertyID, Width: p.Width, Height: p.Height,
		Bytes: p.Bytes, Checksum: p.Checksum, Key: p.Key, MediumKey: p.MediumKey, SmallKey: p.SmallKey, CreatedAt: now,
	}
}

// changed applies a change and checks the result by the rules of the hotel's
// gallery.
func (d description) changed(c photo.Change, rooms []int64, f apperr.Fields) (description, error) {
	p := photo.Photo{Caption: d.Caption, Category: d.Category, RoomID: d.Room}
	c.Apply(&p)
	p.Check(&f, rooms)
	return description{Caption: p.Caption, Category: p.Category, Room: p.RoomID}, f.Err()
}

// photo returns the file as a photo, with the description from an override.
func (o OwnFile) photo(desc json.RawMessage) (Photo, error) {
	var d description
	if err := json.Unmarshal(desc, &d); err != nil {
		return Photo{}, fmt.Errorf("decode the description of own photo %d: %w", o.ID, err)
	}
	return Photo{Own: true, Photo: publication.Photo{
		Photo: photo.Photo{
			ID: o.ID, OwnerID: o.OperatorID, PropertyID: o.PropertyID, RoomID: d.Room, Category: d.Category, Caption: d.Caption,
			Width: o.Width, Height: o.Height, Bytes: o.Bytes, Checksum: o.Checksum,
			Key: o.Key, MediumKey: o.MediumKey, SmallKey: o.SmallKey, CreatedAt: o.CreatedAt, UpdatedAt: o.CreatedAt,
		},
		Checksum: o.Checksum, Key: o.Key, MediumKey: o.MediumKey, SmallKey: o.SmallKey,
	}}, nil
}
