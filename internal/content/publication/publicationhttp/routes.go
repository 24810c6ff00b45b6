// Package publicationhttp serves the publication of fact sheets under
// /api/info/ and its former prefix /api/facts/: for hotels and for the staff who review.
package publicationhttp

import (
	"net/http"
	"strings"

	"allot/internal/content/publication"
	"allot/internal/identity/auth"
	"allot/internal/identity/mailing"
	"allot/internal/platform/httpx"
)

// Deps is what the handlers work with.
type Deps struct {
	Publications *publication.Service
}

type handlers struct{ Deps }

const tag = "Publication"

var (
	editor       = auth.Rule{Types: []auth.AccountType{auth.Accommodation}, Flag: auth.FactSheets}
	photographer = auth.Rule{Types: []auth.AccountType{auth.Accommodation}, Flag: auth.Photos}
	staff        = auth.Rule{Types: []auth.AccountType{auth.Admin}}
)

// op declares an operation with its former path.
func op(id, method, path, summary, description string, rule auth.Rule) httpx.Op {
	return httpx.Op{
		ID: id, Method: method, Path: path, Former: []string{strings.Replace(path, "/api/info/", "/api/facts/", 1)},
		Tag: tag, Summary: summary, Description: description, Rule: rule,
	}
}

// Register adds every path of the module.
func Register(s *httpx.Server, d Deps) {
	h := &handlers{d}
	registerHotel(s, h)
	registerReview(s, h)
	registerSending(s, h)
}

func registerHotel(s *httpx.Server, h *handlers) {
	const get, post = http.MethodGet, http.MethodPost
	submit := op("submitFactSheet", post, "/api/info/property/{id}/publish/create/", "Submit the fact sheet",
		"Freezes the facts and photos as they are now and hands them to review, or publishes them at once where the installation says so. "+
			"The answer tells what publication asks for and the sheet lacks. A submission that still waits is replaced.", editor)
	submit.Status, submit.Creates = http.StatusCreated, true
	httpx.Register(s, submit, h.submit)
	httpx.Register(s, op("listSubmissions", get, "/api/info/property/{id}/publish/", "List the submissions of a property",
		"Newest first, with their version once published and the reason if declined.", editor), h.history)
	httpx.Register(s, op("getPublishedFactSheet", get, "/api/info/property/{id}/publish/{type}/", "Read the published fact sheet",
		"The last published version, whatever the working copy holds. Partners see the same, without contacts that are not shared with them. `type` is `full`, `summary` or the name of a category.", editor), h.published)
	last := op("getLastPublishDate", get, "/api/info/last-publish-date/", "When you last published",
		"Of the whole account or, with `property`, of one property; null if never.", editor)
	last.Refusals = map[int]string{http.StatusNotFound: "There is no such property in your account"}
	httpx.Register(s, last, h.lastPublished)
	sheet := op("downloadFactSheet", get, "/api/info/download-facts/{id}/", "Download the fact sheet as PDF",
		"The published version; without one the working copy, marked as a draft. `copy` asks for one of them.", editor)
	sheet.Refusals = map[int]string{http.StatusConflict: "The published version was asked for, and there is none"}
	httpx.RegisterDownload(s, sheet, "application/pdf", h.downloadSheet)
}

func registerReview(s *httpx.Server, h *handlers) {
	const get, post = http.MethodGet, http.MethodPost
	httpx.Register(s, op("listPendingSubmissions", get, "/api/info/publish/pending/", "List the sheets that await review", "Of all hotels, oldest first.", staff), h.pending)
	httpx.Register(s, op("previewSubmission", get, "/api/info/publish/pending/{id}/preview/", "Preview a submission",
		"The frozen sheet and its difference to the published version.", staff), h.preview)
	httpx.Register(s, op("approveSubmission", post, "/api/info/publish/pending/{id}/approve/", "Approve a submission",
		"Makes it the version that partners see. The hotel is told.", staff), h.approve)
	httpx.Register(s, op("declineSubmission", post, "/api/info/publish/pending/{id}/decline/", "Decline a submission", "The hotel is told the reason.", staff), h.decline)
}

func registerSending(s *httpx.Server, h *handlers) {
	const get, post = http.MethodGet, http.MethodPost
	sheet := op("mailFactSheet", post, "/api/info/send-facts/{list_id}/sheet/{prop_id}/", "Mail the fact sheet to a mailing list",
		"The published version as PDF, one message a contact, sent in the background."+mailing.Rules, editor)
	sheet.Status, sheet.Creates = http.StatusAccepted, true
	sheet.Refusals = map[int]string{http.StatusTooManyRequests: mailing.TooManyLetters}
	httpx.Register(s, sheet, h.sendSheet)
	photos := op("mailGallery", post, "/api/info/send-photos/{list_id}/acc/{prop_id}/", "Mail the gallery to a mailing list",
		"The published photos, one message a contact, sent in the background: as a ZIP file, or as a link that works for 30 days if that would be too large for a mailbox."+mailing.Rules, photographer)
	photos.Status, photos.Creates = http.StatusAccepted, true
	photos.Refusals = sheet.Refusals
	httpx.Register(s, photos, h.sendGallery)
	httpx.RegisterDownload(s, httpx.Op{
		ID: "downloadSharedGallery", Method: get, Path: "/api/info/shared-photos/{link}/", Tag: tag, Rule: auth.Rule{Public: true},
		Summary: "Download a gallery by its link", Description: "The link comes by mail and works for 30 days.",
	}, "application/zip", h.sharedGallery)
}
