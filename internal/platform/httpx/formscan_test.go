package httpx_test

import (
	"bytes"
	"io"
	"strings"
	"testing"
	"testing/iotest"

	"github.com/stretchr/testify/require"

	"allot/internal/platform/httpx"
)

func TestFormScan(t *testing.T) {
	t.Parallel()
	part := func(head, content string) string { return "--b\r\n" + head + "\r\n\r\n" + content + "\r\n" }
	const disposition = `Content-Disposition: form-data; name="a"`
	long := strings.Repeat("x", 9<<10)
	for name, tt := range map[string]struct {
		form    string
		refused bool
	}{
		"small parts":                  {part(disposition, "1") + part(disposition, "2") + "--b--\r\n", false},
		"a long content":               {part(disposition, long+"\n--\r\n-- b\r\nx--b\r\n"+long) + "--b--\r\n", false},
		"long contents":                {part(disposition, long) + part(disposition, long) + "--b--\r\n", false},
		"lines without CR":             {strings.ReplaceAll(part(disposition, long)+part(disposition, long), "\r", ""), false},
		"text before it":               {long + "\r\n" + part(disposition, "1") + "--b--\r\n", false},
		"a long head":                  {part(disposition+long, ""), true},
		"a long head, then":            {part(disposition, long) + part(disposition+"\r\nX: "+long, ""), true},
		"a long head without end":      {"--b\r\n" + disposition + long, true},
		"a long head, no CR":           {"--b\n" + disposition + long + "\n\n", true},
		"a head of many lines":         {part(disposition+strings.Repeat("\r\nX: y", 2000), ""), true},
		"a delimiter in the head":      {"--b\r\n" + disposition + "\r\n--b\r\n" + long + "\r\n\r\n", true},
		"a long head after no content": {"--b\r\n" + disposition + "\r\n\r\n--b\r\n" + disposition + long, true},
		"as many parts as may be":      {strings.Repeat(part(disposition, "1"), 100) + "--b--\r\n", false},
		"too many parts":               {strings.Repeat(part(disposition, "1"), 102), true},
		"nothing that looks right":     {long, false},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			for _, read := range []func(io.Reader) io.Reader{
				func(r io.Reader) io.Reader { return r }, iotest.OneByteReader, iotest.HalfReader,
			} {
				r := read(bytes.NewReader([]byte(tt.form)))
				_, err := io.CopyBuffer(struct{ io.Writer }{httpx.NewFormScan("b")}, struct{ io.Reader }{r}, make([]byte, 1000))
				require.Equal(t, tt.refused, err != nil, "%v", err)
			}
		})
	}
}
