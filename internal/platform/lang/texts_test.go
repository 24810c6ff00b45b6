package lang_test

import (
	"testing"
	"testing/fstest"

	"github.com/stretchr/testify/require"

	"allot/internal/platform/lang"
)

func TestTexts(t *testing.T) {
	t.Parallel()
	type text struct {
		Greeting string `json:"greeting"`
	}
	files := fstest.MapFS{}
	for _, l := range lang.Offered {
		files["letters/"+l+".json"] = &fstest.MapFile{Data: []byte(`{"greeting": "` + l + `"}`)}
	}
	for l, read := range lang.Texts[text](files, "letters") {
		require.Equal(t, l, read.Greeting)
	}
	require.Panics(t, func() { lang.Texts[text](files, "elsewhere") }, "a missing file stops the program")
	files["letters/el.json"] = &fstest.MapFile{Data: []byte(`{`)}
	require.Panics(t, func() { lang.Texts[text](files, "letters") }, "a broken file stops the program")
	files["letters/el.json"] = &fstest.MapFile{Data: []byte(`{"greeting": "el", "greetings": "el"}`)}
	require.Panics(t, func() { lang.Texts[text](files, "letters") }, "a text that nobody reads stops the program")
}

func TestFiller(t *testing.T) {
	t.Parallel()
	fill := lang.Filler("company", "Poseidon A.E.", "property", "{company}", "note", "wait...")
	for text, want := range map[string]string{
		"From {company}.":                   "From Poseidon A.E.",
		"{company}. Please answer.":         "Poseidon A.E. Please answer.",
		"{company}, {property}":             "Poseidon A.E., {company}",
		"{property}.":                       "{company}.",
		"They say: {note}. {unknown}. Done": "They say: wait... {unknown}. Done",
	} {
		require.Equal(t, want, fill(text))
	}
}
