package notify

import (
	"net/url"
	"strings"
	"unicode"
)

const maxLink = 500

// ownPath reports whether a link is a path of this installation. Appended to our address it
// must stay there for a browser too, which reads "\" as "/", skips tabs, and reads "//" as
// another host.
func ownPath(link string) bool {
	u, err := url.Parse(link)
	return err == nil && plain(link) && strings.HasPrefix(link, "/") && !strings.HasPrefix(link, "//") &&
		u.Scheme == "" && u.Host == ""
}

// httpsAddress reports whether a link is a complete https address that may be shown.
func httpsAddress(link string) bool {
	u, err := url.Parse(link)
	return err == nil && plain(link) && u.Scheme == "https" && u.Hostname() != "" && u.User == nil
}

func plain(link string) bool {
	return len(link) <= maxLink && !strings.ContainsFunc(link, func(r rune) bool {
		return unicode.IsControl(r) || unicode.IsSpace(r) || strings.ContainsRune(`\<>"`, r) || r == unicode.ReplacementChar
	})
}
