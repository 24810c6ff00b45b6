package main

import (
	"net/http"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"allot/internal/testkit/mailtest"
)

// The methods, as short as stories need them.
const get, post, put, patch, del = http.MethodGet, http.MethodPost, http.MethodPut, http.MethodPatch, http.MethodDelete

// script is a program whose every answer is held against its description.
type script struct {
	*program
	described *description
}

func newScript(t *testing.T, p *program) *script {
	t.Helper()
	return &script{p, newDescription(t)}
}

// ok asks for something and expects a status.
func (s *script) ok(status int, method, path, token string, body any, header ...string) answer {
	s.t.Helper()
	return s.checked(status, method, path, s.call(method, path, token, body, header...))
}

func (s *script) checked(status int, method, path string, a answer) answer {
	s.t.Helper()
	require.Equal(s.t, status, a.status, "%s %s: %s", method, path, a.raw)
	s.described.check(s.t, method, path, a)
	return a
}

// list reads the results of a page.
func (a answer) list() []map[string]any {
	results, _ := a.body["results"].([]any)
	return objects(results)
}

func objects(list []any) []map[string]any {
	out := make([]map[string]any, len(list))
	for i, each := range list {
		out[i], _ = each.(map[string]any)
	}
	return out
}

// letters reads the kept letters whose id starts with prefix, by recipient.
func (s *site) letters(t *testing.T, prefix string) map[string][]mailtest.Parsed {
	t.Helper()
	files, err := filepath.Glob(filepath.Join(s.dir, "mail", prefix+"*.eml"))
	require.NoError(t, err)
	slices.Sort(files)
	letters := map[string][]mailtest.Parsed{}
	for _, f := range files {
		raw, err := os.ReadFile(f)
		require.NoError(t, err)
		letter := mailtest.Parse(t, raw)
		to := strings.Trim(letter.Header.Get("To"), "<>")
		letters[to] = append(letters[to], letter)
	}
	return letters
}
