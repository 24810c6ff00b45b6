package blob

import (
	"bytes"
	"context"
	"crypto/rand"
	"errors"
	"fmt"
	"time"

	"github.com/minio/minio-go/v7"
)

// A bucket has no lock that nodes could share, and a condition on the content does
// not tell two puts of equal content apart. So DeleteOld leaves a mark before it looks
// at the age of a blob, and takes it away when the blob is deleted. Put looks for marks
// when its blob is there: what began to delete before has a mark or is done, and what
// begins afterwards sees the new age.
const (
	// deleteWithin is how long after its mark DeleteOld may still delete.
	deleteWithin = 20 * time.Second
	// markLife is how old the mark of a node that was killed gets before it is
	// ignored. It is longer than deleteWithin, because a request that nobody waits for
	// may still be on its way.
	markLife = time.Minute
	// maxCopy is what a server copies in one request.
	maxCopy = 5 << 30
)

func (s *S3) trash(key string) string { return s.place.prefix + s3Trash + key + trashMark }

// markPrefix is what the names of all marks of a key begin with, inside their folder.
// Each has a name of its own: two nodes may delete at once.
func markPrefix(key string) string { return key + trashMark }

// outlive waits until nothing that began to delete before the blob was put can still
// delete it, and reports whether the blob is there.
func (s *S3) outlive(ctx context.Context, key string) (there bool, err error) {
	var since time.Time // by our clock, when it was at least first by the server's
	var first time.Time
	for wait := 20 * time.Millisecond; ; wait = min(2*wait, time.Second) {
		marks, err := s.marks(ctx, key)
		if err != nil {
			return false, err
		}
		info, err := s.Stat(ctx, key) // after the marks: who had none any more has deleted by now
		if err != nil && !errors.Is(err, ErrNotFound) {
			return false, err
		}
		if since.IsZero() {
			since, first = time.Now(), info.ModTime //nolint:forbidigo // how long it takes, not when
		}
		waited := time.Since(since)
		left, err := s.removeMarks(ctx, marks, func(m Info) bool {
			return waited > markLife || !first.IsZero() && first.Add(waited).Sub(m.ModTime) > markLife
		})
		if err != nil || left == 0 {
			return info.Key != "", err
		}
		select {
		case <-ctx.Done():
			return false, ctx.Err()
		case <-time.After(wait):
		}
	}
}

// removeMarks removes the marks that are too old and returns how many are left.
func (s *S3) removeMarks(ctx context.Context, marks []Info, old func(Info) bool) (left int, err error) {
	for _, m := range marks {
		if !old(m) {
			left++
		} else if err := s.remove(ctx, s.place.prefix+s3Doomed+m.Key); err != nil {
			return 0, err
		}
	}
	return left, nil
}

func (s *S3) marks(ctx context.Context, key string) (list []Info, err error) {
	ctx, cancel := context.WithTimeout(ctx, answerWithin)
	defer cancel()
	s.walk(ctx, s3Doomed, markPrefix(key), func(m Info, e error) bool {
		if err = e; err == nil {
			list = append(list, m)
		}
		return err == nil
	})
	return list, err
}

// Delete copies the blob to the trash until Purge, because a copy of the database
// that was just taken may still refer to it.
func (s *S3) Delete(ctx context.Context, key string) error {
	if err := CheckKey(key); err != nil {
		return err
	}
	limited, cancel := context.WithTimeout(ctx, deleteWithin)
	defer cancel()
	if _, err := s.moveToTrash(limited, key, func(Info) bool { return true }); err != nil {
		return fmt.Errorf("delete blob %s: %w", key, err)
	}
	return nil
}

// DeleteOld deletes the blob unless it was put since before. It gives up when that
// takes too long to be safe.
func (s *S3) DeleteOld(ctx context.Context, key string, before time.Time) error {
	if err := CheckKey(key); err != nil {
		return err
	}
	old := func(info Info) bool {
		return !info.ModTime.Add(time.Second).After(before) // the server tells whole seconds
	}
	info, err := s.Stat(ctx, key)
	if errors.Is(err, ErrNotFound) || err == nil && !old(info) {
		return nil
	}
	if err == nil {
		err = s.deleteMarked(ctx, key, old)
	}
	if err != nil {
		return fmt.Errorf("delete blob %s: %w", key, err)
	}
	return nil
}

