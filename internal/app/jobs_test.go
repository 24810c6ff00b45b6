package app

import (
	"context"
	"log/slog"
	"maps"
	"os"
	"path/filepath"
	"slices"
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

// goesOn says why jobs of these kinds run whether or not the account that they concern is
// suspended. All others name their accounts and wait.
var goesOn = map[string]string{
	"account_address_letter":      "tells a user of a change of the own address",
	"account_clean_sessions":      "cleans up",
	"account_password_reset":      "a user needs it to get in",
	"account_sweep_avatars":       "cleans up",
	"account_waive_confirmations": "sends nothing",
	"allotment_wake":              "operators are told what a new date changes",
	"apistats_clean":              "cleans up",
	"audit_purge":                 "cleans up",
	"billing_detach_card":         "a card that was removed is removed at the processor too",
	"billing_due":                 "skips suspended accounts",
	"billing_purge_events":        "cleans up",
	"billing_settle":              "money that was asked for has to be accounted for",
	"blob_purge":                  "cleans up",
	"bulk_export_purge":           "cleans up",
	"bulk_export_remove":          "removes a file that was deleted",
	"connection_purge":            "cleans up",
	"connection_schedule":         "starts syncs, which are jobs of their own",
	"contract_clean":              "cleans up",
	"directory_build_stale":       "sends nothing",
	"event_deliver":               "changes the database only; letters are jobs of their own",
	"event_purge":                 "cleans up",
	"idempotency_purge":           "cleans up",
	"invoice_expire":              "the other side sees the state too",
	"invoice_remind":              "skips suspended accounts",
	"invoice_sweep_logos":         "cleans up",
	"einvoice_sweep":              "cleans up",
	"mail_purge":                  "cleans up",
	"mailing_restart":             "skips suspended accounts",
	"noop":                        "does nothing",
	"notify_clean":                "cleans up",
	"property_remove_files":       "cleans up",
	"property_sweep_files":        "cleans up",
	"settings_sweep_logos":        "cleans up",
	"webhook_bound":               "cleans up, as webhook_clean does; what waits for a suspended account must be bounded too",
	"webhook_clean":               "cleans up",
	"webhook_late":                "makes deliveries, which ask for the account before each attempt",
}

func TestJobs_ofSuspendedAccounts(t *testing.T) {
	t.Parallel()
	url, _ := dbtest.Location(t)
	a, err := New(t.Context(), config.Settings{DataDir: t.TempDir(), DatabaseURL: url, Addr: "127.0.0.1:0"}, slog.New(slog.DiscardHandler))
	require.NoError(t, err)
	t.Cleanup(func() { _ = a.Close() })
	var runs []string
	for kind, waits := range a.Queue.Kinds() {
		if !waits {
			runs = append(runs, kind)
		}
	}
	require.ElementsMatch(t, slices.Collect(maps.Keys(goesOn)), runs, "a new job names its accounts, or says why it goes on")
}
