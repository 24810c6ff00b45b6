package arch_test

import (
	"go/ast"
	"go/parser"
	"go/token"
	"io/fs"
	"path"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// The API framework does not see the fields of an embedded type that is not exported: they
// are sent, but the document does not have them.
func TestBodies_EmbedExportedTypes(t *testing.T) {
	t.Parallel()
	seen, set := 0, token.NewFileSet()
	walk(t, func(file string, _ fs.DirEntry) {
		if !strings.HasSuffix(path.Dir(file), "http") || !strings.HasSuffix(file, ".go") || strings.HasSuffix(file, "_test.go") {
			return
		}
		parsed, err := parser.ParseFile(set, filepath.Join("../..", file), nil, parser.SkipObjectResolution)
		require.NoError(t, err)
		ast.Inspect(parsed, func(n ast.Node) bool {
			spec, ok := n.(*ast.TypeSpec)
			if !ok || !strings.HasSuffix(spec.Name.Name, "Body") {
				return true
			}
			body, ok := spec.Type.(*ast.StructType)
			if !ok {
				return true
			}
			seen++
			for _, field := range body.Fields.List {
				if name, plain := field.Type.(*ast.Ident); plain && len(field.Names) == 0 {
					assert.True(t, name.IsExported(), "%s: %s embeds %s: export it", file, spec.Name.Name, name.Name)
				}
			}
			return true
		})
	})
	require.Greater(t, seen, 50)
}
