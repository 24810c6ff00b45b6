package facts

import (
	"bytes"
	"encoding/json"
	"fmt"
)

// Schema returns the JSON Schema of the category with titles, descriptions, labels and units in
// the offered language nearest to lang, or in English. The bytes are the same on every call.
func (c *Category) Schema(lang string) json.RawMessage {
	return bytes.Clone(c.schemas[c.labels.in(lang).lang])
}

func (c *Category) translate() error {
	c.schemas = map[string]json.RawMessage{}
	for _, labels := range c.labels.all {
		raw, err := json.Marshal(c.in(labels))
		if err != nil {
			return fmt.Errorf("in %s: %w", labels.lang, err)
		}
		c.schemas[labels.lang] = raw
	}
	return nil
}

func (c *Category) in(labels *labelSet) *node {
	n := c.source.clone()
	own := labels.category(c)
	n.put("title", &node{leaf: own.Title})
	n.put("description", &node{leaf: own.Description})
	labels.fields(n, c.all)
	// Several fields may use a shared type; its labels are written once.
	done := map[string]bool{}
	labels.defs(n.get("$defs"), c.all, done)
	return n
}

func (x *labelSet) fields(object *node, fields []*Field) {
	for _, f := range fields {
		n := object.get("properties", f.Key)
		n.put("title", &node{leaf: x.title(f)})
		if f.Description != "" {
			n.put("description", &node{leaf: x.description(f)})
		}
		if f.Unit != "" {
			n.put("x-unit-label", &node{leaf: x.unit(f)})
		}
		shape, g := n, f
		if f.Type == TypeList {
			shape, g = n.get("items"), f.Item
		}
		if g.Def != "" {
			continue
		}
		x.labels(shape, g)
		x.fields(shape, g.Fields)
	}
}

func (x *labelSet) labels(shape *node, f *Field) {
	for _, v := range f.Values {
		shape.get("x-labels").put(v, &node{leaf: x.label(f, v)})
	}
}

func (x *labelSet) defs(defs *node, fields []*Field, done map[string]bool) {
	for _, f := range fields {
		g := f.enum()
		if g.Def != "" && !done[g.Def] {
			done[g.Def] = true
			x.labels(defs.get(g.Def), g)
			x.fields(defs.get(g.Def), g.Fields)
		}
		x.defs(defs, g.Fields, done)
	}
}

func (n *node) clone() *node {
	out := &node{kind: n.kind, leaf: n.leaf, names: append([]string(nil), n.names...)}
	if n.kids != nil {
		out.kids = make(map[string]*node, len(n.kids))
	}
	for name, kid := range n.kids {
		out.kids[name] = kid.clone()
	}
	for _, item := range n.items {
		out.items = append(out.items, item.clone())
	}
	return out
}
