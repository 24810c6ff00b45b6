package reference

import (
	"cmp"
	"encoding/binary"
	"errors"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"allot/internal/platform/fold"
)

// columns reads the lines of the packed cities.
type columns struct {
	rest string
	err  error
}

func (c *columns) line() string {
	line, rest, ok := strings.Cut(c.rest, "\n")
	if !ok && c.err == nil {
		c.err = errors.New("embedded cities end too early")
	}
	c.rest = rest
	return line
}

// number reads a line that holds a number; an empty line is 0.
func (c *columns) number() int {
	line := c.line()
	if line == "" {
		return 0
	}
	n, err := strconv.Atoi(line)
	if err != nil && c.err == nil {
		c.err = fmt.Errorf("embedded cities: %w", err)
	}
	return n
}

// loading is a town while the columns are read, in the order of the file.
type loading struct {
	town
	name   string
	others string // folded, separated by commas
}

// loadGazetteer unpacks the cities; internal/tools/refdata documents their format.
func loadGazetteer() (*gazetteer, error) {
	text, err := read("cities.zst")
	if err != nil {
		return nil, err
	}
	g, c := &gazetteer{byCountry: map[string][]uint32{}}, &columns{rest: text}
	towns := g.readTowns(c)
	if c.err != nil {
		return nil, c.err
	}
	slices.SortStableFunc(towns, func(a, b loading) int { return cmp.Compare(b.population, a.population) })
	g.build(towns)
	g.sortIndex()
	return g, nil
}

// sortIndex sorts the index. It compares the first bytes as one number: most spellings differ
// there already, and comparing them as text takes three times as long.
func (g *gazetteer) sortIndex() {
	type keyed struct {
		key uint64
		spelling
	}
	list := make([]keyed, len(g.index))
	for i, s := range g.index {
		var first [8]byte
		copy(first[:], g.from(s.at))
		list[i] = keyed{binary.BigEndian.Uint64(first[:]), s}
	}
	slices.SortFunc(list, func(a, b keyed) int {
		if c := cmp.Compare(a.key, b.key); c != 0 {
			return c
		}
		if c := strings.Compare(g.from(a.at), g.from(b.at)); c != 0 {
			return c
		}
		return cmp.Compare(a.town, b.town)
	})
	for i := range list {
		g.index[i] = list[i].spelling
	}
}

func (g *gazetteer) readTowns(c *columns) []loading {
	var towns []loading
	for line := c.line(); line != "" && c.err == nil; line = c.line() {
		part := strings.Split(line, "\t")
		if len(part) != 3 {
			c.err = fmt.Errorf("embedded cities: bad group %q", line)
			return nil
		}
		n, err := strconv.Atoi(part[2])
		if err != nil {
			c.err = fmt.Errorf("embedded cities: bad group %q", line)
			return nil
		}
		for range n {
			towns = append(towns, loading{town: town{group: uint16(len(g.groups))}})
		}
		g.groups = append(g.groups, group{strings.Clone(part[0]), strings.Clone(part[1])})
	}
	zones := map[string]uint16{}
	for _, fill := range []func(*loading){
		func(t *loading) { t.name = c.line() },
		func(t *loading) { t.others = c.line() },
		func(t *loading) { t.lat = int32(c.number()) },
		func(t *loading) { t.lon = int32(c.number()) },
		func(t *loading) { t.population = uint32(c.number()) },
		func(t *loading) {
			zone := c.line()
			if _, known := zones[zone]; !known {
				zones[zone] = uint16(len(g.zones))
				g.zones = append(g.zones, strings.Clone(zone))
			}
			t.zone = zones[zone]
		},
	} {
		for i := range towns {
			fill(&towns[i])
		}
	}
	return towns
}

// build copies the towns, so that the unpacked file can be freed, and indexes the words of
// their names.
func (g *gazetteer) build(towns []loading) {
	var names, spellings strings.Builder
	g.all = newSet(len(towns))
	for id, t := range towns {
		g.all.add(uint32(id))
		t.nameAt, t.nameLen = uint32(names.Len()), uint16(len(t.name))
		names.WriteString(t.name)
		g.towns = append(g.towns, t.town)
		country := g.groups[t.group].country
		g.byCountry[country] = append(g.byCountry[country], uint32(id))

		g.addSpelling(&spellings, uint32(id), fold.Words(t.name), firstWord|ownName)
		for other := range strings.SplitSeq(t.others, ",") {
			g.addSpelling(&spellings, uint32(id), other, firstWord)
		}
	}
	g.names, g.spellings = names.String(), spellings.String()
	g.towns, g.index = slices.Clip(g.towns), slices.Clip(g.index)
}

// addSpelling indexes the words of a name; the first gets the mark.
func (g *gazetteer) addSpelling(to *strings.Builder, id uint32, words string, mark uint32) {
	if words == "" {
		return
	}
	at := uint32(to.Len())
	g.index = append(g.index, spelling{at, id | mark})
	for i := range len(words) {
		if words[i] == ' ' {
			g.index = append(g.index, spelling{at + uint32(i) + 1, id})
		}
	}
	to.WriteString(words)
	to.WriteByte('\n')
}
