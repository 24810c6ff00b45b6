package costs

import (
	"bytes"
	"cmp"
	"slices"
	"strconv"
	"strings"
)

// Body is a body and what is wrong with it.
type Body struct {
	Name  string
	Media string
	Raw   []byte
}

// mostLists is how many lists of an operation are tried, those with the most entries.
const mostLists = 5

// Refused returns JSON bodies that are wrong in ways that may take long to find out, each
// as large as a number of bytes allows.
func (d *Document) Refused(schema Schema, limit int) []Body {
	limit -= 64 // for what ends a body
	var bodies []Body
	add := func(name string, raw []byte) { bodies = append(bodies, Body{name, "application/json", raw}) }
	lists := d.lists(schema, nil, 0)
	slices.SortStableFunc(lists, func(a, b place) int { return cmp.Compare(b.most, a.most) })
	for _, l := range lists[:min(len(lists), mostLists)] {
		path := strings.Join(l.path, ".")
		add("entries of "+path+" without end", l.filled("{}", limit, limit))
		add("empty entries of "+path, l.filled("{}", l.most, limit))
		add("texts in "+path, l.filled(`"a"`, l.most, limit))
	}
	wrong := wrongWriter{Document: d, limit: limit}
	wrong.write(schema, 0)
	add("everything of the wrong type", wrong.Bytes())
	add("unknown names", repeated(`{"a":0`, func(i int) string { return `,"` + strconv.Itoa(i) + `":0` }, "}", 990, limit))
	add("the same name", repeated(`{"a":0`, func(int) string { return `,"a":0` }, "}", limit, limit))
	add("lists in lists", repeated("[0", func(int) string { return "," + strings.Repeat("[", 60) + strings.Repeat("]", 60) }, "]", limit, limit))
	add("a long text", repeated(`{"name":"`, func(int) string { return `\u00e4` }, `"}`, limit, limit))
	add("a long number", repeated(`{"name":1`, func(int) string { return `0` }, `}`, limit, limit))
	return bodies
}

// place is a list in a body.
type place struct {
	path []string // the members on the way; "" is an entry of a list
	most int
}

// filled returns a body with entries in the list.
func (p place) filled(entry string, most, limit int) []byte {
	var start, end string
	for _, name := range p.path {
		if name == "" {
			start, end = start+"[", "]"+end
			continue
		}
		start, end = start+`{"`+name+`":`, "}"+end
	}
	return repeated(start+"["+entry, func(int) string { return "," + entry }, "]"+end, most-1, limit)
}

func repeated(start string, again func(i int) string, end string, most, limit int) []byte {
	var b bytes.Buffer
	b.WriteString(start)
	for i := range most {
		next := again(i)
		if b.Len()+len(next)+len(end) > limit {
			break
		}
		b.WriteString(next)
	}
	b.WriteString(end)
	return b.Bytes()
}

// deepest is how deep lists are looked for.
const deepest = 6

func (d *Document) lists(schema Schema, path []string, depth int) []place {
	if depth > deepest {
		return nil
	}
	var found []place
	if list := d.fitting(schema, "array"); list != nil {
		found = append(found, place{path, most(list)})
		found = append(found, d.lists(asSchema(list["items"]), append(slices.Clone(path), ""), depth+1)...)
	}
	if object := d.fitting(schema, "object"); object != nil {
		names, of := members(object)
		for _, name := range names {
			found = append(found, d.lists(of[name], append(slices.Clone(path), name), depth+1)...)
		}
	}
	return found
}

// wrongWriter writes a body with every member and full lists, and every value of the
// wrong type.
type wrongWriter struct {
	*Document
	bytes.Buffer

	limit int
}

func (w *wrongWriter) write(schema Schema, depth int) {
	if list := w.fitting(schema, "array"); list != nil && depth < deepest {
		w.WriteByte('[')
		for i := range most(list) {
			if w.Len() > w.limit*9/10 {
				break
			}
			w.comma(i)
			w.write(asSchema(list["items"]), depth+1)
		}
		w.WriteByte(']')
		return
	}
	if object := w.fitting(schema, "object"); object != nil && depth < deepest {
		w.WriteByte('{')
		names, of := members(object)
		for i, name := range names {
			if w.Len() > w.limit*9/10 {
				break
			}
			w.comma(i)
			w.WriteString(strconv.Quote(name) + ":")
			w.write(of[name], depth+1)
		}
		w.WriteByte('}')
		return
	}
	w.WriteString("[]")
}

func (w *wrongWriter) comma(i int) {
	if i > 0 {
		w.WriteByte(',')
	}
}

// RefusedFiles returns bodies of a media type that is not JSON.
func RefusedFiles(media string, limit int) []Body {
	limit -= 1024
	var bodies []Body
	add := func(name string, raw []byte) { bodies = append(bodies, Body{name, media, raw}) }
	same := func(start, again, end string) []byte {
		return repeated(start, func(int) string { return again }, end, limit, limit)
	}
	switch {
	case media == "multipart/form-data":
		const line = "--x\r\nContent-Disposition: form-data; name=\""
		bodies = append(bodies,
			Body{"many fields", media + "; boundary=x", same("", line+"a\"\r\n\r\nb\r\n", "--x--\r\n")},
			Body{"a long field", media + "; boundary=x", same(line+"a\"\r\n\r\n", "b", "\r\n--x--\r\n")},
			Body{"a long name", media + "; boundary=x", same(line, "b", "\"\r\n\r\nb\r\n--x--\r\n")},
			Body{"a file of commas", media + "; boundary=x", same(line+"file\"; filename=\"a.csv\"\r\n\r\n", ",", "\r\n--x--\r\n")},
			Body{"a file of tags", media + "; boundary=x", same(line+"file\"; filename=\"a.xml\"\r\n\r\n<a>", "<a/>", "\r\n--x--\r\n")},
			Body{"a request of tags", media + "; boundary=x", same(line+"action\"\r\n\r\nOTA_HotelInvCountNotif:FreeRooms\r\n"+line+"request\"\r\n\r\n<a>", "<a/>", "</a>\r\n--x--\r\n")},
		)
	case strings.HasSuffix(media, "xml"), media == "application/octet-stream":
		add("many tags", same("<a>", "<a/>", "</a>"))
		add("many attributes", same("<a", ` b="c"`, "/>"))
		add("tags in tags", same("", "<a>", ""))
		add("a long text", same("<a>", "b", "</a>"))
		add("commas", same("", ",", ""))
		add("lines", same("a,b", "\n,", ""))
	default:
		add("commas", same("", ",", ""))
		add("lines", same("email,name,hotel_code,property_id", "\n,,,", ""))
		add("a quotation without end", same("email,name\n\"", "a\n", ""))
		add("wide lines", same("", strings.Repeat(",", 1000)+"\n", ""))
	}
	return bodies
}
