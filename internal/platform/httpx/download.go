package httpx

import (
	"cmp"
	"context"
	"io"
	"net/http"
	"strconv"
	"strings"
	"unicode"

	"github.com/danielgtaylor/huma/v2"
	"github.com/danielgtaylor/huma/v2/adapters/humachi"
	"golang.org/x/text/unicode/norm"

	"allot/internal/platform/httpx/apidoc"
)

// Download is a file that may be generated while it is sent.
type Download struct {
	// Name is the file name for the user, in any script.
	Name string
	// Size is sent to the client if it is known, for its progress display. It must be
	// exact.
	Size int64
	// ContentType is set where an operation has files of several types.
	ContentType string
	// Tag identifies the state of the content, as in Prepared; empty: the file has no
	// ETag.
	Tag string
	// Write sends the content. Refuse before: an error in it cuts the connection, so
	// that the client sees that the file is incomplete.
	Write func(ctx context.Context, w io.Writer) error
}

// FileDownload returns a download of a file in memory.
func FileDownload(name string, data []byte) *Download {
	return &Download{Name: name, Size: int64(len(data)), Write: writes(data)}
}

// RegisterDownload adds an operation that returns a file, of a type or of one of
// several. An error of the handler, before the first byte, is a normal error body.
func RegisterDownload[I any](s *Server, op Op, contentType string, h func(context.Context, *I) (*Download, error), others ...string) {
	op.document = func(o *huma.Operation) {
		documentWritten(o, "The file", contentType, apidoc.Binary(""))
		for _, other := range others {
			o.Responses["200"].Content[other] = &huma.MediaType{Schema: apidoc.Binary("")}
		}
	}
	registerWritten(s, op, h, func(hc huma.Context, d *Download) { s.sendFile(hc, cmp.Or(d.ContentType, contentType), d) })
}

func (s *Server) sendFile(hc huma.Context, contentType string, d *Download) {
	r, w := humachi.Unwrap(hc)
	h := w.Header()
	if d.Tag != "" {
		etag := s.etag(hc.Context(), d.Tag, false)
		if TagMatches(r.Header["If-None-Match"], etag) {
			notModified(w, etag)
			return
		}
		validators(h, etag)
	}
	h.Set("Content-Type", contentType)
	h.Set("Content-Disposition", attachment(d.Name))
	if d.Size > 0 {
		h.Set("Content-Length", strconv.FormatInt(d.Size, 10))
	}
	w.WriteHeader(http.StatusOK)
	if r.Method == http.MethodHead {
		return
	}
	s.write(hc, w, "download", d.Write)
}

const maxFileName = 120

// attachment returns a Content-Disposition with the name twice: in ASCII for old
// clients and unchanged (RFC 6266).
func attachment(name string) string {
	name = fileName(name)
	return `attachment; filename="` + asciiName(name) + `"; filename*=UTF-8''` + escapeName(name)
}

// fileName removes characters that file systems do not allow, and invisible ones
// that change the reading direction, so that "exe" reads as "pdf".
func fileName(name string) string {
	name = strings.Map(func(r rune) rune {
		switch {
		case strings.ContainsRune(`/\:*?"<>|`, r):
			return '-'
		case r == unicode.ReplacementChar, unicode.IsControl(r), unicode.Is(unicode.Cf, r), unicode.Is(unicode.Zl, r), unicode.Is(unicode.Zp, r):
			return -1
		}
		return r
	}, name)
	stem, ext := splitExt(strings.Trim(name, " ."))
	if runes := []rune(stem); len(runes) > maxFileName {
		stem = strings.TrimSpace(string(runes[:maxFileName]))
	}
	if stem == "" {
		stem = "download"
	}
	return stem + ext
}

// splitExt splits off an extension if it looks like one.
func splitExt(name string) (stem, ext string) {
	const longest = 6
	i := strings.LastIndexByte(name, '.')
	if i < 0 || len(name)-i > longest || strings.ContainsFunc(name[i+1:], func(r rune) bool { return !asciiWord(r) }) {
		return name, ""
	}
	return strings.TrimSpace(name[:i]), name[i:]
}

func asciiWord(r rune) bool {
	return r >= 'a' && r <= 'z' || r >= 'A' && r <= 'Z' || r >= '0' && r <= '9'
}

// asciiName removes accents; of a name in another script only the extension stays.
func asciiName(name string) string {
	stem, ext := splitExt(name)
	stem = strings.Map(func(r rune) rune {
		switch {
		case unicode.Is(unicode.Mn, r):
			return -1
		case asciiWord(r), strings.ContainsRune(" ._-()", r):
			return r
		}
		return '_'
	}, norm.NFKD.String(stem))
	for strings.Contains(stem, "__") {
		stem = strings.ReplaceAll(stem, "__", "_")
	}
	if !strings.ContainsFunc(stem, asciiWord) {
		stem = "download"
	}
	return stem + ext
}

// escapeName encodes a value by RFC 8187.
func escapeName(name string) string {
	const hex = "0123456789ABCDEF"
	var b strings.Builder
	for i := range len(name) {
		c := name[i]
		if asciiWord(rune(c)) || strings.IndexByte("!#$&+-.^_`|~", c) >= 0 {
			b.WriteByte(c)
			continue
		}
		b.Write([]byte{'%', hex[c>>4], hex[c&15]})
	}
	return b.String()
}
