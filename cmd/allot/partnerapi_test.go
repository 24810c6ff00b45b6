package main

import (
	"bytes"
	"encoding/json"
	"encoding/xml"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
)

// answersDir holds what every key of the partner world is told, as the guide
// for integrators shows it. ALLOT_UPDATE_ANSWERS=1 writes them anew.
var answersDir = filepath.Join("..", "..", "docs", "partner-api", "answers")

// ask is a request of the partner world that has a recorded answer.
type ask struct {
	name, key, path string
}

// asks are all of them: every persona on every operation, and every filter.
func (w *partnerWorld) asks() []ask {
	const week = "?from=2030-06-03&to=2030-06-07"
	id := func(h house) string { return fmt.Sprintf("&property_id=%d", h.id) }
	var list []ask
	for _, key := range []string{"poseidon", "lara", "alpina", "nordlicht", "baltic", "zephyr", "nordlicht for poseidon", "poseidon for nordlicht", "baltic for lara"} {
		for name, path := range map[string]string{
			"facts": "facts", "photos": "photos", "invoices": "invoices", "rooming": "rooming",
			"stop-sale": "stop-sale" + week, "allotment": "allotment-stop-sale" + week + "&granularity=spans",
		} {
			list = append(list, ask{name + " of " + key, key, path})
		}
	}
	for _, key := range []string{"poseidon", "nordlicht", "baltic"} {
		for name, query := range map[string]string{
			"daily": id(w.palace), "with reasons": "&granularity=spans&include=reasons" + id(w.palace), "of the master": "&granularity=spans&calendar=master",
			"in Austria and Turkey": "&granularity=spans&country=AT,TR", "of two properties": "&granularity=spans" + id(w.palace) + fmt.Sprintf(",%d", w.chalet.id),
			"of nowhere": "&country=TR" + id(w.palace),
		} {
			list = append(list, ask{"allotment " + name + " of " + key, key, "allotment-stop-sale" + week + query})
		}
		list = append(list,
			ask{"facts in Greece of " + key, key, "facts?country=GR"}, ask{"facts of a property of " + key, key, fmt.Sprintf("facts?property_id=%d", w.palace.id)},
			ask{"photos of a property of " + key, key, fmt.Sprintf("photos?property_id=%d", w.palace.id)},
			ask{"rooming sent of " + key, key, "rooming?status=sent"}, ask{"rooming in June of " + key, key, "rooming?from=2030-06-04&to=2030-06-30"},
			ask{"rooming of a property of " + key, key, fmt.Sprintf("rooming?property_id=%d", w.mare.id)},
			ask{"invoices received of " + key, key, "invoices?direction=received&status=SENT&from=2030-01-01&to=2030-12-31"},
			ask{"invoices sent of " + key, key, "invoices?direction=sent"}, ask{"invoices of May of " + key, key, "invoices?from=2030-05-01&to=2030-05-31"})
	}
	list = append(list,
		ask{"allotment of a calendar of poseidon", "poseidon", "allotment-stop-sale" + week + "&granularity=spans&calendar_id=" + number(w.connected)},
		ask{"allotment of kinds of poseidon", "poseidon", "allotment-stop-sale" + week + "&granularity=spans&kind=standalone,allotment"})
	return list
}

func (w *partnerWorld) v1(key, path string) string {
	name, query, _ := strings.Cut(path, "?")
	if query != "" {
		query = "?" + query
	}
	return "/api/v1/" + name + "/" + w.keys[key] + "/" + query
}

