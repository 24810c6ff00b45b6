package availability

import (
	"cmp"
	"context"
	"slices"
	"time"

	"allot/internal/partners/mapping"
	"allot/internal/platform/stamp"
)

// Portfolio is the properties of which a reader is told something, under which
// names and through what. It never changes, so any number of answers share it.
type Portfolio struct {
	entries []*entry // by id
	quarter int64
}

// A rate contract ends with a day where the property is, and every clock of the
// world strikes midnight at a quarter of an hour.
const quarter = 15 * time.Minute

func (s *Service) quarter() int64 { return s.Now().Unix() / int64(quarter.Seconds()) }

// Portfolio finds what a reader is told of: from memory while the stamps of all
// accounts in it are current, else with as many queries for a thousand properties
// as for a hundred.
func (s *Service) Portfolio(ctx context.Context, r Reader) (*Portfolio, error) {
	now := s.quarter()
	return s.portfolios.GetIf(ctx, r, func(p *Portfolio) bool { return p.quarter == now }, func(ctx context.Context) (*Portfolio, stamp.Stamps, error) {
		read := s.readHotel
		if r.Operator {
			read = s.readOperator
		}
		p, keys, err := read(ctx, r)
		if err != nil {
			return nil, stamp.Stamps{}, err
		}
		p.quarter = now
		st, err := s.Stamps.Stamps(ctx, keys)
		return p, st, err
	})
}

// add puts more entries into their places.
func (p *Portfolio) add(list []*entry) {
	p.entries = append(p.entries, list...)
	slices.SortFunc(p.entries, func(a, b *entry) int { return cmp.Compare(a.id, b.id) })
}

func (p *Portfolio) bytes() int {
	const each = 300
	n := each
	for _, e := range p.entries {
		n += each + len(e.head)
		for _, r := range e.rooms {
			n += each/4 + len(r.head)
		}
	}
	return n
}

// words are what the reader calls a day: how it begins as JSON, by state and by
// the code of the status that decides it.
type words [3][6]string

func wordsOf(c mapping.EventCodes) (w words) {
	states := [...]string{c.Open, c.OnRequest, c.Stop} // nobody has set the day but nothing is left: a stop
	statuses := [...]string{"", c.Free, c.Open, c.OnRequest, c.Stop, c.Block}
	for state := range w {
		for status := range w[state] {
			code, name := states[state], "null"
			if status > 0 {
				code, name = statuses[status], `"`+statusNames[status]+`"`
			}
			w[state][status] = `"state":"` + stateNames[state] + `","status":` + name + `,"code":` + quoted(code)
		}
	}
	return w
}
