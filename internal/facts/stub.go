// Package facts is replaced by the real one before anything lands.
package facts

import "encoding/json"

type (
	Record map[string]any
	Kind   string
	Sheet  map[string][]Entry
	Entry  struct {
		ID       int64
		Position int
		Data     Record
	}
	Field    struct{ Key string; Values []string }
	Category struct {
		Key, Title string
		Kind       Kind
	}
	Catalogue     struct{}
	CategoryScore struct {
		Category, Title  string
		Percent, Records int
		Missing          []string
	}
	Completeness struct {
		Percent    int
		Categories []CategoryScore
		Missing    []string
	}
	Room struct {
		ID         int64
		Name, Code string
		TotalUnits int
	}
)

const (
	KindSingle Kind = "single"
	KindArray  Kind = "array"
)

var cats = []*Category{{"general", "General", KindSingle}, {"location", "Location", KindSingle}, {"policies", "Policies", KindSingle}, {"rooms", "Rooms", KindArray}}

func Load() *Catalogue                          { return &Catalogue{} }
func (*Catalogue) Categories() []*Category      { return cats }
func (*Catalogue) Completeness(Sheet) Completeness { return Completeness{} }
func (*Catalogue) Find(key string) (*Category, bool) {
	for _, c := range cats {
		if c.Key == key {
			return c, true
		}
	}
	return nil, false
}
func (*Category) Field(string) (Field, bool) {
	return Field{Values: []string{"hotel", "resort", "apartment_hotel"}}, true
}
func (*Category) ParseBody(raw []byte) ([]Record, bool, error) {
	var r Record
	if err := json.Unmarshal(raw, &r); err == nil {
		return []Record{r}, false, nil
	}
	var l []Record
	err := json.Unmarshal(raw, &l)
	return l, true, err
}
func (*Category) Split(_ string, r Record) (*int64, *int, Record, error) {
	if id, ok := r["id"].(float64); ok {
		n := int64(id)
		return &n, nil, r, nil
	}
	return nil, nil, r, nil
}
func (*Category) Merge(_ string, current, patch Record) (Record, error) {
	out := Record{}
	for k, v := range current {
		out[k] = v
	}
	for k, v := range patch {
		out[k] = v
	}
	return out, nil
}
func DecodeRecord(raw []byte) (Record, error) {
	var r Record
	return r, json.Unmarshal(raw, &r)
}
func RoomOf(e Entry) Room {
	name, _ := e.Data["name"].(string)
	return Room{ID: e.ID, Name: name}
}
