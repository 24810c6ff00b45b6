package facts

import "slices"

// Clone returns a deep copy of the sheet.
func (s Sheet) Clone() Sheet {
	out := make(Sheet, len(s))
	for category, entries := range s {
		list := slices.Clone(entries)
		for i, e := range list {
			list[i].Data = Record(cloneObject(e.Data))
		}
		out[category] = list
	}
	return out
}

// clone returns a deep copy of decoded JSON.
func clone(v any) any {
	switch v := v.(type) {
	case map[string]any:
		return cloneObject(v)
	case []any:
		out := make([]any, len(v))
		for i, e := range v {
			out[i] = clone(e)
		}
		return out
	}
	return v
}

func cloneObject(m map[string]any) map[string]any {
	if m == nil {
		return nil
	}
	out := make(map[string]any, len(m))
	for key, value := range m {
		out[key] = clone(value)
	}
	return out
}
