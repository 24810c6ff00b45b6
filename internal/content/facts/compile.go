package facts

import (
	"encoding/json"
	"errors"
	"fmt"
	"regexp"
	"slices"
	"strings"

	"github.com/shopspring/decimal"
)

// keywords are the keywords that a schema may use below its properties. check.go checks each of
// them, except those that are only documentation.
var keywords = []string{
	"type", "enum", "minimum", "maximum", "multipleOf", "minLength", "maxLength", "pattern", "format",
	"items", "maxItems", "uniqueItems", "properties", "required", "additionalProperties", "allOf", "$ref",
	"title", "description", "default", "examples", "readOnly",
	"x-labels", "x-unit", "x-unit-label", "x-not-needed-if",
}

// compiler turns one schema file into a Category.
type compiler struct {
	category string
	defs     *node
}

func compile(key string, raw []byte, labels *labelSets) (*Category, error) {
	n, err := parseNode(raw)
	if err != nil {
		return nil, err
	}
	c := &Category{
		Key: key, Title: n.get("title").text(), Description: n.get("description").text(),
		Kind: Kind(n.get("x-kind").text()), Order: n.get("x-order").number(),
		Weight: max(1, n.get("x-weight").number()), Expected: n.get("x-expected").truth(),
		source: n, labels: labels,
	}
	if c.Kind != KindSingle && c.Kind != KindArray || c.Title == "" || c.Description == "" || c.Order == 0 {
		return nil, errors.New("x-kind, x-order, title and description are needed")
	}
	k := &compiler{category: key, defs: n.get("$defs")}
	c.all, err = k.fields(n, labelPath{category: key})
	if err != nil {
		return nil, err
	}
	c.Fields = slices.DeleteFunc(slices.Clone(c.all), func(f *Field) bool {
		return c.IsArray() && (f.Key == keyID || f.Key == keyPosition)
	})
	for _, name := range n.get("x-publish-required").texts() {
		f, ok := c.Field(name)
		if !ok {
			return nil, fmt.Errorf("x-publish-required names %s, which is no field", name)
		}
		f.Required = true
	}
	return c, nil
}

func (k *compiler) fields(object *node, at labelPath) ([]*Field, error) {
	if object.get("additionalProperties") == nil || object.get("additionalProperties").truth() {
		return nil, errors.New("an object must refuse unknown names")
	}
	props := object.get("properties")
	var out []*Field
	for _, name := range props.names {
		below := at
		below.path = strings.TrimPrefix(at.path+"."+name, ".")
		f, err := k.field(props.kids[name], below)
		if err != nil {
			return nil, fmt.Errorf("%s: %w", name, err)
		}
		f.Key = name
		f.Needed = slices.Contains(object.get("required").texts(), name)
		if f.Title == "" {
			return nil, fmt.Errorf("%s: a title is needed", name)
		}
		out = append(out, f)
	}
	return out, nil
}

// field compiles one property. A shared type has its labels under its own path; the title is
// always that of the property.
func (k *compiler) field(n *node, at labelPath) (*Field, error) {
	for _, word := range n.names {
		if !slices.Contains(keywords, word) {
			return nil, fmt.Errorf("the keyword %s is not known here", word)
		}
	}
	f := &Field{labelPath: at}
	shape := n
	if ref := refOf(n); ref != "" {
		f.Def = strings.TrimPrefix(ref, "#/$defs/")
		if shape = k.defs.get(f.Def); shape == nil {
			return nil, fmt.Errorf("%s is not defined", ref)
		}
	}
	f.Title, f.Description = n.get("title").text(), n.get("description").text()
	f.Unit, f.UnitLabel = n.get("x-unit").text(), n.get("x-unit-label").text()
	f.ReadOnly = n.get("readOnly").truth()
	if ex := n.get("examples"); ex != nil {
		f.Example = ex.items[0].text()
	}
	if def := n.get("default"); def != nil {
		f.Default = def.leaf
	}
	if cond := n.get("x-not-needed-if"); cond != nil {
		f.exempt = &condition{field: cond.names[0], value: cond.kids[cond.names[0]].leaf}
	}
	if f.Def == "i18n" {
		f.Type = TypeI18n
		f.MaxLength = n.get("additionalProperties", "maxLength").number()
		f.MaxItems = shape.get("maxProperties").number()
		return f, nil
	}
	return f, k.shape(f, shape, at)
}

