package en16931_test

import (
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"allot/internal/invoicing/en16931"
)

// judgeFolder returns the folder of the official rules (XML Schema, EN 16931,
// XRechnung), prepared with npm ci: ALLOT_TEST_EINVOICE, or the pack beside the
// repository.
func judgeFolder(t *testing.T) string {
	t.Helper()
	folder := os.Getenv("ALLOT_TEST_EINVOICE")
	if folder == "" {
		folder = packFolder(t)
	}
	if _, err := os.Stat(filepath.Join(folder, "node_modules")); err != nil {
		t.Skip("SKIPPED: the official rules did not judge the e-invoices that are written: " +
			"copy ../shared/packs/einvoice, run npm ci in the copy and set ALLOT_TEST_EINVOICE to it")
	}
	for _, tool := range []string{"node", "xmllint"} {
		if _, err := exec.LookPath(tool); err != nil {
			if os.Getenv("CI") == "true" {
				t.Fatalf("%s is missing: install nodejs and libxml2-utils", tool)
			}
			t.Skipf("SKIPPED: the official rules did not judge the e-invoices that are written: %s is missing", tool)
		}
	}
	return folder
}

// packFolder looks for ../shared/packs beside the repository, from here upwards.
func packFolder(t *testing.T) string {
	t.Helper()
	at, err := filepath.Abs(".")
	require.NoError(t, err)
	for at != filepath.Dir(at) {
		folder := filepath.Join(at, "..", "shared", "packs", "einvoice")
		if _, err := os.Stat(folder); err == nil {
			return folder
		}
		at = filepath.Dir(at)
	}
	t.Skip("SKIPPED: the official rules did not judge the e-invoices that are written: there is no ../shared/packs/einvoice")
	return ""
}

type verdict struct {
	File     string
	Valid    bool
	Findings []struct{ Level, ID, Text, At string }
}

// judge requires that files have no error, and no warning either.
func judge(t *testing.T, folder string, files []string) {
	t.Helper()
	cmd := exec.CommandContext(t.Context(), filepath.Join(folder, "validate"), append([]string{"-w", "--json"}, files...)...)
	var stderr strings.Builder
	cmd.Stderr = &stderr
	out, err := cmd.Output()
	var exit *exec.ExitError
	if !errors.As(err, &exit) || exit.ExitCode() != 1 { // 1 says that a file is not valid
		require.NoError(t, err, stderr.String())
	}
	var verdicts []verdict
	require.NoError(t, json.Unmarshal(out, &verdicts))
	require.Len(t, verdicts, len(files))
	for _, v := range verdicts {
		assert.Empty(t, v.Findings, filepath.Base(v.File))
		assert.True(t, v.Valid, filepath.Base(v.File))
	}
}

// The official rules accept what the writers write. By default a dozen files, with
// ALLOT_TEST_SLOW=all every one (half an hour).
func TestWrite_Judged(t *testing.T) {
	t.Parallel()
	folder := judgeFolder(t)
	if os.Getenv("ALLOT_TEST_SLOW") != "all" {
		files := writeAll(t, spread(matrix(t, 1, 3), 6))
		judge(t, folder, spread(files, 12))
		return
	}
	files := writeAll(t, slices.Concat(matrix(t, 1, 2, 7), spread(matrix(t, 40), 50), spread(matrix(t, 200), 9), codeDocuments(t), randomDocuments(t)))
	golden, err := filepath.Glob(filepath.Join("testdata", "write", "*.xml"))
	require.NoError(t, err)
	files = append(files, golden...)
	t.Logf("%d files", len(files))
	const batch = 100
	for i := 0; i < len(files); i += batch {
		t.Run(fmt.Sprintf("the judge accepts the files from %d on", i+1), func(t *testing.T) {
			t.Parallel()
			judge(t, folder, files[i:min(i+batch, len(files))])
		})
	}
}

// A judge that accepts everything would tell nothing.
func TestWrite_JudgeRefuses(t *testing.T) {
	t.Parallel()
	folder := judgeFolder(t)
	data, err := en16931.WriteUBL(computed(sampleInvoice(t)))
	require.NoError(t, err)
	file := filepath.Join(t.TempDir(), "wrong.xml")
	require.NoError(t, os.WriteFile(file, []byte(strings.Replace(string(data), ">845.00<", ">846.00<", 1)), 0o600))
	out, err := exec.CommandContext(t.Context(), filepath.Join(folder, "validate"), file).Output()
	require.Error(t, err)
	require.Contains(t, string(out), "BR-S-08")
}

// spread returns n of the values, from all over the list.
func spread[T any](all []T, n int) []T {
	out := make([]T, 0, n)
	for i := range n {
		out = append(out, all[i*len(all)/n])
	}
	return out
}

// randomDocuments returns complete documents of the property test.
func randomDocuments(t *testing.T) []named {
	t.Helper()
	var out []named
	generator := documents(sampleInvoice(t))
	for seed := range 300 {
		if d := generator.Example(seed); len(d.Gaps()) == 0 {
			out = append(out, named{fmt.Sprintf("random_%d", seed), d})
		}
	}
	require.Greater(t, len(out), 50)
	return out
}

// writeAll writes documents in UBL and CII. What EN 16931 cannot express must have been
// meant not to be: a code that it does not know, or three decimals.
func writeAll(t *testing.T, all []named) []string {
	t.Helper()
	folder := t.TempDir()
	var files []string
	for _, d := range all {
		for syntax, write := range writers() {
			data, err := write(d.Document)
			var gaps *en16931.GapsError
			if errors.As(err, &gaps) {
				require.Regexp(t, `^(currency_(STN|XCG)|country_(SS|XK))$`, d.name, "%v", err)
				continue
			}
			require.NoError(t, err, d.name)
			file := filepath.Join(folder, d.name+"."+syntax+".xml")
			require.NoError(t, os.WriteFile(file, data, 0o600))
			files = append(files, file)
		}
	}
	slices.Sort(files)
	return files
}
