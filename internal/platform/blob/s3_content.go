package blob

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"time"

	"github.com/minio/minio-go/v7"

	"allot/internal/platform/files"
)

// inMemory is how much of a content of unknown size waits in memory before it goes
// to a file.
const inMemory = 1 << 20

// content can be sent more than once.
type content struct {
	from        io.ReaderAt
	start, size int64
	file        *os.File // may be nil
}

// readContent takes what is in memory or in a file as it is, and reads everything
// else to its end.
func readContent(ctx context.Context, r io.Reader) (content, error) {
	if b, ok := r.(*bytes.Buffer); ok {
		return content{from: bytes.NewReader(b.Bytes()), size: int64(b.Len())}, ctx.Err()
	}
	if at, ok := r.(interface {
		io.ReaderAt
		io.Seeker
	}); ok {
		start, err := at.Seek(0, io.SeekCurrent)
		if err != nil {
			return content{}, err
		}
		end, err := at.Seek(0, io.SeekEnd)
		return content{from: at, start: start, size: end - start}, errors.Join(err, ctx.Err())
	}
	var head bytes.Buffer
	r = files.Reader(ctx, r)
	if _, err := io.CopyN(&head, r, inMemory); errors.Is(err, io.EOF) {
		return content{from: bytes.NewReader(head.Bytes()), size: int64(head.Len())}, ctx.Err()
	} else if err != nil {
		return content{}, err
	}
	f, err := os.CreateTemp("", "allot-blob-")
	if err != nil {
		return content{}, fmt.Errorf("make a temporary file: %w", err)
	}
	c := content{from: f, file: f}
	if c.size, err = io.Copy(f, io.MultiReader(&head, r)); err != nil {
		c.close()
		return content{}, err
	}
	return c, nil
}

func (c content) close() {
	if c.file != nil {
		_ = c.file.Close()
		_ = os.Remove(c.file.Name()) // what stays is removed at the next start
	}
}

// send puts the content under a name. It may take as long as it takes while the server takes
// more of it, but the server may not fall silent.
func (s *S3) send(ctx context.Context, name string, c content) error {
	limited, cancel := context.WithCancel(ctx)
	defer cancel()
	late := time.AfterFunc(s.patience, cancel)
	defer late.Stop()
	// A reader of its own for each try, without Close: the library closes what it can.
	from := sending{io.NewSectionReader(c.from, c.start, c.size), func() { late.Reset(s.patience) }}
	_, err := s.core.Client.PutObject(limited, s.place.bucket, name, from, c.size, minio.PutObjectOptions{PartSize: partSize})
	if err != nil && limited.Err() != nil && ctx.Err() == nil {
		return errSilent
	}
	if err != nil {
		return s3Error(ctx, err)
	}
	return nil
}

// errSilent is no error of a context, because it is not the caller who gave up.
var errSilent = fmt.Errorf("%w: it does not answer", ErrUnreachable)

// sending tells of every part that is read to be sent.
type sending struct {
	*io.SectionReader
	progress func()
}

// Read implements io.Reader.
func (s sending) Read(p []byte) (int, error) {
	s.progress()
	return s.SectionReader.Read(p)
}

// ReadAt implements io.ReaderAt: large contents are sent in parts at once.
func (s sending) ReadAt(p []byte, off int64) (int, error) {
	s.progress()
	return s.SectionReader.ReadAt(p, off)
}

// s3Reader reads a blob, from where the last Seek was.
type s3Reader struct {
	ctx    context.Context // of Open: reading may need further requests
	cancel context.CancelFunc
	store  *S3
	name   string
	size   int64 // less than zero before the first answer
	etag   string

	body io.ReadCloser // nil: the next Read asks for it
	from int64         // where body is
	at   int64         // where the next Read is
}

// get asks for the content from at on.
func (r *s3Reader) get() (minio.ObjectInfo, error) {
	// The content may take as long as it takes, the answer not.
	ctx, cancel := context.WithCancel(r.ctx)
	late := time.AfterFunc(answerWithin, cancel)
	var opt minio.GetObjectOptions
	if r.at > 0 {
		if err := opt.SetRange(r.at, 0); err != nil {
			cancel()
			return minio.ObjectInfo{}, err
		}
	}
	if r.etag != "" {
		if err := opt.SetMatchETag(r.etag); err != nil {
			cancel()
			return minio.ObjectInfo{}, err
		}
	}
	body, info, _, err := r.store.core.GetObject(ctx, r.store.place.bucket, r.name, opt)
	if !late.Stop() {
		if err == nil {
			_ = body.Close()
		}
		cancel()
		return info, errSilent
	}
	if err != nil {
		cancel()
		return info, s3Error(r.ctx, err)
	}
	r.body, r.from = body, r.at
	r.cancel = joinCancel(cancel, r.cancel)
	return info, nil
}

func joinCancel(a, b context.CancelFunc) context.CancelFunc { return func() { a(); b() } }

// Read implements io.Reader.
func (r *s3Reader) Read(p []byte) (int, error) {
	if r.at >= r.size {
		return 0, io.EOF
	}
	if r.body != nil && r.from != r.at {
		_ = r.body.Close()
		r.body = nil
	}
	if r.body == nil {
		if _, err := r.get(); err != nil {
			return 0, fmt.Errorf("read blob: %w", err)
		}
	}
	n, err := r.body.Read(p)
	r.from += int64(n)
	r.at = r.from
	switch {
	case errors.Is(err, io.EOF) && r.at < r.size:
		return n, io.ErrUnexpectedEOF
	case err != nil && !errors.Is(err, io.EOF):
		return n, fmt.Errorf("read blob: %w", s3Error(r.ctx, err))
	}
	return n, err
}

// Seek implements io.Seeker. It asks for nothing: Read does.
func (r *s3Reader) Seek(offset int64, whence int) (int64, error) {
	switch whence {
	case io.SeekCurrent:
		offset += r.at
	case io.SeekEnd:
		offset += r.size
	}
	if offset < 0 {
		return r.at, errors.New("seek before the start of a blob")
	}
	r.at = offset
	return offset, nil
}

// Close implements io.Closer.
func (r *s3Reader) Close() error {
	r.cancel()
	if r.body == nil {
		return nil
	}
	return r.body.Close()
}
