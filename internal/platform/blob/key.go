package blob

import (
	"encoding/hex"
	"fmt"
	"path"
	"strings"
)

// maxKey leaves room for what a store puts in front of a key.
const maxKey = 200

// CheckKey refuses keys that some store or file system would not keep apart:
// a key has segments of lower-case letters, digits, '-', '_' and '.', joined
// by single slashes, none of them starting with a dot, in at most 200 bytes.
func CheckKey(key string) error {
	if len(key) > maxKey {
		return fmt.Errorf("blob key of %d bytes is longer than %d", len(key), maxKey)
	}
	for segment := range strings.SplitSeq(key, "/") {
		if segment == "" || segment[0] == '.' || !plain(segment) {
			return fmt.Errorf("blob key %q is not valid", key)
		}
	}
	return nil
}

// ContentKey names a blob by the SHA-256 of its content, as in
// "avatars/ab/abcdef….jpg": equal content has one blob, and an address that is
// handed out never changes its meaning. ext has its dot, or is empty.
func ContentKey(prefix string, sum [32]byte, ext string) string {
	name := hex.EncodeToString(sum[:])
	return path.Join(prefix, name[:2], name+ext)
}

func plain(text string) bool {
	for i := range len(text) {
		c := text[i]
		switch {
		case 'a' <= c && c <= 'z', '0' <= c && c <= '9', c == '-', c == '_', c == '.':
		default:
			return false
		}
	}
	return true
}

// checkPrefix takes the beginning of any key, cut at any place.
func checkPrefix(prefix string) error {
	if prefix == "" {
		return nil
	}
	// A letter completes a prefix that was cut in front of a name or inside it.
	if err := CheckKey(prefix[:min(len(prefix), maxKey-1)] + "a"); err != nil || len(prefix) > maxKey {
		return fmt.Errorf("blob prefix %q is not valid", prefix)
	}
	return nil
}
