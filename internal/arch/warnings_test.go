package arch_test

import (
	"encoding/json"
	"go/ast"
	"go/parser"
	"go/token"
	"io/fs"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// The dashboard says a warning beside an answer by its code (web/src/platform/api/said.ts).
func TestWarnings(t *testing.T) {
	t.Parallel()
	codes := warningCodes(t)
	require.Contains(t, codes, "beyond_allotment")
	require.Contains(t, codes, "stop_sale_deadline")
	for _, language := range []string{"en", "de", "tr", "el"} {
		texts := map[string]any{}
		for _, area := range []string{"base", "rooming"} {
			require.NoError(t, json.Unmarshal([]byte(text(t, "web/src/locales/"+language+"/"+area+".json")), &texts))
		}
		for _, code := range codes {
			assert.NotEmpty(t, texts["said."+code], "%s needs said.%s", language, code)
		}
	}
}

// warningCodes lists the codes of the warnings that the sources make.
func warningCodes(t *testing.T) (codes []string) {
	t.Helper()
	constants, made := map[string]string{}, []ast.Expr{}
	walk(t, func(path string, _ fs.DirEntry) {
		if !strings.HasPrefix(path, "internal/") || !strings.HasSuffix(path, ".go") || strings.HasSuffix(path, "_test.go") {
			return
		}
		f, err := parser.ParseFile(token.NewFileSet(), filepath.Join("../..", path), nil, parser.SkipObjectResolution)
		require.NoError(t, err)
		ast.Inspect(f, func(n ast.Node) bool {
			switch n := n.(type) {
			case *ast.ValueSpec:
				for i, name := range n.Names {
					if i < len(n.Values) {
						takeText(constants, name.Name, n.Values[i])
					}
				}
			case *ast.CompositeLit:
				made = append(made, codesIn(n)...)
			}
			return true
		})
	})
	for _, e := range made {
		code := ""
		switch e := e.(type) {
		case *ast.BasicLit:
			code, _ = strconv.Unquote(e.Value)
		case *ast.Ident:
			code = constants[e.Name]
		}
		require.NotEmpty(t, code, "the code of a warning is not a constant")
		codes = append(codes, code)
	}
	slices.Sort(codes)
	return slices.Compact(codes)
}

func takeText(constants map[string]string, name string, value ast.Expr) {
	if l, ok := value.(*ast.BasicLit); ok && l.Kind == token.STRING {
		constants[name], _ = strconv.Unquote(l.Value)
	}
}

// codesIn returns the codes of a warning.Warning, or of a list of them.
func codesIn(l *ast.CompositeLit) (codes []ast.Expr) {
	list := []*ast.CompositeLit{}
	of := l.Type
	if array, ok := of.(*ast.ArrayType); ok {
		of = array.Elt
		for _, e := range l.Elts {
			if one, ok := e.(*ast.CompositeLit); ok && one.Type == nil {
				list = append(list, one)
			}
		}
	} else {
		list = append(list, l)
	}
	s, ok := of.(*ast.SelectorExpr)
	if !ok || s.Sel.Name != "Warning" {
		return nil
	}
	if x, ok := s.X.(*ast.Ident); !ok || x.Name != "warning" {
		return nil
	}
	for _, one := range list {
		for _, e := range one.Elts {
			if kv, ok := e.(*ast.KeyValueExpr); ok && kv.Key.(*ast.Ident).Name == "Code" {
				codes = append(codes, kv.Value)
			}
		}
	}
	return codes
}
