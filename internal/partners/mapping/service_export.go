package mapping

import (
	"context"
	"io"
	"slices"
	"strconv"

	"allot/internal/content/publication"
	"allot/internal/identity/auth"
	"allot/internal/partners/contract"
	"allot/internal/platform/csvfile"
)

// Export writes every property and room that the caller sees, by property and
// position, with the caller's codes or empty cells, so that the file can be
// completed and imported. A property has a row of its own before its rooms:
// repeated on the rows of its rooms, its codes would be outdated as soon as the
// first one is edited.
func (s *Service) Export(ctx context.Context, who auth.Caller, w io.Writer) error {
	hotels, err := s.hotels(ctx, who.OwnerID, contract.RightFacts)
	if err != nil {
		return err
	}
	withRooms, err := s.hotels(ctx, who.OwnerID, rightRooms)
	if err != nil {
		return err
	}
	properties, err := s.deps.Publications.PublishedIDs(ctx, publication.CardFilter{Owners: hotels})
	if err != nil {
		return err
	}
	out, err := csvfile.NewWriter(w, fileHeader...)
	if err != nil {
		return err
	}
	for part := range slices.Chunk(properties, propertiesAtOnce) {
		if err := s.exportPart(ctx, who.OwnerID, part, withRooms, out); err != nil {
			return err
		}
	}
	return out.Flush()
}

func (s *Service) exportPart(ctx context.Context, operator int64, properties []int64, withRooms idList, out *csvfile.Writer) error {
	cards, err := s.deps.Publications.CardsOf(ctx, properties)
	if err != nil {
		return err
	}
	rooms, err := s.deps.Publications.RoomsOf(ctx, properties)
	if err != nil {
		return err
	}
	codes, err := s.Codes(ctx, operator, properties)
	if err != nil {
		return err
	}
	for _, id := range properties {
		c, ok := cards[id]
		if !ok { // it has been removed meanwhile
			continue
		}
		if !withRooms.has(c.OwnerID) {
			delete(rooms, id)
		}
		if err := exportProperty(c, rooms[id], codes[id], out); err != nil {
			return err
		}
	}
	return nil
}

func exportProperty(c publication.Card, rooms []publication.Room, codes Codes, out *csvfile.Writer) error {
	head := []string{strconv.FormatInt(c.PropertyID, 10), c.Code, c.Name, c.Country, c.City}
	own := append(slices.Clone(head), codes.Hotel, codes.Internal, codes.External, codes.Supplier, "", "", "", "", "")
	if err := out.Write(own...); err != nil {
		return err
	}
	for _, r := range rooms {
		m := codes.Rooms[r.ID]
		line := append(slices.Clone(head), "", "", "", "", strconv.FormatInt(r.ID, 10), r.Code, r.Name, m.Code, m.Name)
		if err := out.Write(line...); err != nil {
			return err
		}
	}
	return nil
}
