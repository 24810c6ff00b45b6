package httpx

import (
	"bytes"
	"cmp"
	"encoding/json"
	"net/http"
	"net/url"
	"slices"
	"strconv"
	"strings"
	"unicode/utf8"

	"allot/internal/platform/apperr"
)

const (
	badText     = "must be text without NUL characters, in UTF-8"
	maxBadTexts = 20
	maxPath     = 200
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
		if len(bad) == maxBadTexts {
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

// textCheck finds texts in a decoded JSON value that cannot be stored. The path is
// kept in one buffer, so that deep nesting costs no more than its length.
type textCheck struct {
	path []byte
	bad  apperr.Fields
}

// checkTexts returns an error that lists the texts of a JSON body that cannot be
// stored.
func checkTexts(raw []byte, v any) error {
	var c textCheck
	c.walk(v)
	slices.SortFunc(c.bad, func(a, b apperr.FieldError) int { return cmp.Compare(a.Field, b.Field) })
	if len(c.bad) == 0 && !utf8.Valid(raw) {
		return apperr.ErrValidation.Withf("the body is not UTF-8")
	}
	return c.bad.Err()
}

func suspect(raw []byte) bool {
	return bytes.Contains(raw, []byte(`\u0000`)) || !utf8.Valid(raw)
}

func (c *textCheck) walk(v any) {
	switch v := v.(type) {
	case string:
		c.check(storable(v), badText)
	case json.Number:
		_, err := v.Float64()
		c.check(err == nil, "is out of range")
	case []any:
		for i, e := range v {
			c.at("["+strconv.Itoa(i)+"]", e)
		}
	case map[string]any:
		for name, e := range v {
			c.at(member(len(c.path) > 0, printable(name)), e)
			if !storable(name) {
				c.at(member(len(c.path) > 0, printable(name)), name)
			}
		}
	}
}

func (c *textCheck) at(step string, v any) {
	if len(c.bad) == maxBadTexts {
		return
	}
	n := len(c.path)
	c.path = append(c.path, step...)
	c.walk(v)
	c.path = c.path[:n]
}

func (c *textCheck) check(ok bool, problem string) {
	if !ok {
		c.bad.Check(false, cmp.Or(string(c.path[:min(len(c.path), maxPath)]), wholeBody), problem)
	}
}

func member(inside bool, name string) string {
	if inside {
		return "." + name
	}
	return name
}
