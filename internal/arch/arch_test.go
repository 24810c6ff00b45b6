// Package arch holds the tests that keep areas and modules apart.
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

// areas lists the areas of the product and their modules, bottom to top. A module
// names the modules it may use, all of them above its own line here: so no import
// runs from a lower area to a higher one, and no cycle is possible. Every module may
// use auth: who calls is an argument everywhere.
var areas = []area{
	{"identity", []module{
		{"auth", nil},
		{"passwd", nil},
		{"letter", nil},
		{"account", []string{"passwd", "letter"}},
		{"plan", []string{"account"}},
		{"notify", []string{"letter", "account", "plan"}},
		{"settings", []string{"account", "plan", "notify"}},
		{"mailing", []string{"letter", "account", "plan", "settings"}},
	}},
	{"content", []module{
		{"facts", nil},
		{"reference", nil},
		{"property", []string{"facts", "account", "plan", "settings"}},
		{"factsheet", []string{"facts", "property"}},
		{"photo", []string{"facts", "account", "plan", "settings", "property"}},
		{"publication", []string{"facts", "letter", "account", "plan", "notify", "settings", "mailing", "property", "factsheet", "photo"}},
	}},
	{"partners", []module{
		{"warning", nil},
		{"contract", []string{"letter", "account", "plan", "notify", "settings", "warning"}},
		{"marketplace", []string{"facts", "account", "settings", "property", "publication", "contract"}},
		{"ratecontract", []string{"facts", "account", "notify", "settings", "property", "publication", "contract", "warning"}},
		{"mapping", []string{"publication", "contract"}},
		{"override", []string{"facts", "letter", "account", "plan", "notify", "settings", "property", "photo", "publication", "contract"}},
		{"portfolio", []string{"facts", "account", "notify", "settings", "property", "publication", "contract", "mapping", "override"}},
	}},
	{"inventory", []module{
		{"chart", nil},
		{"gzjoin", nil},
		{"allotment", []string{"facts", "account", "plan", "notify", "settings", "mailing", "property", "publication", "contract", "ratecontract", "warning", "chart"}},
		{"stopsale", []string{"facts", "account", "settings", "mailing", "property", "publication", "contract", "mapping", "warning", "chart", "allotment"}},
		{"rooming", []string{"facts", "account", "plan", "notify", "settings", "property", "publication", "contract", "ratecontract", "mapping", "warning", "allotment"}},
		{"availability", []string{"facts", "account", "settings", "property", "publication", "contract", "ratecontract", "mapping", "portfolio", "allotment", "rooming", "gzjoin"}},
	}},
	{"invoicing", []module{
		{"document", nil},
		{"en16931", []string{"document"}},
		{"invoicepdf", []string{"document"}},
		{"profile", []string{"account", "settings", "document"}},
		{"invoice", []string{"letter", "account", "plan", "notify", "settings", "property", "contract", "warning", "rooming", "document", "profile", "en16931", "invoicepdf"}},
		{"einvoice", []string{"account", "plan", "settings", "document", "profile", "en16931", "invoicepdf", "invoice"}},
	}},
	{"billing", []module{
		{"processor", nil},
		{"sandbox", []string{"processor"}},
		{"stripeproc", []string{"processor"}},
		{"subscription", []string{"letter", "account", "plan", "notify", "settings", "document", "en16931", "invoicepdf", "processor"}},
	}},
	{"exchange", []module{
		{"partnerapi", []string{"account", "plan", "settings"}},
		{"widget", []string{"facts", "account", "property", "publication", "allotment", "partnerapi"}},
		{"event", []string{"plan", "property", "publication", "contract", "ratecontract", "mapping", "stopsale", "allotment", "availability", "invoice"}},
		{"webhook", []string{"account", "notify", "event"}},
		{"connection", []string{"facts", "account", "plan", "notify", "settings", "property", "warning", "allotment", "availability"}},
		{"alpinebits", []string{"facts", "settings", "property", "allotment", "rooming", "connection"}},
		{"bulkexport", []string{"account", "plan", "notify", "settings", "property", "publication", "contract", "mapping", "portfolio", "allotment", "availability", "document", "invoice", "einvoice"}},
		{"mcp", nil},
	}},
	{"insight", []module{
		{"report", []string{"account", "property", "allotment", "availability"}},
		{"admin", []string{"account", "plan", "settings"}},
		{"live", []string{"account", "notify", "allotment", "availability"}},
	}},
}

type (
	area struct {
		name    string
		modules []module
	}
	module struct {
		name string
		uses []string
	}
)

// rooms lists the packages that a large module consists of, bottom to top; its root
// package is above them. Each may use those before it, and other modules may use all.
var rooms = map[string][]string{
	"allotment": {"rules", "stopevent", "reading"},
}

// place is where a package lies below internal/: platform, app and the like are
// areas of their own.
type place struct {
	area, module, part string // part: db, http, test or a room; empty: the root package of the module
}

// room is the number of a room of the module, of the root package the highest; -1
// for db, http and test.
func (p place) room() int {
	if p.part == "" {
		return len(rooms[p.module])
	}
	return slices.Index(rooms[p.module], p.part)
}

func placeOf(dir string) place {
	p := strings.Split(dir, "/")
	at := place{area: p[0]}
	if len(p) > 1 {
		at.module = p[1]
	}
	if len(p) > 2 {
		at.part = strings.TrimPrefix(p[2], at.module)
	}
	return at
}

