package override

import (
	"encoding/json"

	"allot/internal/contract"
	"allot/internal/facts"
)

// Ask puts a new wish in the place of the one before.
func (w *Wish) Ask(wanted string, answer contract.Answer) bool {
	return w.ask(json.RawMessage(wanted), answer)
}

// InForce tells whether a wish counts under the contract.
func (w Wish) InForce(c contract.Contract) bool { return w.inForce(c) }

// CheckFields checks a merge patch.
func CheckFields(c *facts.Category, record, patch facts.Record) (facts.Record, error) {
	return checkFields(c, record, patch)
}

// Pick gives what a record says where a patch speaks.
func Pick(patch, record facts.Record) facts.Record { return pick(patch, record) }

// Changes lists where a source is not what it was.
func Changes(base, source facts.Record) []string { return changes("", base, source) }

// SetOf makes a Set of approved wishes.
func SetOf(files []OwnFile, logoKey string, wishes ...Wish) (s Set, err error) {
	for _, w := range wishes {
		if err := s.add(w, byID(files), logoKey); err != nil {
			return s, err
		}
	}
	return s, nil
}

// Letters are the texts in every language.
func Letters() map[string]letterText { return letters }
