package publication

import (
	"time"

	"allot/internal/content/facts"
	"allot/internal/platform/fold"
)

// Card is the summary of a published property, for lists that partners see.
type Card struct {
	PropertyID    int64     `bun:"property_id,pk" json:"property_id"`
	OwnerID       int64     `bun:"owner_id" json:"owner_id"`
	PublicationID int64     `bun:"publication_id" json:"-"`
	Version       int       `bun:"version" json:"version"`
	PublishedAt   time.Time `bun:"published_at" json:"published_at"`
	Code          string    `bun:"code" json:"code"`
	Name          string    `bun:"name" json:"name"`
	NameSearch    string    `bun:"name_search" json:"-"`
	PropertyType  string    `bun:"property_type" json:"property_type"`
	Stars         *float64  `bun:"stars" json:"stars"`
	Country       string    `bun:"country" json:"country" doc:"ISO 3166-1 alpha-2"`
	State         string    `bun:"state" json:"state"`
	City          string    `bun:"city" json:"city"`
	Latitude      *float64  `bun:"latitude" json:"latitude"`
	Longitude     *float64  `bun:"longitude" json:"longitude"`
	LogoKey       string    `bun:"logo_key" json:"-"`
	CoverKey      string    `bun:"cover_key" json:"-"` // the small picture
	Rooms         int       `bun:"rooms" json:"rooms" doc:"How many room types"`
	Photos        int       `bun:"photos" json:"photos" doc:"How many photos"`
}

// Room is a published room type.
type Room struct {
	ID         int64  `bun:"room_id,pk" json:"id" doc:"Id of a record of the category rooms"`
	PropertyID int64  `bun:"property_id" json:"property_id"`
	OwnerID    int64  `bun:"owner_id" json:"owner_id"`
	Position   int    `bun:"position" json:"position"`
	Code       string `bun:"code" json:"code"`
	Name       string `bun:"name" json:"name"`
	TotalUnits int    `bun:"total_units" json:"total_units"`
}

// CardFilter narrows a list of cards. Owners are the hotels that the reader may see.
type CardFilter struct {
	Owners     []int64
	Properties []int64 // empty: all
	Countries  []string
	Query      string // part of the name
}

// Card returns the card of a version.
func (v Version) Card() Card {
	p := v.Snapshot.Property
	c := Card{
		PropertyID: v.PropertyID, OwnerID: v.OwnerID, PublicationID: v.ID, Version: v.Number(), PublishedAt: v.PublishedAt(),
		Code: p.Code, Name: p.Name, NameSearch: fold.Fold(p.Name), PropertyType: p.PropertyType, Stars: p.Stars,
		Country: p.Country, State: p.State, City: p.City, Latitude: p.Latitude, Longitude: p.Longitude,
		LogoKey: v.Snapshot.LogoKey, Rooms: len(v.Snapshot.Facts[facts.CategoryRooms]), Photos: len(v.Snapshot.Photos),
	}
	for _, one := range v.Snapshot.Photos {
		if one.IsCover {
			c.CoverKey = one.SmallKey
		}
	}
	return c
}

// Rooms returns the room types of a version.
func (v Version) Rooms() []Room {
	list := []Room{}
	for _, e := range v.Snapshot.Facts[facts.CategoryRooms] {
		r := facts.RoomOf(e)
		list = append(list, Room{
			ID: r.ID, PropertyID: v.PropertyID, OwnerID: v.OwnerID, Position: r.Position, Code: r.Code, Name: r.Name, TotalUnits: r.TotalUnits,
		})
	}
	return list
}
