package datadir

import (
	"crypto/rand"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"regexp"
	"strings"
)

var nodeIDForm = regexp.MustCompile(`^[a-z2-7]{26}$`)

// loadNodeID reads the id or creates one. It runs under the lock.
func (d *Dir) loadNodeID() error {
	var err error
	if d.nodeID, err = d.readNodeID(); err != nil || d.nodeID != "" {
		return err
	}
	d.nodeID = strings.ToLower(rand.Text())
	temp := nodeFile + ".new"
	err = d.writeFile(temp, d.nodeID+"\n")
	if err == nil {
		err = d.root.Rename(temp, nodeFile)
	}
	if err != nil {
		return explain("write to", d.path, err)
	}
	return nil
}

// readNodeID returns an empty id if there is none or the file is damaged.
func (d *Dir) readNodeID() (string, error) {
	f, err := d.root.Open(nodeFile)
	if errors.Is(err, fs.ErrNotExist) {
		return "", nil
	}
	if err != nil {
		return "", fmt.Errorf("open node id: %w", err)
	}
	text, err := io.ReadAll(io.LimitReader(f, 64))
	if err := errors.Join(err, f.Close()); err != nil {
		return "", fmt.Errorf("read node id: %w", err)
	}
	id := strings.TrimSpace(string(text))
	if !nodeIDForm.MatchString(id) {
		return "", nil
	}
	return id, nil
}

func (d *Dir) writeFile(name, text string) error {
	f, err := d.root.OpenFile(name, os.O_WRONLY|os.O_CREATE|os.O_TRUNC, 0o600)
	if err != nil {
		return err
	}
	_, err = f.WriteString(text)
	return errors.Join(err, f.Sync(), f.Close())
}
