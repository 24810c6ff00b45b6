package reference

import (
	"cmp"
	"slices"
	"strings"
)

// group is a state of a country; the state is empty where it is not known.
type group struct{ country, state string }

// town is a city as it is kept: there are many, so it has no pointers.
type town struct {
	nameAt     uint32 // in gazetteer.names
	nameLen    uint16
	group      uint16
	zone       uint16
	population uint32 // 0: not known
	lat, lon   int32  // thousandths of a degree
}

// spelling is a place in gazetteer.spellings where a word begins.
type spelling struct {
	at   uint32
	town uint32 // index of the town, with marks
}

// The marks of a spelling: the first word of a name, and of the town's own name
// rather than one that others have for it.
const (
	firstWord = 1 << 31
	ownName   = 1 << 30
	marks     = firstWord | ownName
)

// gazetteer holds the cities, the most populous first, and an index of every
// word of their names. It is never changed, so it needs no lock.
type gazetteer struct {
	towns     []town
	names     string // of all towns, without separators
	groups    []group
	zones     []string
	byCountry map[string][]uint32
	all       set

	spellings string     // folded names, each ended by a line feed
	index     []spelling // sorted by what stands there, to the line feed
}

func (g *gazetteer) name(t *town) string { return g.names[t.nameAt : t.nameAt+uint32(t.nameLen)] }

// from is what stands at a spelling, with its line feed.
func (g *gazetteer) from(at uint32) string {
	rest := g.spellings[at:]
	return rest[:strings.IndexByte(rest, '\n')+1]
}

// beginning returns the part of the index whose spellings begin with prefix. A
// prefix with a line feed finds whole names.
func (g *gazetteer) beginning(prefix string) []spelling {
	compare := func(s spelling, p string) int {
		end := min(int(s.at)+len(p), len(g.spellings))
		return strings.Compare(g.spellings[s.at:end], p)
	}
	lo, _ := slices.BinarySearchFunc(g.index, prefix, compare)
	n, _ := slices.BinarySearchFunc(g.index[lo:], prefix, func(s spelling, p string) int {
		if compare(s, p) <= 0 {
			return -1
		}
		return 1
	})
	return g.index[lo : lo+n]
}

// search returns the ids of one part of what fits, and how much fits in all.
// words is a folded query.
func (g *gazetteer) search(words, country, state string, offset, limit int) ([]uint32, int) {
	within := g.within(country, state)
	if words == "" {
		return within.ids(offset, limit, nil), within.count()
	}
	whole := g.marked(g.beginning(words + "\n"))
	begun := g.marked(g.beginning(words))
	all := g.allWords(words)
	exact := g.weigh(whole, within)
	for _, s := range []set{begun.own, begun.other, all} {
		s.intersect(within)
		s.subtract(whole.own)
		s.subtract(whole.other)
	}
	begun.other.subtract(begun.own)
	all.subtract(begun.own)
	all.subtract(begun.other)

	var out []uint32
	count := len(exact)
	if offset < count {
		out = append(out, exact[offset:min(offset+limit, count)]...)
	}
	for _, rank := range []set{begun.own, begun.other, all} {
		out = rank.ids(max(0, offset-count), limit-len(out), out)
		count += rank.count()
	}
	return out, count
}

// match is the towns found by their own name, and those by another.
type match struct{ own, other set }

// marked sorts out the spellings that are beginnings of names.
func (g *gazetteer) marked(list []spelling) match {
	m := match{newSet(len(g.towns)), newSet(len(g.towns))}
	for _, s := range list {
		switch s.town & marks {
		case firstWord | ownName:
			m.own.add(s.town &^ marks)
		case firstWord:
			m.other.add(s.town &^ marks)
		}
	}
	return m
}

// ownWeight lets a town that bears the name come before larger ones that
// somebody once called so: Side before Fatsa, but Athens before Atina.
const ownWeight = 20

// weigh orders the towns whose whole name was given.
func (g *gazetteer) weigh(m match, within set) []uint32 {
	weight := func(id uint32) uint64 {
		n := uint64(g.towns[id].population)
		if m.own.has(id) {
			n *= ownWeight
		}
		return n
	}
	both := newSet(len(g.towns))
	both.unite(m.own)
	both.unite(m.other)
	both.intersect(within)
	list := both.ids(0, len(g.towns), nil)
	slices.SortStableFunc(list, func(a, b uint32) int { return cmp.Compare(weight(b), weight(a)) })
	return list
}

// allWords is the set of towns in whose names every one of the words begins a word.
func (g *gazetteer) allWords(words string) set {
	list := strings.Fields(words)
	slices.Sort(list)
	var out set
	for _, w := range slices.Compact(list) {
		towns := newSet(len(g.towns))
		for _, s := range g.beginning(w) {
			towns.add(s.town &^ marks)
		}
		if out == nil {
			out = towns
		}
		out.intersect(towns)
	}
	return out
}

// within is the set of towns in a state, in a country, or everywhere. It is
// only read: the last is shared.
func (g *gazetteer) within(country, state string) set {
	if country == "" {
		return g.all
	}
	out := newSet(len(g.towns))
	for _, id := range g.byCountry[country] {
		if state == "" || g.groups[g.towns[id].group].state == state {
			out.add(id)
		}
	}
	return out
}
