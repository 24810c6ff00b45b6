package blob

import (
	"bytes"
	"context"
	"crypto/sha256"
	"time"
)

// PutContent stores data under its ContentKey and returns the key. If the record
// that should refer to it is refused afterwards, Sweep removes the blob.
func PutContent(ctx context.Context, s Store, folder, ext string, data []byte) (key string, err error) {
	key = ContentKey(folder, sha256.Sum256(data), ext)
	_, err = s.Put(ctx, key, bytes.NewReader(data))
	return key, err
}

// sweepBatch is how many keys one call of inUse gets.
const sweepBatch = 500

// Sweep removes the blobs of a folder that no record refers to; inUse returns which
// of the keys are referred to. Blobs put since before stay, because the record of
// an upload may not be stored yet.
func Sweep(ctx context.Context, s Store, folder string, before time.Time, inUse func(ctx context.Context, keys []string) (map[string]bool, error)) error {
	keys := make([]string, 0, sweepBatch)
	flush := func() error {
		used, err := inUse(ctx, keys)
		for _, k := range keys {
			if err == nil && !used[k] {
				err = s.DeleteOld(ctx, k, before)
			}
		}
		keys = keys[:0]
		return err
	}
	for info, err := range s.List(ctx, folder+"/") {
		if err != nil {
			return err
		}
		if info.ModTime.Before(before) {
			keys = append(keys, info.Key)
		}
		if len(keys) == sweepBatch {
			if err := flush(); err != nil {
				return err
			}
		}
	}
	return flush()
}
