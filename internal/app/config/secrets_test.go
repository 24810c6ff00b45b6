package config_test

import (
	"os"
	"path/filepath"
	"reflect"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"allot/internal/app/config"
)

func secretFile(t *testing.T, content string, mode os.FileMode) string {
	t.Helper()
	path := filepath.Join(t.TempDir(), "secret")
	require.NoError(t, os.WriteFile(path, []byte(content), mode))
	require.NoError(t, os.Chmod(path, mode)) // whatever the umask says
	return path
}

func TestSettings_ReadSecrets(t *testing.T) {
	t.Parallel()

	t.Run("every secret can be in a file, and Check knows the variables", func(t *testing.T) {
		t.Parallel()
		var secrets []string
		for f := range reflect.TypeFor[config.Settings]().Fields() {
			if _, ok := f.Tag.Lookup("secret"); ok {
				secrets = append(secrets, f.Tag.Get("env"))
			}
		}
		require.Subset(t, secrets, []string{
			"ALLOT_SECRET_KEY", "ALLOT_DATABASE_URL", "ALLOT_SMTP_URL", "ALLOT_STRIPE_SECRET_KEY", "ALLOT_STRIPE_WEBHOOK_SECRET", "ALLOT_BOOTSTRAP_ADMIN",
		})
		var environ []string
		for _, name := range secrets {
			environ = append(environ, name+"_FILE="+secretFile(t, "the "+name+"\r\n", 0o600))
		}
		s := fine()
		require.Empty(t, s.ReadSecrets(environ))
		values := reflect.ValueOf(s)
		for f := range values.Type().Fields() {
			if _, ok := f.Tag.Lookup("secret"); ok {
				require.Equal(t, "the "+f.Tag.Get("env"), values.FieldByIndex(f.Index).String(), "without the end of the line")
			}
		}
		require.Empty(t, fine().Check(environ), "no variable is unknown")
	})

	for name, c := range map[string]struct{ path, want string }{
		"no file":         {filepath.Join(t.TempDir(), "none"), "there is no file"},
		"a folder":        {t.TempDir(), "is a folder"},
		"nothing in it":   {secretFile(t, "\n", 0o600), "is empty"},
		"several lines":   {secretFile(t, "hunter2\nhunter2\n", 0o600), "more than one line"},
		"far too much":    {secretFile(t, strings.Repeat("hunter2", 10_000), 0o600), "more than 65536 bytes"},
		"an endless file": {"/dev/zero", "more than 65536 bytes"},
	} {
		t.Run("refuses "+name, func(t *testing.T) {
			t.Parallel()
			s := fine()
			problems := s.ReadSecrets([]string{"ALLOT_SECRET_KEY_FILE=" + c.path})
			require.Len(t, problems, 1)
			require.False(t, problems[0].Warning)
			require.Equal(t, "ALLOT_SECRET_KEY_FILE", problems[0].Setting)
			require.Contains(t, problems[0].Text, c.want)
			require.Contains(t, problems[0].Text, c.path)
			require.NotContains(t, problems[0].Text, "hunter2")
			require.Empty(t, s.SecretKey)
		})
	}

	t.Run("refuses a file beside a value", func(t *testing.T) {
		t.Parallel()
		s := fine()
		s.SMTPURL = "smtp://mail.example?from=a@b.example"
		problems := s.ReadSecrets([]string{"ALLOT_SMTP_URL_FILE=" + secretFile(t, "smtp://other.example", 0o600)})
		require.Len(t, problems, 1)
		require.False(t, problems[0].Warning)
		require.Contains(t, problems[0].Text, "so is ALLOT_SMTP_URL")
	})

	t.Run("warns of a file that everybody can read, and takes it", func(t *testing.T) {
		t.Parallel()
		s := fine()
		problems := s.ReadSecrets([]string{"ALLOT_SMTP_URL_FILE=" + secretFile(t, "smtp://mail.example", 0o644)})
		require.Len(t, problems, 1)
		require.True(t, problems[0].Warning)
		require.Equal(t, "smtp://mail.example", s.SMTPURL)
		s = fine()
		require.Empty(t, s.ReadSecrets([]string{"ALLOT_SMTP_URL_FILE=" + secretFile(t, "smtp://mail.example", 0o640)}), "a group may be meant")
	})
}
