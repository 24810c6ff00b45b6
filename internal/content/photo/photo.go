package photo

import (
	"fmt"
	"slices"
	"strings"
	"time"

	"allot/internal/platform/apperr"
	"allot/internal/platform/field"
)

// Category says what a photo shows.
type Category string

// The categories.
const (
	CategoryExterior   Category = "exterior"
	CategoryRoom       Category = "room"
	CategoryPool       Category = "pool"
	CategoryRestaurant Category = "restaurant"
	CategoryBeach      Category = "beach"
	CategorySpa        Category = "spa"
	CategoryLobby      Category = "lobby"
	CategoryOther      Category = "other"
)

// Categories lists every category.
var Categories = []Category{
	CategoryExterior, CategoryRoom, CategoryPool, CategoryRestaurant, CategoryBeach, CategorySpa, CategoryLobby, CategoryOther,
}

// Photo is one picture of a gallery. The HTTP handlers make its addresses from its keys.
type Photo struct {
	ID         int64     `bun:"id,pk,autoincrement" json:"id"`
	OwnerID    int64     `bun:"owner_id" json:"-"`
	PropertyID int64     `bun:"property_id" json:"property"`
	RoomID     *int64    `bun:"room_id" json:"room" doc:"Id of a record of the category rooms, or null"`
	Category   Category  `bun:"category" json:"category" enum:"exterior,room,pool,restaurant,beach,spa,lobby,other"`
	Caption    string    `bun:"caption" json:"caption"`
	IsCover    bool      `bun:"is_cover" json:"is_cover" doc:"True for exactly one photo of a gallery"`
	Position   int       `bun:"position" json:"position"`
	Width      int       `bun:"width" json:"width"`
	Height     int       `bun:"height" json:"height"`
	Bytes      int64     `bun:"bytes" json:"bytes"`
	Checksum   int64     `bun:"checksum" json:"-"` // CRC-32 of the main file, for ZIP archives
	Key        string    `bun:"key" json:"-"`
	MediumKey  string    `bun:"medium_key" json:"-"`
	SmallKey   string    `bun:"small_key" json:"-"`
	CreatedAt  time.Time `bun:"created_at" json:"created_at"`
	UpdatedAt  time.Time `bun:"updated_at" json:"updated_at"`
}

// MaxCaption bounds a caption, in characters.
const MaxCaption = 300

var errCoverNeeded = apperr.Field("is_cover", "a gallery always has a cover: make another photo the cover instead")

// Change changes a photo; nil leaves a field as it is. An empty category is replaced with the
// default one.
type Change struct {
	Caption  *string
	Category *Category
	Room     **int64
	Cover    *bool
}

// Apply changes a photo, but not its cover flag, which concerns two photos.
func (c Change) Apply(p *Photo) {
	if c.Caption != nil {
		p.Caption = strings.TrimSpace(*c.Caption)
	}
	if c.Room != nil {
		p.RoomID = *c.Room
	}
	if c.Category != nil {
		p.Category = *c.Category
	}
	if p.Category == "" {
		p.Category = CategoryOther
		if p.RoomID != nil {
			p.Category = CategoryRoom
		}
	}
}

// Check reports every bad field. rooms are those of the property.
func (p Photo) Check(f *apperr.Fields, rooms []int64) {
	field.CheckLine(f, "caption", p.Caption, MaxCaption)
	f.Checkf(slices.Contains(Categories, p.Category), "category", "must be one of %s", categoryNames())
	f.Check(p.RoomID == nil || slices.Contains(rooms, *p.RoomID), "room", "must be the id of a room of this property, or null")
}

func categoryNames() string {
	names := make([]string, len(Categories))
	for i, c := range Categories {
		names[i] = string(c)
	}
	return strings.Join(names, ", ")
}

// same reports whether two photos are equal.
func same(a, b Photo) bool {
	room := a.RoomID == nil && b.RoomID == nil || a.RoomID != nil && b.RoomID != nil && *a.RoomID == *b.RoomID
	a.RoomID, b.RoomID = nil, nil
	return room && a == b
}

// maxBadIDs is how many bad ids of an order are reported.
const maxBadIDs = 20

// reorder moves the photos of ids to the front, in that order; the others follow in their
// present order. It refuses unknown and repeated ids.
func reorder(photos []Photo, ids []int64) ([]Photo, error) {
	var f apperr.Fields
	rest := slices.Clone(photos)
	ordered := make([]Photo, 0, len(photos))
	for i, id := range ids {
		at := slices.IndexFunc(rest, func(p Photo) bool { return p.ID == id })
		if at < 0 {
			problem := "is no photo of this gallery"
			if slices.Contains(ids[:i], id) {
				problem = "is in the list twice"
			}
			f.Check(false, fmt.Sprintf("photos[%d]", i), problem)
			if len(f) == maxBadIDs {
				break
			}
			continue
		}
		ordered = append(ordered, rest[at])
		rest = slices.Delete(rest, at, at+1)
	}
	return append(ordered, rest...), f.Err()
}
