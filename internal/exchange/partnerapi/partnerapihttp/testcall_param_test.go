package partnerapihttp

import (
	"encoding/json"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
)

func TestParam(t *testing.T) {
	t.Parallel()
	for raw, want := range map[string]string{
		`"GR"`: "GR", `""`: "", `7`: "7", `9007199254740993`: "9007199254740993", `1.50`: "1.50", `true`: "true", `false`: "false",
		`[]`: "", `["GR","IT"]`: "GR,IT", `[1, "a", true]`: "1,a,true", `"a,b"`: "a,b",
	} {
		var got paramValue
		require.NoError(t, got.UnmarshalJSON([]byte(raw)), raw)
		require.EqualValues(t, want, got, raw)
	}
	for _, raw := range []string{`null`, `{}`, `[[1]]`, `[null]`, `[{}]`, ``, `1 2`, `"a`} {
		require.Error(t, new(paramValue).UnmarshalJSON([]byte(raw)), raw)
	}
}

func FuzzParam(f *testing.F) {
	for _, raw := range []string{`"GR"`, `[1,"a",true]`, `null`, `{}`, `1e400`, `[[]]`, "\"\\u0000\""} {
		f.Add([]byte(raw))
	}
	f.Fuzz(func(t *testing.T, raw []byte) {
		var text paramValue
		if text.UnmarshalJSON(raw) != nil {
			return
		}
		if !json.Valid(raw) {
			t.Fatalf("%q is no JSON and was read as %q", raw, text)
		}
		if first := strings.TrimLeft(string(raw), " \t\r\n")[0]; first == '{' || first == 'n' {
			t.Fatalf("%q is no value of a query and was read as %q", raw, text)
		}
	})
}
