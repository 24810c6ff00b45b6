package apidoc

import (
	"bytes"
	"crypto/sha256"
	"embed"
	"encoding/hex"
	"io/fs"
	"net/http"
	"path"
	"sync"
	"time"

	"github.com/go-chi/chi/v5"
)

// The page is ours: static files and scripts without a library. It reads the OpenAPI
// document, and start.json, in which the program says what to show first.
//
//go:embed docs
var pageFiles embed.FS

// pagePolicy lets the page load its own files and call this server only. Pictures that
// an operation answers are shown from memory (blob:).
const pagePolicy = "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data: blob:; " +
	"connect-src 'self'; frame-ancestors 'none'; base-uri 'none'; form-action 'none'"

// pageTypes are the kinds of the page's files; the system's own table could say otherwise.
var pageTypes = map[string]string{
	".html": "text/html; charset=utf-8", ".css": "text/css; charset=utf-8", ".js": "text/javascript; charset=utf-8", ".svg": "image/svg+xml",
}

// Serve serves the document and its page. The document is made once, for the first who
// asks for it; refuse answers if that fails.
func Serve(r chi.Router, document func() ([]byte, error), refuse func(http.ResponseWriter, *http.Request, error)) {
	made := sync.OnceValues(func() (asset, error) {
		b, err := document()
		return newAsset("application/json", b), err
	})
	r.Get("/api/openapi.json", func(w http.ResponseWriter, r *http.Request) {
		a, err := made()
		if err != nil {
			refuse(w, r, err)
			return
		}
		a.serve(w, r)
	})
	files, err := fs.ReadDir(pageFiles, "docs")
	if err != nil {
		panic(err) // the folder is compiled in
	}
	for _, f := range files {
		b, err := pageFiles.ReadFile("docs/" + f.Name())
		if err != nil {
			panic(err)
		}
		name := f.Name()
		a := newAsset(pageTypes[path.Ext(name)], b)
		if name == "index.html" {
			name = ""
		}
		r.Get("/api/docs/"+name, func(w http.ResponseWriter, r *http.Request) {
			w.Header().Set("Content-Security-Policy", pagePolicy)
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
