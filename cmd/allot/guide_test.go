package main

import (
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"allot/docs"
)

var shownAnswer = regexp.MustCompile("<!-- answer: ([\\w-]+)\\.json -->\n(?:\n```json\n(?s:.*?)```\n)?")

// What the guide shows is what the program has answered.
func TestGuide_ShowsRecordedAnswers(t *testing.T) {
	t.Parallel()
	guide := filepath.Join("..", "..", "docs", "partner-api", "README.md")
	text := string(docs.PartnerAPI)
	filled := shownAnswer.ReplaceAllStringFunc(text, func(mark string) string {
		name := shownAnswer.FindStringSubmatch(mark)[1]
		answer, err := os.ReadFile(filepath.Join(answersDir, name+".json"))
		require.NoError(t, err)
		return "<!-- answer: " + name + ".json -->\n\n```json\n" + string(answer) + "```\n"
	})
	require.Positive(t, strings.Count(filled, "```json"))
	if os.Getenv("ALLOT_UPDATE_ANSWERS") != "" {
		require.NoError(t, os.WriteFile(guide, []byte(filled), 0o644))
		return
	}
	require.Equal(t, filled, text, "run: make answers")
}

// Whoever reads the texts on an installation finds what they name.
func TestProgram_ServesTexts(t *testing.T) {
	t.Parallel()
	p := newSite(t).start(t)
	link := regexp.MustCompile(`\]\((/[^)]+)\)`)
	texts := p.call(get, "/llms.txt", "", nil)
	require.Equal(t, 200, texts.status)
	require.Equal(t, string(docs.LLMs), texts.raw)
	links := link.FindAllStringSubmatch(texts.raw, -1)
	require.Len(t, links, 7)
	for _, l := range links {
		a := p.call(get, l[1], "", nil)
		require.Equal(t, 200, a.status, l[1])
		require.Greater(t, len(a.raw), 500, l[1])
	}
	require.Equal(t, "text/markdown; charset=utf-8", p.call(get, "/api/docs/partner-api.md", "", nil).header.Get("Content-Type"))
}
