package main

import (
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"allot/internal/app"
	"allot/internal/platform/db"
	"allot/internal/testkit/dbtest"
)

// The programs of examples/clients, each with a client that a generator makes of the
// document, as their README says.
var clients = map[string]struct {
	needs string
	steps [][]string // the last one is the story
}{
	"go": {"go", [][]string{
		{"go", "tool", "oapi-codegen", "-config", "oapi-codegen.yaml", "openapi.json"},
		{"go", "run", "."},
	}},
	"typescript-fetch": {"npm", npmStory},
	"typescript-hey":   {"npm", npmStory},
}

var npmStory = [][]string{
	{"npm", "install", "--no-audit", "--no-fund", "--silent"},
	{"npm", "run", "--silent", "generate"},
	{"npm", "run", "--silent", "story"},
}

// TestSlow_Clients_OfTheExamples generates a client in each language, compiles it, and has it
// run a story against the demo.
func TestSlow_Clients_OfTheExamples(t *testing.T) {
	t.Parallel()
	dbtest.Slow(t, db.SQLite)
	if dbtest.Engine() != db.SQLite {
		t.Skip("the demo runs on the embedded default")
	}
	document, err := app.Document()
	require.NoError(t, err)
	p, _ := newSite(t).startCommand(t, nil, "demo", func(line string) bool { return strings.HasPrefix(line, "Stop with") })
	for name, c := range clients { //nolint:paralleltest // each builds with all processors
		t.Run(name, func(t *testing.T) {
			if _, err := exec.LookPath(c.needs); err != nil {
				require.Empty(t, os.Getenv("CI"), "%s is missing", c.needs)
				t.Skipf("SKIPPED: the client %s is not generated, because %s is missing", name, c.needs)
			}
			dir := t.TempDir()
			require.NoError(t, os.CopyFS(dir, os.DirFS("../../examples/clients/"+name)))
			require.NoError(t, os.WriteFile(filepath.Join(dir, "openapi.json"), document, 0o600))
			var out []byte
			for _, step := range c.steps {
				cmd := exec.CommandContext(t.Context(), step[0], step[1:]...)
				cmd.Dir, cmd.Env = dir, append(os.Environ(), "ALLOT_URL="+p.base, "GOFLAGS=-mod=readonly")
				out, err = cmd.CombinedOutput()
				require.NoError(t, err, "%s: %s", strings.Join(step, " "), out)
			}
			require.Contains(t, string(out), "Hotel Poseidon, property 1\n")
			require.Contains(t, string(out), "3 days stopped\n")
			require.Len(t, regexp.MustCompile(`(?m)^\d{4}-\d\d-\d\d: closed, 0 available$`).FindAll(out, -1), 3, "%s", out)
		})
	}
}

// TestSlow_Clients_OfTheWholeDocument generates a Go client with every operation and compiles it: two
// parts of the document that share a name make it one that does not compile.
func TestSlow_Clients_OfTheWholeDocument(t *testing.T) {
	t.Parallel()
	dbtest.Slow(t, db.SQLite)
	if dbtest.Engine() != db.SQLite {
		t.Skip("the document is the same on every engine")
	}
	document, err := app.Document()
	require.NoError(t, err)
	dir := t.TempDir()
	require.NoError(t, os.CopyFS(dir, os.DirFS("../../examples/clients/go")))
	require.NoError(t, os.Remove(filepath.Join(dir, "main.go")))
	require.NoError(t, os.WriteFile(filepath.Join(dir, "openapi.json"), document, 0o600))
	config := "package: whole\noutput: client.gen.go\ngenerate:\n  client: true\n  models: true\n"
	require.NoError(t, os.WriteFile(filepath.Join(dir, "oapi-codegen.yaml"), []byte(config), 0o600))
	for _, step := range [][]string{
		{"go", "tool", "oapi-codegen", "-config", "oapi-codegen.yaml", "openapi.json"},
		{"go", "build", "."},
	} {
		cmd := exec.CommandContext(t.Context(), step[0], step[1:]...)
		cmd.Dir, cmd.Env = dir, append(os.Environ(), "GOFLAGS=-mod=readonly")
		out, err := cmd.CombinedOutput()
		require.NoError(t, err, "%s: %s", strings.Join(step, " "), out)
	}
}
