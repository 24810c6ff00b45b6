package bulkexport

import (
	"context"
	"encoding/json"
	"fmt"
	"io"
	"maps"
	"slices"
	"strconv"
	"time"

	"allot/internal/identity/auth"
	"allot/internal/partners/contract"
	"allot/internal/partners/mapping"
	"allot/internal/partners/portfolio"
	"allot/internal/platform/csvfile"
)

// factsWork is a file of published facts, as old as the plan of the account says.
func (s *Service) factsWork(ctx context.Context, who auth.Caller, x Export) (*work, error) {
	plan, err := s.deps.Plans.PlanOf(ctx, who.OwnerID)
	if err != nil {
		return nil, err
	}
	sel, err := s.deps.Portfolio.Select(ctx, systemOf(who), portfolio.Filter{Right: contract.RightFacts, Properties: x.PropertyIDs}, s.deps.Publications.AsOf(plan))
	if err != nil {
		return nil, err
	}
	if err := missing(x.PropertyIDs, sel.IDs()); err != nil {
		return nil, err
	}
	if sel.Shown > MaxProperties {
		return nil, ErrTooLarge.Withf("%d properties are too many for one file, which can have %d: name some", sel.Shown, MaxProperties).With("properties", sel.Shown).With("limit", MaxProperties)
	}
	w := &work{total: sel.Shown, name: "facts.json", contentType: typeJSON}
	w.write = func(ctx context.Context, out io.Writer, r *run) error { return s.writeFactsJSON(ctx, sel, out, r) }
	if x.Format == FormatCSV {
		w.name, w.contentType = "facts.csv", typeCSV
		w.write = func(ctx context.Context, out io.Writer, r *run) error { return writeFactsCSV(ctx, sel, out, r) }
	}
	return w, nil
}

const notPublished = "The hotel has not published this property yet"

type (
	factsBody struct {
		PropertyID  int64                 `json:"property_id"`
		Name        string                `json:"name"`
		Country     string                `json:"country"`
		City        string                `json:"city"`
		Codes       mapping.PropertyCodes `json:"codes"`
		Error       *factsError           `json:"error,omitempty"`
		Version     int                   `json:"version,omitempty"`
		PublishedAt *time.Time            `json:"published_at,omitempty"`
		Facts       map[string]any        `json:"facts,omitempty"`
	}
	factsError struct {
		Code    portfolio.Reason `json:"code"`
		Message string           `json:"message"`
	}
)

func (s *Service) writeFactsJSON(ctx context.Context, sel *portfolio.Selection, w io.Writer, r *run) error {
	out := &listWriter{w: w}
	if err := out.open(s.head("properties")); err != nil {
		return err
	}
	err := sel.Each(ctx, func(p portfolio.Property) error {
		c := p.Card
		b := factsBody{PropertyID: c.PropertyID, Name: c.Name, Country: c.Country, City: c.City, Codes: p.Codes.Shown()}
		if p.Unpublished {
			b.Error = &factsError{portfolio.ReasonNotPublished, notPublished}
		} else {
			b.Version, b.PublishedAt, b.Facts = c.Version, &c.PublishedAt, p.Facts
		}
		if err := out.add(b); err != nil {
			return err
		}
		return r.wrote(ctx)
	})
	if err != nil {
		return err
	}
	_, err = io.WriteString(w, tail)
	return err
}

// writeFactsCSV writes a row for each value, because every category has other fields.
func writeFactsCSV(ctx context.Context, sel *portfolio.Selection, w io.Writer, r *run) error {
	out, err := csvfile.NewWriter(w, "property_id", "hotel_code", "property_name", "category", "record_id", "field", "value", "error")
	if err != nil {
		return err
	}
	err = sel.Each(ctx, func(p portfolio.Property) error {
		f := &factRows{out: out, head: []string{id(p.Card.PropertyID), p.Codes.Shown().Hotel, p.Card.Name}}
		if p.Unpublished {
			err = out.Write(append(f.head, "", "", "", "", notPublished)...)
		} else {
			err = f.sheet(p.Facts)
		}
		if err != nil {
			return err
		}
		return r.wrote(ctx)
	})
	if err != nil {
		return err
	}
	return out.Flush()
}

// factRows writes the facts of one property.
type factRows struct {
	out  *csvfile.Writer
	head []string
}

// sheet writes every value of a sheet. The sheet is decoded from its JSON, so that values
// are written as the API writes them.
func (f *factRows) sheet(facts map[string]any) error {
	for _, category := range slices.Sorted(maps.Keys(facts)) {
		raw, err := json.Marshal(facts[category])
		if err != nil {
			return fmt.Errorf("encode facts: %w", err)
		}
		var records []json.RawMessage
		if json.Unmarshal(raw, &records) != nil {
			records = []json.RawMessage{raw} // a category with one record
		}
		for _, one := range records {
			if err := f.record(category, one); err != nil {
				return err
			}
		}
	}
	return nil
}

func (f *factRows) record(category string, raw json.RawMessage) error {
	var fields map[string]any
	if err := json.Unmarshal(raw, &fields); err != nil {
		return fmt.Errorf("decode facts of %s: %w", category, err)
	}
	record := ""
	if n, ok := fields["id"].(float64); ok {
		record = strconv.FormatFloat(n, 'f', -1, 64)
	}
	delete(fields, "id")
	delete(fields, "position")
	return f.value(category, record, "", fields)
}

func (f *factRows) value(category, record, at string, value any) error {
	below := func(name string) string {
		if at == "" {
			return name
		}
		return at + "." + name
	}
	switch v := value.(type) {
	case map[string]any:
		for _, name := range slices.Sorted(maps.Keys(v)) {
			if err := f.value(category, record, below(name), v[name]); err != nil {
				return err
			}
		}
		return nil
	case []any:
		for i, one := range v {
			if err := f.value(category, record, below(strconv.Itoa(i)), one); err != nil {
				return err
			}
		}
		return nil
	case nil:
		return nil
	case float64:
		return f.row(category, record, at, strconv.FormatFloat(v, 'f', -1, 64))
	default:
		return f.row(category, record, at, fmt.Sprint(v))
	}
}

func (f *factRows) row(category, record, at, value string) error {
	return f.out.Write(append(f.head[:len(f.head):len(f.head)], category, record, at, value, "")...)
}
