package override

import (
	"context"
	"encoding/json"
	"fmt"
	"slices"

	"allot/internal/content/facts"
	"allot/internal/content/photo"
	"allot/internal/content/publication"
	"allot/internal/identity/auth"
	"allot/internal/identity/plan"
	"allot/internal/partners/contract"
	"allot/internal/platform/apperr"
)

// AddPhoto stores a photo of the operator's own for a property, up to the
// number that the operator's plan allows for each property.
func (s *Service) AddPhoto(ctx context.Context, who auth.Caller, propertyID int64, in photo.AddInput) (p GalleryPhoto, err error) {
	// Refuse before decoding and storing the image.
	card, c, err := s.visible(ctx, who.OwnerID, propertyID, contract.RightPhotos)
	if err != nil {
		return p, err
	}
	var f apperr.Fields
	f.Check(in.File != nil, "file", "is required: send a JPEG, PNG or WebP image in a form")
	if err := s.checkMayAdd(ctx, who.OwnerID, c, card.PropertyID); err != nil {
		return p, err
	}
	v, err := s.deps.Publications.Current(ctx, card.PropertyID)
	if err != nil {
		return p, err
	}
	if _, err := (description{}).changed(in.Change, roomsOf(v), f); err != nil {
		return p, err
	}
	files, err := s.deps.Photos.StoreUpload(ctx, folderOf(propertyID, who.OwnerID), in.File)
	if err != nil {
		return p, err
	}
	err = s.change(ctx, who.OwnerID, propertyID, contract.RightPhotos, func(ctx context.Context, c contract.Contract, v publication.Version) error {
		if err := s.checkMayAdd(ctx, who.OwnerID, c, propertyID); err != nil {
			return err
		}
		desc, err := (description{}).changed(in.Change, roomsOf(v), nil)
		if err != nil {
			return err
		}
		file := newFile(who.OwnerID, card, files, s.now())
		if err := s.store.InsertFile(ctx, &file); err != nil {
			return err
		}
		p, err = s.describe(ctx, c, v, file, desc)
		return err
	})
	return p, err
}

// checkMayAdd refuses a photo that the contract or the plan does not allow.
func (s *Service) checkMayAdd(ctx context.Context, operator int64, c contract.Contract, propertyID int64) error {
	if c.May(operator, contract.RightAddPhotos) == contract.No {
		return refused(KindOwnPhoto)
	}
	used, err := s.store.CountFiles(ctx, operator, propertyID)
	if err != nil {
		return err
	}
	return s.deps.Plans.AdmitCounted(ctx, operator, plan.FeaturePhotos, used)
}

// MostPhotos returns the number of own photos of each operator for the property with the most.
func (s *Service) MostPhotos(ctx context.Context, operators []int64) (map[int64]int, error) {
	return s.store.MostFiles(ctx, operators)
}

// roomsOf returns the ids of the published rooms, which a photo can show.
func roomsOf(v publication.Version) []int64 {
	ids := []int64{}
	for _, e := range v.Snapshot.Facts[facts.CategoryRooms] {
		ids = append(ids, e.ID)
	}
	return ids
}

// describe saves the description of an own photo and returns the photo as the
// gallery shows it.
func (s *Service) describe(ctx context.Context, c contract.Contract, v publication.Version, file OwnFile, desc description) (GalleryPhoto, error) {
	ov := ownPhotoOverride(file)
	ov.BaseVersion = v.Number()
	if _, _, err := s.put(ctx, c, ov, desc, struct{}{}); err != nil {
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

func ownPhotoOverride(file OwnFile) Override {
	return Override{OperatorID: file.OperatorID, HotelID: file.HotelID, PropertyID: file.PropertyID, Kind: KindOwnPhoto, RecordID: file.ID}
}

// UpdatePhoto changes the description of an own photo. If the contract requires
// approval, the description approved before stays in force until then.
func (s *Service) UpdatePhoto(ctx context.Context, who auth.Caller, propertyID, id int64, in photo.Change) (p GalleryPhoto, err error) {
	err = s.change(ctx, who.OwnerID, propertyID, contract.RightPhotos, func(ctx context.Context, c contract.Contract, v publication.Version) error {
		file, ov, err := s.ownPhoto(ctx, who.OwnerID, propertyID, id)
		if err != nil {
			return err
		}
		err = s.deps.Plans.RequireWithin(ctx, who.OwnerID, plan.FeaturePhotos, func(ctx context.Context) (int, error) {
			return s.store.FilePosition(ctx, file)
		})
		if err != nil {
			return err
		}
		var desc description
		if err := json.Unmarshal(ov.Wanted, &desc); err != nil {
			return fmt.Errorf("decode the description of own photo %d: %w", id, err)
		}
		if desc, err = desc.changed(in, roomsOf(v), nil); err != nil {
			return err
		}
		p, err = s.describe(ctx, c, v, file, desc)
		return err
	})
	return p, err
}

// DeletePhoto removes an own photo. The cleanup job removes its files.
func (s *Service) DeletePhoto(ctx context.Context, who auth.Caller, propertyID, id int64) error {
	return s.store.InTx(ctx, func(ctx context.Context) error {
		_, ov, err := s.ownPhoto(ctx, who.OwnerID, propertyID, id)
		if err != nil {
			return err
		}
		if err := s.remove(ctx, ov.OperatorID, ov.ID, KindOwnPhoto); err != nil {
			return err
		}
		return s.store.DeleteFile(ctx, who.OwnerID, id)
	})
}

func (s *Service) ownPhoto(ctx context.Context, operator, propertyID, id int64) (OwnFile, Override, error) {
	list, err := s.store.OperatorFiles(ctx, operator, []int64{propertyID})
	if err != nil {
		return OwnFile{}, Override{}, err
	}
	file, ok := byID(list)[id]
	if !ok {
		return OwnFile{}, Override{}, apperr.ErrNotFound
	}
	ov, err := s.store.ExistingOverride(ctx, ownPhotoOverride(file))
	return file, ov, err
}
