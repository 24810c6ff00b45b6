package override

import (
	"maps"
	"reflect"
	"slices"

	"allot/internal/facts"
)

// find looks up the record that an override is laid over. A single category
// has one even if the hotel has not said anything yet.
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

// changes lists where the source is not what it was. Both have one shape;
// published facts have one normal form, so equal values look equal.
func changes(prefix string, base, source map[string]any) []string {
	out := []string{}
	for _, key := range slices.Sorted(maps.Keys(base)) {
		below, isObject := object(base[key])
		if isObject {
			now, _ := object(source[key])
			out = append(out, changes(prefix+key+".", below, now)...)
		} else if !reflect.DeepEqual(base[key], source[key]) {
			out = append(out, prefix+key)
		}
	}
	return out
}
