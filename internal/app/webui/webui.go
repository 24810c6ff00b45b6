// Package webui serves the dashboard: one page for the paths of all screens, and the
// files that it loads. A program that was compiled without the dashboard serves a page
// that says how to build it.
package webui

import (
	"bytes"
	"crypto/sha256"
	_ "embed"
	"encoding/hex"
	"html"
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

// What the page of payments may load besides: Stripe's script, the frames in which Stripe
// asks for cards and banks for a confirmation, and Stripe's API, which these call.
var paymentPolicy = strings.NewReplacer(
	"script-src 'self'", "script-src 'self' https://js.stripe.com",
	"connect-src 'self'", "connect-src 'self' https://api.stripe.com",
	"frame-src 'self'", "frame-src 'self' https://js.stripe.com https://hooks.stripe.com",
).Replace(policy)

// paymentPath is the one screen that loads anything of Stripe.
const paymentPath = "/billing/"

//go:embed unbuilt.html
var unbuilt []byte

// kinds are the types of the files; the system's own table could say otherwise.
var kinds = map[string]string{
	".html": "text/html; charset=utf-8", ".css": "text/css; charset=utf-8", ".js": "text/javascript; charset=utf-8",
	".svg": "image/svg+xml", ".woff2": "font/woff2", ".json": "application/json",
}

// Register serves the page at every path of a screen, and its files. Unknown paths
// that a browser opens get the page too, with 404: it says so in the user's language.
//
// With a publishable key of Stripe the page of payments holds it, and may load Stripe's
// script and frames. Without one no page may load anything of another origin.
func Register(s *httpx.Server, built fs.FS, isBuilt bool, paths []string, stripeKey string) error {
	page := file{kind: kinds[".html"], cache: "no-cache", content: unbuilt}
	if isBuilt {
		var err error
		if page, err = addFiles(s, built); err != nil {
			return err
		}
	}
	for _, p := range paths {
		page, policy := page, policy
		if p == paymentPath && stripeKey != "" {
			page, policy = page.withStripe(stripeKey), paymentPolicy
		}
		s.Router().Get(p, func(w http.ResponseWriter, r *http.Request) {
			w.Header().Set("Content-Security-Policy", policy)
			page.serve(w, r)
		})
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
		f.tag = tagOf(content)
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

func tagOf(content []byte) string {
	sum := sha256.Sum256(content)
	return `"` + hex.EncodeToString(sum[:12]) + `"`
}

// withStripe returns the page with the key that Stripe's script needs.
func (f file) withStripe(key string) file {
	meta := []byte(`<meta name="stripe-key" content="` + html.EscapeString(key) + `" />` + "\n  ")
	f.content = bytes.Replace(f.content, []byte("</head>"), append(meta, "</head>"...), 1)
	f.tag = tagOf(f.content)
	return f
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
