package factsheet_test

import (
	"bytes"
	"testing"

	"github.com/stretchr/testify/require"

	"allot/internal/content/facts"
	"allot/internal/content/facts/factstest"
	"allot/internal/content/factsheet"
)

func render(tb testing.TB, s factsheet.Sheet) []byte {
	tb.Helper()
	var buf bytes.Buffer
	require.NoError(tb, factsheet.Write(&buf, facts.Load(), s))
	return buf.Bytes()
}

// fullFacts has every field of every category; of array categories so many
// records.
func fullFacts(records int) facts.Sheet {
	sheet := facts.Sheet{}
	for _, c := range facts.Load().Categories() {
		n := 1
		if c.IsArray() {
			n = records
		}
		for i := range n {
			record := factstest.Full(c, uint64(i+1))
			if c.Key == "contacts" {
				record["shared_with_partners"] = true
			}
			sheet[c.Key] = append(sheet[c.Key], facts.Entry{ID: int64(i + 1), Position: i, Data: record})
		}
	}
	return sheet
}
