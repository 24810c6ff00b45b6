package facts

import (
	"slices"
	"strconv"
	"strings"
	"unicode"
)

const (
	wholeBody   = "body" // the name that httpx uses
	maxNameShow = 80
)

// path is a place in a record. It is formatted only for a problem.
type path struct {
	up    *path
	name  string
	index int // in a list; -1 where name is the step
}

func (p *path) member(name string) *path { return &path{up: p, name: name, index: -1} }
func (p *path) entry(i int) *path        { return &path{up: p, index: i} }

func (p *path) String() string {
	if p == nil {
		return wholeBody
	}
	var steps []string
	for ; p != nil; p = p.up {
		step := "[" + strconv.Itoa(p.index) + "]"
		if p.index < 0 {
			step = shown(p.name)
		}
		if p.up != nil && p.index < 0 {
			step = "." + step
		}
		steps = append(steps, step)
	}
	slices.Reverse(steps)
	return strings.Join(steps, "")
}

// root returns the path of a prefix.
func root(prefix string) *path {
	if prefix == "" {
		return nil
	}
	return (*path)(nil).member(prefix)
}

// shown returns a name that a caller has sent, shortened and cleaned for an error body.
func shown(name string) string {
	if len(name) > 4*maxNameShow {
		name = name[:4*maxNameShow] // bytes first: the name may be as long as the body
	}
	name = strings.Map(func(r rune) rune {
		if unicode.IsControl(r) || r == unicode.ReplacementChar {
			return '?'
		}
		return r
	}, name)
	if r := []rune(name); len(r) > maxNameShow {
		name = string(r[:maxNameShow]) + "…"
	}
	if name == "" {
		return "(unnamed)"
	}
	return name
}
