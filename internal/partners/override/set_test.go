package override_test

import (
	"encoding/json"
	"fmt"
	"testing"

	"github.com/stretchr/testify/require"

	"allot/internal/content/facts"
	"allot/internal/content/photo"
	"allot/internal/content/publication"
	"allot/internal/partners/contract"
	"allot/internal/partners/override"
)

const operator = 2

// free is a contract that allows everything.
func free() contract.Contract {
	c := contract.Contract{UserID: 1, PartnerID: operator, Terms: contract.Defaults(), Status: contract.StatusAccepted}
	c.EditFacts, c.SelectPhotos, c.AddOwnPhotos, c.AddLogo = contract.Yes, contract.Yes, contract.Yes, contract.Yes
	return c
}

func approvedFacts(tb testing.TB, c *facts.Category, fields facts.Record) override.Override {
	tb.Helper()
	raw, err := json.Marshal(fields)
	require.NoError(tb, err)
	ov := override.Override{OperatorID: operator, Kind: override.KindFacts, Category: c.Key, Approved: raw}
	if c.IsArray() {
		ov.RecordID = 9
	}
	return ov
}

func TestSet_Facts(t *testing.T) {
	t.Parallel()
	catalogue := facts.Load()
	set, err := override.SetOf(nil, "",
		approvedFacts(t, category(t, "rooms"), facts.Record{"size": json.Number("30"), "code": nil}),
		approvedFacts(t, category(t, "beach"), facts.Record{"beach_type": "sandy"}))
	require.NoError(t, err)
	sheet := facts.Sheet{"rooms": {{ID: 8, Data: facts.Record{"code": "A"}}, {ID: 9, Position: 1, Data: facts.Record{"code": "B", "name": "Double"}}}}

	t.Run("lays values over one record and fills a category that is empty", func(t *testing.T) {
		t.Parallel()
		out := set.Facts(catalogue, free(), sheet)
		require.Equal(t, []facts.Entry{
			{ID: 8, Data: facts.Record{"code": "A"}}, {ID: 9, Position: 1, Data: facts.Record{"name": "Double", "size": json.Number("30")}},
		}, out["rooms"])
		require.Equal(t, []string{"rooms/9/code", "rooms/9/size", "beach/beach_type"}, set.Paths(free(), sheet))
	})

	t.Run("changes nothing once the right or the category is taken back", func(t *testing.T) {
		t.Parallel()
		for name, change := range map[string]func(*contract.Contract){
			"the term":     func(c *contract.Contract) { c.EditFacts = contract.No },
			"the flag":     func(c *contract.Contract) { c.Flags = contract.Flags{contract.RightEditFacts: contract.No} },
			"the door":     func(c *contract.Contract) { c.Flags = contract.Flags{contract.RightFacts: contract.No} },
			"the contract": func(c *contract.Contract) { c.Status = contract.StatusCancelled },
			"the partner":  func(c *contract.Contract) { c.PartnerID = 3 },
		} {
			c := free()
			change(&c)
			require.Equal(t, sheet, set.Facts(catalogue, c, sheet), name)
			require.Empty(t, set.Paths(c, sheet), name)
		}
		c := free()
		c.Flags = contract.Flags{contract.RightCategory("rooms"): contract.No}
		require.Equal(t, sheet["rooms"], set.Facts(catalogue, c, sheet)["rooms"])
		require.Equal(t, []string{"beach/beach_type"}, set.Paths(c, sheet))
	})

	t.Run("a record that is gone is left out", func(t *testing.T) {
		t.Parallel()
		gone := facts.Sheet{"rooms": {{ID: 8, Data: facts.Record{"code": "A"}}}}
		require.Equal(t, gone["rooms"], set.Facts(catalogue, free(), gone)["rooms"])
		require.Equal(t, []string{"beach/beach_type"}, set.Paths(free(), gone))
	})

	t.Run("nothing made different gives the sheet as it is", func(t *testing.T) {
		t.Parallel()
		require.Equal(t, sheet, override.Set{}.Facts(catalogue, free(), sheet))
		require.Empty(t, override.Set{}.Paths(free(), sheet))
		require.Equal(t, facts.Sheet{}, override.Set{}.Facts(catalogue, contract.Contract{}, nil))
	})
}

