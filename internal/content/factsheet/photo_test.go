package factsheet_test

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"runtime"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"allot/internal/content/facts"
	"allot/internal/content/factsheet"
	"allot/internal/platform/apperr"
	"allot/internal/platform/blob"
	"allot/internal/testkit/pdftest"
)

// pictures counts those that the document holds, each once.
func pictures(doc []byte) int { return bytes.Count(doc, []byte("/Subtype /Image")) }

// lowest is how far down the page a word stands, or its last one above the footer.
func lowest(p pdftest.Page, text string) float64 {
	const footer = 60
	y := 0.0
	for _, w := range p.Words {
		if w.YMax < p.Height-footer && (text == "" || w.Text == text) {
			y = max(y, w.YMax)
		}
	}
	return y
}

func gone() (io.ReadCloser, error) { return nil, blob.ErrNotFound.Withf("properties/7/photos/x.jpg") }

func TestWrite_Photos(t *testing.T) {
	t.Parallel()
	t.Run("shows every photo once: cover, two a room, the others at the end", func(t *testing.T) {
		t.Parallel()
		s := hotel(t, "en")
		doc := render(t, s)
		require.Equal(t, len(s.Photos), pictures(doc))
		all := pdftest.Pages(t, doc)
		require.Contains(t, all[0], "Η παραλία από ψηλά")
		gallery := strings.Join(all[len(all)-2:], "")
		for _, caption := range []string{"Ο κήπος το πρωί", "Banyo", "Вид 1"} {
			require.Contains(t, gallery, caption)
		}
		require.NotContains(t, gallery, "Η παραλία")
		require.NotContains(t, gallery, "Double Room Sea View\n")
	})
	for _, lang := range []string{"en", "de"} {
		t.Run("photos start below the last section where a row of them fits, in "+lang, func(t *testing.T) {
			t.Parallel()
			for records := range 2 { // the last section ends somewhere else each time
				s := hotel(t, lang)
				if records > 0 {
					s.Facts = fullFacts(records)
				}
				pages := pdftest.Layout(t, render(t, s))
				at := slices.IndexFunc(pages, func(p pdftest.Page) bool { return lowest(p, factsheet.AllTexts[lang].Photos) > 0 })
				require.Positive(t, at)
				if lowest(pages[at], factsheet.AllTexts[lang].Photos) < 110 { // on top of its page
					require.Greater(t, lowest(pages[at-1], ""), pages[at].Height/2, "the page before is more than half full")
				}
			}
		})
	}
	t.Run("a photo with transparency is stored as JPEG, a logo keeps its clean edges", func(t *testing.T) {
		t.Parallel()
		s := hotel(t, "en")
		s.Photos = []factsheet.Photo{{Caption: "see-through", Width: 500, Height: 180, Open: logo()}}
		require.NotContains(t, string(render(t, s)), "/SMask")
		s.Logo = logo()
		require.Contains(t, string(render(t, s)), "/SMask")
	})
	t.Run("one photo is the cover, and there is no photo page", func(t *testing.T) {
		t.Parallel()
		s := hotel(t, "en")
		s.Photos = []factsheet.Photo{photo(1, 300, 200, "the only one")}
		all := pdftest.Pages(t, render(t, s))
		require.Contains(t, all[0], "the only one")
		require.NotContains(t, strings.Join(all, ""), "Photos")
	})
	t.Run("without a mark the first wide photo of the house is the cover", func(t *testing.T) {
		t.Parallel()
		s := hotel(t, "en")
		s.Photos = []factsheet.Photo{
			photo(1, 300, 200, "a room"), photo(2, 200, 300, "upright"), photo(3, 300, 200, "wide"),
		}
		s.Photos[0].Room = ptr(int64(1))
		require.Contains(t, pdftest.Pages(t, render(t, s))[0], "wide")
	})
	t.Run("a photo of a room that is no more goes to the end", func(t *testing.T) {
		t.Parallel()
		s := hotel(t, "en")
		s.Photos = []factsheet.Photo{photo(1, 300, 200, "cover"), photo(2, 300, 200, "old room")}
		s.Photos[1].Room = ptr(int64(99))
		all := pdftest.Pages(t, render(t, s))
		require.Contains(t, all[len(all)-1], "old room")
	})
	t.Run("so many are enough, and the reader is told of the others", func(t *testing.T) {
		t.Parallel()
		s := hotel(t, "en")
		s.Photos = nil
		for n := range 40 {
			s.Photos = append(s.Photos, photo(n, 90+n, 60, fmt.Sprint("photo ", n)))
		}
		doc := render(t, s)
		require.Equal(t, 25, pictures(doc))
		require.Contains(t, pdftest.Text(t, doc), "Further photos in the online gallery: 15")
		pdftest.RequireTidy(t, doc)
	})
	t.Run("every room type has a photo before one has two", func(t *testing.T) {
		t.Parallel()
		s := hotel(t, "en")
		s.Facts, s.Photos = facts.Sheet{}, []factsheet.Photo{photo(0, 90, 60, "cover")}
		for i := range int64(20) {
			record := facts.Record{"name": fmt.Sprint("Room ", i+1)}
			s.Facts[facts.CategoryRooms] = append(s.Facts[facts.CategoryRooms], facts.Entry{ID: i + 1, Data: record})
			for n := range 2 {
				p := photo(int(i), 100+int(i), 60+n, fmt.Sprintf("shows %d.", i+1))
				p.Room = ptr(i + 1)
				s.Photos = append(s.Photos, p)
			}
		}
		got := pdftest.Text(t, render(t, s))
		rooms, gallery, found := strings.Cut(got, "Photos\n")
		require.True(t, found)
		for i := range 20 {
			require.Contains(t, rooms, fmt.Sprintf("shows %d.", i+1))
		}
		require.Equal(t, 24, strings.Count(rooms, "shows "))
		require.Equal(t, 16, strings.Count(gallery, "shows "))
	})
	t.Run("a file that is gone leaves no gap", func(t *testing.T) {
		t.Parallel()
		s := hotel(t, "en")
		s.Logo = gone
		want := len(s.Photos) - 3
		for _, i := range []int{1, 2, 7} { // cover, room, gallery
			s.Photos[i].Open = gone
		}
		doc := render(t, s)
		require.Equal(t, want, pictures(doc))
		pdftest.RequireTidy(t, doc)
		for i := range s.Photos {
			s.Photos[i].Open = gone
		}
		require.NotContains(t, pdftest.Text(t, render(t, s)), "Photos", "no page without a photo")
	})
	for name, open := range map[string]func() (io.ReadCloser, error){
		"no picture":     file([]byte("<html>")),
		"half a picture": file([]byte("\xff\xd8\xff\xe0\x00\x10JFIF")),
		"not readable":   func() (io.ReadCloser, error) { return nil, errors.New("disk on fire") },
	} {
		t.Run("a file that is "+name+" is a fault, not a refusal", func(t *testing.T) {
			t.Parallel()
			for at := range 4 {
				s := hotel(t, "en")
				if at == 0 {
					s.Logo = open
				} else {
					s.Photos[at].Open = open
				}
				var buf bytes.Buffer
				err := factsheet.Write(&buf, facts.Load(), s)
				require.ErrorContains(t, err, "read picture")
				var refusal *apperr.Error
				require.NotErrorAs(t, err, &refusal)
				require.Zero(t, buf.Len(), "half a document is none")
			}
		})
	}
	t.Run("files are closed, and only one is open at a time", func(t *testing.T) {
		t.Parallel()
		s := hotel(t, "en")
		open, most := 0, 0
		for i := range s.Photos {
			inner := s.Photos[i].Open
			s.Photos[i].Open = func() (io.ReadCloser, error) {
				r, err := inner()
				open++
				most = max(most, open)
				return closer{r, func() { open-- }}, err
			}
		}
		render(t, s)
		require.Zero(t, open)
		require.Equal(t, 1, most)
	})
}

type closer struct {
	io.Reader
	done func()
}

func (c closer) Close() error { c.done(); return nil }

// BenchmarkWrite draws a full sheet with 24 photos of medium size in the gallery,
// a cover and photos of rooms, and tells how large the file is.
func BenchmarkWrite(b *testing.B) {
	s := hotel(b, "en")
	s.Facts = fullFacts(4)
	s.Photos = nil
	for n := range 29 {
		p := photo(n, 1200, 900, fmt.Sprint("photo ", n))
		if n < 4 {
			p.Room = ptr(int64(n + 1))
		}
		s.Photos = append(s.Photos, p)
	}
	runtime.GC()
	b.ReportAllocs()
	size := 0
	for b.Loop() {
		size = len(render(b, s))
	}
	b.ReportMetric(float64(size)/1e6, "MB/file")
}
