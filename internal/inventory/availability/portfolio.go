package availability

import (
	"cmp"
	"context"
	"slices"
	"time"

	"allot/internal/inventory/allotment/reading"
	"allot/internal/inventory/allotment/rules"
	"allot/internal/partners/mapping"
	"allot/internal/platform/stamp"
)

// Portfolio is the properties that a reader sees, with names and bindings. It is
// immutable and shared.
type Portfolio struct {
	entries []*entry // by id
	quarter int64
}

// A rate contract ends at midnight where the property is. In every time zone that
// is at a quarter of an hour in UTC.
const quarter = 15 * time.Minute

func (s *Service) quarter() int64 { return s.deps.Now().Unix() / int64(quarter.Seconds()) }

// Portfolio returns the portfolio of a reader, from the cache while the stamps of
// all accounts in it are current, otherwise with a number of queries that does not
// grow with the properties.
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
		st, err := s.deps.Stamps.Stamps(ctx, keys)
		return p, st, err
	})
}

// add inserts entries in order.
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

// textsOf returns the encoded state, status and code of a day.
func textsOf(c mapping.EventCodes) (w reading.DayTexts) {
	states := [...]string{c.Open, c.OnRequest, c.Stop} // without a status a closed day has the code of a stop
	statuses := [...]string{"", c.Free, c.Open, c.OnRequest, c.Stop, c.Block}
	for state := range w {
		for status := range w[state] {
			code, name := states[state], "null"
			if status > 0 {
				code, name = statuses[status], `"`+statusNames[status]+`"`
			}
			w[state][status] = `"state":"` + rules.StateNames[state] + `","status":` + name + `,"code":` + quoted(code)
		}
	}
	return w
}
