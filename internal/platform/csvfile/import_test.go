package csvfile_test

import (
	"errors"
	"io"
	"strings"
	"testing"
	"testing/iotest"

	"github.com/stretchr/testify/require"

	"allot/internal/platform/apperr"
	"allot/internal/platform/csvfile"
)

// A form around the file that is not right loses the rows at hand, whatever is
// wrong with it; a file that breaks off does not.
func TestImport_ends(t *testing.T) {
	t.Parallel()
	var unknown, twice apperr.Fields
	unknown.Unknown("", "list", []string{"file"})
	twice.Check(false, "file", "must be sent once")
	for name, tt := range map[string]struct {
		end  error
		kept int
	}{
		"with the file":     {io.EOF, 2},
		"early":             {errors.New("the line broke"), 2},
		"with another part": {unknown.Err(), 0},
		"with another file": {twice.Err(), 0},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			file, err := csvfile.NewReader(io.MultiReader(strings.NewReader("a\n"+strings.Repeat("x", 70_000)+"\n1\n2\n"), iotest.ErrReader(tt.end)))
			require.NoError(t, err)
			result, kept := csvfile.NewImportResult(nil), 0
			err = csvfile.Import(file, 10, &result, func(r csvfile.Record) (string, error) { return r.Fields[0], nil }, func(rows []string) error {
				kept += len(rows)
				return nil
			})
			if !errors.Is(tt.end, io.EOF) {
				require.ErrorIs(t, err, tt.end)
			}
			require.Equal(t, tt.kept, kept)
		})
	}
}

// What is wrong is counted by rows: a small file can have millions.
func TestImport_tooMuchIsWrong(t *testing.T) {
	t.Parallel()
	read := func(r csvfile.Record) (string, error) {
		if r.Fields[0] == "x" {
			return "", apperr.Field("a", "is required")
		}
		return r.Fields[0], nil
	}
	for name, wrong := range map[string]string{"rows": "x\n", "quotes": "\"x\" x\n"} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			text := strings.NewReader("a\n1\n" + strings.Repeat(wrong, 3_000_000) + "2\n")
			file, err := csvfile.NewReader(text)
			require.NoError(t, err)
			result, kept := csvfile.NewImportResult(nil), []string{}
			err = csvfile.Import(file, 10, &result, read, func(rows []string) error {
				kept = append(kept, rows...)
				return nil
			})
			require.ErrorIs(t, err, csvfile.ErrFile)
			require.ErrorContains(t, err, "more than 10000 rows are wrong")
			require.Equal(t, []string{"1"}, kept, "what was right before is kept")
			require.Equal(t, 10_001, result.ErrorsTotal)
			require.Greater(t, text.Len(), 4_000_000, "the rest is not read")
		})
	}
}

func TestReader_lines(t *testing.T) {
	t.Parallel()
	file, err := csvfile.NewReader(strings.NewReader("a\n" + strings.Repeat("\n", 2_000_000) + "1\n"))
	require.NoError(t, err)
	_, err = file.Next()
	require.ErrorIs(t, err, csvfile.ErrFile, "empty lines count, too")
}
