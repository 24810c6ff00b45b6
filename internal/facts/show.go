package facts

import "maps"

// Show is a category as the API gives it: the record of a single-value one,
// empty if there is none yet, or the list of an array one, each record with
// its id and position. What it gives can be sent back as it is.
func (c *Category) Show(entries []Entry) any {
	if c.Kind == KindSingle {
		if len(entries) == 0 {
			return Record{}
		}
		return entries[0].Data
	}
	list := make([]Record, len(entries))
	for i, e := range entries {
		list[i] = e.Show()
	}
	return list
}

// Show is a record of an array category as the API gives it.
func (e Entry) Show() Record {
	r := make(Record, len(e.Data)+2)
	maps.Copy(r, e.Data)
	r["id"], r["position"] = e.ID, e.Position
	return r
}

// Show is a whole sheet as the API gives it: every category, filled or not.
func (c *Catalogue) Show(sheet Sheet) map[string]any {
	all := map[string]any{}
	for _, category := range c.Categories() {
		all[category.Key] = category.Show(sheet[category.Key])
	}
	return all
}
