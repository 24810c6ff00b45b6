package property

import (
	"context"
	"strconv"
	"time"

	"allot/internal/platform/jobs"
)

// FilesFolder is where the files of all properties lie in the blob store.
const FilesFolder = "properties"

// Folder is where the files of one property lie. No other property refers to
// them, so they can go with it.
func Folder(id int64) string { return FilesFolder + "/" + strconv.FormatInt(id, 10) }

type (
	removeArgs struct {
		PropertyID int64 `json:"property_id"`
	}
	sweepArgs struct{}
)

func (removeArgs) Kind() string { return "property_remove_files" }
func (sweepArgs) Kind() string  { return "property_sweep_files" }

// KeepFiles lets a module that stores files in the folder of a property say
// which of them it still shows.
func (s *Service) KeepFiles(inUse func(ctx context.Context, keys []string) (map[string]bool, error)) {
	s.inUse = append(s.inUse, inUse)
}

// removeFiles takes away what a deleted property has left.
func (s *Service) removeFiles(ctx context.Context, j jobs.Job[removeArgs]) error {
	for info, err := range s.Blobs.List(ctx, Folder(j.Args.PropertyID)+"/") {
		if err != nil {
			return err
		}
		if err := s.Blobs.Delete(ctx, info.Key); err != nil {
			return err
		}
	}
	return nil
}

// sweepFiles removes what nothing shows any more: replaced logos, deleted
// photos, and uploads that ended before their record was written.
func (s *Service) sweepFiles(ctx context.Context, _ jobs.Job[sweepArgs]) error {
	const batch = 500
	yesterday := s.now().Add(-24 * time.Hour) // an upload may be about to be used
	keys := make([]string, 0, batch)
	for info, err := range s.Blobs.List(ctx, FilesFolder+"/") {
		if err != nil {
			return err
		}
		if info.ModTime.Before(yesterday) {
			keys = append(keys, info.Key)
		}
		if len(keys) == batch {
			if err := s.deleteUnused(ctx, keys); err != nil {
				return err
			}
			keys = keys[:0]
		}
	}
	return s.deleteUnused(ctx, keys)
}

func (s *Service) deleteUnused(ctx context.Context, keys []string) error {
	keep := map[string]bool{}
	for _, inUse := range s.inUse {
		used, err := inUse(ctx, keys)
		if err != nil {
			return err
		}
		for k := range used {
			keep[k] = true
		}
	}
	for _, k := range keys {
		if keep[k] {
			continue
		}
		if err := s.Blobs.Delete(ctx, k); err != nil {
			return err
		}
	}
	return nil
}
