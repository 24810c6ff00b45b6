package facts

import (
	"fmt"
	"strings"
)

// Completeness says how much of what publication requires is filled.
type Completeness struct {
	Percent    int             `json:"percent"`
	Categories []CategoryScore `json:"categories"`
	Missing    []string        `json:"missing"`
}

// CategoryScore is the completeness of one category.
type CategoryScore struct {
	Category string   `json:"category"`
	Title    string   `json:"title"`
	Percent  int      `json:"percent"`
	Records  int      `json:"records"`
	Counts   bool     `json:"counts"` // towards the sheet; see the package comment
	Missing  []string `json:"missing"`
}

const whole = 100

// Completeness scores a sheet as the package comment says. Missing holds paths
// such as general.official_name, rooms[17].beds (by the record's id), and rooms
// where a category that every hotel has is empty.
func (c *Catalogue) Completeness(sheet Sheet) Completeness {
	out := Completeness{Categories: make([]CategoryScore, 0, len(c.categories)), Missing: []string{}}
	var sum float64
	var weights int
	for _, cat := range c.categories {
		s, share := cat.score(sheet[cat.Key])
		out.Categories = append(out.Categories, s)
		out.Missing = append(out.Missing, s.Missing...)
		if s.Counts {
			sum += share * float64(cat.Weight)
			weights += cat.Weight
		}
	}
	out.Percent = percent(sum/float64(max(1, weights)), out.Missing)
	return out
}

func (c *Category) score(entries []Entry) (CategoryScore, float64) {
	s := CategoryScore{
		Category: c.Key, Title: c.Title, Records: len(entries),
		Counts: len(entries) > 0 || !c.IsArray() || c.Expected, Missing: []string{},
	}
	if len(entries) == 0 && c.IsArray() {
		if !s.Counts {
			s.Percent = whole
			return s, 1
		}
		s.Missing = append(s.Missing, c.Key)
		return s, 0
	}
	if len(entries) == 0 {
		entries = []Entry{{}} // a single category that nobody has filled yet
	}
	required := c.Required()
	for _, e := range entries {
		for _, f := range required {
			if !filled(e.Data[f.Key]) && !f.exempt.holds(e.Data) {
				s.Missing = append(s.Missing, c.place(e)+"."+f.Key)
			}
		}
	}
	all := max(1, len(entries)*len(required))
	share := float64(all-len(s.Missing)) / float64(all)
	s.Percent = percent(share, s.Missing)
	return s, share
}

func (c *Category) place(e Entry) string {
	if c.IsArray() {
		return fmt.Sprintf("%s[%d]", c.Key, e.ID)
	}
	return c.Key
}

// percent rounds down; only a sheet without gaps has 100, whatever the rounding of floats.
func percent(share float64, missing []string) int {
	if len(missing) == 0 {
		return whole
	}
	return min(whole-1, int(share*whole+1e-9))
}

func (cond *condition) holds(r Record) bool {
	return cond != nil && r[cond.field] == cond.value
}

// filled reports whether a value is not empty: an empty text or list is.
func filled(v any) bool {
	switch v := v.(type) {
	case nil:
		return false
	case string:
		return strings.TrimSpace(v) != ""
	case []any:
		return len(v) > 0
	case map[string]any:
		for _, e := range v {
			if filled(e) {
				return true
			}
		}
		return false
	}
	return true
}
