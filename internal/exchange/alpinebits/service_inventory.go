package alpinebits

import (
	"context"
	"encoding/json"
	"fmt"

	"allot/internal/content/facts"
	"allot/internal/exchange/connection"
)

// roomPatch is the change of a room type, or without an id a new one.
type roomPatch struct {
	ID                int64  `json:"id,omitempty"`
	TotalUnits        int    `json:"room_total_units,omitempty"`
	Name              string `json:"name,omitempty"`
	Code              string `json:"code,omitempty"`
	MinOccupancy      int    `json:"min_occupancy,omitempty"`
	StandardOccupancy int    `json:"standard_occupancy,omitempty"`
	MaxOccupancy      int    `json:"max_occupancy,omitempty"`
	MaxChildren       int    `json:"max_children,omitempty"`
}

// pushInventory takes how many rooms a category has from the system, where it lists
// them, and makes rooms of categories that the hotel does not have. They are in the
// working fact sheet only: people complete and publish them. Nothing is removed.
func (s *Service) pushInventory(ctx context.Context, conn connection.Connection, call Call) (done outcome, err error) {
	m, err := ReadInventory(call.Version, call.Request)
	if err != nil {
		return done, err
	}
	err = s.store.InTx(ctx, func(ctx context.Context) error {
		if _, err := s.deps.Properties.LockOwn(ctx, caller(conn), conn.PropertyID); err != nil {
			return err
		}
		h, err := s.house(ctx, conn, m.Hotel)
		if err != nil {
			return err
		}
		patches, warnings := h.recount(m)
		if err := s.saveRooms(ctx, conn, patches); err != nil {
			return err
		}
		made := len(warnings)
		if len(m.Categories) == 0 {
			warnings = append(warnings, Warning{Type: advisory, Text: "no room was removed: the hotel removes rooms in its fact sheet"})
		}
		done = outcome{
			answer: answer(ActionInventoryPush, warnings), ok: len(m.Categories),
			message: fmt.Sprintf("%d categories, %d numbers of rooms changed, %d rooms made", len(m.Categories), len(patches)-made, made),
		}
		if len(warnings) > 0 {
			done.message += "; " + textOf(warnings)
		}
		return nil
	})
	return done, err
}

// recount returns the room types whose number of units differs and those to be made, and
// a warning for each of the latter.
func (h house) recount(m Inventory) (patches []roomPatch, warnings []Warning) {
	for _, c := range m.Categories {
		r, known := h.room(c.Code)
		if !known {
			patches = append(patches, c.draft())
			warnings = append(warnings, Warning{advisory, c.Code, c.Code + " was no room of this hotel: it was made in the fact sheet, where the hotel completes and publishes it"})
			continue
		}
		if n := len(c.Rooms); n > 0 && n != r.TotalUnits {
			patches = append(patches, roomPatch{ID: r.ID, TotalUnits: n})
		}
	}
	return patches, warnings
}

// draft is the room type of a category that the hotel does not have.
func (c Category) draft() roomPatch {
	const longest = 100
	name := c.Title
	if name == "" {
		name = c.Code
	}
	return roomPatch{
		TotalUnits: len(c.Rooms), Name: cut(name, longest), Code: c.Code, MinOccupancy: c.MinOccupancy,
		StandardOccupancy: c.StandardOccupancy, MaxOccupancy: c.MaxOccupancy, MaxChildren: c.MaxChildren,
	}
}

// saveRooms changes the fact sheet as its owner would: fewer units than are sold are
// refused.
func (s *Service) saveRooms(ctx context.Context, conn connection.Connection, patches []roomPatch) error {
	if len(patches) == 0 {
		return nil
	}
	category, found := s.deps.Catalogue.Find(facts.CategoryRooms)
	if !found {
		return fmt.Errorf("alpinebits: the catalogue has no category %s", facts.CategoryRooms)
	}
	body, err := json.Marshal(patches)
	if err != nil {
		return fmt.Errorf("encode rooms: %w", err)
	}
	_, err = s.deps.Properties.SaveFacts(ctx, caller(conn), conn.PropertyID, category, body)
	return err
}

// pullInventory gives the rooms that have a code. Rooms without one cannot be named
// in the standard.
func (s *Service) pullInventory(ctx context.Context, conn connection.Connection, call Call) (outcome, error) {
	asked, err := ReadInventoryPull(call.Version, call.Request)
	if err != nil {
		return outcome{}, err
	}
	h, err := s.house(ctx, conn, asked)
	if err != nil {
		return outcome{}, err
	}
	var (
		rooms    []codedRoom
		warnings []Warning
	)
	for _, r := range h.rooms {
		if code := h.codeOf(r.ID); code != "" {
			rooms = append(rooms, codedRoom{r, code})
			continue
		}
		warnings = append(warnings, Warning{Type: advisory, Text: fmt.Sprintf("%s has no code of 1 to %d characters and is left out", r.Name, maxCategory)})
	}
	return outcome{
		answer: inventoryAnswer(h.hotel, rooms, bounded(warnings)), ok: len(rooms), message: textOf(bounded(warnings)),
	}, nil
}
