package csvfile_test

import (
	"bytes"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"allot/internal/platform/csvfile"
)

func TestWriter(t *testing.T) {
	t.Parallel()
	var b bytes.Buffer
	w, err := csvfile.NewWriter(&b, "code", "name")
	require.NoError(t, err)
	require.NoError(t, w.Write("=1+2", `Παλ "1", ό`))
	require.NoError(t, w.Write("'-x", "'plain"))
	require.NoError(t, w.Flush())
	require.Equal(t, "\ufeffcode,name\r\n'=1+2,\"Παλ \"\"1\"\", ό\"\r\n''-x,'plain\r\n", b.String())

	header, rows, err := read(t, &b)
	require.NoError(t, err)
	require.Equal(t, []string{"code", "name"}, header)
	require.Equal(t, []string{`2: '=1+2|Παλ "1", ό`, "3: ''-x|'plain"}, rows)
}

func TestWriter_Numbers(t *testing.T) {
	t.Parallel()
	var b bytes.Buffer
	w, err := csvfile.NewSemicolonWriter(&b, "name", "total")
	require.NoError(t, err)
	w.Numbers(1)
	require.NoError(t, w.Write("-5.00", "-5.00"))
	require.NoError(t, w.Flush())
	require.Equal(t, "\ufeffname;total\r\n'-5.00;-5.00\r\n", b.String())
}

func FuzzGuard(f *testing.F) {
	for _, s := range []string{"", "=1", "+30", "-1", "@x", "'=1", "''=1", "'x", "x", "＝1", "\tx", "'", "'\xff"} {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, s string) {
		guarded := csvfile.Guard(s)
		require.Equal(t, s, csvfile.Unguard(guarded))
		require.False(t, guarded != "" && strings.ContainsAny(guarded[:1], "=+-@\t\r\n"), guarded)
	})
}
