package accounthttp

import (
	"embed"
	"encoding/json"
	"html/template"
	"net/http"

	"allot/internal/account"
	"allot/internal/contract"
	"allot/internal/platform/httpx"
	"allot/internal/platform/lang"
)

//go:embed page
var pageFiles embed.FS

// pageText is what the pages say in one language.
type pageText struct {
	NewPassword   string     `json:"new_password"`
	Password      string     `json:"password"`
	PasswordHint  string     `json:"password_hint"`
	Email         string     `json:"email"`
	AccountType   string     `json:"account_type"`
	Accommodation string     `json:"accommodation"`
	TourOperator  string     `json:"tour_operator"`
	Company       string     `json:"company"`
	Country       string     `json:"country"`
	FirstName     string     `json:"first_name"`
	LastName      string     `json:"last_name"`
	NoScript      string     `json:"no_script"`
	Unreachable   string     `json:"unreachable"`
	Incomplete    string     `json:"incomplete"`
	Reset         pageAction `json:"reset"`
	Confirm       pageAction `json:"confirm"`
	Register      pageAction `json:"register"`
	// Fields and Codes are what refusals are called, by field and by code.
	Fields map[string]string `json:"fields"`
	Codes  map[string]string `json:"codes"`
}

// pageAction is what one page adds.
type pageAction struct {
	Title   string `json:"title"`
	Intro   string `json:"intro"`
	Action  string `json:"action"`
	Known   string `json:"known"`
	Join    string `json:"join"`
	Done    string `json:"done"`
	Joined  string `json:"joined"`
	Confirm string `json:"confirm"`
}

var (
	pageTexts     = lang.Texts[pageText](pageFiles, "page/texts")
	pageTemplates = template.Must(template.ParseFS(pageFiles, "page/*.html"))
)

// shownPage is what a template fills in.
type shownPage struct {
	Name     string
	Language string
	Title    string
	Text     pageText
	Script   string // words for the script, as JSON
}

// addPages serves the small pages that the links in letters open.
func (h *handlers) addPages(s *httpx.Server) {
	addPage(s, account.ResetPage, "reset", func(t pageText) pageAction { return t.Reset })
	addPage(s, account.ConfirmPage, "confirm", func(t pageText) pageAction { return t.Confirm })
	addPage(s, contract.RegisterPage, "register", func(t pageText) pageAction {
		if !h.Accounts.ConfirmEmails {
			t.Register.Confirm = "" // no letter asks for it
		}
		return t.Register
	})
}

func addPage(s *httpx.Server, path, name string, action func(pageText) pageAction) {
	for file, kind := range map[string]string{"page.css": "text/css", "page.js": "text/javascript", name + ".js": "text/javascript"} {
		content, err := pageFiles.ReadFile("page/" + file)
		if err != nil {
			panic(err) // the file is compiled in
		}
		s.Router().Get(path+file, func(w http.ResponseWriter, _ *http.Request) {
			secure(w, kind)
			_, _ = w.Write(content) // who hung up is no news
		})
	}
	s.Router().Get(path, func(w http.ResponseWriter, r *http.Request) {
		p, err := newPage(name, lang.Match(r.URL.Query().Get("lang"), r.Header.Get("Accept-Language")), action)
		if err != nil {
			s.WriteError(w, r, err)
			return
		}
		secure(w, "text/html")
		w.Header().Add("Vary", "Accept-Language")
		w.Header().Set("Content-Language", p.Language)
		_ = pageTemplates.ExecuteTemplate(w, name+".html", p) // the reader is gone
	})
}

func newPage(name, language string, action func(pageText) pageAction) (shownPage, error) {
	text := pageTexts[language]
	own := action(text)
	script, err := json.Marshal(map[string]any{
		"unreachable": text.Unreachable, "incomplete": text.Incomplete, "fields": text.Fields, "codes": text.Codes,
		"done": own.Done, "joined": own.Joined, "confirm": own.Confirm,
	})
	return shownPage{Name: name, Language: language, Title: own.Title, Text: text, Script: string(script)}, err
}

// secure lets a page load and call nothing but ours.
func secure(w http.ResponseWriter, kind string) {
	h := w.Header()
	h.Set("Content-Type", kind+"; charset=utf-8")
	h.Set("Content-Security-Policy",
		"default-src 'none'; script-src 'self'; style-src 'self'; connect-src 'self'; frame-ancestors 'none'; base-uri 'none'; form-action 'none'")
	h.Set("Cache-Control", "no-cache")
}
