package httpx

import (
	"net/http"
	"net/url"
	"strconv"
	"strings"
	"unicode/utf8"

	"allot/internal/platform/apperr"
)

const (
	badText = "must be text without NUL characters, in UTF-8"
	maxPath = 200
	// maxProblems bounds what one refusal tells.
	maxProblems = 20
)

// storable reports whether a text column of both engines can hold s.
func storable(s string) bool { return strings.IndexByte(s, 0) < 0 && utf8.ValidString(s) }

// checkAddress refuses texts that cannot be stored: such a path is not found, such a
// query value is not valid.
func (s *Server) checkAddress(next http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if !storable(r.URL.Path) {
			s.WriteError(w, r, errNoPath)
			return
		}
		if err := checkQuery(r.URL.RawQuery); err != nil {
			s.WriteError(w, r, err)
			return
		}
		next.ServeHTTP(w, r)
	})
}

// checkQuery splits the query as huma does, which ignores bad escapes and takes
// pairs that net/url leaves out.
func checkQuery(raw string) error {
	if plainASCII(raw) {
		return nil
	}
	var bad apperr.Fields
	for pair := range strings.SplitSeq(raw, "&") {
		name, value, _ := strings.Cut(pair, "=")
		name, errName := url.QueryUnescape(name)
		value, errValue := url.QueryUnescape(value)
		escaped := errName == nil && errValue == nil
		bad.Check(escaped, printable(name), "must be written with valid % escapes")
		bad.Check(!escaped || storable(name) && storable(value), printable(name), badText)
		if len(bad) == maxProblems {
			break
		}
	}
	return bad.Err()
}

func plainASCII(s string) bool {
	for i := range len(s) {
		if s[i] == '%' || s[i] >= utf8.RuneSelf {
			return false
		}
	}
	return true
}

// printable makes a name fit for an error body.
func printable(name string) string {
	if name = strings.ReplaceAll(strings.ToValidUTF8(name, "?"), "\x00", "?"); name != "" {
		return name
	}
	return "(unnamed)"
}

func member(inside bool, name string) string {
	if inside {
		return "." + name
	}
	return name
}

// index is the step of a path into a list.
func index(i int) string { return "[" + strconv.Itoa(i) + "]" }
