package main

import (
	"bytes"
	"encoding/json"
	"os"
	"testing"

	"github.com/stretchr/testify/require"
)

// The test binary is a Go program like any other.
func TestWrite(t *testing.T) {
	t.Parallel()
	self, err := os.Executable()
	require.NoError(t, err)
	var one, other bytes.Buffer
	require.NoError(t, write(&one, self, "1.2.3", "abc"))
	require.NoError(t, write(&other, self, "1.2.3", "abc"))
	require.Equal(t, one.String(), other.String())
	var d document
	require.NoError(t, json.Unmarshal(one.Bytes(), &d))
	require.Equal(t, "1.2.3", d.Metadata.Component.Version)
	require.Equal(t, "allot:commit", d.Metadata.Component.Notes[0].Name)
	require.NotEmpty(t, d.Components)
	require.Equal(t, "std", d.Components[0].Name)
	for _, c := range d.Components[1:] {
		require.Regexp(t, `^pkg:golang/.+@v.+$`, c.PURL)
		require.NotEmpty(t, c.Hashes, c.Name)
	}
	require.Len(t, d.Dependencies[0].DependsOn, len(d.Components))
	require.ErrorContains(t, write(&one, "main.go", "", ""), "main.go")
}
