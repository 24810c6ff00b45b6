package reference

import (
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
	town uint32 // index of the town, with firstWord or without
}

// firstWord marks the first word of a name.
const firstWord = 1 << 31

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
	exact, prefix, other := newSet(len(g.towns)), newSet(len(g.towns)), g.allWords(words)
	for _, s := range g.beginning(words + "\n") {
		if s.town&firstWord != 0 {
			exact.add(s.town &^ firstWord)
		}
	}
	for _, s := range g.beginning(words) {
		if s.town&firstWord != 0 {
			prefix.add(s.town &^ firstWord)
		}
	}
	exact.intersect(within)
	prefix.intersect(within)
	other.intersect(within)
	prefix.subtract(exact)
	other.subtract(exact)
	other.subtract(prefix)

	var out []uint32
	count := 0
	for _, rank := range []set{exact, prefix, other} {
		out = rank.ids(max(0, offset-count), limit-len(out), out)
		count += rank.count()
	}
	return out, count
}

// allWords is the set of towns in whose names every one of the words begins a word.
func (g *gazetteer) allWords(words string) set {
	list := strings.Fields(words)
	slices.Sort(list)
	var out set
	for _, w := range slices.Compact(list) {
		towns := newSet(len(g.towns))
		for _, s := range g.beginning(w) {
			towns.add(s.town &^ firstWord)
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
