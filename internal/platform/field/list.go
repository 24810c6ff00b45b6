package field

import (
	"strconv"
	"strings"

	"allot/internal/platform/apperr"
	"allot/internal/platform/iso"
)

// Countries parses country codes separated by commas; an empty text has none.
func Countries(f *apperr.Fields, name, text string) []string {
	var codes []string
	for _, code := range parts(text) {
		f.Checkf(iso.IsCountry(code), name, "must be ISO 3166-1 alpha-2 codes such as GR, separated by commas; %q is none", code)
		codes = append(codes, code)
	}
	return codes
}

// MaxIDs bounds a list of ids in a query: each becomes part of a statement.
const MaxIDs = 200

// IDs parses ids separated by commas; an empty text has none. It refuses more than
// MaxIDs without parsing them.
func IDs(f *apperr.Fields, name, text string) []int64 {
	list := parts(text)
	if len(list) > MaxIDs {
		f.Checkf(false, name, "must be at most %d ids, separated by commas; there are %d", MaxIDs, len(list))
		return nil
	}
	var ids []int64
	for _, part := range list {
		id, err := strconv.ParseInt(part, 10, 64)
		f.Checkf(err == nil && id > 0, name, "must be ids, separated by commas; %q is none", part)
		ids = append(ids, id)
	}
	return ids
}

// parts returns the texts between commas, without empty ones.
func parts(text string) (list []string) {
	for part := range strings.SplitSeq(text, ",") {
		if part = strings.TrimSpace(part); part != "" {
			list = append(list, part)
		}
	}
	return list
}
