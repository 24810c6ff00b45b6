package override

import (
	"context"
	"encoding/json"
	"fmt"
	"slices"

	"allot/internal/auth"
	"allot/internal/billing"
	"allot/internal/contract"
	"allot/internal/facts"
	"allot/internal/photo"
	"allot/internal/platform/apperr"
	"allot/internal/publication"
)

// AddPhoto stores a photo of the operator's own for a property, up to what the
// operator's plan allows for each.
func (s *Service) AddPhoto(ctx context.Context, who auth.Caller, propertyID int64, in photo.AddInput) (p GalleryPhoto, err error) {
	// Nothing is decoded or stored for somebody who would be refused anyway.
	card, c, err := s.visible(ctx, who.OwnerID, propertyID, contract.RightPhotos)
	if err != nil {
		return p, err
	}
	var f apperr.Fields
	f.Check(in.File != nil, "file", "is required: send a JPEG, PNG or WebP image in a form")
	if err := s.admit(ctx, who.OwnerID, c, card.PropertyID); err != nil {
		return p, err
	}
	v, err := s.Publications.Current(ctx, card.PropertyID)
	if err != nil {
		return p, err
	}
	if _, err := (description{}).described(in.Change, roomsOf(v), f); err != nil {
		return p, err
	}
	files, err := s.Photos.Keep(ctx, folderOf(propertyID, who.OwnerID), in.File)
	if err != nil {
		return p, err
	}
	err = s.change(ctx, who.OwnerID, propertyID, contract.RightPhotos, func(ctx context.Context, c contract.Contract, v publication.Version) error {
		if err := s.admit(ctx, who.OwnerID, c, propertyID); err != nil {
			return err
		}
		said, err := (description{}).described(in.Change, roomsOf(v), nil)
		if err != nil {
			return err
		}
		file := newFile(who.OwnerID, card, files, s.now())
		if err := s.store.InsertFile(ctx, &file); err != nil {
			return err
		}
		p, err = s.describe(ctx, c, v, file, said)
		return err
	})
	return p, err
}

// admit refuses what the contract does not allow, and one photo more than the
// plan does.
func (s *Service) admit(ctx context.Context, operator int64, c contract.Contract, propertyID int64) error {
	if c.May(operator, contract.RightAddPhotos) == contract.No {
		return refused(KindOwnPhoto)
	}
	plan, err := s.Plans.PlanOf(ctx, operator)
	if err != nil {
		return err
	}
	used, err := s.store.CountFiles(ctx, operator, propertyID)
	if err != nil {
		return err
	}
	return plan.Allows(billing.FeaturePhotos, used)
}

// roomsOf are the rooms that a photo can show: those that partners know.
func roomsOf(v publication.Version) []int64 {
	ids := []int64{}
	for _, e := range v.Snapshot.Facts[facts.CategoryRooms] {
		ids = append(ids, e.ID)
	}
	return ids
}

// describe says something of an own photo and returns it as the gallery shows it.
func (s *Service) describe(ctx context.Context, c contract.Contract, v publication.Version, file OwnFile, said description) (GalleryPhoto, error) {
	w := ownPhotoWish(file)
	w.BaseVersion = v.Number()
	if _, _, err := s.put(ctx, c, w, said, struct{}{}); err != nil {
		return GalleryPhoto{}, err
	}
	g, err := s.gallery(ctx, file.OperatorID, c, v)
	if err != nil {
		return GalleryPhoto{}, err
	}
	i := slices.IndexFunc(g.Photos, func(p GalleryPhoto) bool { return p.Own && p.ID == file.ID })
	if i < 0 {
		return GalleryPhoto{}, fmt.Errorf("own photo %d is not in its gallery", file.ID)
	}
	return g.Photos[i], nil
}

func ownPhotoWish(file OwnFile) Wish {
	return Wish{OperatorID: file.OperatorID, HotelID: file.HotelID, PropertyID: file.PropertyID, Kind: KindOwnPhoto, RecordID: file.ID}
}

// UpdatePhoto changes what is said of an own photo. Where the hotel approves
// photos it approves this too; until then the words before stand.
func (s *Service) UpdatePhoto(ctx context.Context, who auth.Caller, propertyID, id int64, in photo.Change) (p GalleryPhoto, err error) {
	err = s.change(ctx, who.OwnerID, propertyID, contract.RightPhotos, func(ctx context.Context, c contract.Contract, v publication.Version) error {
		file, w, err := s.ownPhoto(ctx, who.OwnerID, propertyID, id)
		if err != nil {
			return err
		}
		var said description
		if err := json.Unmarshal(w.Wanted, &said); err != nil {
			return fmt.Errorf("decode what is said of own photo %d: %w", id, err)
		}
		if said, err = said.described(in, roomsOf(v), nil); err != nil {
			return err
		}
		p, err = s.describe(ctx, c, v, file, said)
		return err
	})
	return p, err
}

// DeletePhoto takes an own photo away. The sweep removes its files.
func (s *Service) DeletePhoto(ctx context.Context, who auth.Caller, propertyID, id int64) error {
	return s.store.InTx(ctx, func(ctx context.Context) error {
		_, w, err := s.ownPhoto(ctx, who.OwnerID, propertyID, id)
		if err != nil {
			return err
		}
		if err := s.remove(ctx, w.OperatorID, w.ID, KindOwnPhoto); err != nil {
			return err
		}
		return s.store.DeleteFile(ctx, who.OwnerID, id)
	})
}

func (s *Service) ownPhoto(ctx context.Context, operator, propertyID, id int64) (OwnFile, Wish, error) {
	list, err := s.store.OperatorFiles(ctx, operator, []int64{propertyID})
	if err != nil {
		return OwnFile{}, Wish{}, err
	}
	file, ok := byID(list)[id]
	if !ok {
		return OwnFile{}, Wish{}, apperr.ErrNotFound
	}
	w, err := s.store.SameWish(ctx, ownPhotoWish(file))
	return file, w, err
}
