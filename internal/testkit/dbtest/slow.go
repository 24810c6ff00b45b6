package dbtest

import (
	"os"
	"testing"

	"allot/internal/platform/db"
)

// slowVariable asks for slow tests: 1 for each on the engine on which it tells most, all for all on
// both.
const slowVariable = "ALLOT_TEST_SLOW"

// Slow skips a test that takes long, unless it is asked for. make check leaves such tests out, make
// check-rest runs them: their names begin with TestSlow, and the Makefile lists their packages,
// which internal/arch looks after.
func Slow(tb testing.TB, most db.Engine) {
	tb.Helper()
	switch os.Getenv(slowVariable) {
	case "":
		tb.Skip("slow; make check-rest runs it")
	case "1":
		if Engine() != most {
			tb.Skip("slow; make nightly runs it on this engine too")
		}
	}
}
