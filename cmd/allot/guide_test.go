package main

import (
	"bytes"
	"encoding/xml"
	"errors"
	"io"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"allot/docs"
)

var shownAnswer = regexp.MustCompile("<!-- answer: ([\\w-]+)\\.(json|xml) -->\n(?:\n```(?:json|xml)\n(?s:.*?)```\n)?")

// What the guide shows is what the program has answered.
func TestGuide_ShowsRecordedAnswers(t *testing.T) {
	t.Parallel()
	guide := filepath.Join("..", "..", "docs", "partner-api", "README.md")
	text := string(docs.PartnerAPI)
	filled := shownAnswer.ReplaceAllStringFunc(text, func(mark string) string {
		m := shownAnswer.FindStringSubmatch(mark)
		name, kind := m[1]+"."+m[2], m[2]
		answer, err := os.ReadFile(filepath.Join(answersDir, name))
		require.NoError(t, err)
		if kind == "xml" {
			answer = indentXML(t, answer)
		}
		return "<!-- answer: " + name + " -->\n\n```" + kind + "\n" + string(answer) + "```\n"
	})
	require.Positive(t, strings.Count(filled, "```json"))
	if os.Getenv("ALLOT_UPDATE_ANSWERS") != "" {
		require.NoError(t, os.WriteFile(guide, []byte(filled), 0o644))
		return
	}
	require.Equal(t, filled, text, "run: make answers")
}

// indentXML gives each element that holds others lines of its own.
func indentXML(t *testing.T, raw []byte) []byte {
	t.Helper()
	var out bytes.Buffer
	from, to := xml.NewDecoder(bytes.NewReader(raw)), xml.NewEncoder(&out)
	to.Indent("", "  ")
	for {
		token, err := from.RawToken()
		if errors.Is(err, io.EOF) {
			break
		}
		require.NoError(t, err)
		if text, ok := token.(xml.CharData); ok && len(bytes.TrimSpace(text)) == 0 {
			continue
		}
		require.NoError(t, to.EncodeToken(token))
	}
	require.NoError(t, to.Close())
	return append(out.Bytes(), '\n')
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
	require.Len(t, links, 8)
	for _, l := range links {
		a := p.call(get, l[1], "", nil)
		require.Equal(t, 200, a.status, l[1])
		require.Greater(t, len(a.raw), 500, l[1])
	}
	require.Equal(t, "text/markdown; charset=utf-8", p.call(get, "/api/docs/partner-api.md", "", nil).header.Get("Content-Type"))
}
