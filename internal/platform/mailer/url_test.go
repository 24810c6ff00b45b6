package mailer_test

import (
	"net/url"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"allot/internal/platform/mailer"
)

func TestNewSMTP(t *testing.T) {
	t.Parallel()
	t.Run("takes the documented forms", func(t *testing.T) {
		t.Parallel()
		for _, text := range []string{
			"smtp://user:pass@mail.example.com:587?from=allot@example.com",
			"smtp://mail.example.com?from=Allot+%3Callot@example.com%3E",
			"smtps://user%40example.com:p%40ss@mail.example.com",
			"smtp://mail.example.com?from=a@b.example&tls=none",
			"smtp://mail.example.com/?from=a@b.example&tls=starttls",
			"smtp://[::1]:25?from=a@b.example",
		} {
			_, err := mailer.NewSMTP(text, clock)
			require.NoError(t, err, text)
		}
	})
	t.Run("says what is wrong and never shows the password", func(t *testing.T) {
		t.Parallel()
		notPEM := filepath.Join(t.TempDir(), "ca.pem")
		require.NoError(t, os.WriteFile(notPEM, []byte("no"), 0o600))
		for text, want := range map[string]string{
			"":                     "want smtp://",
			"mail.example.com:587": "want smtp://",
			"smtp://":              "want smtp://",
			"smtp://u:s3cret@h/path?from=a@b.example":                               "want smtp://",
			"smtp://u:s3cret%@h?from=a@b.example":                                   "want smtp://",
			"smtp://u:s3cret@h:70000?from=a@b.example":                              "port",
			"smtp://u:s3cret@h:0?from=a@b.example":                                  "port",
			"http://u:s3cret@h?from=a@b.example":                                    "smtp:// or smtps://",
			"smtp://u:s3cret@h":                                                     "from must be",
			"smtp://u:s3cret@h?from=nobody":                                         "from must be",
			"smtp://u:s3cret@h?from=a@b.example%0d%0aBcc:x@y.example":               "from must be",
			"smtp://u:s3cret@h?from=a@b.example&tls=maybe":                          "starttls or none",
			"smtps://u:s3cret@h?from=a@b.example&tls=none":                          "always encrypts",
			"smtp://u:s3cret@h?from=a@b.example&form=x":                             "unknown setting",
			"smtp://u:s3cret@h?from=a@b.example&ca_file=none.pem":                   "read ca_file",
			"smtp://u:s3cret@h?from=a@b.example&ca_file=" + url.QueryEscape(notPEM): "no PEM certificate",
		} {
			_, err := mailer.NewSMTP(text, clock)
			require.ErrorContains(t, err, want, text)
			require.NotContains(t, err.Error(), "s3cret")
		}
	})
}

func FuzzNewSMTP(f *testing.F) {
	f.Add("smtp", "mail.example.com:587", "?from=a@b.example")
	f.Add("smtps", "[::1]", "/?from=a@b.example&tls=none")
	f.Add("smtp", "h:99999", "#x")
	f.Add("smtp", "h%zz", "?from=%0d%0a")
	f.Fuzz(func(t *testing.T, scheme, host, rest string) {
		if strings.Contains(rest, "ca_file") {
			t.Skip("would read files of the machine")
		}
		const password = "Zq7-never-shown-Zq7"
		s, err := mailer.NewSMTP(scheme+"://user:"+password+"@"+host+rest, clock)
		if err != nil {
			require.NotContains(t, err.Error(), password)
			return
		}
		require.NotNil(t, s)
	})
}
