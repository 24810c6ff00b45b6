package main

import (
	"bufio"
	"errors"
	"fmt"
	"io"
	"os"
	"time"

	"allot/internal/app"
	"allot/internal/app/backup"
	"allot/internal/app/datadir"
)

type backupCmd struct {
	To    string `required:"" placeholder:"FILE" help:"Archive to write (.tar.gz); - for standard output."`
	Force bool   `help:"Replace the archive if it exists."`
}

var errPostgres = errors.New("the database is PostgreSQL: back it up with pg_dump, and copy the data folder")

// Run writes the archive beside its place and moves it there when it is whole.
func (c backupCmd) Run(e *env) error {
	if e.settings.DatabaseURL != "" {
		return errPostgres
	}
	bucket, err := e.settings.BlobsIn()
	if err != nil {
		return err
	}
	dir, err := datadir.Look(e.dataDir())
	if err != nil {
		return err
	}
	defer func() { _ = dir.Close() }()
	source := backup.Source{Dir: dir, Version: app.Version, BlobsIn: bucket, Now: e.settings.Now}
	show := e.progress()
	if c.To == "-" {
		return backup.Create(e.ctx, source, e.out, show)
	}
	if _, err := os.Stat(c.To); err == nil && !c.Force {
		return fmt.Errorf("%s exists; --force replaces it", c.To)
	}
	part := c.To + ".part"
	if err := e.writeArchive(part, source, show); err != nil {
		return errors.Join(err, os.Remove(part))
	}
	if err := os.Rename(part, c.To); err != nil {
		return fmt.Errorf("put the archive in place: %w", err)
	}
	e.printf("Backup of %s written to %s. It holds the key of stored credentials: keep it safe.\n", dir.Path(), c.To)
	if bucket != "" {
		e.printf("Uploaded files are not in it: they are in %s, which needs copies of its own.\n", bucket)
	}
	return nil
}

func (e *env) writeArchive(path string, source backup.Source, show func(backup.Progress)) (err error) {
	f, err := os.OpenFile(path, os.O_CREATE|os.O_WRONLY|os.O_TRUNC, 0o600)
	if err != nil {
		return fmt.Errorf("write the archive: %w", err)
	}
	defer func() { err = errors.Join(err, f.Close()) }()
	w := bufio.NewWriterSize(f, 1<<20)
	if err := backup.Create(e.ctx, source, w, show); err != nil {
		return err
	}
	return errors.Join(w.Flush(), f.Sync())
}

type restoreCmd struct {
	From  string `required:"" placeholder:"FILE" help:"Archive to read; - for standard input."`
	Force bool   `help:"Restore over a folder that holds something; what it held is set aside, not deleted."`
}

func (c restoreCmd) Run(e *env) error {
	if e.settings.DatabaseURL != "" {
		return errPostgres
	}
	in := io.NopCloser(e.in)
	if c.From != "-" {
		f, err := os.Open(c.From)
		if err != nil {
			return fmt.Errorf("read the archive: %w", err)
		}
		in = f
	}
	defer func() { _ = in.Close() }()
	done, err := backup.Restore(e.ctx, in, e.dataDir(), backup.Options{Force: c.Force, Now: e.settings.Now, Progress: e.progress()})
	if err != nil {
		return err
	}
	e.printf("Restored %s as of %s.\n", e.dataDir(), done.Manifest.CreatedAt.Format(time.RFC3339))
	if done.SetAside != "" {
		e.printf("What was there lies in %s.\n", done.SetAside)
	}
	return e.tellFiles(done.Manifest.BlobsIn)
}

// tellFiles says where uploaded files are if that is not where the server looks for
// them; from is the bucket of the archive's.
func (e *env) tellFiles(from string) error {
	bucket, err := e.settings.BlobsIn()
	switch {
	case err != nil || bucket == from && bucket == "":
		return err
	case bucket == from:
		e.printf("Uploaded files are in %s as they were.\n", bucket)
	case from != "" && bucket == "":
		e.printf("Uploaded files were not in the archive but in %s: set ALLOT_BLOB_URL before you start the server.\n", from)
	case from != "":
		e.printf("Uploaded files were not in the archive but in %s, and ALLOT_BLOB_URL names %s: copy them there.\n", from, bucket)
	default:
		e.printf("Uploaded files are in blobs/live of the folder, and ALLOT_BLOB_URL names %s: copy them to live/ there.\n", bucket)
	}
	return nil
}

// progress tells now and then how far a long run has come.
func (e *env) progress() func(backup.Progress) {
	next := e.settings.Now().Add(2 * time.Second)
	return func(p backup.Progress) {
		if now := e.settings.Now(); now.After(next) {
			next = now.Add(2 * time.Second)
			_, _ = fmt.Fprintf(e.err, "%d files, %d MB\n", p.Files, p.Bytes>>20)
		}
	}
}
