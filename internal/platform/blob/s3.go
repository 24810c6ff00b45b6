package blob

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"iter"
	"strings"
	"time"

	"github.com/minio/minio-go/v7"
)

const (
	// partSize is how much of a large blob is sent in one request.
	partSize = 16 << 20
	// answerWithin bounds the wait for an answer that has no content.
	answerWithin = 15 * time.Second
	// tries is how often a request is sent in all. The library's ten take so long that
	// whoever asked has given up.
	tries = 3
)

// The folders inside the prefix, as those inside the data folder: what is in
// "blobs" there can be copied here.
const (
	s3Live   = "live/"
	s3Trash  = "trash/"
	s3Doomed = "doomed/"
)

// S3 is the Store in a bucket, which several nodes can share.
//
// Its times are those of the server, in whole seconds; an offset of the product's
// clock does not apply to them.
type S3 struct {
	core     minio.Core
	place    s3Place
	patience time.Duration // that of S3Options
}

var _ Storage = (*S3)(nil)

// NewS3 returns the store in a bucket. It opens no connection: see Reachable.
func NewS3(o S3Options) (*S3, error) {
	place, err := parseS3(o.URL)
	if err != nil {
		return nil, err
	}
	keys, err := o.credentials()
	if err != nil {
		return nil, err
	}
	core, err := minio.NewCore(place.host, &minio.Options{
		Creds: keys, Secure: place.secure, Region: place.region, BucketLookup: place.lookup, MaxRetries: tries,
	})
	if err != nil {
		return nil, err
	}
	return &S3{core: *core, place: place, patience: cmp.Or(o.Patience, answerWithin)}, nil
}

// String returns the address of the store, without parameters.
func (s *S3) String() string {
	return "s3://" + strings.TrimSuffix(s.place.bucket+"/"+s.place.prefix, "/")
}

func (s *S3) live(key string) string { return s.place.prefix + s3Live + key }

// Reachable asks for the bucket.
func (s *S3) Reachable(ctx context.Context) error {
	ctx, cancel := context.WithTimeout(ctx, answerWithin)
	defer cancel()
	there, err := s.core.BucketExists(ctx, s.place.bucket)
	if err != nil {
		return s3Error(ctx, err)
	}
	if !there {
		return fmt.Errorf("%w: it has no bucket %q", ErrUnreachable, s.place.bucket)
	}
	return nil
}

// Put sends the content when it is there as a whole, so that an upload that breaks
// off leaves nothing, and sends it again if DeleteOld has removed it meanwhile.
func (s *S3) Put(ctx context.Context, key string, r io.Reader) (int64, error) {
	if err := CheckKey(key); err != nil {
		return 0, err
	}
	c, err := readContent(ctx, r)
	if err != nil {
		return 0, fmt.Errorf("put blob %s: %w", key, err)
	}
	defer c.close()
	for {
		if err := s.send(ctx, s.live(key), c); err != nil {
			return 0, fmt.Errorf("put blob %s: %w", key, err)
		}
		stays, err := s.outlive(ctx, key)
		if err != nil {
			return 0, fmt.Errorf("put blob %s: %w", key, err)
		}
		if stays {
			return c.size, nil
		}
	}
}

// Open asks for the content at once: what is read in order from the start is of the
// blob that was opened, whatever happens to the key meanwhile. Reading from another
// place is another request, which is refused if the blob is another one by then.
func (s *S3) Open(ctx context.Context, key string) (*Object, error) {
	if CheckKey(key) != nil {
		return nil, ErrNotFound
	}
	r := &s3Reader{store: s, name: s.live(key), size: -1}
	r.ctx, r.cancel = context.WithCancel(ctx)
	info, err := r.get() //nolint:contextcheck // it has ctx
	if err != nil {
		r.cancel()
		return nil, s3Missing("open", key, err)
	}
	r.size, r.etag = info.Size, info.ETag
	return &Object{ReadSeekCloser: r, Info: Info{Key: key, Size: info.Size, ModTime: info.LastModified}}, nil
}

// Stat asks for the blob without its content.
func (s *S3) Stat(ctx context.Context, key string) (Info, error) {
	if CheckKey(key) != nil {
		return Info{}, ErrNotFound
	}
	ctx, cancel := context.WithTimeout(ctx, answerWithin)
	defer cancel()
	info, err := s.core.StatObject(ctx, s.place.bucket, s.live(key), minio.StatObjectOptions{})
	if err != nil {
		return Info{}, s3Missing("look at", key, s3Error(ctx, err))
	}
	return Info{Key: key, Size: info.Size, ModTime: info.LastModified}, nil
}

// List yields live blobs.
func (s *S3) List(ctx context.Context, prefix string) iter.Seq2[Info, error] {
	return func(yield func(Info, error) bool) {
		if err := checkPrefix(prefix); err != nil {
			yield(Info{}, err)
			return
		}
		s.walk(ctx, s3Live, prefix, yield)
	}
}

// walk calls visit for what is in a folder under names with a prefix, until visit
// returns false. The keys are the names in the folder.
func (s *S3) walk(ctx context.Context, folder, prefix string, visit func(Info, error) bool) {
	ctx, cancel := context.WithCancel(ctx)
	defer cancel() // or else the library goes on asking
	folder = s.place.prefix + folder
	if err := ctx.Err(); err != nil {
		visit(Info{}, fmt.Errorf("list blobs: %w", err))
		return
	}
	for o := range s.core.ListObjectsIter(ctx, s.place.bucket, minio.ListObjectsOptions{Prefix: folder + prefix, Recursive: true}) {
		if o.Err != nil {
			visit(Info{}, fmt.Errorf("list blobs: %w", s3Error(ctx, o.Err)))
			return
		}
		if !visit(Info{Key: strings.TrimPrefix(o.Key, folder), Size: o.Size, ModTime: o.LastModified}, nil) {
			return
		}
	}
}

// s3Error tells what the caller ended, what is not there and what failed apart.
func s3Error(ctx context.Context, err error) error {
	if errors.Is(ctx.Err(), context.Canceled) {
		return ctx.Err()
	}
	if minio.ToErrorResponse(err).Code == minio.NoSuchKey {
		return ErrNotFound
	}
	return fmt.Errorf("%w: %w", ErrUnreachable, err)
}

func s3Missing(verb, key string, err error) error {
	if errors.Is(err, ErrNotFound) {
		return ErrNotFound
	}
	return fmt.Errorf("%s blob %s: %w", verb, key, err)
}
