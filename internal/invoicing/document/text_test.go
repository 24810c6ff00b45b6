package document_test

import (
	"testing"
	"unicode/utf8"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"allot/internal/invoicing/document"
)

func TestCleanText(t *testing.T) {
	t.Parallel()
	for text, want := range map[string]string{
		"":                          "",
		" \u00a0\t\r\n":             "",
		"\x00\x08\x0b\x1f\ufffe":    "",
		"\ufeff \ufeff":             "",
		"a\x00b\uffffc":             "abc",
		"a\r\nb\rc\nd":              "a\nb\nc\nd",
		" Ήλιος 🏖 <&> ":             "Ήλιος 🏖 <&>",
		"a\xff\xfeb\xed\xa0\x80":    "ab",
		"tab\tinside \ufffd stays ": "tab\tinside \ufffd stays",
	} {
		require.Equal(t, want, document.CleanText(text), "%q", text)
	}
}

func TestCleanText_AnyBytes(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(t *rapid.T) {
		got := document.CleanText(string(rapid.SliceOf(rapid.Byte()).Draw(t, "bytes")))
		require.True(t, utf8.ValidString(got))
		require.NotRegexp(t, `[\x00-\x08\x0b-\x1f]|^\s|\s$`, got)
		require.Equal(t, got, document.CleanText(got))
	})
}
