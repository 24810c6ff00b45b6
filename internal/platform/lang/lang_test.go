package lang_test

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"allot/internal/platform/lang"
)

func TestMatch(t *testing.T) {
	t.Parallel()
	for _, tt := range []struct {
		want   string
		wishes []string
	}{
		{"en", nil},
		{"de", []string{"de"}},
		{"de", []string{"de-AT"}},
		{"el", []string{"", "el-GR,en;q=0.5"}},
		{"tr", []string{"fr", "fr,tr;q=0.3"}},
		{"de", []string{"xx-nonsense-too-long-a-subtag", "de"}},
		{"en", []string{"ja"}},
		{"el", []string{"sq, el;q=0.9"}},
		{"en", []string{"gsw"}},
		{"en", []string{strings.Repeat("de,", 1000)}},
		{"en", []string{"\x00"}},
	} {
		require.Equal(t, tt.want, lang.Match(tt.wishes...), "%q", tt.wishes)
	}
}

func TestFind(t *testing.T) {
	t.Parallel()
	for tag, want := range map[string]string{"de": "de", "de-AT": "de", "EN-us": "en", "el": "el", "tr-CY": "tr"} {
		found, ok := lang.Find(tag)
		require.True(t, ok, tag)
		require.Equal(t, want, found)
	}
	for _, tag := range []string{"", "x", "xx", "fr", "cy", "sq", "ku", "gsw", "und", "\x00", strings.Repeat("de-", 100)} {
		_, ok := lang.Find(tag)
		require.False(t, ok, "%q is not a language that we speak", tag)
	}
}

func FuzzMatch(f *testing.F) {
	f.Add("de-AT,en;q=0.5")
	f.Add("*")
	f.Fuzz(func(t *testing.T, wish string) { require.Contains(t, lang.Offered, lang.Match(wish)) })
}
