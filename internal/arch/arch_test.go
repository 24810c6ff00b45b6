// Package arch holds the tests that keep modules apart.
package arch

import (
	"go/parser"
	"go/token"
	"io/fs"
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

const root = "allot/internal/"

// ladder lists the modules bottom to top with the modules each may use. A
// module names only modules above its own line here, so no cycle is possible.
// facts, account, billing, notify and settings are open to every level above them.
var ladder = []struct {
	module string
	uses   []string
}{
	{"auth", nil},
	{"facts", nil},
	{"reference", nil},
	{"account", nil},
	{"billing", []string{"account"}},
	{"notify", []string{"account", "billing"}},
	{"settings", []string{"account", "billing", "notify"}},
	{"mailing", []string{"account", "billing", "settings"}},
	{"partnerapi", []string{"account", "billing", "settings"}},
	{"property", []string{"facts", "account", "billing", "settings"}},
	{"factsheet", []string{"facts", "property"}},
	{"photo", []string{"facts", "account", "billing", "settings", "property"}},
	{"publication", []string{"facts", "account", "billing", "notify", "settings", "mailing", "property", "factsheet", "photo"}},
	{"contract", []string{"account", "billing", "notify", "settings"}},
	{"directory", []string{"facts", "account", "settings", "property", "publication", "contract"}},
	{"ratecontract", []string{"facts", "account", "notify", "settings", "property", "publication", "contract"}},
	{"mapping", []string{"publication", "contract"}},
	{"override", []string{"facts", "account", "billing", "notify", "settings", "property", "photo", "publication", "contract"}},
	{"portfolio", []string{"facts", "account", "notify", "settings", "property", "publication", "contract", "mapping", "override"}},
	{"chart", nil},
	{"stopsale", []string{"facts", "account", "settings", "mailing", "property", "publication", "contract", "mapping", "chart"}},
	{"allotment", []string{"facts", "account", "billing", "notify", "settings", "mailing", "property", "publication", "contract", "ratecontract", "chart", "stopsale"}},
	{"rooming", []string{"facts", "account", "billing", "notify", "settings", "property", "publication", "contract", "ratecontract", "mapping", "allotment"}},
	{"invoice", nil},
	{"availability", []string{"facts", "account", "settings", "property", "publication", "contract", "ratecontract", "mapping", "portfolio", "allotment"}},
	{"event", []string{"property", "publication", "contract", "mapping", "stopsale", "allotment", "availability"}},
	{"report", []string{"account", "property", "allotment", "availability"}},
	{"staff", []string{"account"}},
}

func TestLadder_HasNoCycle(t *testing.T) {
	t.Parallel()
	seen := map[string]bool{}
	for _, m := range ladder {
		for _, u := range m.uses {
			if !seen[u] {
				t.Errorf("%s may use %s, which is not below it", m.module, u)
			}
		}
		seen[m.module] = true
	}
}

func TestModules_ImportOnlyWhatTheyMay(t *testing.T) {
	t.Parallel()
	allowed := map[string][]string{}
	for _, m := range ladder {
		allowed[m.module] = m.uses
	}
	files := 0
	err := filepath.WalkDir("..", func(path string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() || !strings.HasSuffix(path, ".go") || strings.HasSuffix(path, "_test.go") {
			return err
		}
		dir := strings.TrimPrefix(filepath.ToSlash(filepath.Dir(path)), "../")
		from := strings.Split(dir, "/")
		switch {
		case from[0] == "app", from[0] == "arch", from[0] == "tools":
			return nil
		case len(from) > 1 && from[1] == from[0]+"test":
			return nil // what tests of others use: pictures, checks of tables
		}
		if _, ok := allowed[from[0]]; !ok && from[0] != "platform" {
			t.Errorf("%s belongs to a module that the ladder does not know: add it", path)
		}
		files++
		f, err := parser.ParseFile(token.NewFileSet(), path, nil, parser.ImportsOnly)
		if err != nil {
			return err
		}
		for _, imp := range f.Imports {
			target := strings.Trim(imp.Path.Value, `"`)
			if why := refuse(from, target, allowed); why != "" {
				t.Errorf("%s imports %s: %s", path, target, why)
			}
		}
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	if files < 50 {
		t.Fatalf("only %d files were looked at: the test looks in the wrong place", files)
	}
}

// refuse says why a file in from (its folders below internal/) may not import target.
func refuse(from []string, target string, allowed map[string][]string) string {
	module, part := from[0], ""
	if len(from) > 1 {
		part = strings.TrimPrefix(from[1], module)
	}
	rel, inside := strings.CutPrefix(target, root)
	if !inside {
		return refuseOutside(module, part, target)
	}
	to := strings.Split(rel, "/")
	switch {
	case to[0] == "platform", to[0] == module && part != "":
		return ""
	case to[0] == "app":
		return "only tests build the whole program"
	case module == "platform":
		return "platform knows no module"
	case to[0] == "auth":
		return "" // who calls, and what they may, is known to all
	case to[0] == module:
		return "the root package knows nothing of its db and http packages"
	case len(to) > 1:
		return "only root packages of other modules may be imported"
	case part == "db":
		return "a db package knows its own module only"
	case part == "http":
		return "" // an answer may combine several modules
	case !slices.Contains(allowed[module], to[0]):
		return module + " may not use " + to[0]
	}
	return ""
}

func refuseOutside(module, part, target string) string {
	if module == "platform" {
		return ""
	}
	sql := target == "database/sql" || strings.HasPrefix(target, "github.com/uptrace/bun") || strings.HasPrefix(target, "github.com/jackc/pgx")
	http := target == "net/http" || strings.HasPrefix(target, "github.com/danielgtaylor/huma") || strings.HasPrefix(target, "github.com/go-chi")
	switch {
	case sql && part != "db":
		return "SQL belongs in " + module + "db"
	case http && part != "http":
		return "HTTP belongs in " + module + "http"
	}
	return ""
}

// The rules themselves must be able to refuse.
func TestRefuse(t *testing.T) {
	t.Parallel()
	allowed := map[string][]string{"account": nil, "settings": {"account"}}
	tests := map[string]struct {
		from   []string
		target string
		want   bool
	}{
		"rules with SQL":             {[]string{"account"}, "github.com/uptrace/bun", true},
		"rules with HTTP":            {[]string{"account"}, "net/http", true},
		"db with SQL":                {[]string{"account", "accountdb"}, "github.com/uptrace/bun", false},
		"db with HTTP":               {[]string{"account", "accountdb"}, "net/http", true},
		"module using one below":     {[]string{"settings"}, root + "account", false},
		"module using one above":     {[]string{"account"}, root + "settings", true},
		"http composing modules":     {[]string{"account", "accounthttp"}, root + "settings", false},
		"reaching into another's db": {[]string{"settings", "settingshttp"}, root + "account/accountdb", true},
		"rules using their own db":   {[]string{"account"}, root + "account/accountdb", true},
		"platform using a module":    {[]string{"platform", "httpx"}, root + "account", true},
		"http building the program":  {[]string{"account", "accounthttp"}, root + "app", true},
		"db using another module":    {[]string{"settings", "settingsdb"}, root + "account", true},
	}
	for name, tt := range tests {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			if got := refuse(tt.from, tt.target, allowed); (got != "") != tt.want {
				t.Errorf("refused: %q, want a refusal: %v", got, tt.want)
			}
		})
	}
}
