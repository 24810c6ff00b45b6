package csvfile_test

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"runtime"
	"strings"
	"testing"
	"testing/iotest"
	"unicode/utf8"

	"github.com/stretchr/testify/require"
	"golang.org/x/text/encoding"
	"golang.org/x/text/encoding/charmap"
	"golang.org/x/text/encoding/unicode"

	"allot/internal/platform/apperr"
	"allot/internal/platform/csvfile"
)

// read returns "line: fields" of every record and "line! problem" of bad ones.
func read(t *testing.T, in io.Reader) (header []string, rows []string, err error) {
	t.Helper()
	r, err := csvfile.NewReader(in)
	if err != nil {
		return nil, nil, err
	}
	for {
		rec, err := r.Next()
		var bad *csvfile.RecordError
		switch {
		case errors.Is(err, io.EOF):
			return r.Header, rows, nil
		case errors.As(err, &bad):
			rows = append(rows, fmt.Sprintf("%d! %s", bad.Line, apperr.Sentence(bad.Err)))
		case err != nil:
			return r.Header, rows, err
		default:
			rows = append(rows, fmt.Sprintf("%d: %s", rec.Line, strings.Join(rec.Fields, "|")))
		}
	}
}

const notClosed = "has a quote that is not closed, or text behind a closing one"

func TestReader(t *testing.T) {
	t.Parallel()
	tests := map[string]struct {
		in     string
		header string
		rows   []string
	}{
		"comma":                             {"a,b\n1,2\n", "a|b", []string{"2: 1|2"}},
		"semicolon with commas in values":   {"a;b\n1,5;2,5\n", "a|b", []string{"2: 1,5|2,5"}},
		"tab":                               {"a\tb\n1\t2", "a|b", []string{"2: 1|2"}},
		"one column":                        {"a\n1\n2", "a", []string{"2: 1", "3: 2"}},
		"separators inside a quoted header": {`"a,b,c";d` + "\n1;2", "a,b,c|d", []string{"2: 1|2"}},
		"Excel's first line":                {"sep=;\r\na;b\r\n1;2", "a|b", []string{"3: 1|2"}},
		"Windows line breaks":               {"a,b\r\n1,2\r\n3,4\r\n", "a|b", []string{"2: 1|2", "3: 3|4"}},
		"old Mac line breaks":               {"a,b\r1,2\r3,4\r", "a|b", []string{"2: 1|2", "3: 3|4"}},
		"quotes":                            {"a,b\n\"x, \"\"y\"\"\",2\n", "a|b", []string{`2: x, "y"|2`}},
		"line break in quotes":              {"a,b\n\"x\r\ny\",2\n3,4\n", "a|b", []string{"2: x\ny|2", "4: 3|4"}},
		"a quote inside a plain value":      {"a,b\n5\" pipe,2\n", "a|b", []string{`2: 5" pipe|2`}},
		"spaces around":                     {" a , \"b\" \n 1 , \"2\" \n", "a|b", []string{"2: 1|2"}},
		"blank lines and bare separators":   {"\n\na,b\n\n1,2\n,\n\n3,4", "a|b", []string{"5: 1|2", "8: 3|4"}},
		"short and padded records":          {"a,b\n1\n1,2,,\n", "a|b", []string{"2: 1|", "3: 1|2"}},
		"a record that is too wide":         {"a,b\n1,2,3\n4,5\n", "a|b", []string{"2! has 3 columns where the header has 2", "3: 4|5"}},
		"a quote that is never closed":      {"a,b\n\"1,2\n3,4\n5,6\n", "a|b", []string{"2! " + notClosed, "3: 3|4", "4: 5|6"}},
		"text behind a closing quote":       {"a,b\n\"1\"x,2\n3,4\n", "a|b", []string{"2! " + notClosed, "3: 3|4"}},
		"two open quotes":                   {"a,b\n\"1,2\n3,4\n\"5,6\r\n7,8\r9,0", "a|b", []string{"2! " + notClosed, "3: 3|4", "4! " + notClosed, "5: 7|8", "6: 9|0"}},
		"NUL":                               {"a,b\n1,\x002\n3,4\n", "a|b", []string{"2! contains a NUL character", "3: 3|4"}},
		"UTF-8 that breaks":                 {"a,b\né,2\n\xff,4\n5,6", "a|b", []string{"2: é|2", "3! is not UTF-8 text like the lines before it", "4: 5|6"}},
		"header only":                       {"a,b", "a|b", nil},
		"too many columns in one record":    {"a,b\n" + strings.Repeat(",", 300) + "\n3,4\n", "a|b", []string{"2! has more than 256 columns", "3: 3|4"}},
		"one long line":                     {"a,b\n" + strings.Repeat("x", 70_000) + "\n3,4\n", "a|b", []string{"2! is longer than 65536 bytes", "3: 3|4"}},
	}
	for name, tt := range tests {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			for _, in := range []io.Reader{strings.NewReader(tt.in), iotest.OneByteReader(strings.NewReader(tt.in))} {
				header, rows, err := read(t, in)
				require.NoError(t, err)
				require.Equal(t, tt.header, strings.Join(header, "|"))
				require.Equal(t, tt.rows, rows)
			}
		})
	}
}

