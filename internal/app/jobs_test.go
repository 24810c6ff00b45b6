package app

import (
	"context"
	"log/slog"
	"os"
	"path/filepath"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"allot/internal/app/config"
	"allot/internal/testkit/dbtest"
)

func TestMailPurge_WhereMailIsSent(t *testing.T) {
	t.Parallel()
	data := t.TempDir()
	require.NoError(t, os.Mkdir(filepath.Join(data, "mail"), 0o700))
	old, recent := filepath.Join(data, "mail", "old.eml"), filepath.Join(data, "mail", "recent.eml")
	for _, name := range []string{old, recent} {
		require.NoError(t, os.WriteFile(name, []byte("Subject: x\n\nx"), 0o600))
	}
	long := time.Now().AddDate(0, 0, -31)
	require.NoError(t, os.Chtimes(old, long, long))

	url, _ := dbtest.Location(t)
	a, err := New(t.Context(), config.Settings{
		DataDir: data, DatabaseURL: url, Addr: "127.0.0.1:0", SMTPURL: "smtp://127.0.0.1:1?from=a@b.example", MailRetention: 30,
	}, slog.New(slog.DiscardHandler))
	require.NoError(t, err)
	t.Cleanup(func() { _ = a.Close() })
	require.NoError(t, a.Queue.Start(t.Context()))
	t.Cleanup(func() { _ = a.Queue.Stop(context.WithoutCancel(t.Context())) })
	require.Eventually(t, func() bool {
		_, err := os.Stat(old)
		return os.IsNotExist(err)
	}, 2*time.Minute, 10*time.Millisecond)
	require.FileExists(t, recent)
}
