package facts

import "slices"

// Validate checks a record against the schema of the category. prefix is put before each path:
// "" or, in a list body, "[2]".
func (c *Category) Validate(prefix string, r Record) error {
	var k check
	k.object(c.all, r, root(prefix))
	return k.problems.Err()
}

// Gaps names what the labels of a language lack and what nothing needs; read is
// false where there is no file for it.
func (c *Catalogue) Gaps(lang string) (missing, superfluous []string, read bool) {
	for _, labels := range c.labels.all {
		if labels.lang == lang && labels.Categories != nil {
			missing, superfluous = c.gaps(labels)
			return missing, superfluous, true
		}
	}
	return nil, nil, false
}

// gaps compares the labels of a language with the catalogue and lists the missing keys and
// those that nothing uses. Tests keep both lists empty, because a sheet must not be half
// translated.
func (c *Catalogue) gaps(labels *labelSet) (missing, superfluous []string) {
	want, have := map[string]bool{}, labels.keys()
	for _, cat := range c.categories {
		want["categories."+cat.Key+".title"] = true
		want["categories."+cat.Key+".description"] = true
		wantFields(want, cat.all)
	}
	for key := range want {
		if !have[key] {
			missing = append(missing, key)
		}
	}
	for key := range have {
		if !want[key] {
			superfluous = append(superfluous, key)
		}
	}
	slices.Sort(missing)
	slices.Sort(superfluous)
	return missing, superfluous
}

func wantFields(want map[string]bool, fields []*Field) {
	for _, f := range fields {
		at := "categories." + f.labelPath.category
		if f.labelPath.def != "" {
			at = "defs." + f.labelPath.def
		}
		at += ".fields." + f.labelPath.path
		want[at+".title"] = true
		if f.Description != "" {
			want[at+".description"] = true
		}
		if f.Unit != "" {
			want["units."+f.Unit] = true
		}
		e := f.enum()
		if e.Def != "" {
			at = "defs." + e.Def
		}
		for _, v := range e.Values {
			want[at+".values."+v] = true
		}
		wantFields(want, e.Fields)
	}
}

func (x *labelSet) keys() map[string]bool {
	out := map[string]bool{}
	add := func(at string, words map[string]string) {
		for key, word := range words {
			out[at+"."+key] = word != ""
		}
	}
	fields := func(at string, words map[string]fieldLabels) {
		for key, w := range words {
			out[at+".fields."+key+".title"] = w.Title != ""
			if w.Description != "" {
				out[at+".fields."+key+".description"] = true
			}
			add(at+".fields."+key+".values", w.Values)
		}
	}
	add("units", x.Units)
	for key, d := range x.Defs {
		add("defs."+key+".values", d.Values)
		fields("defs."+key, d.Fields)
	}
	for key, c := range x.Categories {
		at := "categories." + key
		out[at+".title"], out[at+".description"] = c.Title != "", c.Description != ""
		fields(at, c.Fields)
	}
	return out
}
