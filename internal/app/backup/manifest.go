package backup

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"

	"allot/internal/platform/db"
	"allot/internal/platform/files"
)

// compare refuses an archive whose manifest differs from the list of unpacked
// files. Both have the same order, so that neither has to be in memory.
func (u *unpacker) compare(ctx context.Context) (Manifest, error) {
	f, err := u.root.Open(manifestName)
	if err != nil {
		return Manifest{}, fmt.Errorf("open manifest: %w", err)
	}
	defer func() { _ = f.Close() }()
	if _, err := u.list.Seek(0, io.SeekStart); err != nil {
		return Manifest{}, fmt.Errorf("read list: %w", err)
	}
	unpacked := json.NewDecoder(u.list)
	m, err := readManifest(files.Reader(ctx, f), func(want file) error {
		var got file
		if err := unpacked.Decode(&got); err != nil {
			return fmt.Errorf("%s is missing: %w", want.Name, err)
		}
		if got != want {
			return fmt.Errorf("%s is not what the manifest says", got.Name)
		}
		return nil
	})
	if err != nil {
		return Manifest{}, damaged(ctx, err)
	}
	if unpacked.More() {
		return Manifest{}, fmt.Errorf("%w: it holds files that the manifest does not name", ErrDamaged)
	}
	if err := m.check(); err != nil {
		return Manifest{}, err
	}
	if _, err := u.root.Stat(databaseName); err != nil {
		return Manifest{}, fmt.Errorf("%w: it holds no database", ErrDamaged)
	}
	return m, nil
}

func (m Manifest) check() error {
	switch {
	case m.Format > format:
		return fmt.Errorf("%w (format %d, made by allot %s)", ErrNewer, m.Format, m.AllotVersion)
	case m.Format != format:
		return fmt.Errorf("%w: format %d is unknown", ErrDamaged, m.Format)
	case m.Engine != string(db.SQLite):
		return fmt.Errorf("%w: it is of a %q database", ErrDamaged, m.Engine)
	}
	return nil
}

// readManifest reads a manifest and calls each for its files. It skips unknown
// members.
func readManifest(r io.Reader, each func(file) error) (Manifest, error) {
	dec := json.NewDecoder(r)
	if err := expect(dec, json.Delim('{')); err != nil {
		return Manifest{}, err
	}
	head := map[string]json.RawMessage{}
	for dec.More() {
		name, err := dec.Token()
		if err != nil {
			return Manifest{}, fmt.Errorf("read manifest: %w", err)
		}
		if name == "files" {
			if err := readFiles(dec, each); err != nil {
				return Manifest{}, err
			}
			continue
		}
		var value json.RawMessage
		if err := dec.Decode(&value); err != nil {
			return Manifest{}, fmt.Errorf("read manifest: %w", err)
		}
		head[fmt.Sprint(name)] = value
	}
	if err := expect(dec, json.Delim('}')); err != nil {
		return Manifest{}, err
	}
	var m Manifest
	whole, err := json.Marshal(head)
	if err == nil {
		err = json.Unmarshal(whole, &m)
	}
	if err != nil {
		return Manifest{}, fmt.Errorf("read manifest: %w", err)
	}
	return m, nil
}

func readFiles(dec *json.Decoder, each func(file) error) error {
	if err := expect(dec, json.Delim('[')); err != nil {
		return err
	}
	for dec.More() {
		var f file
		if err := dec.Decode(&f); err != nil {
			return fmt.Errorf("read manifest: %w", err)
		}
		if err := each(f); err != nil {
			return err
		}
	}
	return expect(dec, json.Delim(']'))
}

func expect(dec *json.Decoder, want json.Delim) error {
	got, err := dec.Token()
	if err != nil {
		return fmt.Errorf("read manifest: %w", err)
	}
	if got != want {
		return errors.New("the manifest is not of the right form")
	}
	return nil
}
