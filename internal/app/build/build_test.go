package build

import (
	"runtime/debug"
	"testing"

	"github.com/stretchr/testify/require"
)

func TestInfo(t *testing.T) {
	t.Parallel()
	noted := []debug.BuildSetting{
		{Key: "vcs.revision", Value: "53fd8966a1b2c3d4e5f6"}, {Key: "vcs.time", Value: "2026-11-17T03:51:19Z"}, {Key: "vcs.modified", Value: "true"},
	}
	local := Info{Version: "0.1.0", Go: "go1.26.0", Platform: "linux/amd64"}
	require.Equal(t, "0.1.0 (go1.26.0 linux/amd64)", local.complete(nil).String(), "nothing is invented")
	require.Equal(t, "0.1.0 (commit 53fd8966a1b2 with changes, 2026-11-17T03:51:19Z, go1.26.0 linux/amd64)", local.complete(noted).String())

	release := local
	release.Commit, release.Date = "0123456789abcdef", "2026-12-01T00:00:00Z"
	require.Equal(t, "0.1.0 (commit 0123456789ab, 2026-12-01T00:00:00Z, go1.26.0 linux/amd64)", release.complete(noted).String(), "the linker knows better")
}

func TestCurrent(t *testing.T) {
	t.Parallel()
	require.Equal(t, Version, Current().Version)
	require.NotEmpty(t, Current().Go)
}
