package reference_test

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"allot/internal/platform/apperr"
)

func TestService_Language(t *testing.T) {
	t.Parallel()
	tests := map[string]struct{ asked, users, accepted, want string }{
		"nothing said":                      {"", "", "", "en"},
		"asked for":                         {"el", "", "de", "el"},
		"asked for with a region":           {"de-AT", "", "", "de"},
		"asked for in another case":         {"TR", "", "", "tr"},
		"an older tag":                      {"no", "", "", "nb"},
		"the user's":                        {"", "tr", "de", "tr"},
		"the user's without names":          {"", "ja", "de", "de"},
		"the browser's first":               {"", "", "tr-TR,tr;q=0.9,en;q=0.8", "tr"},
		"the browser's best":                {"", "", "en;q=0.2, el;q=0.9", "el"},
		"the browser's first that has some": {"", "", "ja, de;q=0.5", "de"},
		"a browser without sense":           {"", "", ";;;q=x,,", "en"},
		"a browser that says too much":      {"", "", strings.Repeat("de,", 1000), "en"},
	}
	for name, tt := range tests {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			got, err := service(t).Language(tt.asked, tt.users, tt.accepted)
			require.NoError(t, err)
			require.Equal(t, tt.want, got)
		})
	}

	t.Run("what is no language tag is refused", func(t *testing.T) {
		t.Parallel()
		for _, asked := range []string{"english please", "d", "../de", "zz-", "\xff", "ja"} {
			_, err := service(t).Language(asked, "el", "de")
			require.Equal(t, "lang", apperr.Of(err).Fields[0].Field, asked)
			require.Contains(t, apperr.Of(err).Fields[0].Message, "must be a language tag such as de; names are given in en, ar, bg,")
		}
	})
}

func FuzzService_Language(f *testing.F) {
	f.Add("de", "tr;q=0.5,*")
	f.Fuzz(func(t *testing.T, asked, accepted string) {
		s := service(t)
		if lang, err := s.Language(asked, "", accepted); err == nil {
			require.Len(t, s.Countries(lang), 250)
		}
	})
}
