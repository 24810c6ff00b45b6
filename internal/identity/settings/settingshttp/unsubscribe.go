package settingshttp

import (
	"context"
	"embed"
	"errors"
	"net/http"

	"github.com/go-chi/chi/v5"

	"allot/internal/identity/settings"
	"allot/internal/platform/apperr"
	"allot/internal/platform/httpx"
	"allot/internal/platform/lang"
	"allot/internal/platform/webpage"
)

//go:embed page
var pageFiles embed.FS

// unsubscribeText holds the texts of the page in one language. {company} and {email} are
// replaced with those of the link.
type unsubscribeText struct {
	Title       string `json:"title"`
	Ask         string `json:"ask"`
	Unsubscribe string `json:"unsubscribe"`
	Done        string `json:"done"`
	Resubscribe string `json:"resubscribe"`
	Unknown     string `json:"unknown"`
	Note        string `json:"note"`
}

var (
	unsubscribeTexts    = lang.Texts[unsubscribeText](pageFiles, "page/texts")
	unsubscribeTemplate = webpage.Parse(pageFiles, "page/unsubscribe.html")
)

// The form of a POST, which comes from a button of the page or from the mail
// program of the reader (RFC 8058).
const (
	choiceUnsubscribe = "unsubscribe"
	choiceResubscribe = "resubscribe"
	oneClickField     = "List-Unsubscribe"
	oneClickValue     = "One-Click"
	maxChoice         = 4 << 10
)

// addUnsubscribe serves the page that the link in list mail opens. Opening it
// changes nothing, because mail scanners open every link.
func addUnsubscribe(s *httpx.Server, h *handlers) {
	const path = settings.UnsubscribePage + "{link}/"
	webpage.AddStyle(s, settings.UnsubscribePage)
	webpage.Handle(s, http.MethodGet, path, func(w http.ResponseWriter, r *http.Request) {
		sub, err := h.Settings.Subscription(r.Context(), chi.URLParam(r, "link"))
		showSubscription(s, w, r, sub, err)
	})
	webpage.Handle(s, http.MethodPost, path, func(w http.ResponseWriter, r *http.Request) {
		r.Body = http.MaxBytesReader(w, r.Body, maxChoice)
		sub, err := h.choose(r.Context(), chi.URLParam(r, "link"), choiceOf(r))
		showSubscription(s, w, r, sub, err)
	})
}

// choiceOf reads the form; PostFormValue reads both encodings that mail programs use.
func choiceOf(r *http.Request) string {
	if r.PostFormValue(oneClickField) == oneClickValue {
		return choiceUnsubscribe
	}
	return r.PostFormValue("choice")
}

func (h *handlers) choose(ctx context.Context, link, choice string) (settings.Subscription, error) {
	switch choice {
	case choiceUnsubscribe:
		return h.Settings.Unsubscribe(ctx, link)
	case choiceResubscribe:
		return h.Settings.Resubscribe(ctx, link)
	}
	return settings.Subscription{}, apperr.Field("choice", "must be %s or %s", choiceUnsubscribe, choiceResubscribe)
}

// subscriptionPage is the input of the page template. Choice is the value of the button;
// without one there is no button.
type subscriptionPage struct {
	webpage.Head
	Message, Choice, Button, Note string
}

func showSubscription(s *httpx.Server, w http.ResponseWriter, r *http.Request, sub settings.Subscription, err error) {
	if err != nil && !errors.Is(err, apperr.ErrNotFound) {
		s.WriteError(w, r, err)
		return
	}
	language := webpage.Language(r, sub.Language)
	text := unsubscribeTexts[language]
	p := subscriptionPage{Head: webpage.Head{Path: settings.UnsubscribePage, Language: language, Title: text.Title}}
	fill := lang.Filler("company", sub.Company, "email", sub.Email)
	status := http.StatusOK
	switch {
	case err != nil:
		status, p.Message = http.StatusNotFound, text.Unknown
	case sub.UnsubscribedAt != nil:
		p.Message, p.Choice, p.Button = fill(text.Done), choiceResubscribe, text.Resubscribe
	default:
		p.Message, p.Choice, p.Button, p.Note = fill(text.Ask), choiceUnsubscribe, text.Unsubscribe, text.Note
	}
	webpage.Write(w, status, language, unsubscribeTemplate, "unsubscribe.html", p)
}
