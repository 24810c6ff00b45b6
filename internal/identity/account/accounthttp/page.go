package accounthttp

import (
	"embed"
	"encoding/json"
	"net/http"

	"allot/internal/identity/account"
	"allot/internal/platform/httpx"
	"allot/internal/platform/lang"
	"allot/internal/platform/webpage"
)

//go:embed page
var pageFiles embed.FS

// pageText holds the texts of the pages in one language.
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
	// Fields and Codes are the texts of refusals, by field and by error code.
	Fields map[string]string `json:"fields"`
	Codes  map[string]string `json:"codes"`
}

// pageAction holds the texts of one page.
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
	pageTemplates = webpage.Parse(pageFiles, "page/*.html")
)

// pageData is the input of a page template.
type pageData struct {
	webpage.Head
	Name   string
	Text   pageText
	Script string // texts for the script, as JSON
}

// pagePolicy lets the script of a page call the API. The browser itself submits no form.
const pagePolicy = "script-src 'self'; connect-src 'self'; form-action 'none'"

// addPages serves the small pages that the links in letters open.
func (h *handlers) addPages(s *httpx.Server) {
	addPage(s, account.ResetPage, "reset", func(t pageText) pageAction { return t.Reset })
	addPage(s, account.ConfirmPage, "confirm", func(t pageText) pageAction { return t.Confirm })
	addPage(s, account.RegisterPage, "register", func(t pageText) pageAction {
		if !h.Accounts.ConfirmsEmails() {
			t.Register.Confirm = "" // no confirmation letter is sent
		}
		return t.Register
	})
}

func addPage(s *httpx.Server, path, name string, action func(pageText) pageAction) {
	webpage.AddStyle(s, path)
	for _, script := range []string{"page.js", name + ".js"} {
		webpage.AddFile(s, path, pageFiles, "page/"+script, "text/javascript")
	}
	webpage.Handle(s, http.MethodGet, path, func(w http.ResponseWriter, r *http.Request) {
		language := webpage.Language(r, "")
		p, err := newPage(name, path, language, action)
		if err != nil {
			s.WriteError(w, r, err)
			return
		}
		webpage.Write(w, http.StatusOK, language, pagePolicy, pageTemplates, name+".html", p)
	})
}

func newPage(name, path, language string, action func(pageText) pageAction) (pageData, error) {
	text := pageTexts[language]
	own := action(text)
	script, err := json.Marshal(map[string]any{
		"unreachable": text.Unreachable, "incomplete": text.Incomplete, "fields": text.Fields, "codes": text.Codes,
		"done": own.Done, "joined": own.Joined, "confirm": own.Confirm,
	})
	return pageData{Head: webpage.Head{Path: path, Language: language, Title: own.Title}, Name: name, Text: text, Script: string(script)}, err
}
