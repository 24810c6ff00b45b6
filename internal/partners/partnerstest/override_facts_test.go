package partnerstest

import (
	"context"
	"fmt"
	"net/http/httptest"
	"strings"
	"sync"
	"sync/atomic"
	"testing"

	"github.com/stretchr/testify/require"

	"allot/internal/app/apptest"
	"allot/internal/content/facts/factstest"
	"allot/internal/partners/contract"
	"allot/internal/partners/override/overridedb"
)

func TestFacts_story(t *testing.T) {
	t.Parallel()
	b := setupOverride(t, contract.Yes)
	before := b.sheet(t, b.Operator)
	source := b.source(t, "general")
	o := b.save(t, "general", 0, `{"official_name":"Aurora by Us","chain_name":null}`, 201)
	require.Equal(t, "active", o["status"])
	require.Equal(t, true, o["in_force"])
	require.Equal(t, object{"official_name": "Aurora by Us", "chain_name": nil}, o["fields"])
	require.Equal(t, object{"official_name": source.Data["official_name"], "chain_name": source.Data["chain_name"]}, o["source"])
	require.Equal(t, false, o["source_changed"])
	require.Nil(t, o["record_id"])
	require.Equal(t, "Hotel Aurora", o["property_name"])
	require.Equal(t, "Aurora by Us", b.shows(t, "general", "official_name"))
	require.NotContains(t, b.sheet(t, b.Operator)["general"][0].Data, "chain_name")

	again := b.save(t, "general", 0, `{"official_name":"Aurora"}`, 200)
	require.Equal(t, o["id"], again["id"])
	require.Equal(t, source.Data["chain_name"], b.shows(t, "general", "chain_name"), "the patch is replaced as a whole")

	apptest.RequireJSON(t, b.Operator.Do(t, get, fmt.Sprintf("%sget/%d/", factsPath, b.Property.ID), ""), 200,
		text(t, object{"property": b.Property.ID, "property_name": "Hotel Aurora", "overrides": []any{again}}))
	page := body(t, b.Operator.Do(t, get, factsPath, ""), 200)
	require.Equal(t, []object{again}, list(t, page, "results"))

	require.Equal(t, 204, b.Operator.Do(t, del, fmt.Sprintf("%s%.0f/", factsPath, o["id"]), "").Code)
	require.Equal(t, before, b.sheet(t, b.Operator))
}

