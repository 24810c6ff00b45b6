package main

import (
	"bufio"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"time"

	"allot/internal/app/backup"
	"allot/internal/app/build"
	"allot/internal/app/datadir"
)

type backupCmd struct {
	To    string `placeholder:"FILE" xor:"to" required:"" help:"Archive to write (.tar.gz); - for standard output."`
	ToDir string `placeholder:"FOLDER" xor:"to" required:"" help:"Folder to write the archive to, with the time in its name."`
	Keep  int    `placeholder:"N" help:"With --to-dir: archives to keep there; older ones are deleted. Default: all."`
	Force bool   `help:"Replace the archive if it exists."`
	quietFlag
}

var errPostgres = errors.New("the database is PostgreSQL: back it up with pg_dump, and copy the data folder")

// Run writes the archive beside its place and moves it there when it is whole.
func (c backupCmd) Run(e *env) error {
	if err := e.secretsRead(); err != nil {
		return err
	}
	if e.settings.DatabaseURL != "" {
		return errPostgres
	}
	if c.Keep < 0 || c.Keep > 0 && c.ToDir == "" {
		return errors.New("--keep must be a number of archives, and goes with --to-dir")
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
	source := backup.Source{Dir: dir, Version: build.Version, BlobsIn: bucket, Now: e.settings.Now}
	if c.ToDir != "" {
		if err := os.MkdirAll(c.ToDir, 0o700); err != nil {
			return fmt.Errorf("make the folder of archives: %w", err)
		}
		c.To = filepath.Join(c.ToDir, archiveName(e.settings.Now()))
	}
	if _, err := os.Stat(c.To); err == nil && !c.Force && c.To != "-" {
		return fmt.Errorf("%s exists; --force replaces it", c.To)
	}
	p := e.progress(c.quietFlag, "Writing the backup")
	if c.To == "-" {
		defer p.end()
		return backup.Create(e.ctx, source, e.out, countFiles(p))
	}
	part := c.To + ".part"
	err = e.writeArchive(part, source, countFiles(p))
	p.end()
	if err != nil {
		return errors.Join(err, os.Remove(part))
	}
	if err := os.Rename(part, c.To); err != nil {
		return fmt.Errorf("put the archive in place: %w", err)
	}
	e.printf("Backup of %s written to %s. It holds the key of stored credentials: keep it safe.\n", dir.Path(), c.To)
	if bucket != "" {
		e.printf("Uploaded files are not in it: they are in %s, which needs copies of its own.\n", bucket)
	}
	if c.Keep > 0 {
		return e.rotate(c.ToDir, c.Keep)
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
	quietFlag
}

func (c restoreCmd) Run(e *env) error {
	if err := e.secretsRead(); err != nil {
		return err
	}
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
	p := e.progress(c.quietFlag, "Restoring")
	done, err := backup.Restore(e.ctx, in, e.dataDir(), backup.Options{Force: c.Force, Now: e.settings.Now, Progress: countFiles(p)})
	p.end()
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

// countFiles stores how many files a backup or a restore has done.
func countFiles(p *progress) func(backup.Progress) {
	return func(b backup.Progress) { p.reached("%d files, %d MB", b.Files, b.Bytes>>20) }
}
