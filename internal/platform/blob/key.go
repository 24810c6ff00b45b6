package blob

import (
	"encoding/hex"
	"fmt"
	"path"
	"regexp"
)

// maxKey leaves room for the path of the folder in front of a key.
const maxKey = 200

var keyForm = regexp.MustCompile(`^[a-z0-9_-][a-z0-9._-]*(/[a-z0-9_-][a-z0-9._-]*)*$`)

// CheckKey refuses keys that some file systems do not tell apart. A key has
// segments of lower-case letters, digits, '-', '_' and '.', joined by single
// slashes, none of them starting with a dot, in at most 200 bytes.
func CheckKey(key string) error {
	if len(key) > maxKey {
		return fmt.Errorf("blob key of %d bytes is longer than %d", len(key), maxKey)
	}
	if !keyForm.MatchString(key) {
		return fmt.Errorf("blob key %q is not valid", key)
	}
	return nil
}

// ContentKey returns the key of a blob named by the SHA-256 of its content, as in
// "avatars/ab/abcdef….jpg": equal content has one blob, and the content of a key
// never changes. ext has its dot, or is empty.
func ContentKey(prefix string, sum [32]byte, ext string) string {
	name := hex.EncodeToString(sum[:])
	return path.Join(prefix, name[:2], name+ext)
}

// checkPrefix refuses what is not the beginning of a key, cut at any place.
func checkPrefix(prefix string) error {
	if prefix == "" {
		return nil
	}
	// A letter completes a prefix that was cut before a segment or inside it.
	if err := CheckKey(prefix[:min(len(prefix), maxKey-1)] + "a"); err != nil || len(prefix) > maxKey {
		return fmt.Errorf("blob prefix %q is not valid", prefix)
	}
	return nil
}
