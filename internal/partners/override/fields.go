package override

import (
	"errors"
	"maps"
	"slices"

	"allot/internal/content/facts"
	"allot/internal/platform/apperr"
)

// keyID and keyPosition are not facts of the record.
const keyID, keyPosition = "id", "position"

// fixed lists the fields that only the hotel may change, with the refusal.
var fixed = map[string]string{
	keyID:             "cannot be overridden: it names the record",
	keyPosition:       "cannot be overridden: the order is the hotel's",
	facts.FieldShared: "cannot be overridden: what is shared is the hotel's decision",
}

// checkFields validates a merge patch against the record that it overrides and
// returns it in normal form. It reports all invalid paths at once.
func checkFields(c *facts.Category, record, patch facts.Record) (facts.Record, error) {
	var f apperr.Fields
	rest := maps.Clone(patch)
	for _, key := range slices.Sorted(maps.Keys(fixed)) {
		if _, ok := rest[key]; ok {
			f.Check(false, "fields."+key, fixed[key])
			delete(rest, key)
		}
	}
	// Validate only the fields of the patch: a fact that a newer schema has
	// dropped is not the operator's mistake.
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

// touched returns the top-level fields of a record that a patch changes.
func touched(record, patch facts.Record) facts.Record {
	out := facts.Record{}
	for key, value := range record {
		if _, ok := patch[key]; ok {
			out[key] = value
		}
	}
	return out
}

// pick returns the values of a record at the paths of a patch, in the shape of
// the patch, with null where the record has no value.
func pick(patch, record map[string]any) facts.Record {
	out := make(facts.Record, len(patch))
	for key, value := range patch {
		nested, isObject := object(value)
		if !isObject {
			out[key] = record[key]
			continue
		}
		current, _ := object(record[key])
		out[key] = map[string]any(pick(nested, current))
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

// leaves returns the paths of the single values in a patch.
func leaves(prefix string, patch map[string]any) []string {
	var out []string
	for _, key := range slices.Sorted(maps.Keys(patch)) {
		if nested, ok := object(patch[key]); ok {
			out = append(out, leaves(prefix+key+".", nested)...)
		} else {
			out = append(out, prefix+key)
		}
	}
	return out
}
