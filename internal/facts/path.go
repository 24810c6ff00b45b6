package facts

import (
	"strconv"
	"strings"
	"unicode"
)

const (
	wholeBody   = "body" // as httpx calls it
	maxNameShow = 80
)

// path is where in a record the check stands. It is put into words only when
// something is wrong there.
type path struct {
	up    *path
	name  string
	index int // in a list, where name is empty
}

func (p *path) member(name string) *path { return &path{up: p, name: shown(name)} }
func (p *path) entry(i int) *path        { return &path{up: p, index: i} }

func (p *path) String() string {
	var steps []string
	for ; p != nil; p = p.up {
		if p.name == "" {
			steps = append(steps, "["+strconv.Itoa(p.index)+"]")
		} else {
			steps = append(steps, p.name)
		}
	}
	var b strings.Builder
	for i := len(steps) - 1; i >= 0; i-- {
		if b.Len() > 0 && steps[i][0] != '[' {
			b.WriteByte('.')
		}
		b.WriteString(steps[i])
	}
	if b.Len() == 0 {
		return wholeBody
	}
	return b.String()
}

// root is the path that a caller's prefix stands for.
func root(prefix string) *path {
	if prefix == "" {
		return nil
	}
	return &path{name: prefix}
}

// shown makes a name that a caller has sent fit for an error body.
func shown(name string) string {
	if len(name) > 4*maxNameShow {
		name = name[:4*maxNameShow] // bytes first: the name may be the whole body
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
