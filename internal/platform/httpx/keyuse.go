package httpx

import (
	"context"
	"net/http"

	"allot/internal/platform/auth"
)

type useKey struct{}

// withUse gives the request a place for whose key it came with: that is found
// out far below the one who knows how the request ended.
func withUse(ctx context.Context) context.Context {
	return context.WithValue(ctx, useKey{}, &auth.KeyUse{})
}

// useOf is nil where nobody counts.
func useOf(ctx context.Context) *auth.KeyUse {
	use, _ := ctx.Value(useKey{}).(*auth.KeyUse)
	return use
}

func noteUse(ctx context.Context, key auth.KeyCaller, endpoint string) {
	if use := useOf(ctx); use != nil {
		use.KeyID, use.OwnerID, use.Endpoint = key.KeyID, key.OwnerID, endpoint
	}
}

// countUse tells whoever counts how a request with a known key ended.
func (s *Server) countUse(use *auth.KeyUse, status, bytes int, whole bool) {
	if s.opt.CountKey == nil || use == nil || use.KeyID == 0 {
		return
	}
	use.Failed, use.Bytes = status >= http.StatusBadRequest || !whole, int64(bytes)
	s.opt.CountKey(*use)
}
