package apptest

import (
	"bytes"
	"encoding/json"
	"encoding/xml"
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
)

// element is any XML element.
type element struct {
	XMLName  xml.Name
	Text     string    `xml:",chardata"`
	Children []element `xml:",any"`
}

// RequireSameXML checks that an answer as XML holds what it holds as JSON: every
// member by name, every entry in its order, every value as it is written.
func RequireSameXML(tb testing.TB, asJSON, asXML []byte) {
	tb.Helper()
	var (
		want any
		got  element
	)
	dec := json.NewDecoder(bytes.NewReader(asJSON))
	dec.UseNumber()
	require.NoError(tb, dec.Decode(&want), "%s", asJSON)
	require.NoError(tb, xml.Unmarshal(asXML, &got), "%s", asXML)
	require.Equal(tb, "response", got.XMLName.Local)
	requireSame(tb, "response", want, got)
}

func requireSame(tb testing.TB, at string, want any, got element) {
	tb.Helper()
	switch v := want.(type) {
	case map[string]any:
		names := []string{}
		for _, c := range got.Children {
			names = append(names, c.XMLName.Local)
			requireSame(tb, at+"/"+c.XMLName.Local, v[c.XMLName.Local], c)
		}
		require.Len(tb, names, len(v), at)
		slices.Sort(names)
		require.Len(tb, slices.Compact(names), len(v), at)
	case []any:
		require.Len(tb, got.Children, len(v), at)
		for i := range v {
			requireSame(tb, fmt.Sprintf("%s[%d]", at, i), v[i], got.Children[i])
		}
	case nil:
		require.Empty(tb, got.Text, at)
		require.Empty(tb, got.Children, at)
	default:
		require.Equal(tb, fmt.Sprint(v), strings.ReplaceAll(got.Text, "\r\n", "\n"), at)
	}
}
