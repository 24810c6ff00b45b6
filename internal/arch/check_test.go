package arch_test

import (
	"os"
	"regexp"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
)

// The check must pass on a machine that is busy with other things: no clock ends
// the linter, none that is short ends the tests, and the tests have run before the
// linter is built.
func TestCheck_DoesNotDependOnTheSpeedOfTheMachine(t *testing.T) {
	t.Parallel()
	lint, err := os.ReadFile("../../.golangci.yml")
	require.NoError(t, err)
	require.NotRegexp(t, `(?m)^\s*timeout:`, string(lint))

	makefile, err := os.ReadFile("../../Makefile")
	require.NoError(t, err)
	check := regexp.MustCompile(`(?m)^check: (.*?) ##`).FindStringSubmatch(string(makefile))
	require.NotNil(t, check)
	targets := strings.Fields(check[1])
	require.True(t, strings.HasPrefix(targets[0], "test-"), "the tests come first")
	require.Equal(t, "lint", targets[len(targets)-1])
	for line := range strings.Lines(string(makefile)) {
		if strings.Contains(line, "go test") && !strings.Contains(line, "-fuzztime") {
			require.Contains(t, line, "-timeout 2h")
		}
	}
}
