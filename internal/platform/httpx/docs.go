package httpx

import (
	"bytes"
	"embed"
	"encoding/json"
	"fmt"
	"io/fs"
	"net/http"
	"sync"

	"github.com/swaggest/swgui/v5emb"
)

//go:embed docs
var docsFiles embed.FS

// docsPolicy lets the page load its own files and call this server only. Swagger UI
// sets its styles by script, which needs no inline styles.
const docsPolicy = "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; " +
	"font-src 'self'; connect-src 'self'; frame-ancestors 'none'; base-uri 'none'; form-action 'none'"

// Document returns the OpenAPI document as it is checked in.
func (s *Server) Document() ([]byte, error) {
	b, err := json.Marshal(shorten(s.OpenAPI(), s.opt.BaseURL, s.opt.Glossary))
	if err != nil {
		return nil, fmt.Errorf("encode OpenAPI document: %w", err)
	}
	for _, c := range replacements {
		b = bytes.ReplaceAll(b, []byte(c.written), []byte(c.wanted))
	}
	return layout(b), nil
}

// replacements are what huma writes otherwise than wanted: it escapes for HTML, which
// this is not, and has a word that JSON Schema does not know.
var replacements = []struct{ written, wanted string }{
	{`\u003c`, "<"}, {`\u003e`, ">"}, {`\u0026`, "&"}, {`"patternDescription":`, `"x-pattern-description":`},
}

// AddDocs serves the OpenAPI document and its page. Call it after the last
// Register: the document is written once.
func (s *Server) AddDocs() {
	document := sync.OnceValues(s.Document)
	s.router.Get("/api/openapi.json", func(w http.ResponseWriter, r *http.Request) {
		b, err := document()
		if err != nil {
			s.WriteError(w, r, err)
			return
		}
		w.Header().Set("Content-Type", "application/json")
		w.Header().Set("Cache-Control", "public, max-age=60")
		_, _ = w.Write(b)
	})
	own, err := fs.Sub(docsFiles, "docs")
	if err != nil {
		panic(err) // the folder is compiled in
	}
	page := http.StripPrefix("/api/docs/", http.FileServerFS(own))
	library := v5emb.New("Allot API", "/api/openapi.json", "/api/docs/")
	for name, h := range map[string]http.Handler{
		"": page, "start.js": page, "start.css": page,
		"swagger-ui.css": library, "swagger-ui-bundle.js": library, "favicon-32x32.png": library,
	} {
		s.router.Get("/api/docs/"+name, func(w http.ResponseWriter, r *http.Request) {
			w.Header().Set("Content-Security-Policy", docsPolicy)
			w.Header().Set("Cache-Control", "public, max-age=3600")
			h.ServeHTTP(w, r)
		})
	}
}
