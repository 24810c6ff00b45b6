package override

import (
	"maps"
	"reflect"
	"slices"

	"allot/internal/content/facts"
)

// find returns the record that an override applies to. A single-value category
// always has one, empty if the hotel has published nothing.
func find(c *facts.Category, sheet facts.Sheet, record int64) (facts.Record, bool) {
	entries := sheet[c.Key]
	if !c.IsArray() {
		if len(entries) == 0 {
			return facts.Record{}, true
		}
		return entries[0].Data, true
	}
	i := slices.IndexFunc(entries, func(e facts.Entry) bool { return e.ID == record })
	if i < 0 {
		return nil, false
	}
	return entries[i].Data, true
}

// changes lists the paths where source differs from base. Both have the same
// shape, and published facts have a normal form, so equal values compare equal.
func changes(prefix string, base, source map[string]any) []string {
	out := []string{}
	for _, key := range slices.Sorted(maps.Keys(base)) {
		nested, isObject := object(base[key])
		if isObject {
			now, _ := object(source[key])
			out = append(out, changes(prefix+key+".", nested, now)...)
		} else if !reflect.DeepEqual(base[key], source[key]) {
			out = append(out, prefix+key)
		}
	}
	return out
}
