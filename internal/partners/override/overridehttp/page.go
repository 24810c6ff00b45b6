package overridehttp

import (
	"context"
	"embed"
	"errors"
	"net/http"

	"github.com/go-chi/chi/v5"

	"allot/internal/partners/override"
	"allot/internal/platform/apperr"
	"allot/internal/platform/httpx"
	"allot/internal/platform/lang"
	"allot/internal/platform/webpage"
)

//go:embed page
var pageFiles embed.FS

// pageText holds the texts of the page in one language. {company} and
// {property} stand for those of the override.
type pageText struct {
	Title    string                   `json:"title"`
	What     map[override.Kind]string `json:"what"`
	Note     string                   `json:"note"`
	Fact     string                   `json:"fact"`
	Yours    string                   `json:"yours"`
	Theirs   string                   `json:"theirs"`
	Approve  string                   `json:"approve"`
	Decline  string                   `json:"decline"`
	Approved string                   `json:"approved"`
	Declined string                   `json:"declined"`
	// Problems holds a text for each code of a refusal.
	Problems map[string]string `json:"problems"`
}

var (
	pageTexts    = lang.Texts[pageText](pageFiles, "page/texts")
	pageTemplate = webpage.Parse(pageFiles, "page/approval.html")
)

// pageData is the data of the template. Waiting reports that the override can
// be decided; otherwise Message is shown.
type pageData struct {
	webpage.Head
	Text    pageText
	Heading string
	Message string
	Waiting bool
	Lines   []override.Line
	Photos  []picture
	Logo    string
}

type picture struct{ Address, Caption string }

const (
	decisionApprove = "approve"
	decisionDecline = "decline"
	maxForm         = 4 << 10
)

// addPage serves the page that the link in a letter opens. GET changes nothing,
// because mail scanners open every link; the buttons post.
func addPage(s *httpx.Server, h *handlers) {
	const path = override.ApprovalPage + "{link}/"
	webpage.AddStyle(s, override.ApprovalPage)
	webpage.Handle(s, http.MethodGet, path, func(w http.ResponseWriter, r *http.Request) {
		linked, err := h.Overrides.Linked(r.Context(), chi.URLParam(r, "link"))
		h.answer(s, w, r, linked, err)
	})
	webpage.Handle(s, http.MethodPost, path, func(w http.ResponseWriter, r *http.Request) {
		r.Body = http.MaxBytesReader(w, r.Body, maxForm)
		decision := r.PostFormValue("decision")
		if decision != decisionApprove && decision != decisionDecline {
			s.WriteError(w, r, apperr.Field("decision", "must be %s or %s", decisionApprove, decisionDecline))
			return
		}
		linked, err := h.Overrides.DecideLinked(r.Context(), chi.URLParam(r, "link"), decision == decisionApprove)
		h.answer(s, w, r, linked, err)
	})
}

// answer writes the page with the override, or with the reason why it cannot be
// decided.
func (h *handlers) answer(s *httpx.Server, w http.ResponseWriter, r *http.Request, linked override.Linked, err error) {
	var refusal *apperr.Error
	if err != nil && !errors.As(err, &refusal) {
		s.WriteError(w, r, err)
		return
	}
	status := http.StatusOK
	language := webpage.Language(r, linked.Language)
	p := h.page(r.Context(), linked, language)
	if refusal != nil {
		status, p.Waiting = http.StatusConflict, false
		if refusal.Kind == apperr.NotFound {
			status = http.StatusNotFound
		}
		if refusal.Kind == apperr.Forbidden {
			status = http.StatusForbidden
		}
		p.Message = p.Text.Problems[refusal.Code]
	}
	webpage.Write(w, status, language, pageTemplate, "approval.html", p)
}

func (h *handlers) page(ctx context.Context, linked override.Linked, language string) pageData {
	text := pageTexts[language]
	fill := lang.Filler("company", linked.Company, "property", linked.PropertyName)
	p := pageData{
		Head: webpage.Head{Path: override.ApprovalPage, Language: language, Title: text.Title},
		Text: text, Heading: fill(text.What[linked.Kind]), Lines: linked.Lines(h.Catalogue, language),
	}
	for _, photo := range linked.Photos {
		p.Photos = append(p.Photos, picture{Address: *httpx.MediaURL(ctx, photo.SmallKey), Caption: photo.Caption})
	}
	if logo := httpx.MediaURL(ctx, linked.LogoKey); logo != nil {
		p.Logo = *logo
	}
	switch linked.Status {
	case override.StatusWaiting:
		p.Waiting = true
	case override.StatusActive:
		p.Message = text.Approved
	case override.StatusDeclined:
		p.Message = text.Declined
	}
	return p
}