func TestAreas_HaveNoCycle(t *testing.T) {
	t.Parallel()
	seen := map[string]bool{}
	for _, a := range areas {
		for _, m := range a.modules {
			for _, u := range m.uses {
				if !seen[u] {
					t.Errorf("%s may use %s, which is not below it", m.name, u)
				}
			}
			if seen[m.name] {
				t.Errorf("two modules are called %s", m.name)
			}
			seen[m.name] = true
		}
	}
}

func TestModules_ImportOnlyWhatTheyMay(t *testing.T) {
	t.Parallel()
	files := 0
	err := filepath.WalkDir("..", func(path string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() || !strings.HasSuffix(path, ".go") || strings.HasSuffix(path, "_test.go") {
			return err
		}
		from := placeOf(strings.TrimPrefix(filepath.ToSlash(filepath.Dir(path)), "../"))
		if slices.Contains([]string{"app", "demo", "arch", "tools", "testkit"}, from.area) || from.part == "test" {
			return nil
		}
		if from.area != "platform" && !known(from) {
			t.Errorf("%s belongs to no module of the list: add it", path)
		}
		files++
		f, err := parser.ParseFile(token.NewFileSet(), path, nil, parser.ImportsOnly)
		if err != nil {
			return err
		}
		for _, imp := range f.Imports {
			target := strings.Trim(imp.Path.Value, `"`)
			if why := refuse(from, target); why != "" {
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

// rank is the place of an area in the list, -1 for one that is not in it.
func rank(name string) int {
	return slices.IndexFunc(areas, func(a area) bool { return a.name == name })
}

func known(p place) bool {
	i := rank(p.area)
	return i >= 0 && slices.ContainsFunc(areas[i].modules, func(m module) bool { return m.name == p.module })
}

func uses(name string) []string {
	for _, a := range areas {
		for _, m := range a.modules {
			if m.name == name {
				return m.uses
			}
		}
	}
	return nil
}

// refuse says why a package may not import target.
func refuse(from place, target string) string {
	rel, inside := strings.CutPrefix(target, root)
	if !inside {
		return refuseOutside(from, target)
	}
	to := placeOf(rel)
	switch {
	case to.area == "platform", to.module == from.module && (from.room() < 0 || to.room() >= 0 && to.room() < from.room()):
		return ""
	case to.area == "identity" && to.module == "auth" && from.area != "platform":
		return ""
	case from.area == "platform":
		return "platform knows no module"
	case to.module == from.module:
		return "a package knows nothing of those above it, nor of the db and http packages"
	case rank(to.area) < 0:
		return "modules know nothing of " + to.area
	case to.room() < 0:
		return "the db and http packages of other modules may not be imported"
	case from.part == "db" && to.module == "account":
		return "" // the stamps of accounts
	case from.part == "db":
		return "a db package knows its own module only"
	case rank(to.area) > rank(from.area):
		return to.area + " is above " + from.area
	case from.part == "http":
		return "" // an answer may combine several modules
	case !slices.Contains(uses(from.module), to.module):
		return from.module + " may not use " + to.module
	}
	return ""
}

func refuseOutside(from place, target string) string {
	if from.area == "platform" {
		return ""
	}
	sql := target == "database/sql" || strings.HasPrefix(target, "github.com/uptrace/bun") || strings.HasPrefix(target, "github.com/jackc/pgx")
	http := target == "net/http" || strings.HasPrefix(target, "github.com/danielgtaylor/huma") || strings.HasPrefix(target, "github.com/go-chi")
	switch {
	case sql && from.part != "db":
		return "SQL belongs in " + from.module + "db"
	case http && from.part != "http":
		return "HTTP belongs in " + from.module + "http"
	}
	return ""
}

// The rules themselves must be able to refuse.
func TestRefuse(t *testing.T) {
	t.Parallel()
	tests := map[string]struct {
		from   string
		target string
		want   bool
	}{
		"rules with SQL":             {"identity/account", "github.com/uptrace/bun", true},
		"rules with HTTP":            {"identity/account", "net/http", true},
		"db with SQL":                {"identity/account/accountdb", "github.com/uptrace/bun", false},
		"db with HTTP":               {"identity/account/accountdb", "net/http", true},
		"module using one below":     {"identity/settings", root + "identity/account", false},
		"module using one above":     {"identity/account", root + "identity/settings", true},
		"http composing modules":     {"identity/account/accounthttp", root + "identity/settings", false},
		"http of an area above":      {"identity/account/accounthttp", root + "partners/contract", true},
		"reaching into another's db": {"identity/settings/settingshttp", root + "identity/account/accountdb", true},
		"rules using their own db":   {"identity/account", root + "identity/account/accountdb", true},
		"platform using a module":    {"platform/httpx", root + "identity/account", true},
		"a module using app":         {"identity/account", root + "app", true},
		"db using another module":    {"identity/account/accountdb", root + "identity/settings", true},
		"db raising stamps":          {"identity/settings/settingsdb", root + "identity/account", false},
		"a reader using the rules":   {"inventory/allotment/reading", root + "inventory/allotment/rules", false},
		"rules using the reader":     {"inventory/allotment/rules", root + "inventory/allotment/reading", true},
		"a reader that writes":       {"inventory/allotment/reading", root + "inventory/allotment", true},
		"rules of another module":    {"inventory/rooming", root + "inventory/allotment/rules", false},
	}
	for name, tt := range tests {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			if got := refuse(placeOf(tt.from), tt.target); (got != "") != tt.want {
				t.Errorf("refused: %q, want a refusal: %v", got, tt.want)
			}
		})
	}
}
