package facts

import (
	"cmp"
	"embed"
	"fmt"
	"io/fs"
	"slices"
	"strings"
	"sync"
)

//go:embed schemas labels
var files embed.FS

// Catalogue holds every category in the order of the sheet.
type Catalogue struct {
	categories []*Category
	byKey      map[string]*Category
	labels     *labelSets
}

var load = sync.OnceValue(func() *Catalogue {
	c, err := Open(files)
	if err != nil {
		panic(err) // the files are part of the program, and a test opens them
	}
	return c
})

// Load returns the catalogue of this program. It is read once.
func Load() *Catalogue { return load() }

// Open reads the folders schemas and labels. It refuses keywords that this package does not
// check, so that no published schema promises more than is checked.
func Open(fsys fs.FS) (*Catalogue, error) {
	labels, err := readLabelSets(fsys)
	if err != nil {
		return nil, err
	}
	names, err := fs.Glob(fsys, "schemas/*.json")
	if err != nil {
		return nil, fmt.Errorf("list the schemas: %w", err)
	}
	c := &Catalogue{byKey: map[string]*Category{}, labels: labels}
	for _, name := range names {
		raw, err := fs.ReadFile(fsys, name)
		if err != nil {
			return nil, fmt.Errorf("read %s: %w", name, err)
		}
		cat, err := compile(strings.TrimSuffix(strings.TrimPrefix(name, "schemas/"), ".json"), raw, labels)
		if err != nil {
			return nil, fmt.Errorf("schema %s: %w", name, err)
		}
		c.categories = append(c.categories, cat)
		c.byKey[cat.Key] = cat
	}
	slices.SortFunc(c.categories, func(a, b *Category) int { return cmp.Compare(a.Order, b.Order) })
	for _, cat := range c.categories {
		if err := cat.translate(); err != nil {
			return nil, fmt.Errorf("translate the schema of %s: %w", cat.Key, err)
		}
	}
	return c, nil
}

// Categories lists all categories in the order of the sheet.
func (c *Catalogue) Categories() []*Category { return slices.Clone(c.categories) }

// Find returns a category by its key.
func (c *Catalogue) Find(key string) (*Category, bool) {
	cat, ok := c.byKey[key]
	return cat, ok
}
