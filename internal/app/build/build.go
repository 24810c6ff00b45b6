// Package build says which version of the program this is, and what it was built from.
//
// A release sets the variables with the linker:
//
//	-ldflags "-X allot/internal/app/build.Version=1.2.0 -X allot/internal/app/build.Commit=... -X allot/internal/app/build.Date=..."
//
// Without it Commit and Date are those that the Go command notes, if it does.
package build

import (
	"cmp"
	"fmt"
	"runtime"
	"runtime/debug"
	"strings"
	"sync"
)

// Version is the version of the product and of its API.
var Version = "0.1.0"

// Commit is the revision that was built, and Date the time of its commit (RFC 3339).
// They are empty unless the linker sets them: read them with Current.
var (
	Commit string
	Date   string
)

// Info describes a build.
type Info struct {
	Version  string `json:"version"`
	Commit   string `json:"commit"` // empty if unknown
	Date     string `json:"date"`   // RFC 3339; empty if unknown
	Modified bool   `json:"modified"`
	Go       string `json:"go"`
	Platform string `json:"platform"`
}

// Current returns what is known of this program.
var Current = sync.OnceValue(func() Info {
	i := Info{Version: Version, Commit: Commit, Date: Date, Go: runtime.Version(), Platform: runtime.GOOS + "/" + runtime.GOARCH}
	if noted, ok := debug.ReadBuildInfo(); ok {
		i = i.complete(noted.Settings)
	}
	return i
})

// complete takes what the linker did not set from the notes of the Go command.
func (i Info) complete(settings []debug.BuildSetting) Info {
	noted := map[string]string{}
	for _, s := range settings {
		noted[s.Key] = s.Value
	}
	if i.Commit == "" || strings.HasPrefix(noted["vcs.revision"], i.Commit) {
		i.Modified = noted["vcs.modified"] == "true"
	}
	i.Commit = cmp.Or(i.Commit, noted["vcs.revision"])
	i.Date = cmp.Or(i.Date, noted["vcs.time"])
	return i
}

// String is one line such as "0.1.0 (commit 53fd8966a1b2, 2026-11-17T03:51:19Z, go1.26.0 linux/amd64)".
func (i Info) String() string {
	var parts []string
	if i.Commit != "" {
		commit := "commit " + i.Commit[:min(12, len(i.Commit))]
		if i.Modified {
			commit += " with changes"
		}
		parts = append(parts, commit)
	}
	if i.Date != "" {
		parts = append(parts, i.Date)
	}
	return fmt.Sprintf("%s (%s)", i.Version, strings.Join(append(parts, i.Go+" "+i.Platform), ", "))
}
