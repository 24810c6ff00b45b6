package bulkexport

import (
	"context"

	"allot/internal/platform/jobs"
)

// makeRoom refuses one more export beside those that wait and run, and removes the oldest
// of the others.
func (s *Service) makeRoom(ctx context.Context, owner int64, all []Export) error {
	open := 0
	var old []Export
	for i, one := range all {
		switch {
		case one.open():
			open++
		case i >= MaxKept-1:
			old = append(old, one)
		}
	}
	if open >= MaxRunning+MaxWaiting {
		return ErrTooManyOpen
	}
	return s.remove(ctx, owner, old)
}

// startNext asks for jobs of the oldest exports that wait their turn. Call it with the
// account locked, whenever one was added or has ended.
func (s *Service) startNext(ctx context.Context, owner int64) error {
	all, err := s.store.Exports(ctx, owner)
	if err != nil {
		return err
	}
	running := 0
	for _, x := range all {
		if x.open() && x.Queued {
			running++
		}
	}
	for i := len(all) - 1; i >= 0 && running < MaxRunning; i-- {
		x := all[i]
		if !x.open() || x.Queued {
			continue
		}
		if err := s.store.QueueExport(ctx, owner, x.ID); err != nil {
			return err
		}
		if err := s.deps.Jobs.Enqueue(ctx, writeArgs{OwnerID: owner, ExportID: x.ID}); err != nil {
			return err
		}
		running++
	}
	return nil
}

// expireOldest removes the oldest files of an account until one more of a size has room.
// Call it with the account locked.
func (s *Service) expireOldest(ctx context.Context, owner, size int64) error {
	all, err := s.store.Exports(ctx, owner)
	if err != nil {
		return err
	}
	var gone []int64
	var files []jobs.Args
	for _, x := range all { // newest first
		if x.Status != StatusDone {
			continue
		}
		if size += x.Size; size > s.deps.MaxBytes {
			gone, files = append(gone, x.ID), append(files, removeArgs{Key: x.key()})
		}
	}
	if len(gone) == 0 {
		return nil
	}
	if err := s.store.ExpireExports(ctx, owner, gone); err != nil {
		return err
	}
	return s.deps.Jobs.EnqueueAll(ctx, files)
}
