package mcp

import (
	"encoding/json"
	"fmt"
)

// MaxAnswer bounds what a tool answers, in bytes: more does not fit into what an
// assistant can read.
const MaxAnswer = 100 << 10

// truncated says in an answer what was left out of it.
type truncated struct {
	Member  string `json:"member"`
	Shown   int    `json:"shown"`
	Of      int    `json:"of"`
	Smaller string `json:"hint"`
}

// Bound returns an answer that is small enough: of the longest list in it as many
// entries as fit, with the member truncated. It reports false where nothing fits.
func Bound(answer []byte, smaller string) ([]byte, bool) {
	if len(answer) <= MaxAnswer {
		return answer, true
	}
	var members map[string]json.RawMessage
	if json.Unmarshal(answer, &members) != nil {
		return nil, false
	}
	name := ""
	for n, raw := range members {
		if len(raw) > 0 && raw[0] == '[' && (name == "" || len(raw) > len(members[name])) {
			name = n
		}
	}
	var list []json.RawMessage
	if name == "" || json.Unmarshal(members[name], &list) != nil {
		return nil, false
	}
	const note = 1000 // room for truncated and for commas
	left, fit := MaxAnswer-(len(answer)-len(members[name]))-note, 0
	for fit < len(list) && left > len(list[fit]) {
		left -= len(list[fit]) + 1
		fit++
	}
	if fit == 0 {
		return nil, false
	}
	var err error
	if members[name], err = json.Marshal(list[:fit]); err != nil {
		return nil, false
	}
	if members["truncated"], err = json.Marshal(truncated{name, fit, len(list), smaller}); err != nil {
		return nil, false
	}
	answer, err = json.Marshal(members)
	return answer, err == nil && len(answer) <= MaxAnswer
}

// TooLarge says that nothing of an answer fits.
func TooLarge(smaller string) string {
	if smaller == "" {
		smaller = "ask for less"
	}
	return fmt.Sprintf("the answer is larger than %d kB: %s", MaxAnswer>>10, smaller)
}
