package facts

import "strings"

// unknownName says what may have been meant: mis-spelt imports are the reason
// why unknown names are refused at all.
func unknownName(fields []*Field, name string) string {
	if near := nearest(fields, name); near != "" {
		return "is not a known field; did you mean `" + near + "`?"
	}
	return "is not a known field"
}

func nearest(fields []*Field, name string) string {
	const shortest, longest = 4, 64 // a short name is part of many others
	if len(name) > longest {
		return ""
	}
	name = strings.ToLower(strings.NewReplacer("-", "_", " ", "_").Replace(name))
	best, found := 1+max(2, len(name)/3), ""
	for _, f := range fields {
		d := distance(name, f.Key)
		if len(name) >= shortest && (strings.HasSuffix(f.Key, "_"+name) || strings.HasPrefix(f.Key, name+"_")) {
			d = min(d, 2) // total_units for room_total_units
		}
		if d < best {
			best, found = d, f.Key
		}
	}
	return found
}

// distance is that of Levenshtein, in bytes: the names are ASCII.
func distance(a, b string) int {
	row := make([]int, len(b)+1)
	for j := range row {
		row[j] = j
	}
	for i := range len(a) {
		diagonal := row[0]
		row[0] = i + 1
		for j := range len(b) {
			cost := diagonal
			if a[i] != b[j] {
				cost = 1 + min(diagonal, row[j], row[j+1])
			}
			diagonal, row[j+1] = row[j+1], cost
		}
	}
	return row[len(b)]
}
