package notify

import (
	"net/url"
	"strings"
	"unicode"
)

const maxLink = 500

// ownPath tells whether a link is a path of ours. Put behind our address it
// must stay there for a browser too, which takes "\" for "/", skips tabs, and
// takes "//" for another host.
func ownPath(link string) bool {
	u, err := url.Parse(link)
	return err == nil && plain(link) && strings.HasPrefix(link, "/") && !strings.HasPrefix(link, "//") &&
		u.Scheme == "" && u.Host == ""
}

// httpsAddress tells whether a link is a whole address that may be shown.
func httpsAddress(link string) bool {
	u, err := url.Parse(link)
	return err == nil && plain(link) && u.Scheme == "https" && u.Hostname() != "" && u.User == nil
}

func plain(link string) bool {
	return len(link) <= maxLink && !strings.ContainsFunc(link, func(r rune) bool {
		return unicode.IsControl(r) || unicode.IsSpace(r) || strings.ContainsRune(`\<>"`, r) || r == unicode.ReplacementChar
	})
}
