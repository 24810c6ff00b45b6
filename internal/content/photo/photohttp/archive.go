package photohttp

import (
	"context"

	"allot/internal/identity/auth"
	"allot/internal/platform/httpx"
)

type downloadPhotosRequest struct {
	ID int64 `path:"id" minimum:"1" doc:"Id of the property"`
}

func (h *handlers) download(ctx context.Context, req *downloadPhotosRequest) (*httpx.Download, error) {
	a, err := h.svc.Archive(ctx, auth.From(ctx), req.ID)
	if err != nil {
		return nil, err
	}
	return &httpx.Download{Name: a.Name, Size: a.Size, Write: a.Write}, nil
}