func TestFacts_refusals(t *testing.T) {
	t.Parallel()
	b := setupOverride(t, contract.Yes)
	room := b.source(t, "rooms").ID
	do := func(body string) *httptest.ResponseRecorder { return b.Operator.Do(t, post, overrideCreate, body) }
	for name, c := range map[string]struct{ body, field, problem string }{
		"an unknown field": {
			b.override(t, "general", 0, `{"official_nam":"x"}`), "fields.official_nam", `is not a fact of this category; did you mean "official_name"?`,
		},
		"a value of the wrong type":   {b.override(t, "rooms", room, `{"size":"big"}`), "fields.size", "must be a number"},
		"an id":                       {b.override(t, "rooms", room, `{"id":77}`), "fields.id", "cannot be overridden: it names the record"},
		"nothing":                     {b.override(t, "general", 0, `{}`), "fields", `must name at least one fact, such as {"name": "…"}; null hides a fact`},
		"no record":                   {b.override(t, "rooms", 0, `{"size":30}`), "record_id", "must be the id of a record of rooms that the hotel has published"},
		"another record":              {b.override(t, "rooms", 999999, `{"size":30}`), "record_id", "must be the id of a record of rooms that the hotel has published"},
		"a record where there is one": {b.override(t, "general", room, `{"chain_name":"x"}`), "record_id", "must be left out: a property has one record of general"},
	} {
		t.Run(name+" is refused", func(t *testing.T) {
			t.Parallel()
			res := body(t, do(c.body), 400)
			problems := list(t, res, "errors")
			require.Len(t, problems, 1)
			require.Equal(t, c.field, problems[0]["field"])
			if name != "an unknown field" && name != "a value of the wrong type" {
				require.Equal(t, c.problem, problems[0]["message"])
			}
		})
	}
	for name, raw := range map[string]string{
		"a list": `[]`, "nothing": ``, "null": `null`, "a text": `"x"`, "no JSON": `{`, "fields null": b.override(t, "general", 0, `null`),
		"fields a list": b.override(t, "general", 0, `[]`), "fields a text": b.override(t, "general", 0, `"x"`),
		"fields a number": b.override(t, "general", 0, `7`), "no property": `{"category":"general","fields":{"chain_name":"x"}}`,
		"a property as text":           `{"property":"1","category":"general","fields":{"chain_name":"x"}}`,
		"a negative property":          `{"property":-1,"category":"general","fields":{"chain_name":"x"}}`,
		"no such category":             b.override(t, "minibar", 0, `{"a":1}`),
		"a record as text":             fmt.Sprintf(`{"property":%d,"category":"rooms","record_id":"x","fields":{"size":1}}`, b.Property.ID),
		"nested to the end":            b.override(t, "general", 0, strings.Repeat(`{"short_description":`, 5000)+`1`+strings.Repeat(`}`, 5000)),
		"many unknown fields":          b.override(t, "general", 0, manyFields()),
		"a name of control characters": b.override(t, "general", 0, `{"\u0000\n":1}`),
		"a text with NUL":              b.override(t, "general", 0, `{"official_name":"a\u0000b"}`),
		"a number without end":         b.override(t, "general", 0, `{"rooms_total":1e999999999}`),
	} {
		t.Run("a body that is hostile: "+name, func(t *testing.T) {
			t.Parallel()
			res := do(raw)
			require.Equal(t, 400, res.Code, res.Body)
			require.Less(t, res.Body.Len(), 20_000)
		})
	}
	t.Run("a body that is too large is refused", func(t *testing.T) {
		t.Parallel()
		require.Equal(t, 413, do(b.override(t, "general", 0, `{"official_name":"`+strings.Repeat("x", 2<<20)+`"}`)).Code)
	})
	t.Cleanup(func() {
		overrides, err := overridedb.New(b.DB).PropertyOverrides(context.WithoutCancel(t.Context()), b.Operator.User.OwnerID, b.Property.ID)
		require.NoError(t, err)
		require.Empty(t, overrides, "nothing was stored")
	})
}

// Every hostile record of the catalogue is refused as an override, too, with
// the path below "fields".
func TestFacts_hostileRecords(t *testing.T) {
	t.Parallel()
	b := setupOverride(t, contract.Yes)
	for _, c := range b.Catalogue.Categories() {
		t.Run(c.Key, func(t *testing.T) {
			t.Parallel()
			record, tried := int64(0), 0
			if c.IsArray() {
				record = b.source(t, c.Key).ID
			}
			for h := range factstest.Hostile(c, 1) {
				tried++
				// What one part of a value lacks, the hotel's value may give.
				if tried%7 != 0 || !strings.HasPrefix(string(h.Body), "{") || strings.Contains(h.Name, " lacks ") {
					continue
				}
				res := b.Operator.Do(t, post, overrideCreate, b.override(t, c.Key, record, string(h.Body)))
				require.Equal(t, 400, res.Code, "%s: %s", h.Name, res.Body)
			}
			require.Empty(t, list(t, body(t, b.Operator.Do(t, get, factsPath+"?category="+c.Key, ""), 200), "results"))
		})
	}
}

