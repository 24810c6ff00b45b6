package main

import (
	"embed"
	"fmt"
	"io"
	"slices"
	"strings"

	"github.com/alecthomas/kong"
)

// completeCommand is what the scripts of shells call with the words of a command line up to
// the one that is completed. It is no command of people.
const completeCommand = "__complete"

// filesCandidate tells a script to complete the name of a file.
const filesCandidate = ":files"

//go:embed completion
var completionScripts embed.FS

type completionCmd struct {
	Shell string `arg:"" enum:"bash,zsh,fish" values:"bash,zsh,fish" help:"bash, zsh or fish."`
}

// Help says how a script is used.
func (completionCmd) Help() string {
	return `Use it in this shell only, or put the line into its start file:

    bash    source <(allot completion bash)
    zsh     source <(allot completion zsh)
    fish    allot completion fish | source`
}

func (c completionCmd) Run(e *env) error {
	script, err := completionScripts.ReadFile("completion/allot." + c.Shell)
	if err != nil {
		return err
	}
	_, err = e.out.Write(script)
	return err
}

// candidate is a word that could stand where the user is.
type candidate struct{ word, help string }

func printCandidates(w io.Writer, list []candidate) {
	for _, c := range list {
		_, _ = fmt.Fprintf(w, "%s\t%s\n", c.word, c.help)
	}
}

// complete returns what the last of the words could become.
func complete(app *kong.Application, words []string) []candidate {
	if len(words) == 0 {
		words = []string{""}
	}
	at := app.Node
	var value *kong.Value // that the next word is of
	positional := 0
	for _, w := range words[:len(words)-1] {
		name, _, whole := strings.Cut(w, "=")
		switch {
		case w == "=" && value != nil: // bash makes a word of it
		case value != nil:
			value = nil
		case strings.HasPrefix(w, "-"):
			if f := findFlag(at, name); f != nil && !whole && !f.IsBool() {
				value = f.Value
			}
		case child(at, w) != nil && at.Name != "help":
			at = child(at, w)
		case at.Name == "help" && child(app.Node, w) != nil: // the words after help are those of a command
			at = child(app.Node, w)
		default:
			positional++
		}
	}
	last := words[len(words)-1]
	if value != nil {
		return valuesOf(value, strings.TrimPrefix(last, "="), "")
	}
	if name, part, whole := strings.Cut(last, "="); whole && strings.HasPrefix(last, "-") {
		if f := findFlag(at, name); f != nil {
			return valuesOf(f.Value, part, name+"=")
		}
		return nil
	}
	if strings.HasPrefix(last, "-") {
		return flagsOf(app, at, last)
	}
	if positional < len(at.Positional) && at.Name != "help" {
		return valuesOf(at.Positional[positional], last, "")
	}
	if at.Name == "help" {
		at = app.Node
	}
	return commandsOf(at, last)
}

func child(at *kong.Node, name string) *kong.Node {
	i := slices.IndexFunc(at.Children, func(n *kong.Node) bool { return n.Name == name })
	if i < 0 {
		return nil
	}
	return at.Children[i]
}

func commandsOf(at *kong.Node, part string) []candidate {
	var list []candidate
	for _, n := range at.Children {
		if strings.HasPrefix(n.Name, part) {
			list = append(list, candidate{n.Name, n.Help})
		}
	}
	return list
}

func findFlag(at *kong.Node, name string) *kong.Flag {
	for _, level := range at.AllFlags(false) {
		for _, f := range level {
			if name == "--"+f.Name || f.Short != 0 && name == "-"+string(f.Short) {
				return f
			}
		}
	}
	return nil
}

// flagsOf lists the flags that the help of a command shows.
func flagsOf(app *kong.Application, at *kong.Node, part string) []candidate {
	var list []candidate
	add := func(f *kong.Flag) {
		if name := "--" + f.Name; strings.HasPrefix(name, part) {
			list = append(list, candidate{name, f.Help})
		}
	}
	for n := at; n != nil && n != app.Node; n = n.Parent {
		for _, f := range n.Flags {
			if !f.Hidden {
				add(f)
			}
		}
	}
	command := at
	if at == app.Node {
		command = nil
	}
	for _, f := range app.Flags {
		if shows(command, f) {
			add(f)
		}
	}
	return list
}

// valuesOf lists the values that a flag or an argument is known to have, each after prefix.
func valuesOf(v *kong.Value, part, prefix string) []candidate {
	values := v.Tag.Get("values")
	if values == "" {
		if p := v.Tag.PlaceHolder; p == "FILE" || p == "PATH" {
			return []candidate{{word: filesCandidate}}
		}
		return nil
	}
	done := "" // of a list, what stands before the last comma
	if i := strings.LastIndex(part, ","); i >= 0 && v.IsSlice() {
		done, part = part[:i+1], part[i+1:]
	}
	var list []candidate
	for word := range strings.SplitSeq(values, ",") {
		if strings.HasPrefix(word, part) && !strings.Contains(","+done, ","+word+",") {
			list = append(list, candidate{word: prefix + done + word})
		}
	}
	return list
}
