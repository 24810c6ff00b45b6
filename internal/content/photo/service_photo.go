package photo

import (
	"context"
	"errors"
	"io"

	"allot/internal/identity/auth"
	"allot/internal/identity/plan"
	"allot/internal/platform/apperr"
	"allot/internal/platform/audit"
)

// AddInput is an upload and the fields of its photo.
type AddInput struct {
	File io.ReadSeeker // nil: none was sent
	// Prepared is a file that Prepare has stored already; nil: File is stored.
	Prepared *Files
	Change
}

// Add stores an upload as the last photo of a gallery. It becomes the cover if it is the first
// one or asks for it.
func (s *Service) Add(ctx context.Context, who auth.Caller, property int64, in AddInput) (Photo, error) {
	p := Photo{OwnerID: who.OwnerID, PropertyID: property}
	in.Apply(&p)
	// A request that will be refused must not decode or store anything.
	if _, err := s.deps.Properties.Own(ctx, who, property); err != nil {
		return Photo{}, err
	}
	var f apperr.Fields
	f.Check(in.File != nil || in.Prepared != nil, "file", "is required: send a JPEG, PNG or WebP image in a form")
	if err := s.check(ctx, p, f); err != nil {
		return Photo{}, err
	}
	if err := s.deps.Properties.RequireWritable(ctx, who.OwnerID, property); err != nil {
		return Photo{}, err
	}
	if err := s.admit(ctx, p); err != nil {
		return Photo{}, err
	}
	stored := in.Prepared
	if stored == nil {
		files, err := s.Prepare(ctx, property, in.File)
		if err != nil {
			return Photo{}, err
		}
		stored = &files
	}
	stored.Apply(&p)
	err := s.change(ctx, who, property, func(ctx context.Context) error { return s.insert(ctx, &p, in.Cover) })
	return p, err
}

// Prepare stores an upload for Add in the folder of a property, so that whoever adds many
// photos can store several at a time and still add them in order.
func (s *Service) Prepare(ctx context.Context, property int64, upload io.ReadSeeker) (Files, error) {
	return s.StoreUpload(ctx, folderOf(property), upload)
}

// insert adds a photo to a locked gallery, after checking again what may have changed during
// the upload.
func (s *Service) insert(ctx context.Context, p *Photo, cover *bool) error {
	if err := s.admit(ctx, *p); err != nil {
		return err
	}
	if err := s.check(ctx, *p, nil); err != nil {
		return err
	}
	last, err := s.store.LastPosition(ctx, p.OwnerID, p.PropertyID)
	if err != nil {
		return err
	}
	p.ID, p.Position, p.CreatedAt, p.UpdatedAt = 0, last+1, s.now(), s.now()
	old, err := s.store.Cover(ctx, p.OwnerID, p.PropertyID)
	switch {
	case errors.Is(err, apperr.ErrNotFound):
		p.IsCover = true
	case err != nil:
		return err
	case cover != nil && *cover:
		p.IsCover = true
		if err := s.setCover(ctx, old, false); err != nil {
			return err
		}
	}
	if err := s.store.InsertPhoto(ctx, p); err != nil {
		return err
	}
	return s.deps.Audit.Record(ctx, audit.Change{Action: "create", ObjectType: "photo", ObjectID: p.ID, After: *p})
}

// admit refuses one photo more than the plan allows.
func (s *Service) admit(ctx context.Context, p Photo) error {
	used, err := s.store.CountPhotos(ctx, p.OwnerID, p.PropertyID)
	if err != nil {
		return err
	}
	return s.deps.Plans.AdmitCounted(ctx, p.OwnerID, plan.FeaturePhotos, used)
}

// check adds the problems of a photo to those already found.
func (s *Service) check(ctx context.Context, p Photo, f apperr.Fields) error {
	rooms := []int64{}
	if p.RoomID != nil {
		list, err := s.deps.Properties.Rooms(ctx, p.OwnerID, p.PropertyID)
		if err != nil {
			return err
		}
		for _, r := range list {
			rooms = append(rooms, r.ID)
		}
	}
	p.Check(&f, rooms)
	return f.Err()
}

