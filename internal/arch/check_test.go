package arch_test

import (
	"io/fs"
	"maps"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
)

// The check must pass on a machine that is busy with other things: no clock ends
// the linter, none that is short ends the tests, and the tests have run before the
// linter is built.
func TestCheck_DoesNotDependOnTheSpeedOfTheMachine(t *testing.T) {
	t.Parallel()
	require.NotRegexp(t, `(?m)^\s*timeout:`, text(t, ".golangci.yml"))
	require.Regexp(t, `(?s)\nscripts/check\nscripts/check check-rest\nmake lint\n$`, text(t, ".ci/run"))
	for line := range strings.Lines(text(t, "Makefile")) {
		if strings.Contains(line, "go test") && !strings.Contains(line, "-fuzztime") {
			require.Regexp(t, "-timeout [23]h ", line)
		}
	}
}

// What make check leaves out, make check-rest runs: it finds slow tests by their names, in the
// packages that the Makefile lists.
func TestCheck_RunsEverySlowTest(t *testing.T) {
	t.Parallel()
	begin := regexp.MustCompile(`(?m)^func (\w+)\(`)
	listed, slow := packages(t, "SLOW"), map[string]bool{}
	const marked = "dbtest" + ".Slow(" // which this file does not hold
	walk(t, func(path string, _ fs.DirEntry) {
		if !strings.HasSuffix(path, "_test.go") {
			return
		}
		source := text(t, path)
		found := begin.FindAllStringSubmatchIndex(source, -1)
		for i, at := range found {
			name, end := source[at[2]:at[3]], len(source)
			if i+1 < len(found) {
				end = found[i+1][0]
			}
			if strings.HasPrefix(name, "TestSlow") || strings.Contains(source[at[0]:end], marked) {
				slow["./"+filepath.Dir(path)] = true
				require.True(t, strings.HasPrefix(name, "TestSlow") && strings.Contains(source[at[0]:end], marked),
					"%s: a slow test is called TestSlow..., and begins with dbtest.Slow", name)
			}
		}
	})
	require.ElementsMatch(t, listed, slices.Collect(maps.Keys(slow)), "SLOW in the Makefile")
}

// Every store is tested on PostgreSQL: by tests of its own, which a pattern finds,
// or by those of a package of its module that the Makefile names.
func TestCheck_RunsEveryStoreOnPostgreSQL(t *testing.T) {
	t.Parallel()
	named := packages(t, "STORED")
	require.Contains(t, named, "./internal/...db")
	for _, folder := range slices.Concat(named, packages(t, "RACED")) {
		require.True(t, strings.Contains(folder, "...") || hasTests(t, folder), "%s in the Makefile has no tests", folder)
	}
	stores := 0
	walk(t, func(path string, d fs.DirEntry) {
		if !d.IsDir() || !strings.HasSuffix(path, "db") {
			return
		}
		stores++
		module := filepath.Dir(path)
		part := "./" + module + "/" + filepath.Base(module)
		tested := slices.ContainsFunc([]string{"./" + module, part + "http", part + "test"}, func(p string) bool { return slices.Contains(named, p) })
		require.True(t, hasTests(t, path) || tested,
			"%s has no tests on PostgreSQL: write some, or add %s to STORED in the Makefile", path, module)
	})
	require.Greater(t, stores, 15)
}

// A test file of the package itself beside tests that build the whole program makes
// Go compile every package in between a second time: such tests stand in a folder of
// their own, as accounttest does.
func TestCheck_CompilesTheProgramOnce(t *testing.T) {
	t.Parallel()
	// What these look at cannot be seen from outside.
	allowed := []string{"internal/inventory/allotment", "internal/inventory/availability"}
	inner, whole := map[string]bool{}, map[string]bool{}
	walk(t, func(path string, _ fs.DirEntry) {
		if !strings.HasSuffix(path, "_test.go") || strings.HasPrefix(path, "cmd/") {
			return
		}
		folder, source := filepath.Dir(path), text(t, path)
		if strings.Contains("\n"+source, "\npackage "+filepath.Base(folder)+"\n") {
			inner[folder] = !onlyTests(t, folder)
		}
		whole[folder] = whole[folder] || strings.Contains(source, `"allot/internal/app/apptest"`)
	})
	for folder := range inner {
		require.False(t, inner[folder] && whole[folder] && !slices.Contains(allowed, folder),
			"%s: move the tests of the whole program to %s/%stest", folder, folder, filepath.Base(folder))
	}
	require.NotEmpty(t, whole)
}

// onlyTests reports whether a folder has no Go files but tests.
func onlyTests(t *testing.T, folder string) bool {
	t.Helper()
	files, err := filepath.Glob(filepath.Join("../..", folder, "*.go"))
	require.NoError(t, err)
	return !slices.ContainsFunc(files, func(name string) bool { return !strings.HasSuffix(name, "_test.go") })
}

// packages returns a list of packages that the Makefile writes down.
func packages(t *testing.T, list string) []string {
	t.Helper()
	m := regexp.MustCompile(`(?s)\n` + list + ` := (.*?[^\\])\n`).FindStringSubmatch(text(t, "Makefile"))
	require.NotNil(t, m, list)
	return strings.Fields(strings.ReplaceAll(m[1], "\\\n", " "))
}

var nolint = regexp.MustCompile(`//nolint:([a-z,]+)`)

// A remark to a linter that is off is noise.
func TestNolint_NamesLintersThatAreOn(t *testing.T) {
	t.Parallel()
	on := regexp.MustCompile(`(?m)^    - \w+$`).FindAllString(text(t, ".golangci.yml"), -1)
	walk(t, func(path string, _ fs.DirEntry) {
		if !strings.HasSuffix(path, ".go") {
			return
		}
		for _, m := range nolint.FindAllStringSubmatch(text(t, path), -1) {
			for linter := range strings.SplitSeq(m[1], ",") {
				require.Contains(t, on, "    - "+linter, path)
			}
		}
	})
}

// walk shows every file and folder of the program, named from the root.
func walk(t *testing.T, show func(path string, d fs.DirEntry)) {
	t.Helper()
	for _, top := range []string{"../../cmd", "../../internal"} {
		require.NoError(t, filepath.WalkDir(top, func(path string, d fs.DirEntry, err error) error {
			if err == nil {
				show(strings.TrimPrefix(filepath.ToSlash(path), "../../"), d)
			}
			return err
		}))
	}
}

func hasTests(t *testing.T, folder string) bool {
	t.Helper()
	found, err := filepath.Glob(filepath.Join("../..", folder, "*_test.go"))
	require.NoError(t, err)
	return len(found) > 0
}

func text(t *testing.T, file string) string {
	t.Helper()
	b, err := os.ReadFile("../../" + file)
	require.NoError(t, err)
	return string(b)
}
