package contract

import (
	"maps"
	"slices"
	"strings"

	"allot/internal/platform/apperr"
)

// Matrix shows rights by area and flag. Rights that can need approval are Y, N
// or O, all others true or false.
type Matrix map[string]map[string]any

// layout lists the rights of the matrix, in the order of refusals.
type layout []Right

// newLayout returns the fixed rights and one for each category of the fact
// sheet.
func newLayout(categories []string) layout {
	l := layout{
		RightFacts, RightEditFacts, RightExports, RightPhotos, RightSelectPhotos, RightAddPhotos, RightAddLogo,
		RightStopSale, RightReasons, RightInvoices, RightRooming,
	}
	for _, key := range categories {
		l = append(l, RightCategory(key))
	}
	return l
}

// allowsApproval reports whether a right can be given with approval.
func (r Right) allowsApproval() bool {
	return slices.Contains([]Right{RightEditFacts, RightSelectPhotos, RightAddPhotos, RightAddLogo}, r)
}

// matrix builds a matrix of the answers of a function.
func (l layout) matrix(answerOf func(Right) Answer) Matrix {
	m := Matrix{}
	for _, r := range l {
		area, flag, _ := strings.Cut(string(r), ".")
		if m[area] == nil {
			m[area] = map[string]any{}
		}
		if m[area][flag] = any(answerOf(r)); !r.allowsApproval() {
			m[area][flag] = answerOf(r) == Yes
		}
	}
	return m
}

// names lists the areas, or the flags of one area.
func (l layout) names(area string) []string {
	var names []string
	for _, r := range l {
		a, flag, _ := strings.Cut(string(r), ".")
		switch {
		case area == "" && !slices.Contains(names, a):
			names = append(names, a)
		case a == area:
			names = append(names, flag)
		}
	}
	return names
}

// read checks a partial matrix. A null flag or area follows the terms again.
func (l layout) read(body map[string]any) (map[Right]*Answer, error) {
	var f apperr.Fields
	changes := map[Right]*Answer{}
	for _, area := range slices.Sorted(maps.Keys(body)) {
		if len(f) >= apperr.MaxFields {
			break
		}
		if !slices.Contains(l.names(""), area) {
			f.Unknown("", area, l.names(""))
			continue
		}
		switch flags := body[area].(type) {
		case map[string]any:
			for _, flag := range slices.Sorted(maps.Keys(flags)) {
				l.readFlag(&f, changes, area, flag, flags[flag])
			}
		case nil:
			for _, r := range l {
				if r.area() == area {
					changes[r] = nil
				}
			}
		default:
			f.Check(false, area, "must be an object of flags, or null for what the terms give")
		}
	}
	return changes, f.Err()
}

func (l layout) readFlag(f *apperr.Fields, changes map[Right]*Answer, area, flag string, value any) {
	r := Right(area + "." + flag)
	if !slices.Contains(l, r) {
		f.Unknown(area, flag, l.names(area))
		return
	}
	a, problem := readAnswer(r, value)
	f.Check(problem == "", string(r), problem)
	changes[r] = a
}

func readAnswer(r Right, value any) (a *Answer, problem string) {
	switch v := value.(type) {
	case nil:
		return nil, ""
	case bool:
		if !r.allowsApproval() {
			yes := answer(v)
			return &yes, ""
		}
	case string:
		if given := Answer(v); r.allowsApproval() && given.valid() {
			return &given, ""
		}
	}
	if r.allowsApproval() {
		return nil, "must be Y, N or O, or null for what the terms give"
	}
	return nil, "must be true or false, or null for what the terms give"
}

// setFlags applies changes of the matrix. It stores only flags that differ from
// the terms; all others follow the terms.
func (c *Contract) setFlags(changes map[Right]*Answer) {
	if c.Flags = maps.Clone(c.Flags); c.Flags == nil {
		c.Flags = Flags{}
	}
	for r, a := range changes {
		if a == nil || *a == c.grants(r) {
			delete(c.Flags, r)
			continue
		}
		c.Flags[r] = *a
	}
}

// Matrix returns the permission matrix of a contract, as it applies while the
// contract is in force.
func (s *Service) Matrix(c Contract) Matrix { return s.layout.matrix(c.granted) }

// Access returns what an account may see and do now under a contract.
func (s *Service) Access(c Contract, account int64) Matrix {
	return s.layout.matrix(func(r Right) Answer { return c.May(account, r) })
}
