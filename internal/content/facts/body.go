package facts

import (
	"bytes"
	"encoding/json"
	"errors"
	"io"
	"strings"

	"allot/internal/platform/apperr"
)

// MaxRecords is how many records one body may carry.
const MaxRecords = 500

// ParseBody reads a POST body: one object or, for array categories, also a list of objects;
// list reports which. The records are not checked yet: pass each to Split and Merge, with the
// prefix that Prefix returns.
func (c *Category) ParseBody(raw []byte) (records []Record, list bool, err error) {
	dec := json.NewDecoder(bytes.NewReader(raw))
	dec.UseNumber()
	var body any
	if err := dec.Decode(&body); err != nil {
		return nil, false, notJSON(err)
	}
	if _, err := dec.Token(); !errors.Is(err, io.EOF) {
		return nil, false, apperr.Field(wholeBody, "must be one JSON value with nothing after it")
	}
	switch body := body.(type) {
	case map[string]any:
		return []Record{body}, false, nil
	case []any:
		if !c.IsArray() {
			return nil, true, apperr.Field(wholeBody, "must be one object: a property has one record of %s", c.Key)
		}
		records, err = recordsOf(body)
		return records, true, err
	}
	if c.IsArray() {
		return nil, false, apperr.Field(wholeBody, "must be an object or a list of objects")
	}
	return nil, false, apperr.Field(wholeBody, "must be an object")
}

func recordsOf(body []any) ([]Record, error) {
	if len(body) > MaxRecords {
		return nil, apperr.Field(wholeBody, "must have at most %d records", MaxRecords)
	}
	var k check
	out := make([]Record, 0, len(body))
	for i, e := range body {
		m, ok := e.(map[string]any)
		if !ok {
			k.refuse((*path)(nil).entry(i), "must be an object")
		}
		out = append(out, m)
	}
	return out, k.problems.Err()
}

func notJSON(err error) error {
	if errors.Is(err, io.EOF) {
		return apperr.Field(wholeBody, "is missing: send a JSON object")
	}
	return apperr.Field(wholeBody, "is not JSON: %s", strings.TrimPrefix(err.Error(), "json: "))
}

// Prefix returns the path of the i-th record of a body that ParseBody has read.
func Prefix(list bool, i int) string {
	if !list {
		return ""
	}
	return (*path)(nil).entry(i).String()
}

// Split separates the id and the position from a record that a caller has sent; each is nil if
// missing. In a single category they are unknown fields and stay, so that Merge refuses them.
func (c *Category) Split(prefix string, r Record) (id *int64, position *int, rest Record, err error) {
	rest = make(Record, len(r))
	for name, v := range r {
		rest[name] = v
	}
	if !c.IsArray() {
		return nil, nil, rest, nil
	}
	delete(rest, keyID)
	delete(rest, keyPosition)
	var k check
	if n, ok := k.whole(c, r, keyID, root(prefix)); ok {
		id = &n
	}
	if n, ok := k.whole(c, r, keyPosition, root(prefix)); ok {
		p := int(n)
		position = &p
	}
	if err := k.problems.Err(); err != nil {
		return nil, nil, nil, err
	}
	return id, position, rest, nil
}

func (k *check) whole(c *Category, r Record, key string, at *path) (int64, bool) {
	v := r[key]
	f, ok := findField(c.all, key)
	if v == nil || !ok {
		return 0, false
	}
	n, ok := k.number(f, v, at.member(key)).(json.Number)
	if !ok {
		return 0, false
	}
	i, err := n.Int64()
	return i, err == nil
}
