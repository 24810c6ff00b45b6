package notify_test

import (
	"net/url"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"allot/internal/identity/notify"
)

func TestLinks(t *testing.T) {
	t.Parallel()

	t.Run("a path of ours stays ours", func(t *testing.T) {
		t.Parallel()
		for link, want := range map[string]bool{
			"/": true, "/properties/7/facts/?tab=rooms#top": true, "/ξενοδοχείο/": true,
			"": false, "properties/7": false, "//evil.example/": false, "/\\evil.example": false, "/\t/evil.example": false,
			"/a b": false, "/a\nb": false, "https://allot.example/": false, "javascript:alert(1)": false, "/%zz": false,
			"/\"onclick=": false, "/<script>": false, "/" + strings.Repeat("a", 499): true, "/" + strings.Repeat("a", 500): false,
		} {
			require.Equal(t, want, notify.OwnPath(link), "%q", link)
		}
	})

	t.Run("an address is https and names a host", func(t *testing.T) {
		t.Parallel()
		for link, want := range map[string]bool{
			"https://status.allot.example/": true, "https://ξενοδοχείο.example/?q=1#a": true, "https://[2001:db8::1]:8443/": true,
			"http://status.allot.example/": false, "https://": false, "https:///path": false, "https:status": false,
			"https://user:password@host.example/": false, "javascript:alert(1)": false, "ftp://host.example/": false,
			"https://host.example/a b": false, "https://host.example/\\a": false, "/path": false, "https://:443/": false,
		} {
			require.Equal(t, want, notify.HTTPSAddress(link), "%q", link)
		}
	})
}

// Whatever is accepted must lead where it seems to, for a parser that is as
// lenient as a browser.
func FuzzLinks(f *testing.F) {
	for _, s := range []string{"/a", "//a", "/\\a", "https://a.example", "https://u@a", "/a?b#c", "/%2f/a"} {
		f.Add(s)
	}
	base := &url.URL{Scheme: "https", Host: "allot.example", Path: "/app/"}
	f.Fuzz(func(t *testing.T, link string) {
		lenient := strings.NewReplacer("\\", "/", "\t", "", "\n", "", "\r", "").Replace(strings.TrimSpace(link))
		if notify.OwnPath(link) {
			u, err := base.Parse(lenient)
			require.NoError(t, err)
			require.Equal(t, "allot.example", u.Host)
			joined, err := url.Parse("https://allot.example" + link)
			require.NoError(t, err)
			require.Equal(t, "allot.example", joined.Host)
		}
		if notify.HTTPSAddress(link) {
			u, err := base.Parse(lenient)
			require.NoError(t, err)
			require.Equal(t, "https", u.Scheme)
			require.NotEmpty(t, u.Host)
			require.False(t, notify.OwnPath(link))
		}
	})
}
