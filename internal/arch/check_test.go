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
// or by files of its module in the tests of its area, which the Makefile names.
func TestCheck_RunsEveryStoreOnPostgreSQL(t *testing.T) {
	t.Parallel()
	named := packages(t, "STORED")
	require.Contains(t, named, "./internal/...db")
	for _, folder := range slices.Concat(named, packages(t, "RACED")) {
		require.True(t, strings.Contains(folder, "...") || hasTests(t, folder+"/"), "%s in the Makefile has no tests", folder)
	}
	stores := 0
	walk(t, func(path string, d fs.DirEntry) {
		if !d.IsDir() || !strings.HasSuffix(path, "db") {
			return
		}
		stores++
		module, area := filepath.Base(filepath.Dir(path)), filepath.Dir(filepath.Dir(path))
		inArea := area + "/" + filepath.Base(area) + "test"
		tested := slices.Contains(named, "./"+filepath.Dir(path)) || slices.Contains(named, "./"+inArea) && hasTests(t, inArea+"/"+module)
		require.True(t, hasTests(t, path+"/") || tested, "%s has no tests on PostgreSQL: write %s/%s..._test.go", path, inArea, module)
	})
	require.Greater(t, stores, 15)
}

// A test file of the package itself beside tests that build the whole program makes
// Go compile every package in between a second time, and to link the whole program takes five
// seconds of a processor for each package of tests that does: an area has one for its handlers and
// one for the rest.
func TestCheck_CompilesTheProgramOnce(t *testing.T) {
	t.Parallel()
	// What these look at cannot be seen from outside.
	allowed := []string{"internal/inventory/allotment"}
	const program = `"allot/internal/app` + `/apptest"` // which this file does not hold
	inner, whole := map[string]bool{}, map[string]bool{}
	walk(t, func(path string, _ fs.DirEntry) {
		if !strings.HasSuffix(path, "_test.go") || strings.HasPrefix(path, "cmd/") {
			return
		}
		folder, source := filepath.Dir(path), text(t, path)
		if strings.Contains("\n"+source, "\npackage "+filepath.Base(folder)+"\n") {
			inner[folder] = !onlyTests(t, folder)
		}
		whole[folder] = whole[folder] || strings.Contains(source, program)
	})
	linked := 0
	for folder := range whole {
		if !whole[folder] || slices.Contains(allowed, folder) {
			continue
		}
		linked++
		area := strings.Split(folder, "/")[1]
		ofArea := slices.Contains([]string{"app", "demo"}, area) || slices.Contains([]string{area + "test", area + "httptest"}, filepath.Base(folder))
		require.True(t, ofArea && !inner[folder], "%s: move the tests of the whole program to internal/%s/%stest", folder, area, area)
	}
	require.Greater(t, linked, 10)
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

// hasTests reports whether there are test files whose names begin so.
func hasTests(t *testing.T, prefix string) bool {
	t.Helper()
	found, err := filepath.Glob("../../" + strings.TrimPrefix(prefix, "./") + "*_test.go")
	require.NoError(t, err)
	return len(found) > 0
}

func text(t *testing.T, file string) string {
	t.Helper()
	b, err := os.ReadFile("../../" + file)
	require.NoError(t, err)
	return string(b)
}
