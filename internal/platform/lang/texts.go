package lang

import (
	"bytes"
	"encoding/json"
	"fmt"
	"io/fs"
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
