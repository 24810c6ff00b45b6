package reference

import (
	"cmp"
	"slices"
	"strings"
)

// group is a state of a country; the state is empty where it is not known.
type group struct{ country, state string }

// town is a city in memory. It has no pointers, because there are many.
type town struct {
	nameAt     uint32 // in gazetteer.names
	nameLen    uint16
	group      uint16
	zone       uint16
	population uint32 // 0: not known
	lat, lon   int32  // thousandths of a degree
}

// spelling is the position of a word in gazetteer.spellings.
type spelling struct {
	at   uint32
	town uint32 // index of the town, with marks
}

// The marks of a spelling: it is the first word of a name, and the name is the
// town's own rather than one in another language.
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
	index     []spelling // sorted by the text there, up to the line feed
}

func (g *gazetteer) name(t *town) string { return g.names[t.nameAt : t.nameAt+uint32(t.nameLen)] }

// from returns the text at a spelling, with its line feed.
func (g *gazetteer) from(at uint32) string {
	rest := g.spellings[at:]
	return rest[:strings.IndexByte(rest, '\n')+1]
}

// withPrefix returns the part of the index whose spellings begin with prefix. A prefix with a
// line feed finds whole names.
func (g *gazetteer) withPrefix(prefix string) []spelling {
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

// search returns the ids of one part of the matches, and how many match in all. words is a
// folded query.
func (g *gazetteer) search(words, country, state string, offset, limit int) ([]uint32, int) {
	within := g.within(country, state)
	if words == "" {
		return within.ids(offset, limit, nil), within.count()
	}
	whole := g.namesAt(g.withPrefix(words + "\n"))
	begun := g.namesAt(g.withPrefix(words))
	all := g.allWords(words)
	exact := g.rank(whole, within)
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

// match holds the towns found by their own name, and those found by another.
type match struct{ own, other set }

// namesAt returns the towns whose names begin at one of the spellings.
func (g *gazetteer) namesAt(list []spelling) match {
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

// ownWeight ranks a town with its own name before larger ones that have it as another name:
// Side before Fatsa, but Athens before Atina.
const ownWeight = 20

// rank orders the towns whose whole name was given.
func (g *gazetteer) rank(m match, within set) []uint32 {
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

// allWords returns the towns whose names have, for every one of the words, a word that begins
// with it.
func (g *gazetteer) allWords(words string) set {
	list := strings.Fields(words)
	slices.Sort(list)
	var out set
	for _, w := range slices.Compact(list) {
		towns := newSet(len(g.towns))
		for _, s := range g.withPrefix(w) {
			towns.add(s.town &^ marks)
		}
		if out == nil {
			out = towns
		}
		out.intersect(towns)
	}
	return out
}

// within returns the towns in a state, in a country, or everywhere. The result must not be
// changed: the last is shared.
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
