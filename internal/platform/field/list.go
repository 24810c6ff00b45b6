package field

import (
	"iter"
	"strconv"
	"strings"

	"allot/internal/platform/apperr"
	"allot/internal/platform/iso"
)

// Countries reads country codes separated by commas, none of an empty text.
func Countries(f *apperr.Fields, name, text string) []string {
	var codes []string
	for code := range parts(text) {
		f.Checkf(iso.IsCountry(code), name, "must be ISO 3166-1 alpha-2 codes such as GR, separated by commas; %q is none", code)
		codes = append(codes, code)
	}
	return codes
}

// MaxIDs bounds a list of ids in a query: each is a part of a statement.
const MaxIDs = 200

// IDs reads ids separated by commas, none of an empty text. More than MaxIDs are
// refused before they are read.
func IDs(f *apperr.Fields, name, text string) []int64 {
	if n := count(parts(text)); n > MaxIDs {
		f.Checkf(false, name, "must be at most %d ids, separated by commas; there are %d", MaxIDs, n)
		return nil
	}
	var ids []int64
	for part := range parts(text) {
		id, err := strconv.ParseInt(part, 10, 64)
		f.Checkf(err == nil && id > 0, name, "must be ids, separated by commas; %q is none", part)
		ids = append(ids, id)
	}
	return ids
}

func count(seq iter.Seq[string]) (n int) {
	for range seq {
		n++
	}
	return n
}

// parts are what stands between commas; what is empty is left out.
func parts(text string) iter.Seq[string] {
	return func(yield func(string) bool) {
		for part := range strings.SplitSeq(text, ",") {
			if part = strings.TrimSpace(part); part != "" && !yield(part) {
				return
			}
		}
	}
}
