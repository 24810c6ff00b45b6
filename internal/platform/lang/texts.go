package lang

import (
	"bytes"
	"encoding/json"
	"fmt"
	"io/fs"
	"strings"
)

// Texts reads the texts of a folder with a JSON file for each language. It panics
// on errors: the files are embedded.
func Texts[T any](files fs.FS, folder string) map[string]T {
	all := make(map[string]T, len(Offered))
	for _, l := range Offered {
		raw, err := fs.ReadFile(files, folder+"/"+l+".json")
		if err != nil {
			panic(fmt.Errorf("read texts: %w", err))
		}
		var t T
		dec := json.NewDecoder(bytes.NewReader(raw))
		dec.DisallowUnknownFields()
		if err := dec.Decode(&t); err != nil {
			panic(fmt.Errorf("texts %s/%s.json: %w", folder, l, err))
		}
		all[l] = t
	}
	return all
}

// Fill replaces {name} in a text by its value. Names and values are given in turn; a
// value that looks like a placeholder stays as it is. A value that ends with a full
// stop, such as the company "Poseidon A.E.", ends a sentence without a second one.
func Fill(text string, namesAndValues ...string) string { return Filler(namesAndValues...)(text) }

// Filler is Fill for several texts.
func Filler(namesAndValues ...string) func(text string) string {
	pairs := make([]string, 0, 2*len(namesAndValues))
	for i := 0; i+1 < len(namesAndValues); i += 2 {
		name, value := "{"+namesAndValues[i]+"}", namesAndValues[i+1]
		pairs = append(pairs, name+".", strings.TrimSuffix(value, ".")+".", name, value)
	}
	return strings.NewReplacer(pairs...).Replace
}
