package facts

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"

	"golang.org/x/text/language"

	"allot/internal/platform/lang"
)

// labelSet holds the labels of one language, a file of labels/. English has an empty one,
// because its labels are in the schemas.
type labelSet struct {
	lang       string
	wanted     string                    // the tag that was asked for; the hotel may have texts in it
	format     lang.Format               // of days and numbers
	Units      map[string]string         `json:"units"`
	Defs       map[string]defLabels      `json:"defs"`
	Categories map[string]categoryLabels `json:"categories"`
}

type defLabels struct {
	Values map[string]string      `json:"values"`
	Fields map[string]fieldLabels `json:"fields"`
}

type categoryLabels struct {
	Title       string                 `json:"title"`
	Description string                 `json:"description"`
	Fields      map[string]fieldLabels `json:"fields"`
}

type fieldLabels struct {
	Title       string            `json:"title"`
	Description string            `json:"description"` // where the English field has one
	Values      map[string]string `json:"values"`
}

// labelSets holds the labels of all languages.
type labelSets struct {
	matcher language.Matcher
	all     []*labelSet // in the order of lang.Offered
}

func readLabelSets(fsys fs.FS) (*labelSets, error) {
	out := &labelSets{}
	var tags []language.Tag
	for _, offered := range lang.Offered {
		tags = append(tags, language.MustParse(offered))
		labels, err := readLabelSet(fsys, offered)
		if err != nil {
			return nil, fmt.Errorf("words in %s: %w", offered, err)
		}
		out.all = append(out.all, labels)
	}
	out.matcher = language.NewMatcher(tags)
	return out, nil
}

func readLabelSet(fsys fs.FS, lang string) (*labelSet, error) {
	labels := &labelSet{lang: lang}
	raw, err := fs.ReadFile(fsys, "labels/"+lang+".json")
	if lang == "en" || errors.Is(err, fs.ErrNotExist) {
		return labels, nil
	}
	if err != nil {
		return nil, err
	}
	dec := json.NewDecoder(bytes.NewReader(raw))
	dec.DisallowUnknownFields()
	return labels, dec.Decode(labels)
}

// in returns the labels for a tag such as de-AT; English if the tag is invalid or there are
// none.
func (l *labelSets) in(tag string) *labelSet {
	const longest = 100 // the tag may come from a request
	labels := *l.all[0]
	if len(tag) <= longest {
		if t, err := language.Parse(tag); err == nil {
			_, i, _ := l.matcher.Match(t)
			labels = *l.all[i]
			labels.wanted = t.String()
		}
	}
	labels.format = lang.In(labels.lang)
	return &labels
}

func (x *labelSet) category(c *Category) categoryLabels {
	w := x.Categories[c.Key]
	if w.Title == "" {
		w.Title = c.Title
	}
	if w.Description == "" {
		w.Description = c.Description
	}
	return w
}

func (x *labelSet) at(h labelPath) fieldLabels {
	if h.def != "" {
		return x.Defs[h.def].Fields[h.path]
	}
	return x.Categories[h.category].Fields[h.path]
}

func (x *labelSet) title(f *Field) string {
	if t := x.at(f.labelPath).Title; t != "" {
		return t
	}
	return f.Title
}

func (x *labelSet) description(f *Field) string {
	if d := x.at(f.labelPath).Description; d != "" {
		return d
	}
	return f.Description
}

// values returns the labels of the values of a field; those of a shared type are stored with
// the type.
func (x *labelSet) values(f *Field) map[string]string {
	if f.Def != "" {
		return x.Defs[f.Def].Values
	}
	return x.at(f.labelPath).Values
}

func (x *labelSet) label(f *Field, value string) string {
	if l := x.values(f)[value]; l != "" {
		return l
	}
	if l := f.Labels[value]; l != "" {
		return l
	}
	return value
}

func (x *labelSet) unit(f *Field) string {
	if u := x.Units[f.Unit]; u != "" {
		return u
	}
	return f.UnitLabel
}
