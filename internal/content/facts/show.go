package facts

import "maps"

// Show returns a category as the API does: the record of a single category, empty if there is
// none yet, or the list of an array category, each record with its id and position. A caller
// can send it back unchanged.
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

// Show returns a record of an array category as the API does.
func (e Entry) Show() Record {
	r := make(Record, len(e.Data)+2)
	maps.Copy(r, e.Data)
	r["id"], r["position"] = e.ID, e.Position
	return r
}

// Show returns a sheet as the API does, with every category, filled or not.
func (c *Catalogue) Show(sheet Sheet) map[string]any {
	all := map[string]any{}
	for _, category := range c.Categories() {
		all[category.Key] = category.Show(sheet[category.Key])
	}
	return all
}
