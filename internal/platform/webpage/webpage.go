// Package webpage serves the HTML pages that links in letters open. They share a
// layout, a style sheet and a content security policy.
package webpage

import (
	"embed"
	"html/template"
	"io/fs"
	"net/http"
	pathpkg "path"

	"allot/internal/platform/apperr"
	"allot/internal/platform/httpx"
	"allot/internal/platform/lang"
)

//go:embed layout.html page.css
var files embed.FS

// Head is the data of the layout; the data of every page embeds it.
type Head struct {
	Path     string // of the page's files, with a slash at the end
	Language string
	Title    string
}

// Parse parses the templates of pages. Each begins with {{template "head" .}} and
// ends with {{template "foot" .}}. It panics on errors: the files are embedded.
func Parse(pages fs.FS, pattern string) *template.Template {
	t := template.Must(template.ParseFS(files, "layout.html"))
	return template.Must(t.ParseFS(pages, pattern))
}

// AddStyle serves the style sheet of the pages below path.
func AddStyle(s *httpx.Server, path string) { AddFile(s, path, files, "page.css", "text/css") }

// AddFile serves a file that the pages below path load.
func AddFile(s *httpx.Server, path string, from fs.ReadFileFS, name, kind string) {
	content, err := from.ReadFile(name)
	if err != nil {
		panic(err) // the file is embedded
	}
	s.Router().Get(path+pathpkg.Base(name), func(w http.ResponseWriter, _ *http.Request) {
		w.Header().Set("Content-Type", kind+"; charset=utf-8")
		w.Header().Set("Cache-Control", "no-cache")
		_, _ = w.Write(content) // fails only if the client has disconnected
	})
}

// Handle serves a page or its form. It refuses an unknown lang parameter before it
// calls h.
func Handle(s *httpx.Server, method, path string, h http.HandlerFunc) {
	s.Router().MethodFunc(method, path, func(w http.ResponseWriter, r *http.Request) {
		wanted := r.URL.Query().Get(langParam)
		if _, found := lang.Find(wanted); wanted != "" && !found {
			s.WriteError(w, r, apperr.Field(langParam, lang.NotOffered))
			return
		}
		h(w, r)
	})
}

const langParam = "lang"

// Language returns the language of a page: lang of the query, else the reader's,
// else that of Accept-Language.
func Language(r *http.Request, reader string) string {
	return lang.Match(r.URL.Query().Get(langParam), reader, r.Header.Get("Accept-Language"))
}

// Write sends a page, which may load only style sheets and images of this server and
// send its form there.
func Write(w http.ResponseWriter, status int, language string, t *template.Template, name string, data any) {
	h := w.Header()
	h.Set("Content-Type", "text/html; charset=utf-8")
	h.Set("Content-Language", language)
	h.Add("Vary", "Accept-Language")
	h.Set("Cache-Control", "no-store")
	h.Set("Content-Security-Policy", "default-src 'none'; style-src 'self'; img-src 'self'; form-action 'self'; frame-ancestors 'none'; base-uri 'none'")
	w.WriteHeader(status)
	_ = t.ExecuteTemplate(w, name, data) // fails only if the client has disconnected
}
