package roominghttp

import (
	"testing"

	"allot/internal/platform/apperr"
)

// Whatever is sent is read as entries or refused in words, never a fault.
func FuzzReadEntries(f *testing.F) {
	for _, seed := range []string{
		``, `null`, `[]`, `{}`, `[{}]`, `{"room":1,"arrival":"2030-06-01","guests":[{"age":7}]}`, `[{"guests":[null,7,{}]}]`, `{"units":1e400}`, `[[[[`, `{"room":null}`,
	} {
		f.Add([]byte(seed))
	}
	f.Fuzz(func(t *testing.T, raw []byte) {
		list, many, err := readEntries(raw)
		switch {
		case err != nil && apperr.Of(err).Kind != apperr.Invalid:
			t.Fatalf("%q: %v", raw, err)
		case err == nil && (len(list) == 0 || !many && len(list) != 1):
			t.Fatalf("%q: %d entries", raw, len(list))
		}
	})
}
