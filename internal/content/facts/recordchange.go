package facts

import "strconv"

// ChangeKind is what has become of a record.
type ChangeKind string

// The kinds.
const (
	Added   ChangeKind = "added"
	Changed ChangeKind = "changed"
	Removed ChangeKind = "removed"
)

// RecordChange is a record that differs between two sheets, or a single category that does,
// in the words of people.
type RecordChange struct {
	Category string        `json:"category" doc:"Key of the category, such as rooms"`
	Title    string        `json:"title" doc:"Of the category" example:"Room types"`
	Record   *int64        `json:"record" doc:"Id of the record; null in a category that has one record"`
	Name     string        `json:"name" doc:"Of the record" example:"Double Sea View"`
	Change   ChangeKind    `json:"change" doc:"What has become of the record" enum:"added,changed,removed"`
	Lines    []ChangedLine `json:"lines" nullable:"false" doc:"Of a record that was added or removed all that it says, else what differs"`
}

// ChangedLine is a fact that differs.
type ChangedLine struct {
	Label  string `json:"label" doc:"Of the fact" example:"Beds"`
	Before string `json:"before" doc:"Empty where it was added"`
	After  string `json:"after" doc:"Empty where it was removed"`
}

// ByRecord gathers changes by the record that they are of, in their order and with labels in a
// language.
func ByRecord(changes []Change, lang string) []RecordChange {
	list := []RecordChange{}
	at := map[string]int{}
	for _, ch := range changes {
		key := ch.Category + "/" + strconv.FormatInt(ch.Record, 10)
		i, known := at[key]
		if !known {
			i, at[key] = len(list), len(list)
			list = append(list, ch.record(lang))
		}
		for _, one := range ch.facts() {
			list[i].Lines = append(list[i].Lines, one.line(lang))
		}
	}
	return list
}

func (ch Change) record(lang string) RecordChange {
	r := RecordChange{Category: ch.Category, Title: ch.category.labels.in(lang).category(ch.category).Title, Name: ch.name, Change: Changed, Lines: []ChangedLine{}}
	if ch.Record != 0 {
		r.Record = &ch.Record
	}
	switch {
	case ch.field != nil:
	case ch.Before == nil:
		r.Change = Added
	default:
		r.Change = Removed
	}
	return r
}

// facts returns the change itself, or of a whole record one for each fact.
func (ch Change) facts() []Change {
	if ch.field != nil {
		return []Change{ch}
	}
	before, _ := ch.Before.(Record)
	after, _ := ch.After.(Record)
	return ch.compare(nil, before, after)
}

func (ch Change) line(lang string) ChangedLine {
	labels := ch.category.labels.in(lang)
	label := labels.title(ch.field)
	if ch.lang == "" {
		return ChangedLine{label, labels.plain(ch.field, ch.Before), labels.plain(ch.field, ch.After)}
	}
	before, _ := ch.Before.(string)
	after, _ := ch.After.(string)
	return ChangedLine{label + " › " + labels.languageName(ch.lang), before, after}
}
