package httpx

import (
	"bytes"
	"crypto/sha256"
	"embed"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"io/fs"
	"net/http"
	"path"
	"sync"
	"time"
)

// The page is ours: static files and scripts without a library. It reads the OpenAPI
// document, and start.json, in which the program says what to show first.
//
//go:embed docs
var docsFiles embed.FS

// docsPolicy lets the page load its own files and call this server only. Pictures that
// an operation answers are shown from memory (blob:).
const docsPolicy = "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data: blob:; " +
	"connect-src 'self'; frame-ancestors 'none'; base-uri 'none'; form-action 'none'"

// docsTypes are the kinds of the page's files; the system's own table could say otherwise.
var docsTypes = map[string]string{
	".html": "text/html; charset=utf-8", ".css": "text/css; charset=utf-8", ".js": "text/javascript; charset=utf-8", ".svg": "image/svg+xml",
}

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
	document := sync.OnceValues(func() (asset, error) {
		b, err := s.Document()
		return newAsset("application/json", b), err
	})
	s.router.Get("/api/openapi.json", func(w http.ResponseWriter, r *http.Request) {
		a, err := document()
		if err != nil {
			s.WriteError(w, r, err)
			return
		}
		a.serve(w, r)
	})
	files, err := fs.ReadDir(docsFiles, "docs")
	if err != nil {
		panic(err) // the folder is compiled in
	}
	for _, f := range files {
		b, err := docsFiles.ReadFile("docs/" + f.Name())
		if err != nil {
			panic(err)
		}
		name := f.Name()
		a := newAsset(docsTypes[path.Ext(name)], b)
		if name == "index.html" {
			name = ""
		}
		s.router.Get("/api/docs/"+name, func(w http.ResponseWriter, r *http.Request) {
			w.Header().Set("Content-Security-Policy", docsPolicy)
			a.serve(w, r)
		})
	}
}

// asset is a file that is the same as long as the program runs.
type asset struct {
	kind, tag string
	content   []byte
}

func newAsset(kind string, content []byte) asset {
	sum := sha256.Sum256(content)
	return asset{kind, `"` + hex.EncodeToString(sum[:12]) + `"`, content}
}

// serve answers with the file, or with 304 to who has it. After a minute a browser asks
// again, so that the files of the page are those of one version after an upgrade.
func (a asset) serve(w http.ResponseWriter, r *http.Request) {
	w.Header().Set("Content-Type", a.kind)
	w.Header().Set("Cache-Control", "public, max-age=60")
	w.Header().Set("ETag", a.tag)
	http.ServeContent(w, r, "", time.Time{}, bytes.NewReader(a.content))
}
