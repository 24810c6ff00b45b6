package app_test

import (
	"context"
	"encoding/json"
	"fmt"
	"hash/fnv"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"allot/internal/platform/db"
	"allot/internal/testkit/dbtest"
)

// reasoned are the warnings that stay, by tool and rule, with how many there are. The
// reasons are in docs/decisions/0036-document.md.
var reasoned = map[string]map[string]int{
	"redocly":  {"no-ambiguous-paths": 14},
	"spectral": {"info-contact": 1},
}

// The linters that most readers of OpenAPI documents use find no error, and no warning
// without a reason.
func TestSlow_DocumentLinters(t *testing.T) {
	t.Parallel()
	dbtest.Slow(t, db.SQLite)
	tools := npmTools(t)
	api, err := filepath.Abs("../../api")
	require.NoError(t, err)
	document := filepath.Join(api, "openapi.json")

	t.Run("redocly", func(t *testing.T) {
		t.Parallel()
		var found struct {
			Problems []struct {
				RuleID, Severity, Message string
				Location                  []struct{ Pointer string }
			}
		}
		out := lint(t, tools, "redocly", "lint", "--config", filepath.Join(api, "redocly.yaml"), "--format=json", "--max-problems=1000", document)
		require.NoError(t, json.Unmarshal(out, &found), string(out))
		counts := map[string]int{}
		for _, p := range found.Problems {
			require.Equal(t, "warn", p.Severity, "%s: %s at %v", p.RuleID, p.Message, p.Location)
			counts[p.RuleID]++
		}
		require.Equal(t, reasoned["redocly"], counts, string(out))
	})
	t.Run("spectral", func(t *testing.T) {
		t.Parallel()
		var found []struct {
			Code, Message string
			Severity      int
			Path          []string
		}
		out := lint(t, tools, "spectral", "lint", "--ruleset", filepath.Join(api, "spectral.yaml"), "--format=json", "--quiet", document)
		require.NoError(t, json.Unmarshal(out, &found), string(out))
		counts := map[string]int{}
		for _, p := range found {
			require.NotZero(t, p.Severity, "%s: %s at %s", p.Code, p.Message, strings.Join(p.Path, "/"))
			counts[p.Code]++
		}
		require.Equal(t, reasoned["spectral"], counts, string(out))
	})
}

// lint runs a linter and returns what it found; it ends with an error if it found any.
func lint(t *testing.T, tools, name string, args ...string) []byte {
	t.Helper()
	ctx, cancel := context.WithTimeout(t.Context(), 10*time.Minute)
	defer cancel()
	cmd := exec.CommandContext(ctx, filepath.Join(tools, "node_modules", ".bin", name), args...)
	cmd.Dir = tools
	cmd.Env = append(os.Environ(), "REDOCLY_TELEMETRY=off", "REDOCLY_SUPPRESS_UPDATE_NOTICE=true")
	out, err := cmd.Output()
	if len(out) == 0 {
		require.NoError(t, err, "%s said nothing", name)
	}
	return out
}

// npmTools returns the folder with the npm packages of internal/testkit/npm, which are
// installed once for each version of the lock file.
func npmTools(t *testing.T) string {
	t.Helper()
	if _, err := exec.LookPath("npm"); err != nil {
		require.Empty(t, os.Getenv("CI"), "npm is missing")
		t.Skip("SKIPPED: npm is missing, the document is not linted")
	}
	const from = "../testkit/npm/"
	lock, err := os.ReadFile(from + "package-lock.json")
	require.NoError(t, err)
	manifest, err := os.ReadFile(from + "package.json")
	require.NoError(t, err)
	sum := fnv.New64a()
	_, _ = sum.Write(lock)
	tools, err := filepath.Abs(fmt.Sprintf("../../bin/npm-%016x", sum.Sum64()))
	require.NoError(t, err)
	ready := filepath.Join(tools, "ready")
	if _, err := os.Stat(ready); err == nil {
		return tools
	}
	require.NoError(t, os.MkdirAll(tools, 0o755))
	require.NoError(t, os.WriteFile(filepath.Join(tools, "package-lock.json"), lock, 0o644))
	require.NoError(t, os.WriteFile(filepath.Join(tools, "package.json"), manifest, 0o644))
	ctx, cancel := context.WithTimeout(t.Context(), 10*time.Minute)
	defer cancel()
	install := exec.CommandContext(ctx, "npm", "ci", "--ignore-scripts", "--prefer-offline", "--no-audit", "--no-fund", "--silent")
	install.Dir = tools
	out, err := install.CombinedOutput()
	require.NoError(t, err, string(out))
	require.NoError(t, os.WriteFile(ready, nil, 0o644))
	return tools
}
