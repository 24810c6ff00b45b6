package httpx

import (
	"context"
	"crypto/sha256"
	"encoding/base64"
	"encoding/json"
	"fmt"
	"hash/fnv"
	"strconv"
	"strings"

	"allot/internal/platform/request"
)

// release returns the part of every ETag for the program's version and the epoch of
// its database: another release may encode the same data differently, and in
// another epoch the same numbers mean other data.
func release(version, epoch string) string {
	h := fnv.New64a()
	_, _ = h.Write([]byte(version + " " + epoch)) // a hash takes everything
	return strconv.FormatUint(h.Sum64(), 36)
}

// TagOf returns the tag of a Prepared response from everything that its content
// depends on, such as stamps and filters: values that can be encoded as JSON.
func TagOf(parts ...any) (string, error) {
	raw, err := json.Marshal(parts)
	if err != nil {
		return "", fmt.Errorf("encode what an answer depends on: %w", err)
	}
	sum := sha256.Sum256(raw)
	return base64.RawURLEncoding.EncodeToString(sum[:tagBytes]), nil
}

// tagBytes is enough that no two responses share a tag.
const tagBytes = 15

// etag returns a weak tag, because a response may be compressed in several ways. It
// contains the caller, because two users of one browser may request the same
// address, and the format.
func (s *Server) etag(ctx context.Context, tag string, asXML bool) string {
	b := make([]byte, 0, 64)
	b = append(append(b, `W/"`...), tag...)
	b = append(append(b, '.'), s.release...)
	if who := request.IdentityFrom(ctx); who.UserID != 0 {
		b = strconv.AppendInt(append(b, ".u"...), who.UserID, 36)
	} else if who.KeyID != 0 {
		b = strconv.AppendInt(append(b, ".k"...), who.KeyID, 36)
	}
	if asXML {
		b = append(b, ".xml"...)
	}
	return string(append(b, '"'))
}

// TagMatches reports whether the If-None-Match lines name a tag. It uses the weak
// comparison, as the header requires.
func TagMatches(lines []string, etag string) bool {
	etag = strings.TrimPrefix(etag, "W/")
	for _, line := range lines {
		for tag, rest := nextTag(line); tag != ""; tag, rest = nextTag(rest) {
			if tag == "*" || tag == etag {
				return true
			}
		}
	}
	return false
}

// nextTag splits the first tag off a list, without the mark of a weak one. Anything
// else ends the list. A tag may contain a comma.
func nextTag(list string) (tag, rest string) {
	list = strings.TrimLeft(list, " \t,")
	if strings.HasPrefix(list, "*") {
		return list[:1], list[1:]
	}
	list = strings.TrimPrefix(list, "W/")
	if !strings.HasPrefix(list, `"`) {
		return "", ""
	}
	end := strings.IndexByte(list[1:], '"')
	if end < 0 {
		return "", ""
	}
	return list[:end+2], list[end+2:]
}
