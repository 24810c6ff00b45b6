package arch_test

import (
	"encoding/json"
	"go/ast"
	"go/parser"
	"go/token"
	"io/fs"
	"path/filepath"
	"strconv"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

const messagesFile = "internal/platform/apperr/messages.json"

// sites says which argument of which call is a message to people. The first names are of
// fields, the others of refusals as a whole.
var sites = map[string]struct {
	argument int
	field    bool
}{
	"Check": {2, true}, "Checkf": {2, true}, "apperr.Field": {1, true}, "apperr.Problem": {1, true}, "k.refuse": {1, true},
	"v.fail": {1, true}, "r.fail": {1, true}, "s.notInvoice": {1, true}, "processor.ErrMethod": {0, true}, "Withf": {0, false}, "apperr.New": {2, false}, "apperr.Newf": {2, false},
}

// passedOn are arguments that hold a message of another place, which is a constant there.
var passedOn = map[string]bool{
	"internal/platform/apperr/apperr.go": true, "internal/content/facts/check.go": true, "internal/billing/processor/check.go": true,
	"internal/billing/processor/decline.go": true, "internal/content/photo/photo.go": true, "internal/identity/account/service_register.go": true,
	"internal/inventory/rooming/roominghttp/body.go": true, "internal/inventory/rooming/service_ledger.go": true,
	"internal/invoicing/invoice/ledger.go": true, "internal/invoicing/profile/profile.go": true, "internal/partners/contract/matrix.go": true,
	"internal/partners/mapping/work.go": true, "internal/partners/override/fields.go": true, "internal/platform/httpx/text.go": true,
	"internal/platform/httpx/humaerror.go": true, "internal/invoicing/en16931/read.go": true,
}

// Whoever reads an answer gets a code and the values for every message, so that it can be
// said in other words, and the dashboard has those words in its languages.
func TestMessages(t *testing.T) {
	t.Parallel()
	messages := map[string][]string{}
	require.NoError(t, json.Unmarshal([]byte(text(t, messagesFile)), &messages))
	said := readMessages(t)

	t.Run("every message has a code", func(t *testing.T) {
		t.Parallel()
		for _, m := range said.found {
			assert.NotEmpty(t, messages[m.text], "%s: add %q to %s", m.at, m.text, messagesFile)
		}
		require.Greater(t, len(said.found), 500)
	})
	t.Run("no message is kept that nobody says", func(t *testing.T) {
		t.Parallel()
		for m := range messages {
			assert.True(t, said.strings[m], "%s has %q, which no source has", messagesFile, m)
		}
	})
	t.Run("the dashboard has a text for every code in every language", func(t *testing.T) {
		t.Parallel()
		for _, language := range []string{"en", "de", "tr", "el"} {
			texts := map[string]any{}
			require.NoError(t, json.Unmarshal([]byte(text(t, "web/src/locales/"+language+"/refusals.json")), &texts))
			for _, m := range said.found {
				if len(messages[m.text]) == 0 {
					continue
				}
				key := "field." + messages[m.text][0]
				if !m.field {
					key = "refusal." + m.refusal(messages[m.text][0])
				}
				assert.NotEmpty(t, texts[key], "%s needs %s, the text of %q (%s)", language, key, m.text, m.at)
			}
		}
	})
	t.Run("errors.md has every code", func(t *testing.T) {
		t.Parallel()
		list := text(t, "docs/errors.md")
		for m, entry := range messages {
			assert.Contains(t, list, "`"+entry[0]+"`", "the code of %q", m)
		}
	})
}

// message is a message where it is said.
type message struct {
	text, at, code string
	field          bool
}

// refusal returns the key of the text: the declared code, with the reason of the message.
func (m message) refusal(listed string) string {
	_, reason, _ := strings.Cut(listed, ".")
	switch {
	case m.code == "":
		return listed
	case reason == "":
		return m.code
	}
	return m.code + "." + reason
}

type saidMessages struct {
	found   []message
	strings map[string]bool // every constant text of the sources
}

func readMessages(t *testing.T) saidMessages {
	t.Helper()
	said := saidMessages{strings: map[string]bool{}}
	files, set := map[string]*ast.File{}, token.NewFileSet()
	constants := map[string]string{}
	walk(t, func(path string, _ fs.DirEntry) {
		if !strings.HasPrefix(path, "internal/") || !strings.HasSuffix(path, ".go") || strings.HasSuffix(path, "_test.go") {
			return
		}
		f, err := parser.ParseFile(set, filepath.Join("../..", path), nil, parser.SkipObjectResolution)
		require.NoError(t, err)
		files[path] = f
		ast.Inspect(f, func(n ast.Node) bool { return takeConstants(n, constants) })
	})
	for path, f := range files {
		ast.Inspect(f, func(n ast.Node) bool {
			if e, ok := n.(ast.Expr); ok {
				if s, ok := constant(e, constants); ok {
					said.strings[s] = true
				}
			}
			switch n := n.(type) {
			case *ast.CallExpr:
				said.take(t, path, set, n, constants)
			case *ast.AssignStmt:
				said.takeOfHuma(set, n, constants)
			}
			return true
		})
	}
	return said
}

// take adds the message of a call, if it is one that says something.
func (s *saidMessages) take(t *testing.T, path string, set *token.FileSet, call *ast.CallExpr, constants map[string]string) {
	t.Helper()
	selector, ok := call.Fun.(*ast.SelectorExpr)
	if !ok {
		return
	}
	site, ok := sites[selector.Sel.Name]
	if x, named := selector.X.(*ast.Ident); named && !ok {
		site, ok = sites[x.Name+"."+selector.Sel.Name]
	}
	if !ok || len(call.Args) <= site.argument || selector.Sel.Name == "Check" && len(call.Args) != site.argument+1 {
		return
	}
	where := set.Position(call.Pos()).String()
	found, known := constant(call.Args[site.argument], constants)
	if !known {
		require.True(t, passedOn[path] || isOtherCheck(call), "%s: the message is not a constant", where)
		return
	}
	if found == "%s" {
		return
	}
	m := message{text: found, at: where, field: site.field}
	if selector.Sel.Name == "New" || selector.Sel.Name == "Newf" {
		m.code, _ = constant(call.Args[1], constants)
	}
	s.found = append(s.found, m)
}

// takeOfHuma adds the message that takes the place of one of huma's, but that of missing
// fields, which is made where the name of the field is known.
func (s *saidMessages) takeOfHuma(set *token.FileSet, a *ast.AssignStmt, constants map[string]string) {
	left, ok := a.Lhs[0].(*ast.SelectorExpr)
	if !ok || left.Sel.Name == "MsgExpectedRequiredProperty" {
		return
	}
	if x, ok := left.X.(*ast.Ident); !ok || x.Name != "validation" {
		return
	}
	if found, known := constant(a.Rhs[0], constants); known {
		s.found = append(s.found, message{text: found, at: set.Position(a.Pos()).String(), field: true})
	}
}

// isOtherCheck reports whether a call checks something else, such as ban.Check, which begins
// with a context, or takes the message of an error, which is a constant of its package.
func isOtherCheck(call *ast.CallExpr) bool {
	switch first := call.Args[0].(type) {
	case *ast.Ident:
		if first.Name == "ctx" {
			return true
		}
	case *ast.CallExpr:
		if s, ok := first.Fun.(*ast.SelectorExpr); ok && s.Sel.Name == "Context" {
			return true
		}
	}
	last := call.Args[len(call.Args)-1]
	if s, ok := last.(*ast.SelectorExpr); ok {
		return s.Sel.Name == "Message"
	}
	other, is := last.(*ast.CallExpr)
	return is && !isSprintf(other)
}

// isSprintf reports whether a call makes a text, whose values nobody could tell from its words.
func isSprintf(call *ast.CallExpr) bool {
	s, ok := call.Fun.(*ast.SelectorExpr)
	return ok && s.Sel.Name == "Sprintf"
}

func takeConstants(n ast.Node, constants map[string]string) bool {
	if d, ok := n.(*ast.GenDecl); ok && d.Tok == token.CONST {
		for _, spec := range d.Specs {
			v := spec.(*ast.ValueSpec)
			for i, name := range v.Names {
				if i < len(v.Values) {
					if s, ok := constant(v.Values[i], constants); ok && strings.Contains(s, " ") {
						constants[name.Name] = s
					}
				}
			}
		}
	}
	return true
}

// constant returns the value of a constant text.
func constant(e ast.Expr, constants map[string]string) (string, bool) {
	switch e := e.(type) {
	case *ast.BasicLit:
		s, err := strconv.Unquote(e.Value)
		return s, err == nil && e.Kind == token.STRING
	case *ast.BinaryExpr:
		a, okA := constant(e.X, constants)
		b, okB := constant(e.Y, constants)
		return a + b, okA && okB
	case *ast.Ident:
		s, ok := constants[e.Name]
		return s, ok
	case *ast.SelectorExpr:
		s, ok := constants[e.Sel.Name]
		return s, ok
	}
	return "", false
}
