package reference

import (
	"embed"
	"fmt"
	"strings"

	"github.com/klauspost/compress/zstd"
)

//go:embed data
var files embed.FS

// Attribution names source, licence and date of the data. Every answer carries it, as the
// licence of GeoNames requires.
const Attribution = "GeoNames 2026-09-26, populations 2020-03-18 (CC BY 4.0, adapted); Unicode CLDR 48.2 (Unicode-3.0); " +
	"IANA tz 2026f (public domain)"

// read returns an embedded file as text.
func read(name string) (string, error) {
	b, err := files.ReadFile("data/" + name)
	if err != nil {
		return "", fmt.Errorf("read embedded %s: %w", name, err)
	}
	if strings.HasSuffix(name, ".zst") {
		d, err := zstd.NewReader(nil, zstd.WithDecoderConcurrency(1))
		if err != nil {
			return "", fmt.Errorf("open embedded %s: %w", name, err)
		}
		defer d.Close()
		if b, err = d.DecodeAll(b, nil); err != nil {
			return "", fmt.Errorf("unpack embedded %s: %w", name, err)
		}
	}
	return string(b), nil
}

// readRows returns the tab-separated lines of an embedded file. It refuses a line that does not
// have the given number of columns.
func readRows(name string, columns int) ([][]string, error) {
	text, err := read(name)
	if err != nil {
		return nil, err
	}
	var rows [][]string
	for line := range strings.Lines(text) {
		row := strings.Split(strings.TrimSuffix(line, "\n"), "\t")
		if len(row) != columns {
			return nil, fmt.Errorf("embedded %s, line %d: %d columns, want %d", name, len(rows)+1, len(row), columns)
		}
		rows = append(rows, row)
	}
	return rows, nil
}
