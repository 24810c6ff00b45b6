package mcp

import "strings"

type (
	// Tool is one operation as an assistant sees it. Several tools may have one name:
	// a caller is shown the first whose operation admits it.
	Tool struct {
		Name, Title, Description string
		// Method and Path are of the operation.
		Method, Path string
		// Also is the path of a GET operation whose rule has to admit the caller too.
		Also string
		Args []Arg
		// Fixed is what is always in the query.
		Fixed map[string]string
		// Build makes the body of a request of which the arguments are only a part.
		Build func(args map[string]any) any
		// Previews says that the tool has the argument dry_run.
		Previews bool
		// Smaller says how to ask for less, where an answer is too large.
		Smaller string
	}
	// Arg is an argument of a tool.
	Arg struct {
		Name, Description string
		In                Place
		As                string // its name in the operation; empty: the same
		Type              string // of JSON; list for several of them is []type
		Enum              []string
		Required          bool
	}
	// Place is where the operation takes an argument from.
	Place int
)

// The places.
const (
	InQuery Place = iota
	InPath
	InBody
	InTool // it is for the tool itself
)

// Target is the name of the argument in the operation.
func (a Arg) Target() string {
	if a.As != "" {
		return a.As
	}
	return a.Name
}

// Writes reports whether the tool changes anything.
func (t Tool) Writes() bool { return t.Method != get && t.Also == "" }

// Schema is the JSON Schema of the arguments.
func (t Tool) Schema() map[string]any {
	properties, required := map[string]any{}, []string{}
	for _, a := range t.Args {
		p := map[string]any{"type": a.Type, "description": a.Description}
		if of, list := strings.CutPrefix(a.Type, "[]"); list {
			p["type"], p["items"] = "array", map[string]any{"type": of}
		}
		if len(a.Enum) > 0 {
			p["enum"] = a.Enum
		}
		if a.Type == "boolean" {
			p["default"] = true
		}
		if properties[a.Name] = p; a.Required {
			required = append(required, a.Name)
		}
	}
	return map[string]any{"type": "object", "properties": properties, "required": required, "additionalProperties": false}
}

// Arg finds an argument.
func (t Tool) Arg(name string) (Arg, bool) {
	for _, a := range t.Args {
		if a.Name == name {
			return a, true
		}
	}
	return Arg{}, false
}

// Names lists the arguments.
func (t Tool) Names() []string {
	names := make([]string, len(t.Args))
	for i, a := range t.Args {
		names[i] = a.Name
	}
	return names
}
