// Package web holds the dashboard as it was built, and the paths of its screens. The
// sources beside it are TypeScript; scripts/web builds them.
package web

import (
	"embed"
	"encoding/json"
	"io/fs"
)

//go:embed all:dist
var dist embed.FS

//go:embed src/app/paths.json
var paths []byte

//go:embed src/locales/*/refusals.json src/locales/*/names.json
var refusals embed.FS

// Built returns the files of the dashboard, or false if it was not built before the
// program was compiled.
func Built() (fs.FS, bool) {
	built, err := fs.Sub(dist, "dist/app")
	if err != nil {
		panic(err) // the path is a constant
	}
	_, err = fs.Stat(built, "index.html")
	return built, err == nil
}

// Paths lists the paths of the screens, as patterns of the router.
func Paths() []string {
	var list []string
	if err := json.Unmarshal(paths, &list); err != nil {
		panic(err) // the file is embedded
	}
	return list
}

// Refusals returns what the dashboard says of refusals in a language, by key, and how it calls
// the fields of the API.
func Refusals(language string) map[string]string {
	texts := map[string]string{}
	for _, area := range []string{"refusals", "names"} {
		raw, err := refusals.ReadFile("src/locales/" + language + "/" + area + ".json")
		if err == nil {
			err = json.Unmarshal(raw, &texts)
		}
		if err != nil {
			panic(err) // the files are embedded, and a test has read them
		}
	}
	return texts
}
