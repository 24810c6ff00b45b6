// Package suggest finds the known name that is nearest to a misspelt one.
package suggest

import "strings"

// longest bounds the names that are compared: the cost grows with the length.
const longest = 64

// Nearest returns the known name that is most similar to name, or "" if none is.
// Names are similar if few letters differ, or if name is a part of the known one,
// as total_units is of room_total_units. Of equally similar names it returns the
// first.
func Nearest(name string, known []string) string {
	if len(name) > longest {
		return ""
	}
	name = strings.ToLower(strings.NewReplacer("-", "_", " ", "_").Replace(name))
	best, found := 1+max(len(name)/3, min(2, len(name)/2)), ""
	for _, k := range known {
		d := distance(name, k)
		if isPart(name, k) {
			d = min(d, 2)
		}
		if d < best {
			best, found = d, k
		}
	}
	return found
}

func isPart(name, known string) bool {
	const shortest = 4 // a shorter name is part of many others
	return len(name) >= shortest && (strings.HasSuffix(known, "_"+name) || strings.HasPrefix(known, name+"_"))
}

// distance returns the Levenshtein distance in bytes: known names are ASCII.
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
