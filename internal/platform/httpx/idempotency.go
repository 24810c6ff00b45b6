package httpx

import (
	"bytes"
	"context"
	"crypto/hmac"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"mime/multipart"
	"net/http"
	"strconv"

	"github.com/danielgtaylor/huma/v2"
	"github.com/danielgtaylor/huma/v2/adapters/humachi"

	"allot/internal/platform/apperr"
	"allot/internal/platform/db"
	"allot/internal/platform/request"
)

const (
	idempotencyHeader = "Idempotency-Key"
	maxKeyLength      = 255
)

var idempotencyParam = &huma.Param{
	Name: idempotencyHeader, In: "header", Schema: &huma.Schema{Type: huma.TypeString},
	Description: "A value of your own, unique to this request. A repeat within 24 hours gives the first answer again instead of a second record; another body under the same key is 409. " +
		"An answer above 64 kB is repeated as its status with `replayed: true`. An account's answers are kept up to 16 MB, the newest of them.",
}

var (
	errKeyReused = apperr.New(apperr.Conflict, "idempotency_key_reused", "this Idempotency-Key was used for a different request")
	// errRepeated ends the transaction of a request that a repeat has overtaken.
	errRepeated = apperr.New(apperr.Conflict, "idempotency_key_taken", "this request is being answered already")
)

// idempotent makes a repeated POST harmless. The key, the change and the response
// are one transaction: after a crash there are all of them or none.
func (s *Server) idempotent(ctx huma.Context, next func(huma.Context)) {
	key := ctx.Header(idempotencyHeader)
	if key == "" || !opOf(ctx).takesKey() {
		next(ctx)
		return
	}
	if err := checkKey(key); err != nil {
		s.refuse(ctx, err)
		return
	}
	id, err := newKeyID(ctx, key)
	if err != nil {
		s.refuse(ctx, err)
		return
	}
	if s.replay(ctx, id) {
		return
	}
	held, hold := s.opt.DB.DeferTx(ctx.Context(), func(ctx context.Context) error { return s.keys.insert(ctx, id) })
	defer hold.Rollback()

	rec := &recorder{humaContext: huma.WithContext(ctx, held)}
	next(rec)
	if rec.status < 200 || rec.status > 299 {
		hold.Rollback()
		if rec.status == http.StatusConflict && s.replay(ctx, id) {
			return // the other request has finished meanwhile
		}
		rec.flush(ctx)
		return
	}
	err = s.keep(ctx.Context(), held, hold, func(ctx context.Context) error {
		_, w := humachi.Unwrap(rec)
		answer := keptAnswer{status: rec.status, contentType: w.Header().Get("Content-Type"), body: withoutSecrets(rec.body.Bytes(), opOf(rec).Secrets)}
		return s.keys.store(ctx, id, answer)
	})
	if errors.Is(err, errRepeated) && s.replay(ctx, id) {
		return
	}
	if err != nil {
		_, w := humachi.Unwrap(ctx)
		w.Header().Del("Set-Cookie")
		s.refuse(ctx, err)
		return
	}
	rec.flush(ctx)
}

// keep commits the change together with its response. A handler without a
// transaction has stored no key yet; its response is stored too.
func (s *Server) keep(ctx, held context.Context, hold *db.DeferredTx, store func(context.Context) error) error {
	stored := false
	last := func(ctx context.Context) error {
		stored = true
		return store(ctx)
	}
	if err := hold.Commit(ctx, last); err != nil || stored {
		return err
	}
	if err := s.opt.DB.InTx(held, func(context.Context) error { return nil }); err != nil {
		return err
	}
	return hold.Commit(ctx, last)
}

// replay sends the stored response again, if there is one.
func (s *Server) replay(ctx huma.Context, id keyID) bool {
	first, err := s.keys.find(ctx.Context(), id)
	switch {
	case errors.Is(err, apperr.ErrNotFound):
		return false
	case err == nil && !bytes.Equal(first.RequestHash, id.hash):
		err = errKeyReused
	}
	if err != nil {
		s.refuse(ctx, err)
		return true
	}
	ctx.SetHeader("Content-Type", first.ContentType)
	ctx.SetHeader("Idempotent-Replayed", "true")
	ctx.SetStatus(first.Status)
	_, _ = ctx.BodyWriter().Write(first.Body)
	return true
}

// recorder buffers a response until it may be sent.
type recorder struct {
	humaContext
	status int
	body   bytes.Buffer
}

func (r *recorder) Unwrap() huma.Context  { return r.humaContext }
func (r *recorder) SetStatus(code int)    { r.status = code }
func (r *recorder) Status() int           { return r.status }
func (r *recorder) BodyWriter() io.Writer { return &r.body }

func (r *recorder) flush(ctx huma.Context) {
	ctx.SetStatus(r.status)
	_, _ = ctx.BodyWriter().Write(r.body.Bytes())
}

func checkKey(key string) error {
	ok := len(key) <= maxKeyLength
	for i := range len(key) {
		ok = ok && key[i] > ' ' && key[i] < 0x7f
	}
	if !ok {
		return apperr.Field(idempotencyHeader, "must be 1 to %d visible ASCII characters", maxKeyLength)
	}
	return nil
}

// scope keeps the keys of different callers apart.
func scope(ctx context.Context) string {
	who := request.IdentityFrom(ctx)
	if who.UserID != 0 {
		return "user:" + strconv.FormatInt(who.UserID, 10)
	}
	if who.KeyID != 0 {
		return "key:" + strconv.FormatInt(who.KeyID, 10)
	}
	return "public"
}

// newKeyID identifies a request without storing it. A body may contain a password,
// which could be guessed from a plain hash; the hash is keyed with the client's own
// key, of which only a hash is stored.
func newKeyID(ctx huma.Context, key string) (keyID, error) {
	h := hmac.New(sha256.New, []byte(key))
	u := ctx.URL()
	fmt.Fprintf(h, "%s %s?%s\n", ctx.Method(), u.Path, u.RawQuery)
	if b, ok := ctx.(*body); ok {
		h.Write(b.raw)
	}
	for _, name := range opOf(ctx).Files {
		if f := FileFrom(ctx.Context(), name); f != nil {
			if err := addFile(h, name, f); err != nil {
				return keyID{}, err
			}
		}
	}
	stored := sha256.Sum256([]byte(key))
	return keyID{scope: scope(ctx.Context()), owner: request.IdentityFrom(ctx.Context()).OwnerID, key: hex.EncodeToString(stored[:]), hash: h.Sum(nil)}, nil
}

func addFile(h io.Writer, field string, f *multipart.FileHeader) error {
	r, err := f.Open()
	if err != nil {
		return fmt.Errorf("read the uploaded file: %w", err)
	}
	defer func() { _ = r.Close() }()
	fmt.Fprintf(h, "\n%s %q %d\n", field, f.Filename, f.Size)
	if _, err := io.Copy(h, r); err != nil {
		return fmt.Errorf("read the uploaded file: %w", err)
	}
	return nil
}

// withoutSecrets removes members from a JSON object. Any other response is not
// stored, in case it contains a secret.
func withoutSecrets(answer []byte, names []string) []byte {
	if len(names) == 0 {
		return answer
	}
	var object map[string]json.RawMessage
	if json.Unmarshal(answer, &object) != nil {
		return []byte{}
	}
	for _, n := range names {
		delete(object, n)
	}
	b, err := json.Marshal(object)
	if err != nil {
		return []byte{}
	}
	return b
}
