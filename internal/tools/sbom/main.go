// Command sbom writes the list of the modules in a binary of Allot (CycloneDX 1.6), as
// the compiler noted them there. Version and commit are noted by the linker, where
// nobody can read them:
//
//	sbom dist/allot_0.1.0_linux_amd64 0.1.0 53fd8966 > sbom.cdx.json
package main

import (
	"crypto/sha256"
	"debug/buildinfo"
	"encoding/base64"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"runtime/debug"
	"strings"

	"github.com/google/uuid"
)

// component is a program or a module of it.
type component struct {
	Type     string     `json:"type"`
	Ref      string     `json:"bom-ref"`
	Name     string     `json:"name"`
	Version  string     `json:"version"`
	PURL     string     `json:"purl,omitempty"`
	Hashes   []hash     `json:"hashes,omitempty"`
	Licenses []license  `json:"licenses,omitempty"`
	Notes    []property `json:"properties,omitempty"`
}

type hash struct {
	Algorithm string `json:"alg"`
	Content   string `json:"content"`
}

type license struct {
	License licenseID `json:"license"`
}

type licenseID struct {
	ID string `json:"id"`
}

type property struct {
	Name  string `json:"name"`
	Value string `json:"value"`
}

type dependency struct {
	Ref       string   `json:"ref"`
	DependsOn []string `json:"dependsOn,omitempty"`
}

type document struct {
	Schema   string `json:"$schema"`
	Format   string `json:"bomFormat"`
	Spec     string `json:"specVersion"`
	Serial   string `json:"serialNumber"`
	Version  int    `json:"version"`
	Metadata struct {
		Component component `json:"component"`
	} `json:"metadata"`
	Components   []component  `json:"components"`
	Dependencies []dependency `json:"dependencies"`
}

func main() {
	if len(os.Args) != 4 {
		fmt.Fprintln(os.Stderr, "usage: sbom BINARY VERSION COMMIT")
		os.Exit(2)
	}
	if err := write(os.Stdout, os.Args[1], os.Args[2], os.Args[3]); err != nil {
		fmt.Fprintln(os.Stderr, "sbom:", err)
		os.Exit(1)
	}
}

func write(w io.Writer, path, version, commit string) error {
	info, err := buildinfo.ReadFile(path)
	if err != nil {
		return err
	}
	content, err := os.ReadFile(path)
	if err != nil {
		return err
	}
	enc := json.NewEncoder(w)
	enc.SetIndent("", "  ")
	enc.SetEscapeHTML(false)
	sum := sha256.Sum256(content)
	return enc.Encode(describe(info, sum, component{
		Type: "application", Ref: filepath.Base(path), Name: "allot", Version: version,
		Hashes: []hash{{"SHA-256", hex.EncodeToString(sum[:])}}, Licenses: []license{{licenseID{"Apache-2.0"}}},
		Notes: []property{{"allot:commit", commit}},
	}))
}

// describe is the same for the same binary: the serial number follows from its sum,
// and there is no time in it.
func describe(info *buildinfo.BuildInfo, sum [sha256.Size]byte, program component) document {
	for _, s := range info.Settings {
		if s.Key == "GOOS" || s.Key == "GOARCH" || s.Key == "CGO_ENABLED" {
			program.Notes = append(program.Notes, property{"go:" + s.Key, s.Value})
		}
	}
	d := document{Schema: "http://cyclonedx.org/schema/bom-1.6.schema.json", Format: "CycloneDX", Spec: "1.6", Version: 1}
	d.Serial = uuid.NewSHA1(uuid.NameSpaceOID, sum[:]).URN()
	d.Metadata.Component = program
	golang := strings.TrimPrefix(info.GoVersion, "go")
	d.Components = []component{{Type: "library", Ref: "std", Name: "std", Version: golang, PURL: "pkg:golang/std@" + golang}}
	for _, m := range info.Deps {
		d.Components = append(d.Components, library(m))
	}
	all := dependency{Ref: program.Ref}
	for _, c := range d.Components {
		all.DependsOn = append(all.DependsOn, c.Ref)
	}
	d.Dependencies = []dependency{all}
	return d
}

func library(m *debug.Module) component {
	if m.Replace != nil {
		m = m.Replace
	}
	c := component{Type: "library", Name: m.Path, Version: m.Version, PURL: "pkg:golang/" + m.Path + "@" + m.Version}
	c.Ref = c.PURL
	// go.sum notes the sum of all files of a module in base64.
	if sum, err := base64.StdEncoding.DecodeString(strings.TrimPrefix(m.Sum, "h1:")); err == nil && len(sum) == sha256.Size {
		c.Hashes = []hash{{"SHA-256", hex.EncodeToString(sum)}}
	}
	return c
}
