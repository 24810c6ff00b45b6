// Package photohttp serves the galleries of properties.
package photohttp

import (
	"net/http"
	"strings"

	"allot/internal/content/photo"
	"allot/internal/identity/auth"
	"allot/internal/platform/httpx"
)

type handlers struct{ svc *photo.Service }

const (
	tag = "Photos"
	// formOverhead bounds a form without its file.
	formOverhead = 64 << 10
)

var rule = auth.Rule{Types: []auth.AccountType{auth.Accommodation}, Flag: auth.Photos}

// Register adds every path of the module.
func Register(s *httpx.Server, svc *photo.Service) {
	h := &handlers{svc}
	const gallery = "/api/info/property/{id}/gallery/"

	httpx.Register(s, op(http.MethodGet, gallery, httpx.Op{
		ID: "listPhotos", Summary: "List the photos of a property", Description: "In the order of the gallery.",
	}), h.list)
	httpx.Register(s, op(http.MethodPost, gallery, httpx.Op{
		ID: "addPhoto", Status: http.StatusCreated, Creates: true, Files: []string{"file"}, MaxBody: photo.MaxBytes + formOverhead,
		Summary: "Add a photo",
		Description: "A form with the `file`: JPEG, PNG or WebP of at most 20 MB and 64 million pixels. It is held upright, freed of what the " +
			"camera wrote into it, such as the place, and stored anew with at most 4096 pixels on the longer side, beside two smaller sizes. " +
			"The photo becomes the last of the gallery; the first one becomes the cover.",
	}), h.add)
	httpx.Register(s, op(http.MethodPatch, gallery+"{photo_id}/", httpx.Op{
		ID: "updatePhoto", Summary: "Change what is said of a photo",
		Description: "What is missing stays. `is_cover: true` takes the cover from the photo that has it. One of the newest photos beyond the plan is 403 `plan_limit_reached`; it can be moved and deleted.",
	}), h.update)
	httpx.Register(s, op(http.MethodDelete, gallery+"{photo_id}/", httpx.Op{
		ID: "deletePhoto", Status: http.StatusNoContent,
		Summary: "Delete a photo", Description: "Where it was the cover, the first photo that remains becomes the cover. Published versions keep showing it.",
	}), h.delete)
	httpx.Register(s, op(http.MethodPost, gallery+"order/", httpx.Op{
		ID: "orderPhotos", MaxBody: httpx.ListBody, Summary: "Order the gallery", Description: "The photos named come first, in that order; the others follow in the order they had.",
	}), h.order)
	httpx.RegisterDownload(s, op(http.MethodGet, "/api/info/download-photos/{id}/", httpx.Op{
		ID: "downloadGallery", Refusals: map[int]string{http.StatusConflict: "The gallery has no photos"}, Summary: "Download the gallery",
		Description: "A ZIP file of the main pictures, numbered in the order of the gallery. 409 `gallery_empty` without photos.",
	}), "application/zip", h.download)
}

// op completes an operation; every one is also served under /api/facts/.
func op(method, path string, o httpx.Op) httpx.Op {
	o.Method, o.Path, o.Tag, o.Rule = method, path, tag, rule
	o.Former = []string{strings.Replace(path, "/api/info/", "/api/facts/", 1)}
	return o
}
