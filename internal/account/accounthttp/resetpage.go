package accounthttp

import (
	"embed"
	"io/fs"
	"net/http"

	"allot/internal/account"
	"allot/internal/platform/httpx"
)

//go:embed page
var resetPage embed.FS

// addResetPage serves the small page that the link in a reset letter opens.
func addResetPage(s *httpx.Server) {
	files, err := fs.Sub(resetPage, "page")
	if err != nil {
		panic(err) // the folder is compiled in
	}
	page := http.StripPrefix(account.ResetPage, http.FileServerFS(files))
	s.Router().Get(account.ResetPage+"*", func(w http.ResponseWriter, r *http.Request) {
		w.Header().Set("Content-Security-Policy",
			"default-src 'none'; script-src 'self'; style-src 'self'; connect-src 'self'; frame-ancestors 'none'; base-uri 'none'; form-action 'none'")
		w.Header().Set("Cache-Control", "no-cache")
		page.ServeHTTP(w, r)
	})
}