func TestFacts_terms(t *testing.T) {
	t.Parallel()

	t.Run("N refuses and names the term", func(t *testing.T) {
		t.Parallel()
		b := setupOverride(t, contract.No)
		apptest.RequireError(t, b.Operator.Do(t, post, overrideCreate, b.override(t, "general", 0, `{"chain_name":"x"}`)), 403,
			"forbidden", "the contract does not allow this: its term to_edit_facts says no")
		require.Empty(t, list(t, body(t, b.Operator.Do(t, get, factsPath, ""), 200), "results"))
	})

	t.Run("O waits, and what was approved before stays in force", func(t *testing.T) {
		t.Parallel()
		b := setupOverride(t, contract.Ask)
		source := b.source(t, "general").Data["chain_name"]
		first := b.save(t, "general", 0, `{"chain_name":"First"}`, 201)
		require.Equal(t, "waiting", first["status"])
		require.Nil(t, first["approved_fields"])
		require.Equal(t, false, first["in_force"])
		require.Equal(t, source, b.shows(t, "general", "chain_name"))

		body(t, b.Hotel.Do(t, post, approval(first["id"], "approve"), ""), 200)
		require.Equal(t, "First", b.shows(t, "general", "chain_name"))
		second := b.save(t, "general", 0, `{"chain_name":"Second"}`, 200)
		require.Equal(t, "waiting", second["status"])
		require.Equal(t, object{"chain_name": "First"}, second["approved_fields"])
		require.Equal(t, "First", b.shows(t, "general", "chain_name"))

		body(t, b.Hotel.Do(t, post, approval(first["id"], "decline"), `{"reason":"  Not our chain  "}`), 200)
		one := list(t, body(t, b.Operator.Do(t, get, factsPath+"?status=declined", ""), 200), "results")[0]
		require.Equal(t, "Not our chain", one["reason"])
		require.Equal(t, "First", b.shows(t, "general", "chain_name"))

		b.setAnswer(t, contract.No)
		require.Equal(t, source, b.shows(t, "general", "chain_name"), "a right that is taken back ends what was made under it")
		require.Equal(t, false, list(t, body(t, b.Operator.Do(t, get, factsPath, ""), 200), "results")[0]["in_force"])
		b.setAnswer(t, contract.Ask)
		require.Equal(t, "First", b.shows(t, "general", "chain_name"))
	})

	t.Run("what waits goes on waiting when O becomes Y, until it is sent again", func(t *testing.T) {
		t.Parallel()
		b := setupOverride(t, contract.Ask)
		b.save(t, "general", 0, `{"chain_name":"First"}`, 201)
		b.setAnswer(t, contract.Yes)
		require.NotEqual(t, "First", b.shows(t, "general", "chain_name"))
		require.Equal(t, "active", b.save(t, "general", 0, `{"chain_name":"First"}`, 200)["status"])
		require.Equal(t, "First", b.shows(t, "general", "chain_name"))
	})
}

func TestFacts_others(t *testing.T) {
	t.Parallel()
	b := setupOverride(t, contract.Yes)
	second, stranger := b.Env.Operator(t), b.Env.Operator(t)
	b.Accepted(t, b.Hotel, second, apptest.Answer(contract.Yes))
	source := b.sheet(t, second)
	o := b.save(t, "general", 0, `{"official_name":"Ours"}`, 201)
	path := fmt.Sprintf("%s%.0f/", factsPath, o["id"])
	property := fmt.Sprintf("%sget/%d/", factsPath, b.Property.ID)

	t.Run("another operator reads what the hotel says and finds nothing of ours", func(t *testing.T) {
		t.Parallel()
		require.Equal(t, source, b.sheet(t, second))
		require.Empty(t, list(t, body(t, second.Do(t, get, factsPath, ""), 200), "results"))
		require.Empty(t, list(t, body(t, second.Do(t, get, property, ""), 200), "overrides"))
		apptest.RequireNotFound(t, second.Do(t, del, path, ""))
	})

	t.Run("without a contract there is nothing", func(t *testing.T) {
		t.Parallel()
		unknown := fmt.Sprintf("%sget/%d/", factsPath, 999999)
		for _, p := range []string{property, unknown} {
			apptest.RequireNotFound(t, stranger.Do(t, get, p, ""))
		}
		apptest.RequireNotFound(t, stranger.Do(t, post, overrideCreate, b.override(t, "general", 0, `{"chain_name":"x"}`)))
		apptest.RequireNotFound(t, stranger.Do(t, post, overrideCreate, `{"property":999999,"category":"general","fields":{"chain_name":"x"}}`))
		apptest.RequireNotFound(t, stranger.Do(t, del, path, ""))
	})

	t.Run("a property that is not published is not there", func(t *testing.T) {
		t.Parallel()
		p := b.Env.Property(t, b.Hotel, "Draft")
		apptest.RequireNotFound(t, b.Operator.Do(t, get, fmt.Sprintf("%sget/%d/", factsPath, p.ID), ""))
		apptest.RequireNotFound(t, b.Operator.Do(t, get, fmt.Sprintf("/api/tour-operator/photos/%d/", p.ID), ""))
	})

	t.Run("a category that the contract does not share is not there, and its source is not told", func(t *testing.T) {
		t.Parallel()
		b := setupOverride(t, contract.Yes)
		b.save(t, "beach", 0, `{"description":{"en":"Ours"}}`, 201)
		require.NoError(t, b.DB.InTx(t.Context(), func(ctx context.Context) error {
			_, err := b.DB.From(ctx).NewUpdate().Table("contracts").Set("flags = ?", `{"facts.beach":"N"}`).Where("id = ?", b.Contract.ID).Exec(ctx)
			return err
		}))
		apptest.RequireNotFound(t, b.Operator.Do(t, post, overrideCreate, b.override(t, "beach", 0, `{"description":{"en":"x"}}`)))
		one := list(t, body(t, b.Operator.Do(t, get, factsPath, ""), 200), "results")[0]
		require.Nil(t, one["source"])
		require.Nil(t, one["source_at_creation"])
		require.Equal(t, false, one["in_force"])
	})

	t.Run("a contract that is over shows nothing, and the override can still be removed", func(t *testing.T) {
		t.Parallel()
		b := setupOverride(t, contract.Yes)
		o := b.save(t, "general", 0, `{"official_name":"Ours"}`, 201)
		b.SetStatus(t, b.Contract, contract.StatusCancelled)
		require.EqualValues(t, 0, body(t, b.Operator.Do(t, get, factsPath, ""), 200)["count"])
		apptest.RequireNotFound(t, b.Operator.Do(t, get, fmt.Sprintf("%sget/%d/", factsPath, b.Property.ID), ""))
		apptest.RequireNotFound(t, b.Operator.Do(t, get, b.photosPath(""), ""))
		require.NotEqual(t, "Ours", b.shows(t, "general", "official_name"))
		require.Equal(t, 204, b.Operator.Do(t, del, fmt.Sprintf("%s%.0f/", factsPath, o["id"]), "").Code)
	})
}

