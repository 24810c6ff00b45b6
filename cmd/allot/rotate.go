package main

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"time"
)

// archiveTime is in the name of an archive so that names sort by time.
const archiveTime = "20060102T150405Z"

var datedArchive = regexp.MustCompile(`^allot-\d{8}T\d{6}Z\.tar\.gz$`)

func archiveName(at time.Time) string { return "allot-" + at.UTC().Format(archiveTime) + ".tar.gz" }

// rotate deletes the oldest archives of a folder, as far as they have a name of ours.
func (e *env) rotate(folder string, keep int) error {
	entries, err := os.ReadDir(folder)
	if err != nil {
		return fmt.Errorf("list the archives: %w", err)
	}
	var names []string
	for _, entry := range entries {
		if entry.Type().IsRegular() && datedArchive.MatchString(entry.Name()) {
			names = append(names, entry.Name())
		}
	}
	slices.Sort(names)
	var failed error
	for _, name := range names[:max(0, len(names)-keep)] {
		err := os.Remove(filepath.Join(folder, name))
		failed = errors.Join(failed, err)
		if err == nil {
			e.printf("Deleted %s: %d newer ones are kept.\n", name, keep)
		}
	}
	return failed
}
