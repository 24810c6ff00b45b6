package contract

import (
	"maps"
	"slices"
	"strings"

	"allot/internal/platform/apperr"
)

// Matrix shows rights by area and flag. Those that know "with approval" are
// Y, N or O, all others true or false.
type Matrix map[string]map[string]any

// layout is which rights there are, in the order of refusals.
type layout []Right

// newLayout adds a right for each category of the fact sheet.
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

// graded tells that a right knows "with approval".
func (r Right) graded() bool {
	return slices.Contains([]Right{RightEditFacts, RightSelectPhotos, RightAddPhotos, RightAddLogo}, r)
}

// show makes a matrix of what ask answers.
func (l layout) show(ask func(Right) Answer) Matrix {
	m := Matrix{}
	for _, r := range l {
		area, flag, _ := strings.Cut(string(r), ".")
		if m[area] == nil {
			m[area] = map[string]any{}
		}
		if m[area][flag] = any(ask(r)); !r.graded() {
			m[area][flag] = ask(r) == Yes
		}
	}
	return m
}

// names lists the areas, or the flags of one.
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

// read checks a partial matrix. A flag that is null is to follow the terms
// again, and so is a whole area.
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
		if !r.graded() {
			yes := answer(v)
			return &yes, ""
		}
	case string:
		if given := Answer(v); r.graded() && given.known() {
			return &given, ""
		}
	}
	if r.graded() {
		return nil, "must be Y, N or O, or null for what the terms give"
	}
	return nil, "must be true or false, or null for what the terms give"
}

// setFlags takes changes of the matrix over. Only what differs from the terms
// is kept: what a hotel never touched goes on following them.
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

// Matrix is the whole permission matrix of a contract: what holds while it is
// in force.
func (s *Service) Matrix(c Contract) Matrix { return s.layout.show(c.granted) }

// Access is what an account may see and do now under a contract.
func (s *Service) Access(c Contract, account int64) Matrix {
	return s.layout.show(func(r Right) Answer { return c.May(account, r) })
}
