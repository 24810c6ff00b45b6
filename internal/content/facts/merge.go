package facts

import (
	"maps"
	"slices"
)

// Merge applies patch to current as RFC 7396: null clears at any depth, a
// missing name stays, lists are replaced whole. It refuses names that the schema
// does not know, also where their value is null, and a result that does not
// satisfy the schema; every bad path is named at once, with prefix before it.
//
// A read answer can be sent back whole: the id and position of an array record
// are checked and left out of the result (see Split). Neither argument is
// changed, and the result shares nothing with them.
func (c *Category) Merge(prefix string, current, patch Record) (Record, error) {
	var k check
	at := root(prefix)
	merged := k.merge(c.all, current, patch, at)
	out := k.object(c.all, merged, at)
	if err := k.problems.Err(); err != nil {
		return nil, err
	}
	if c.IsArray() {
		delete(out, keyID)
		delete(out, keyPosition)
	}
	return out, nil
}

// Overlay applies a patch that was accepted earlier to a record that may have changed since, as
// every read does with the override of an operator. A field that the schema refuses with the
// patch keeps its current value. Like Merge it changes neither argument.
func (c *Category) Overlay(current, patch Record) Record {
	out := maps.Clone(current)
	if out == nil {
		out = Record{}
	}
	for _, f := range c.Fields {
		v, ok := patch[f.Key]
		if !ok {
			continue
		}
		if v == nil {
			delete(out, f.Key)
			continue
		}
		var k check
		at := root(f.Key)
		merged := k.value(f, k.mergeValue(f, current[f.Key], v, at), at)
		if len(k.problems) == 0 {
			out[f.Key] = merged
		}
	}
	return out
}

func (k *check) merge(fields []*Field, current, patch map[string]any, at *path) map[string]any {
	out := maps.Clone(current)
	if out == nil {
		out = make(map[string]any, len(patch))
	}
	known := 0
	for _, f := range fields {
		v, ok := patch[f.Key]
		if !ok {
			continue
		}
		known++
		if v == nil {
			delete(out, f.Key)
			continue
		}
		out[f.Key] = k.mergeValue(f, out[f.Key], v, at.member(f.Key))
	}
	if known < len(patch) {
		k.unknown(fields, patch, at)
	}
	return out
}

func (k *check) mergeValue(f *Field, current, patch any, at *path) any {
	m, isObject := asObject(patch)
	below, _ := asObject(current)
	switch {
	case f.Type == TypeObject && isObject:
		return k.merge(f.Fields, below, m, at)
	case f.Type == TypeI18n && isObject:
		return k.mergeTexts(f, below, m, at)
	case f.Type == TypeList && f.Item.Type == TypeObject:
		return k.mergeEntries(f, patch, at)
	}
	return patch
}

func (k *check) mergeTexts(f *Field, current, patch map[string]any, at *path) map[string]any {
	if len(patch) > f.MaxItems {
		return patch // the check refuses it for its length
	}
	out := maps.Clone(current)
	if out == nil {
		out = make(map[string]any, len(patch))
	}
	for _, lang := range slices.Sorted(maps.Keys(patch)) {
		if patch[lang] != nil {
			out[lang] = patch[lang]
			continue
		}
		delete(out, lang)
		if !isLanguage(lang) {
			k.refuse(at.member(lang), "%s", languageProblem)
		}
	}
	return out
}

// mergeEntries replaces a list of objects. Each object starts empty, so a null in it leaves the
// fact out.
func (k *check) mergeEntries(f *Field, patch any, at *path) any {
	list, ok := patch.([]any)
	if !ok || len(list) > f.MaxItems {
		return patch
	}
	out := make([]any, len(list))
	for i, e := range list {
		out[i] = e
		if m, ok := asObject(e); ok {
			out[i] = k.merge(f.Item.Fields, nil, m, at.entry(i))
		}
	}
	return out
}