func TestReader_encodings(t *testing.T) {
	t.Parallel()
	const text = "vorname;straße\r\nJürgen;Große Straße\r\n"
	tests := map[string]encoding.Encoding{
		"UTF-8":                unicode.UTF8,
		"UTF-8 with mark":      unicode.UTF8BOM,
		"UTF-16 little":        unicode.UTF16(unicode.LittleEndian, unicode.IgnoreBOM),
		"UTF-16 big":           unicode.UTF16(unicode.BigEndian, unicode.IgnoreBOM),
		"UTF-16 little, mark":  unicode.UTF16(unicode.LittleEndian, unicode.ExpectBOM),
		"UTF-16 big with mark": unicode.UTF16(unicode.BigEndian, unicode.ExpectBOM),
		"Windows-1252":         charmap.Windows1252,
	}
	for name, enc := range tests {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			in, err := enc.NewEncoder().String(text)
			require.NoError(t, err)
			header, rows, err := read(t, strings.NewReader(in))
			require.NoError(t, err)
			require.Equal(t, []string{"vorname", "straße"}, header)
			require.Equal(t, []string{"2: Jürgen|Große Straße"}, rows)
		})
	}
	t.Run("Windows-1252 that shows late", func(t *testing.T) {
		t.Parallel()
		_, rows, err := read(t, strings.NewReader("a\n"+strings.Repeat("x\n", 100_000)+"\x80 1\nM\xfcller\n"))
		require.NoError(t, err)
		require.Equal(t, []string{"100002: € 1", "100003: Müller"}, rows[100_000:])
	})
}

func TestNewReader_refuses(t *testing.T) {
	t.Parallel()
	tests := map[string]string{
		"nothing":       "",
		"blank lines":   "\n\n \n",
		"a ZIP, XLSX":   "PK\x03\x04\x14\x00\x06\x00\x08\x00\x00",
		"an open quote": "\"a,b",
		"endless line":  strings.Repeat("x", 2<<20),
	}
	for name, in := range tests {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			_, _, err := read(t, strings.NewReader(in))
			require.ErrorIs(t, err, csvfile.ErrFile)
		})
	}
	t.Run("an endless line further down is given up early", func(t *testing.T) {
		t.Parallel()
		in := &counted{r: io.MultiReader(strings.NewReader("a,b\n1,2\n"), endless{})}
		_, rows, err := read(t, in)
		require.ErrorIs(t, err, csvfile.ErrFile)
		require.Equal(t, []string{"2: 1|2"}, rows)
		require.Less(t, in.n, 2<<20)
	})
	t.Run("what goes wrong on the way is passed on", func(t *testing.T) {
		t.Parallel()
		boom := errors.New("boom")
		_, _, err := read(t, io.MultiReader(strings.NewReader("a,b\n1,2\n"), iotest.ErrReader(boom)))
		require.ErrorIs(t, err, boom)
		_, _, err = read(t, io.MultiReader(strings.NewReader("a,b\n"+strings.Repeat("1,2\n", 50_000)), iotest.ErrReader(boom)))
		require.ErrorIs(t, err, boom)
	})
}

// Open quotes send the reader back; that must not make a file expensive.
func TestReader_openQuotesCostLittle(t *testing.T) {
	t.Parallel()
	for name, line := range map[string]string{"open": "\"a,b\n", "odd": "\"\"\"a,b\n", "closed badly": "\"a\"b\n", "far apart": "\"a\n" + strings.Repeat("x,y\n", 20_000)} {
		in := &counted{r: io.LimitReader(&repeated{line: line}, 1<<20)}
		var before, after runtime.MemStats
		runtime.ReadMemStats(&before)
		_, rows, err := read(t, io.MultiReader(strings.NewReader("a,b\n"), in))
		require.NoError(t, err, name)
		runtime.ReadMemStats(&after)
		require.NotEmpty(t, rows)
		require.Less(t, after.TotalAlloc-before.TotalAlloc, uint64(1<<30), name)
	}
}

type endless struct{}

func (endless) Read(p []byte) (int, error) {
	for i := range p {
		p[i] = 'x'
	}
	return len(p), nil
}

type repeated struct {
	line string
	at   int
}

func (r *repeated) Read(p []byte) (int, error) {
	for i := range p {
		p[i] = r.line[r.at]
		r.at = (r.at + 1) % len(r.line)
	}
	return len(p), nil
}

type counted struct {
	r io.Reader
	n int
}

func (c *counted) Read(p []byte) (int, error) {
	n, err := c.r.Read(p)
	c.n += n
	return n, err
}

func FuzzReader(f *testing.F) {
	for _, s := range []string{
		"a,b\n1,2\n", "a;b\r\n\"x\";\"y\"\"\"\r\n", "\xff\xfea\x00,\x00b\x00\n\x00", "\xef\xbb\xbfa\n\"", "a\r\"b\rc\r", "sep=;\na;b", "\"\n\"\n\"",
		"a\n\xfc\n", "a\x00b\x00", "a,b\n\"x\n\"y,\n",
	} {
		f.Add([]byte(s))
	}
	f.Fuzz(func(t *testing.T, in []byte) {
		r, err := csvfile.NewReader(bytes.NewReader(in))
		if err != nil {
			require.ErrorIs(t, err, csvfile.ErrFile)
			return
		}
		lines := 1 + bytes.Count(in, []byte("\n")) + bytes.Count(in, []byte("\r"))
		last := 0
		for n := 0; ; n++ {
			require.LessOrEqual(t, n, lines, "every record has a line of its own")
			rec, err := r.Next()
			var bad *csvfile.RecordError
			line := rec.Line
			switch {
			case errors.Is(err, io.EOF):
				return
			case errors.As(err, &bad):
				line = bad.Line
			default:
				require.NoError(t, err)
				require.Len(t, rec.Fields, len(r.Header))
				for _, s := range rec.Fields {
					require.True(t, utf8.ValidString(s))
					require.NotContains(t, s, "\x00")
				}
			}
			require.Greater(t, line, last)
			last = line
		}
	})
}
