package settingshttp

import (
	"context"
	"embed"
	"errors"
	"html/template"
	"net/http"
	"strings"

	"github.com/go-chi/chi/v5"

	"allot/internal/platform/apperr"
	"allot/internal/platform/httpx"
	"allot/internal/platform/lang"
	"allot/internal/settings"
)

//go:embed page
var pageFiles embed.FS

// unsubscribeText is what the page says in one language. {company} and {email}
// stand for those of the link.
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
	unsubscribeTemplate = template.Must(template.ParseFS(pageFiles, "page/unsubscribe.html"))
)

// What a POST asks for: a button of the page, or the mail program on behalf of
// its user (RFC 8058).
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
	style, err := pageFiles.ReadFile("page/unsubscribe.css")
	if err != nil {
		panic(err) // the file is compiled in
	}
	s.Router().Get(settings.UnsubscribePage+"unsubscribe.css", func(w http.ResponseWriter, _ *http.Request) {
		w.Header().Set("Content-Type", "text/css; charset=utf-8")
		_, _ = w.Write(style)
	})
	s.Router().Get(path, func(w http.ResponseWriter, r *http.Request) {
		sub, err := h.Settings.Subscription(r.Context(), chi.URLParam(r, "link"))
		showSubscription(s, w, r, sub, err)
	})
	s.Router().Post(path, func(w http.ResponseWriter, r *http.Request) {
		r.Body = http.MaxBytesReader(w, r.Body, maxChoice)
		sub, err := h.choose(r.Context(), chi.URLParam(r, "link"), choiceOf(r))
		showSubscription(s, w, r, sub, err)
	})
}

// choiceOf reads the form; PostFormValue takes both encodings that mail programs use.
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

// subscriptionPage is what the template fills in. Choice is what the button asks
// for; without one there is none.
type subscriptionPage struct {
	Language, Message, Choice, Button, Note string
	Text                                    unsubscribeText
}

func showSubscription(s *httpx.Server, w http.ResponseWriter, r *http.Request, sub settings.Subscription, err error) {
	if err != nil && !errors.Is(err, apperr.ErrNotFound) {
		s.WriteError(w, r, err)
		return
	}
	p := subscriptionPage{Language: lang.Match(sub.Language, r.Header.Get("Accept-Language"))}
	p.Text = unsubscribeTexts[p.Language]
	fill := strings.NewReplacer("{company}", sub.Company, "{email}", sub.Email).Replace
	status := http.StatusOK
	switch {
	case err != nil:
		status, p.Message = http.StatusNotFound, p.Text.Unknown
	case sub.UnsubscribedAt != nil:
		p.Message, p.Choice, p.Button = fill(p.Text.Done), choiceResubscribe, p.Text.Resubscribe
	default:
		p.Message, p.Choice, p.Button, p.Note = fill(p.Text.Ask), choiceUnsubscribe, p.Text.Unsubscribe, p.Text.Note
	}
	header := w.Header()
	header.Set("Content-Type", "text/html; charset=utf-8")
	header.Set("Cache-Control", "no-store")
	header.Set("Content-Security-Policy",
		"default-src 'none'; style-src 'self'; form-action 'self'; frame-ancestors 'none'; base-uri 'none'")
	w.WriteHeader(status)
	_ = unsubscribeTemplate.Execute(w, p) // the reader is gone
}
