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
			err = csvfile.Import(file, 10, &result, func(r csvfile.Record) (string, string) { return r.Fields[0], "" }, func(rows []string) error {
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