func refOf(n *node) string {
	if ref := n.get("$ref"); ref != nil {
		return ref.text()
	}
	if all := n.get("allOf"); all != nil && len(all.items) == 1 {
		return all.items[0].get("$ref").text()
	}
	return ""
}

func (k *compiler) shape(f *Field, n *node, at labelPath) error {
	var err error
	switch kind := n.get("type").text(); {
	case kind == "string" && n.get("enum") != nil:
		f.Type = TypeEnum
		err = enumShape(f, n)
	case kind == "string":
		f.Type = TypeText
		err = textShape(f, n)
	case kind == "integer", kind == "number":
		f.Type = Type(kind)
		err = numberShape(f, n)
	case kind == "boolean":
		f.Type = TypeBool
	case kind == "array":
		f.Type = TypeList
		err = k.listShape(f, n, at)
	case kind == "object":
		f.Type = TypeObject
		if f.Def != "" {
			at = labelPath{def: f.Def}
		}
		f.Fields, err = k.fields(n, at)
	default:
		err = fmt.Errorf("the type %q is not known here", kind)
	}
	return err
}

func enumShape(f *Field, n *node) error {
	f.Values = n.get("enum").texts()
	f.Labels = map[string]string{}
	labels := n.get("x-labels")
	for _, v := range f.Values {
		f.Labels[v] = labels.get(v).text()
		if f.Labels[v] == "" {
			return fmt.Errorf("the value %s has no label", v)
		}
	}
	if len(labels.names) != len(f.Values) {
		return errors.New("x-labels has more entries than enum")
	}
	return nil
}

func textShape(f *Field, n *node) (err error) {
	f.Format = n.get("format").text()
	f.MinLength, f.MaxLength = n.get("minLength").number(), n.get("maxLength").number()
	if f.MaxLength == 0 {
		return errors.New("a text needs a maxLength")
	}
	if f.Format != "" && formats[f.Format].valid == nil {
		return fmt.Errorf("the format %s is not known here", f.Format)
	}
	if p := n.get("pattern"); p != nil {
		f.Pattern, err = regexp.Compile(p.text())
	}
	return err
}

func numberShape(f *Field, n *node) (err error) {
	for word, to := range map[string]**decimal.Decimal{"minimum": &f.Min, "maximum": &f.Max, "multipleOf": &f.Step} {
		limit := n.get(word)
		if limit == nil {
			continue
		}
		num, _ := limit.leaf.(json.Number)
		d, err := decimal.NewFromString(num.String())
		if err != nil {
			return fmt.Errorf("%s: %w", word, err)
		}
		*to = &d
	}
	if f.Min == nil || f.Max == nil {
		return errors.New("a number needs a minimum and a maximum")
	}
	return nil
}

func (k *compiler) listShape(f *Field, n *node, at labelPath) (err error) {
	f.MaxItems, f.Unique = n.get("maxItems").number(), n.get("uniqueItems").truth()
	f.Item, err = k.field(n.get("items"), at)
	if err != nil {
		return err
	}
	if f.MaxItems == 0 && f.Unique {
		f.MaxItems = len(f.Item.Values)
	}
	if f.MaxItems == 0 {
		return errors.New("a list needs a limit")
	}
	if f.Item.Type == TypeList || f.Item.Type == TypeI18n {
		return errors.New("a list of lists or of texts by language has no words")
	}
	return nil
}
