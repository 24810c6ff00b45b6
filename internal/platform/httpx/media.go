package httpx

import (
	"context"
	"errors"
	"mime"
	"net/http"
	"path"
	"slices"
	"strings"

	"github.com/go-chi/chi/v5"

	"allot/internal/platform/apperr"
	"allot/internal/platform/blob"
	"allot/internal/platform/request"
)

// mediaTypes are the files that may be served to a browser.
var mediaTypes = []string{".jpg", ".png"}

// MediaURL returns the address of a stored picture, nil without one.
func MediaURL(ctx context.Context, key string) *string {
	if key == "" {
		return nil
	}
	address := request.From(ctx).BaseURL + blob.MediaPath(key)
	return &address
}

// AddMedia serves blobs under /media/. Their names contain a hash of the content:
// only those who know the name can read it, and it never changes.
func (s *Server) AddMedia(store blob.Store, prefixes ...string) {
	s.router.Get("/media/*", func(w http.ResponseWriter, r *http.Request) {
		key := chi.URLParam(r, "*")
		folder, _, _ := strings.Cut(key, "/")
		if !slices.Contains(prefixes, folder) || !slices.Contains(mediaTypes, path.Ext(key)) {
			s.WriteError(w, r, apperr.ErrNotFound)
			return
		}
		f, err := store.Open(r.Context(), key)
		if errors.Is(err, blob.ErrNotFound) {
			err = apperr.ErrNotFound
		}
		if err != nil {
			s.WriteError(w, r, err)
			return
		}
		defer func() { _ = f.Close() }()
		h := w.Header()
		h.Set("Content-Type", mime.TypeByExtension(path.Ext(key)))
		h.Set("Cache-Control", "public, max-age=31536000, immutable")
		h.Set("Content-Security-Policy", "default-src 'none'; sandbox")
		h.Set("ETag", `"`+path.Base(key)+`"`)
		http.ServeContent(w, r, "", f.ModTime, f)
	})
}