func TestFacts_lists(t *testing.T) {
	t.Parallel()
	b := setupOverride(t, contract.Yes)
	room := b.source(t, "rooms").ID
	general := b.save(t, "general", 0, `{"chain_name":"x"}`, 201)
	b.setAnswer(t, contract.Ask)
	rooms := b.save(t, "rooms", room, `{"size":31}`, 201)
	require.EqualValues(t, room, rooms["record_id"])
	for query, want := range map[string][]any{
		"": {rooms["id"], general["id"]}, "?category=rooms": {rooms["id"]}, "?status=waiting": {rooms["id"]}, "?status=active": {general["id"]},
		fmt.Sprintf("?property=%d", b.Property.ID): {rooms["id"], general["id"]}, "?property=99999": {}, "?category=nothing": {},
		fmt.Sprintf("?property=%d&category=general&status=active", b.Property.ID): {general["id"]}, "?page_size=1&page=2": {general["id"]},
	} {
		ids := []any{}
		for _, o := range list(t, body(t, b.Operator.Do(t, get, factsPath+query, ""), 200), "results") {
			ids = append(ids, o["id"])
		}
		require.Equal(t, want, ids, query)
	}
	require.Equal(t, 400, b.Operator.Do(t, get, factsPath+"?status=nothing", "").Code)
	apptest.RequireNotFound(t, b.Hotel.Do(t, post, approvalsPath+"999999/approve/", ""))
}

func TestFacts_twins(t *testing.T) {
	t.Parallel()
	b := setupOverride(t, contract.Ask)
	var made, changed atomic.Int32
	var all sync.WaitGroup
	for i := range 12 {
		all.Go(func() {
			switch res := b.Operator.Do(t, post, overrideCreate, b.override(t, "general", 0, fmt.Sprintf(`{"chain_name":"Chain %d"}`, i))); res.Code {
			case 201:
				made.Add(1)
			case 200:
				changed.Add(1)
			default:
				t.Errorf("%d %s", res.Code, res.Body)
			}
		})
	}
	all.Wait()
	require.EqualValues(t, 1, made.Load())
	require.EqualValues(t, 11, changed.Load())
	require.EqualValues(t, 1, body(t, b.Operator.Do(t, get, factsPath, ""), 200)["count"])
}

func manyFields() string {
	names := make([]string, 20_000)
	for i := range names {
		names[i] = fmt.Sprintf(`"field%d":1`, i)
	}
	return "{" + strings.Join(names, ",") + "}"
}
