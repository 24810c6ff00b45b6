package override

import (
	"errors"
	"maps"
	"slices"

	"allot/internal/facts"
	"allot/internal/platform/apperr"
)

// keyID and keyPosition belong to the record, not to what it says.
const keyID, keyPosition = "id", "position"

// fixed are fields that are the hotel's alone.
var fixed = map[string]string{
	keyID:             "cannot be overridden: it names the record",
	keyPosition:       "cannot be overridden: the order is the hotel's",
	facts.FieldShared: "cannot be overridden: what is shared is the hotel's decision",
}

// checkFields checks a merge patch against the record that it is laid over and
// returns it in normal form. Every bad path is named at once.
func checkFields(c *facts.Category, record, patch facts.Record) (facts.Record, error) {
	var f apperr.Fields
	rest := maps.Clone(patch)
	for _, key := range slices.Sorted(maps.Keys(fixed)) {
		if _, ok := rest[key]; ok {
			f.Check(false, "fields."+key, fixed[key])
			delete(rest, key)
		}
	}
	// Only what the patch speaks of: a fact that a newer schema does not know
	// any more is no fault of the operator.
	merged, err := c.Merge("fields", touched(record, rest), rest)
	var bad *apperr.Error
	switch {
	case errors.As(err, &bad):
		f = append(f, bad.Fields...)
	case err != nil:
		return nil, err
	}
	normal := pick(rest, merged)
	f.Check(len(f) > 0 || len(leaves("", normal)) > 0, "fields", "must name at least one fact, such as {\"name\": \"…\"}; null hides a fact")
	return normal, f.Err()
}

// touched is the part of a record that a patch changes.
func touched(record, patch facts.Record) facts.Record {
	out := facts.Record{}
	for key, value := range record {
		if _, ok := patch[key]; ok {
			out[key] = value
		}
	}
	return out
}

// pick gives the values that a record has where the patch speaks of it, in the
// shape of the patch, null where there is none.
func pick(patch, record map[string]any) facts.Record {
	out := make(facts.Record, len(patch))
	for key, value := range patch {
		below, isObject := object(value)
		if !isObject {
			out[key] = record[key]
			continue
		}
		current, _ := object(record[key])
		out[key] = map[string]any(pick(below, current))
	}
	return out
}

func object(v any) (map[string]any, bool) {
	switch m := v.(type) {
	case map[string]any:
		return m, true
	case facts.Record:
		return m, true
	}
	return nil, false
}

// leaves are the paths of the single values that a patch speaks of.
func leaves(prefix string, patch map[string]any) []string {
	var out []string
	for _, key := range slices.Sorted(maps.Keys(patch)) {
		if below, ok := object(patch[key]); ok {
			out = append(out, leaves(prefix+key+".", below)...)
		} else {
			out = append(out, prefix+key)
		}
	}
	return out
}