// Every key is told what is recorded, in both formats, and the formats say the
// same.
func TestProgram_PartnerAnswers(t *testing.T) {
	t.Parallel()
	notRaced(t)
	w := newPartnerWorld(t)
	for _, a := range w.asks() {
		asJSON := w.ok(200, get, w.v1(a.key, a.path), "", nil)
		asXML := w.ok(200, get, w.v1(a.key, a.path), "", nil, "Accept", "application/xml")
		require.Equal(t, "application/json", asJSON.header.Get("Content-Type"), a.name)
		require.Equal(t, "application/xml", asXML.header.Get("Content-Type"), a.name)
		require.NotContains(t, asJSON.raw, noteWord, a.name)
		var told any
		require.NoError(t, json.Unmarshal([]byte(still(asJSON.raw)), &told), a.name)
		sameTree(t, a.name, told, readXML(t, still(asXML.raw)))
		recorded(t, strings.ReplaceAll(a.name, " ", "-")+".json", indented(t, still(asJSON.raw)))
		recorded(t, strings.ReplaceAll(a.name, " ", "-")+".xml", still(asXML.raw)+"\n")

		known := w.ok(304, get, w.v1(a.key, a.path), "", nil, "If-None-Match", asJSON.header.Get("ETag"))
		require.Empty(t, known.raw, a.name)
		w.ok(304, get, w.v1(a.key, a.path), "", nil, "Accept", "application/xml", "If-None-Match", asXML.header.Get("ETag"))
	}
	require.Zero(t, w.stop())
	require.NotContains(t, w.logged(), "level=ERROR")
}

// recorded compares a text with the file of its name, or writes it.
func recorded(t *testing.T, name, text string) {
	t.Helper()
	file := filepath.Join(answersDir, name)
	if os.Getenv("ALLOT_UPDATE_ANSWERS") != "" {
		require.NoError(t, os.WriteFile(file, []byte(text), 0o600))
		return
	}
	want, err := os.ReadFile(file)
	require.NoError(t, err, "record the answers with make answers")
	require.Equal(t, string(want), text, name)
}

func indented(t *testing.T, text string) string {
	t.Helper()
	var out bytes.Buffer
	require.NoError(t, json.Indent(&out, []byte(strings.TrimSpace(text)), "", "  "), text)
	return out.String() + "\n"
}

// element is XML without what XML has more than JSON.
type element struct {
	name     string
	children []element
	text     string
}

func readXML(t *testing.T, text string) element {
	t.Helper()
	d := xml.NewDecoder(strings.NewReader(text))
	root := element{}
	open := []*element{&root}
	for {
		token, err := d.Token()
		if errors.Is(err, io.EOF) {
			break
		}
		require.NoError(t, err, text)
		top := open[len(open)-1]
		switch token := token.(type) {
		case xml.StartElement:
			require.Empty(t, token.Attr, "attributes are not used")
			top.children = append(top.children, element{name: token.Name.Local})
			open = append(open, &top.children[len(top.children)-1])
		case xml.EndElement:
			open = open[:len(open)-1]
		case xml.CharData:
			top.text += string(token)
		}
	}
	require.Len(t, root.children, 1)
	require.Equal(t, "response", root.children[0].name)
	return root.children[0]
}

// sameTree holds a JSON value against an element: members by name and in any
// order, lists entry by entry, null as nothing.
func sameTree(t *testing.T, where string, value any, e element) {
	t.Helper()
	switch value := value.(type) {
	case map[string]any:
		require.Len(t, e.children, len(value), where)
		for _, c := range e.children {
			member, known := value[c.name]
			require.True(t, known, "%s has no %s", where, c.name)
			sameTree(t, where+"/"+c.name, member, c)
		}
	case []any:
		require.Len(t, e.children, len(value), where)
		for i, c := range e.children {
			sameTree(t, fmt.Sprintf("%s/%s[%d]", where, c.name, i), value[i], c)
		}
	case nil:
		require.Empty(t, e.children, where)
		require.Empty(t, e.text, where)
	case float64:
		require.Equal(t, fmt.Sprint(json.Number(strings.TrimSuffix(fmt.Sprintf("%v", value), ".0"))), e.text, where)
	default:
		require.Equal(t, fmt.Sprint(value), e.text, where)
	}
}