// requireWithin refuses a change to a photo that is beyond the plan.
func (s *Service) requireWithin(ctx context.Context, p Photo) error {
	return s.deps.Plans.RequireWithin(ctx, p.OwnerID, plan.FeaturePhotos, func(ctx context.Context) (int, error) {
		return s.store.Position(ctx, p.OwnerID, p.PropertyID, p.ID)
	})
}

// MostPhotos returns the number of photos of each account's property that has the most.
func (s *Service) MostPhotos(ctx context.Context, owners []int64) (map[int64]int, error) {
	return s.store.MostPhotos(ctx, owners)
}

// Update changes the fields of a photo.
func (s *Service) Update(ctx context.Context, who auth.Caller, property, id int64, c Change) (after Photo, err error) {
	err = s.change(ctx, who, property, func(ctx context.Context) error {
		before, err := s.store.Photo(ctx, who.OwnerID, property, id)
		if err != nil {
			return err
		}
		if err := s.requireWithin(ctx, before); err != nil {
			return err
		}
		after = before
		c.Apply(&after)
		if err := s.check(ctx, after, nil); err != nil {
			return err
		}
		if c.Cover != nil && *c.Cover != before.IsCover {
			if err := s.moveCover(ctx, &after); err != nil {
				return err
			}
		}
		return s.save(ctx, before, &after)
	})
	return after, err
}

// moveCover makes p the cover in place of the present one. It refuses to take the flag from the
// cover itself.
func (s *Service) moveCover(ctx context.Context, p *Photo) error {
	if p.IsCover {
		return errCoverNeeded
	}
	old, err := s.store.Cover(ctx, p.OwnerID, p.PropertyID)
	if err != nil {
		return err
	}
	p.IsCover = true
	return s.setCover(ctx, old, false)
}

func (s *Service) setCover(ctx context.Context, p Photo, cover bool) error {
	after := p
	after.IsCover = cover
	return s.save(ctx, p, &after)
}

// save stores a changed photo; without a change it does nothing.
func (s *Service) save(ctx context.Context, before Photo, after *Photo) error {
	if same(before, *after) {
		return nil
	}
	after.UpdatedAt = s.now()
	if err := s.store.UpdatePhoto(ctx, *after); err != nil {
		return err
	}
	return s.deps.Audit.Record(ctx, audit.Change{Action: "update", ObjectType: "photo", ObjectID: after.ID, Before: before, After: *after})
}

// Delete removes a photo from its gallery. Its files stay as long as a record uses them, such
// as a published version. If it was the cover, the first remaining photo becomes the cover.
func (s *Service) Delete(ctx context.Context, who auth.Caller, property, id int64) error {
	return s.store.InTx(ctx, func(ctx context.Context) error {
		if _, err := s.deps.Properties.LockOwnToRemove(ctx, who, property); err != nil {
			return err
		}
		p, err := s.store.Photo(ctx, who.OwnerID, property, id)
		if err != nil {
			return err
		}
		if err := s.store.DeletePhoto(ctx, who.OwnerID, property, id); err != nil {
			return err
		}
		if err := s.deps.Audit.Record(ctx, audit.Change{Action: "delete", ObjectType: "photo", ObjectID: id, Before: p}); err != nil {
			return err
		}
		if !p.IsCover {
			return nil
		}
		first, err := s.store.First(ctx, who.OwnerID, property)
		if errors.Is(err, apperr.ErrNotFound) {
			return nil
		}
		if err != nil {
			return err
		}
		return s.setCover(ctx, first, true)
	})
}

// change locks the property of a gallery, which every writer of the gallery does, and runs fn.
// It refuses a property that is beyond the plan.
func (s *Service) change(ctx context.Context, who auth.Caller, property int64, fn func(ctx context.Context) error) error {
	return s.store.InTx(ctx, func(ctx context.Context) error {
		if _, err := s.deps.Properties.LockOwn(ctx, who, property); err != nil {
			return err
		}
		return fn(ctx)
	})
}