func (s *S3) deleteMarked(ctx context.Context, key string, old func(Info) bool) error {
	limited, cancel := context.WithTimeout(ctx, deleteWithin)
	defer cancel()
	mark := s.place.prefix + s3Doomed + markPrefix(key) + rand.Text()
	_, err := s.core.Client.PutObject(limited, s.place.bucket, mark, bytes.NewReader(nil), 0, minio.PutObjectOptions{})
	if err != nil {
		return s3Error(ctx, err)
	}
	sent, err := s.moveToTrash(limited, key, old)
	if sent && err != nil {
		return err // it may be deleted yet: the mark stays until it is too old
	}
	return errors.Join(err, s.remove(context.WithoutCancel(ctx), mark))
}

// moveToTrash copies and deletes a blob if it is doomed. sent reports whether the
// server was asked to delete it.
func (s *S3) moveToTrash(ctx context.Context, key string, doomed func(Info) bool) (sent bool, err error) {
	info, err := s.Stat(ctx, key)
	if errors.Is(err, ErrNotFound) || err == nil && !doomed(info) {
		return false, nil
	}
	if err == nil {
		err = s.copy(ctx, s.live(key), s.trash(key), info.Size)
	}
	if errors.Is(err, ErrNotFound) {
		return false, nil // somebody else has deleted it
	}
	if err == nil {
		err = ctx.Err()
	}
	if err != nil {
		return false, err
	}
	return true, s.remove(ctx, s.live(key))
}

func (s *S3) copy(ctx context.Context, from, to string, size int64) error {
	source := minio.CopySrcOptions{Bucket: s.place.bucket, Object: from}
	target := minio.CopyDestOptions{Bucket: s.place.bucket, Object: to}
	var err error
	if size <= maxCopy {
		_, err = s.core.Client.CopyObject(ctx, target, source)
	} else {
		_, err = s.core.ComposeObject(ctx, target, source) // in parts
	}
	if err != nil {
		return s3Error(ctx, err)
	}
	return nil
}

// remove deletes what has a name in the bucket; what is not there is no error.
func (s *S3) remove(ctx context.Context, name string) error {
	ctx, cancel := context.WithTimeout(ctx, answerWithin)
	defer cancel()
	if err := s.core.RemoveObject(ctx, s.place.bucket, name, minio.RemoveObjectOptions{}); err != nil {
		if err = s3Error(ctx, err); !errors.Is(err, ErrNotFound) {
			return err
		}
	}
	return nil
}

// Purge removes blobs that were deleted before olderThan, and of that age the marks
// and the uploads in parts that killed nodes left.
func (s *S3) Purge(ctx context.Context, olderThan time.Time) error {
	var failed error
	for _, folder := range []string{s3Trash, s3Doomed} {
		s.walk(ctx, folder, "", func(o Info, err error) bool {
			if err == nil && o.ModTime.Before(olderThan) {
				err = s.remove(ctx, s.place.prefix+folder+o.Key)
			}
			failed = errors.Join(failed, err)
			return ctx.Err() == nil
		})
	}
	failed = errors.Join(failed, s.abortUploads(ctx, olderThan))
	if failed != nil {
		return fmt.Errorf("purge blobs: %w", failed)
	}
	return nil
}

func (s *S3) abortUploads(ctx context.Context, olderThan time.Time) error {
	ctx, cancel := context.WithCancel(ctx)
	defer cancel()
	for u := range s.core.ListIncompleteUploads(ctx, s.place.bucket, s.place.prefix, true) {
		err := u.Err
		if err == nil && u.Initiated.Before(olderThan) {
			err = s.core.AbortMultipartUpload(ctx, s.place.bucket, u.Key, u.UploadID)
		}
		if minio.ToErrorResponse(err).Code == minio.NoSuchUpload {
			err = nil // it was completed or aborted meanwhile
		}
		if err != nil {
			return s3Error(ctx, err)
		}
	}
	return nil
}
