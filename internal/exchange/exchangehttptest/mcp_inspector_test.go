package exchangehttptest

import (
	"bytes"
	"encoding/json"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"testing"

	"github.com/stretchr/testify/require"
)

// inspector is the official one of the protocol.
const inspector = "@modelcontextprotocol/inspector@1.0.3"

// installed returns the inspector's program. It is installed once, beside the caches of
// Go, because that takes many seconds.
func installed(t *testing.T) string {
	t.Helper()
	for _, tool := range []string{"node", "npm"} {
		if _, err := exec.LookPath(tool); err != nil {
			require.NotEqual(t, "true", os.Getenv("CI"), "%s is missing: install nodejs and npm", tool)
			t.Skipf("SKIPPED: the official inspector did not drive the tools: %s is missing", tool)
		}
	}
	cache, err := os.UserCacheDir()
	require.NoError(t, err)
	folder := filepath.Join(cache, "allot-test", "mcp-inspector-1.0.3")
	program := filepath.Join(folder, "node_modules", ".bin", "mcp-inspector")
	if _, err := os.Stat(program); err == nil {
		return program
	}
	require.NoError(t, os.MkdirAll(folder, 0o755))
	out, err := exec.CommandContext(t.Context(), "npm", "install", "--prefix", folder, "--no-audit", "--no-fund", "--ignore-scripts", inspector).CombinedOutput()
	if err != nil && os.Getenv("CI") != "true" {
		t.Skipf("SKIPPED: the official inspector did not drive the tools: it could not be installed: %s", out)
	}
	require.NoError(t, err, string(out))
	return program
}

// inspect runs the inspector once.
func (b *bundle) inspect(t *testing.T, program, token string, args ...string) object {
	t.Helper()
	all := append([]string{"--cli", b.url, "--transport", "http", "--header", "Authorization: Bearer " + token}, args...)
	cmd := exec.CommandContext(t.Context(), program, all...)
	var out, trouble bytes.Buffer
	cmd.Stdout, cmd.Stderr = &out, &trouble
	require.NoError(t, cmd.Run(), out.String()+trouble.String())
	o := object{}
	require.NoError(t, json.Unmarshal(out.Bytes(), &o), out.String())
	return o
}

func TestInspector(t *testing.T) {
	t.Parallel()
	program := installed(t)
	b := setupMcp(t)
	listed := b.inspect(t, program, b.operator.Token, "--method", "tools/list")
	names := []any{}
	for _, tool := range listed["tools"].([]any) {
		names = append(names, tool.(object)["name"])
	}
	require.Contains(t, names, "why_closed")
	require.NotContains(t, names, "set_status", "it is the hotel's")

	called := b.inspect(t, program, b.hotel.Token, "--method", "tools/call", "--tool-name", "set_status",
		"--tool-arg", fmt.Sprintf("calendar=%d", b.master.ID), "--tool-arg", "from=2030-07-01", "--tool-arg", "to=2030-07-02", "--tool-arg", "status=stop")
	text := called["content"].([]any)[0].(object)["text"].(string)
	require.Contains(t, text, `"dry_run":true`)
	require.Contains(t, text, `"saved":4`)
}