func photos(ids ...int64) []publication.Photo {
	list := make([]publication.Photo, len(ids))
	for i, id := range ids {
		list[i].Photo = photo.Photo{ID: id, Position: i, IsCover: i == 1}
	}
	return list
}

// shown is a gallery as "id", with * at the cover and + at an own photo.
func shown(list []override.Photo) []string {
	out := []string{}
	for i, p := range list {
		name := fmt.Sprint(p.ID)
		if p.Own {
			name += "+"
		}
		if p.IsCover {
			name += "*"
		}
		if p.Position != i {
			name += "?"
		}
		out = append(out, name)
	}
	return out
}

func TestSet_Photos(t *testing.T) {
	t.Parallel()
	files := []override.OwnFile{{ID: 1, OperatorID: operator, Key: "k"}, {ID: 2, OperatorID: operator, Key: "l"}}
	own := func(id int64) override.Override {
		return override.Override{OperatorID: operator, Kind: override.KindOwnPhoto, RecordID: id, Approved: json.RawMessage(`{"caption":"Ours","category":"pool","room":null}`)}
	}
	selected := override.Override{
		OperatorID: operator, Kind: override.KindSelection, Approved: json.RawMessage(`{"photos":[{"id":3},{"id":2,"own":true},{"id":77},{"id":1}]}`),
	}
	set := func(overrides ...override.Override) override.Set {
		s, err := override.SetOf(files, "", overrides...)
		require.NoError(t, err)
		return s
	}
	selective, unselective := free(), free()
	selective.AddOwnPhotos, unselective.SelectPhotos = contract.No, contract.No
	for name, tt := range map[string]struct {
		set    override.Set
		c      contract.Contract
		photos []publication.Photo
		want   []string
	}{
		"the hotel's order and cover, own photos behind":    {set(own(1), own(2)), free(), photos(1, 2, 3), []string{"1", "2*", "3", "1+", "2+"}},
		"the selection, its first is the cover":             {set(own(1), own(2), selected), free(), photos(1, 2, 3), []string{"3*", "2+", "1"}},
		"a photo that is gone from the hotel is left out":   {set(own(2), selected), free(), photos(1, 2), []string{"2+*", "1"}},
		"own photos end with their right":                   {set(own(1), own(2), selected), selective, photos(1, 2, 3), []string{"3*", "1"}},
		"the selection ends with its right":                 {set(own(1), selected), unselective, photos(1, 2), []string{"1", "2*", "1+"}},
		"without photos of the hotel the first own is it":   {set(own(1), own(2)), free(), nil, []string{"1+*", "2+"}},
		"nothing without a contract but what the hotel has": {set(own(1), selected), contract.Contract{}, photos(1, 2), []string{"1", "2*"}},
		"an own photo whose files are gone is left out":     {set(own(3)), free(), photos(1, 2), []string{"1", "2*"}},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			require.Equal(t, tt.want, shown(tt.set.Photos(tt.c, tt.photos)))
		})
	}
	t.Run("an empty selection shows nothing", func(t *testing.T) {
		t.Parallel()
		none := selected
		none.Approved = json.RawMessage(`{"photos":[]}`)
		require.Empty(t, set(none).Photos(free(), photos(1, 2)))
	})
	t.Run("an own photo has its files and words in both places", func(t *testing.T) {
		t.Parallel()
		p := set(own(1)).Photos(free(), nil)[0]
		require.Equal(t, []string{"k", "k", "Ours", "pool"}, []string{p.Key, p.Photo.Photo.Key, p.Caption, string(p.Category)})
	})
}

func TestSet_LogoKey(t *testing.T) {
	t.Parallel()
	set, err := override.SetOf(nil, "logos/2.png", override.Override{OperatorID: operator, Kind: override.KindLogo, Approved: json.RawMessage(`{}`)})
	require.NoError(t, err)
	require.Equal(t, "logos/2.png", set.LogoKey(free()))
	refused := free()
	refused.AddLogo = contract.No
	require.Empty(t, set.LogoKey(refused))
	require.Empty(t, override.Set{}.LogoKey(free()))
}
