package override

import (
	"encoding/json"

	"allot/internal/content/facts"
	"allot/internal/partners/contract"
)

// Request replaces the wanted value.
func (ov *Override) Request(wanted string, answer contract.Answer) bool {
	return ov.request(json.RawMessage(wanted), answer)
}

// InForce reports whether the approved value applies under the contract.
func (ov Override) InForce(c contract.Contract) bool { return ov.inForce(c) }

// CheckFields checks a merge patch.
func CheckFields(c *facts.Category, record, patch facts.Record) (facts.Record, error) {
	return checkFields(c, record, patch)
}

// Pick returns the values of a record at the paths of a patch.
func Pick(patch, record facts.Record) facts.Record { return pick(patch, record) }

// Changes lists the paths where source differs from base.
func Changes(base, source facts.Record) []string { return changes("", base, source) }

// SetOf creates a Set of approved overrides.
func SetOf(files []OwnFile, logoKey string, overrides ...Override) (s Set, err error) {
	for _, ov := range overrides {
		if err := s.add(ov, byID(files), logoKey); err != nil {
			return s, err
		}
	}
	return s, nil
}

// Letters are the texts in every language.
func Letters() map[string]letterText { return letters }
