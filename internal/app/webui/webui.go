// Package webui serves the dashboard: one page for the paths of all screens, and the
// files that it loads. A program that was compiled without the dashboard serves a page
// that says how to build it.
package webui

import (
	"bytes"
	"crypto/sha256"
	_ "embed"
	"encoding/hex"
	"io/fs"
	"net/http"
	"path"
	"strings"
	"time"

	"allot/internal/platform/httpx"
)

// policy lets the page load its own files and call this server only. It has no inline
// script and no inline style.
const policy = "default-src 'none'; script-src 'self'; style-src 'self'; font-src 'self'; img-src 'self' data: blob:; connect-src 'self'; " +
	"frame-src 'self' blob:; manifest-src 'self'; form-action 'self'; frame-ancestors 'none'; base-uri 'none'"

//go:embed unbuilt.html
var unbuilt []byte

// kinds are the types of the files; the system's own table could say otherwise.
var kinds = map[string]string{
	".html": "text/html; charset=utf-8", ".css": "text/css; charset=utf-8", ".js": "text/javascript; charset=utf-8",
	".svg": "image/svg+xml", ".woff2": "font/woff2", ".json": "application/json",
}

// Register serves the page at every path of a screen, and its files. Unknown paths
// that a browser opens get the page too, with 404: it says so in the user's language.
func Register(s *httpx.Server, built fs.FS, isBuilt bool, paths []string) error {
	page := file{kind: kinds[".html"], cache: "no-cache", content: unbuilt}
	if isBuilt {
		var err error
		if page, err = addFiles(s, built); err != nil {
			return err
		}
	}
	serve := func(w http.ResponseWriter, r *http.Request) {
		w.Header().Set("Content-Security-Policy", policy)
		page.serve(w, r)
	}
	for _, p := range paths {
		s.Router().Get(p, serve)
	}
	s.SetPage(func(w http.ResponseWriter, _ *http.Request) {
		w.Header().Set("Content-Security-Policy", policy)
		page.head(w)
		w.WriteHeader(http.StatusNotFound)
		_, _ = w.Write(page.content) // fails only if the client has disconnected
	})
	return nil
}

// addFiles serves every file of the build but the page, which it returns.
func addFiles(s *httpx.Server, built fs.FS) (page file, err error) {
	err = fs.WalkDir(built, ".", func(name string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() {
			return err
		}
		content, err := fs.ReadFile(built, name)
		if err != nil {
			return err
		}
		// The names of assets have a hash of their content.
		f := file{kind: kinds[path.Ext(name)], cache: "public, max-age=31536000, immutable", content: content}
		if !strings.HasPrefix(name, "assets/") {
			f.cache = "no-cache"
		}
		sum := sha256.Sum256(content)
		f.tag = `"` + hex.EncodeToString(sum[:12]) + `"`
		if name == "index.html" {
			page = f
			return nil
		}
		s.Router().Get("/"+name, f.serve)
		return nil
	})
	return page, err
}

// file is one file of the dashboard.
type file struct {
	kind, cache, tag string
	content          []byte
}

func (f file) head(w http.ResponseWriter) {
	w.Header().Set("Content-Type", f.kind)
	w.Header().Set("Cache-Control", f.cache)
	if f.tag != "" {
		w.Header().Set("ETag", f.tag)
	}
}

func (f file) serve(w http.ResponseWriter, r *http.Request) {
	f.head(w)
	http.ServeContent(w, r, "", time.Time{}, bytes.NewReader(f.content))
}
