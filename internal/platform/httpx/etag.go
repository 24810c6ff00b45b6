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

// release is the program's version and the epoch of its database as part of every
// ETag: another release may write the same data in another way, and in another
// epoch the same numbers stand for other data.
func release(version, epoch string) string {
	h := fnv.New64a()
	_, _ = h.Write([]byte(version + " " + epoch)) // a hash takes everything
	return strconv.FormatUint(h.Sum64(), 36)
}

// TagOf makes the tag of a Prepared answer out of everything that its content
// depends on, such as revisions and what was asked: values that JSON can hold.
func TagOf(parts ...any) (string, error) {
	raw, err := json.Marshal(parts)
	if err != nil {
		return "", fmt.Errorf("encode what an answer depends on: %w", err)
	}
	sum := sha256.Sum256(raw)
	return base64.RawURLEncoding.EncodeToString(sum[:tagBytes]), nil
}

// tagBytes are enough that no two answers ever share a tag.
const tagBytes = 15

// etag is weak, because the same answer may go out compressed in several ways.
// It holds the caller: two users of one browser ask for the same address, and
// neither may be told that what the other has is right. XML is another answer.
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

// TagMatches tells whether the caller's If-None-Match lines name an answer. It
// compares the weak way, as that header asks.
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

// nextTag takes the first tag off a list, without the sign of a weak one; what
// is no tag ends the list. A tag may hold a comma.
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
