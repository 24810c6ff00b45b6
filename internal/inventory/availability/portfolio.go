package availability

import (
	"cmp"
	"context"
	"slices"
	"time"

	"allot/internal/partners/mapping"
	"allot/internal/platform/db"
)

// Portfolio is the properties of which a reader is told something, under which
// names and through what. It never changes, so any number of answers share it.
type Portfolio struct {
	entries []*entry // by id
	stamps  []stamp
	quarter int64
}

// stamp is the revisions of some accounts before anything of them was read.
type stamp struct {
	area      db.Area
	accounts  []int64
	revisions []int64
}

// covers tells whether the revisions of all these accounts are in it.
func (st stamp) covers(accounts []int64) bool {
	return !slices.ContainsFunc(accounts, func(id int64) bool {
		_, found := slices.BinarySearch(st.accounts, id)
		return !found
	})
}

// A rate contract ends with a day where the property is, and every clock of the
// world strikes midnight at a quarter of an hour.
const quarter = 15 * time.Minute

func (s *Service) quarter() int64 { return s.Now().Unix() / int64(quarter.Seconds()) }

// Portfolio finds what a reader is told of: that in memory while the revisions of
// all accounts in it stand, else with as many queries for a thousand properties
// as for a hundred.
func (s *Service) Portfolio(ctx context.Context, r Reader) (*Portfolio, error) {
	now := s.quarter()
	if p, kept := s.portfolios.Get(r); kept && p.quarter == now {
		holds, err := s.holds(ctx, p.stamps)
		if err != nil {
			return nil, err
		}
		if holds {
			return p, nil
		}
	}
	read := s.readHotel
	if r.Operator {
		read = s.readOperator
	}
	p, err := read(ctx, r)
	if err != nil {
		return nil, err
	}
	p.quarter = now
	s.portfolios.Put(r, p, p.bytes())
	return p, nil
}

func (s *Service) holds(ctx context.Context, stamps []stamp) (bool, error) {
	for _, st := range stamps {
		now, err := s.Revisions(ctx, st.area, st.accounts)
		if err != nil {
			return false, err
		}
		if !slices.Equal(now, st.revisions) {
			return false, nil
		}
	}
	return true, nil
}

// stamp reads revisions, before whatever they are of is read.
func (s *Service) stamp(ctx context.Context, area db.Area, accounts ...int64) (stamp, error) {
	accounts = slices.Compact(slices.Sorted(slices.Values(accounts)))
	revisions, err := s.Revisions(ctx, area, accounts)
	return stamp{area, accounts, revisions}, err
}

// add puts more entries into their places. One that is there already was published
// while both were read.
func (p *Portfolio) add(list []*entry) {
	if len(list) == 0 {
		return
	}
	there := make(map[int64]bool, len(p.entries))
	for _, e := range p.entries {
		there[e.id] = true
	}
	for _, e := range list {
		if !there[e.id] {
			p.entries = append(p.entries, e)
		}
	}
	slices.SortFunc(p.entries, func(a, b *entry) int { return cmp.Compare(a.id, b.id) })
}

func (p *Portfolio) bytes() int {
	const each, account = 300, 16
	n := each
	for _, e := range p.entries {
		n += each + len(e.head)
		for _, r := range e.rooms {
			n += each/4 + len(r.head)
		}
	}
	for _, st := range p.stamps {
		n += account * len(st.accounts)
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
