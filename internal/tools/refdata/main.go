// Command refdata generates the embedded files of internal/content/reference from public
// data that scripts/reference-sources has fetched:
//
//	scripts/reference-sources FOLDER
//	go run ./internal/tools/refdata FOLDER internal/content/reference/data
//
// The same sources give the same bytes. docs/reference-data.md names the
// sources and their licences.
package main

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"

	"github.com/klauspost/compress/zstd"
)

func main() {
	if err := run(os.Args[1:]); err != nil {
		fmt.Fprintln(os.Stderr, "refdata:", err)
		os.Exit(1)
	}
}

func run(args []string) error {
	if len(args) != 2 {
		return errors.New("usage: refdata SOURCES OUT")
	}
	m := &maker{from: args[0], to: args[1]}
	for _, step := range []func() error{m.zones, m.currencies, m.names, m.states, m.cities, m.countries} {
		if err := step(); err != nil {
			return err
		}
	}
	return nil
}

// maker generates a folder of files from a folder of sources. Its steps set fields
// that later steps need.
type maker struct {
	from, to string

	zonesOf  map[string][]string // country to zones, the most populous first once the cities are read
	zoneLink map[string]string   // retired zone name to the present one
	isZone   map[string]bool
	stateOf  map[string]bool // "GR.ESYE43"
}

func (m *maker) source(path ...string) string {
	return filepath.Join(append([]string{m.from}, path...)...)
}

// readJSON reads a source into v.
func (m *maker) readJSON(v any, path ...string) error {
	b, err := os.ReadFile(m.source(path...))
	if err != nil {
		return err
	}
	if err := json.Unmarshal(b, v); err != nil {
		return fmt.Errorf("read %s: %w", filepath.Join(path...), err)
	}
	return nil
}

// rows reads a source of tab-separated lines, without comments.
func (m *maker) rows(path ...string) ([][]string, error) {
	b, err := os.ReadFile(m.source(path...))
	if err != nil {
		return nil, err
	}
	var out [][]string
	for line := range strings.Lines(string(b)) {
		line = strings.TrimRight(line, "\r\n")
		if line != "" && !strings.HasPrefix(line, "#") {
			out = append(out, strings.Split(line, "\t"))
		}
	}
	return out, nil
}

// write stores a small table as text, so that changes can be reviewed.
func (m *maker) write(name string, lines []string) error {
	return os.WriteFile(filepath.Join(m.to, name), []byte(strings.Join(lines, "\n")+"\n"), 0o600)
}

// pack stores a large table compressed.
func (m *maker) pack(name string, content []byte) error {
	var b bytes.Buffer
	w, err := zstd.NewWriter(&b, zstd.WithEncoderLevel(zstd.SpeedBestCompression), zstd.WithWindowSize(zstd.MaxWindowSize>>3),
		zstd.WithEncoderConcurrency(1))
	if err != nil {
		return err
	}
	if _, err = w.Write(content); err != nil {
		return err
	}
	if err = w.Close(); err != nil {
		return err
	}
	fmt.Printf("%s: %d bytes of %d\n", name, b.Len(), len(content))
	return os.WriteFile(filepath.Join(m.to, name), b.Bytes(), 0o600)
}
