package property

import (
	"context"
	"maps"
	"strconv"
	"time"

	"allot/internal/platform/blob"
	"allot/internal/platform/jobs"
)

// FilesFolder is the folder of the files of all properties in the blob store.
const FilesFolder = "properties"

// Folder returns the folder of the files of one property. No other property refers to them, so
// they are deleted with it.
func Folder(id int64) string { return FilesFolder + "/" + strconv.FormatInt(id, 10) }

type (
	removeArgs struct {
		PropertyID int64 `json:"property_id"`
	}
	sweepArgs struct{}
)

func (removeArgs) Kind() string { return "property_remove_files" }
func (sweepArgs) Kind() string  { return "property_sweep_files" }

// removeFiles deletes the files of a deleted property.
func (s *Service) removeFiles(ctx context.Context, j jobs.Job[removeArgs]) error {
	for info, err := range s.deps.Blobs.List(ctx, Folder(j.Args.PropertyID)+"/") {
		if err != nil {
			return err
		}
		if err := s.deps.Blobs.Delete(ctx, info.Key); err != nil {
			return err
		}
	}
	return nil
}

// sweepFiles deletes the files that no record uses: replaced logos, deleted photos, and uploads
// that were interrupted.
func (s *Service) sweepFiles(ctx context.Context, _ jobs.Job[sweepArgs]) error {
	return blob.Sweep(ctx, s.deps.Blobs, FilesFolder, s.now().Add(-24*time.Hour), s.filesInUse)
}

// filesInUse asks every module that stores files of properties.
func (s *Service) filesInUse(ctx context.Context, keys []string) (map[string]bool, error) {
	logos, err := s.store.LogosInUse(ctx, keys)
	if err != nil {
		return nil, err
	}
	others, err := s.deps.Hooks.FilesInUse(ctx, keys)
	maps.Copy(logos, others)
	return logos, err
}
