package config_test

import (
	"path/filepath"
	"testing"

	"github.com/stretchr/testify/require"

	"allot/internal/app/config"
	"allot/internal/testkit/pebble"
)

func TestSettings_CheckTLS(t *testing.T) {
	t.Parallel()
	cert, key, other := filepath.Join(t.TempDir(), "tls.pem"), filepath.Join(t.TempDir(), "tls.key"), filepath.Join(t.TempDir(), "other.key")
	pebble.SelfSigned(t, cert, other, "allot.example.com")
	pebble.SelfSigned(t, cert, key, "allot.example.com")
	acme := func(s *config.Settings) { s.TLSACME, s.BaseURL = true, "https://allot.example.com" }
	tests := map[string]struct {
		change  func(*config.Settings)
		setting string // empty: all is well
		warning bool
	}{
		"a certificate":               {func(s *config.Settings) { s.TLSCert, s.TLSKey = cert, key }, "", false},
		"no key":                      {func(s *config.Settings) { s.TLSCert = cert }, "ALLOT_TLS_KEY", false},
		"no certificate":              {func(s *config.Settings) { s.TLSKey = key }, "ALLOT_TLS_KEY", false},
		"the key of another":          {func(s *config.Settings) { s.TLSCert, s.TLSKey = cert, other }, "ALLOT_TLS_CERT", false},
		"links without TLS":           {func(s *config.Settings) { s.TLSCert, s.TLSKey, s.BaseURL = cert, key, "http://allot.example.com" }, "ALLOT_BASE_URL", true},
		"a redirect to nothing":       {func(s *config.Settings) { s.TLSRedirectAddr = ":80" }, "ALLOT_TLS_REDIRECT_ADDR", true},
		"no address":                  {func(s *config.Settings) { acme(s); s.TLSRedirectAddr = "80" }, "ALLOT_TLS_REDIRECT_ADDR", false},
		"ACME":                        {acme, "", false},
		"ACME for no name":            {func(s *config.Settings) { s.TLSACME = true }, "ALLOT_TLS_HOSTS", false},
		"ACME for an address":         {func(s *config.Settings) { s.TLSACME, s.BaseURL = true, "https://192.0.2.7" }, "ALLOT_TLS_HOSTS", false},
		"ACME for many":               {func(s *config.Settings) { acme(s); s.TLSHosts = []string{"a.example", "*.b.example"} }, "ALLOT_TLS_HOSTS", false},
		"ACME beside a certificate":   {func(s *config.Settings) { acme(s); s.TLSCert, s.TLSKey = cert, key }, "ALLOT_TLS_ACME", false},
		"an issuer that is overheard": {func(s *config.Settings) { acme(s); s.TLSACMEDirectory = "http://acme.example/dir" }, "ALLOT_TLS_ACME_DIRECTORY", false},
	}
	for name, tt := range tests {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			s := fine()
			tt.change(&s)
			problems := s.Check(nil)
			if tt.setting == "" {
				require.Empty(t, problems)
				return
			}
			require.Len(t, problems, 1)
			require.Equal(t, tt.setting, problems[0].Setting)
			require.Equal(t, tt.warning, problems[0].Warning)
		})
	}
}

func TestSettings_RedirectAddr(t *testing.T) {
	t.Parallel()
	tests := map[string]struct {
		change func(*config.Settings)
		want   string
	}{
		"without TLS":     {func(s *config.Settings) { s.TLSACME = false }, ""},
		"beside port 443": {func(s *config.Settings) { s.Addr = "192.0.2.7:443" }, "192.0.2.7:80"},
		"beside another":  {func(s *config.Settings) { s.Addr = ":8443" }, ""},
		"as it is set":    {func(s *config.Settings) { s.Addr, s.TLSRedirectAddr = ":8443", ":8080" }, ":8080"},
		"nowhere if off":  {func(s *config.Settings) { s.Addr, s.TLSRedirectAddr = ":443", "off" }, ""},
	}
	for name, tt := range tests {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			s := fine()
			s.TLSACME = true
			tt.change(&s)
			require.Equal(t, tt.want, s.RedirectAddr())
		})
	}
}
