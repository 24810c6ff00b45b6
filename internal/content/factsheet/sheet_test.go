package factsheet_test

import (
	"bytes"
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"allot/internal/content/facts"
	"allot/internal/content/factsheet"
	"allot/internal/platform/lang"
	"allot/internal/platform/pdf"
	"allot/internal/testkit/pdftest"
)

func TestWrite(t *testing.T) {
	t.Parallel()

	t.Run("tells the whole hotel in the order of the sheet", func(t *testing.T) {
		t.Parallel()
		doc := render(t, hotel(t, "en"))
		pdftest.InOrder(t, pdftest.Drawn(t, doc),
			"FACT SHEET", "Ξενοδοχείο Ακτή Ήλιος", "Resort · Ήλιος Hotels",
			"Λεωφόρος Ελ. Βενιζέλου 114 · 700 14 Χερσόνησος · Greece",
			"+302897012345 · sales@akti-ilios.example", "Η παραλία από ψηλά",
			"At a glance", "Rooms in total", "186", "Room types", "3", "Check-in from", "14:00", "Check-out until", "12:00",
			"To the beach", "Directly at the hotel", "To the airport", "HER, 26.4 km, 30 min", "15 Apr – 31 Oct", "All inclusive, Half board",
			"A family resort on its own sandy bay", "The five low buildings",
			"General information", "1039K014A0067200",
			"Location and surroundings", "35.3167°", "How to get there", "national road E75",
			"Contacts", "Sales · Μαρία Παπαδάκη", "Mon–Fri 09:00–17:00", "Stop sales · Ayşe Yılmaz-Çağlar",
			"Distances", "Target", "Distance", "26.4 km", "850 m", "Crete Golf Club",
			"Room types", "Double Room Sea View · DBL.SV", "Bright room", "King-size bed", "180 cm", "Sofa bed", "26 m²",
			"Οικογενειακό δωμάτιο με θέα στον κήπο · FAM.GV", "Bunk bed", "Junior Suite Sea Front · JST.SF", "44.5 m²",
			"Board and meals", "All inclusive", "Half board · Half board at the sea",
			"Restaurants", "Θάλασσα · À la carte restaurant", "Elia · Main restaurant (buffet)",
			"Pools", "Main pool", "Δελφίνι · Children's pool", "Beach", "Families and children", "Mini Club", "15 Jun – 10 Sep",
			"Services and facilities", "House rules and policies", "10.00 EUR", "Quiet hours",
			"Safety and sustainability", "12 Mar 2030", "Travelife", "31 Dec 2031", "Photos", "Вид 7: Pool, Çocuk havuzu",
		)
		pdftest.RequireTidy(t, doc)
	})

	for lang, want := range map[string][]string{
		"de":    {"FACTSHEET", "Griechenland", "Auf einen Blick", "26,4 km", "Ein Familienresort an der eigenen Sandbucht"},
		"de-AT": {"FACTSHEET", "Ein Familienresort an der eigenen Sandbucht"},
		"el":    {"ΔΕΛΤΙΟ ΣΤΟΙΧΕΙΩΝ", "Ελλάδα", "Με μια ματιά", "Οικογενειακό θέρετρο σε δικό του αμμώδη κόλπο", "Φωτεινό δωμάτιο"},
		"tr":    {"TESİS BİLGİ FORMU", "Yunanistan", "Bir bakışta", "Kendi kumlu koyunda", "aydınlık oda"},
		"ru":    {"FACT SHEET", "Greece", "At a glance", "Семейный курорт в собственной песчаной бухте", "Тихие часы"},
	} {
		t.Run("speaks "+lang+", texts of the hotel too", func(t *testing.T) {
			t.Parallel()
			s := hotel(t, lang)
			s.Logo = logo()
			doc := render(t, s)
			pdftest.InOrder(t, pdftest.Drawn(t, doc), want...)
			pdftest.RequireTidy(t, doc)
		})
	}

	for lang, want := range map[string]string{
		"en": "Version 3, published 31 May 2030", "de": "Version 3, veröffentlicht am 31. Mai 2030",
		"tr": "Sürüm 3, yayım tarihi 31 Mayıs 2030", "el": "Έκδοση 3, δημοσίευση 31 Μαΐου 2030",
	} {
		t.Run("says on every page in "+lang+" whose it is and how old, by the hotel's clock", func(t *testing.T) {
			t.Parallel()
			all := pdftest.Pages(t, render(t, hotel(t, lang)))
			require.Greater(t, len(all), 5)
			for i, page := range all {
				require.Contains(t, page, want)
				require.Contains(t, page, "Ακτή Ήλιος Τουριστικές Επιχειρήσεις Α.Ε.")
				require.Contains(t, page, "Allot")
				require.Regexp(t, fmt.Sprintf(`%d\D+%d\n`, i+1, len(all)), page)
				require.Contains(t, page, "Ξενοδοχείο Ακτή Ήλιος")
			}
		})
	}

	t.Run("lines of the address end between its parts", func(t *testing.T) {
		t.Parallel()
		s := hotel(t, "en")
		s.Property.Address, s.Property.City = "Λεωφόρος Ελευθερίου Βενιζέλου 114 και Νικολάου Καζαντζάκη 7, Ανάληψη", "Λιμένας Χερσονήσου Ηρακλείου Κρήτης"
		lines := strings.Split(pdftest.Text(t, render(t, s)), "\n")
		at := slices.IndexFunc(lines, func(l string) bool { return strings.Contains(l, "Ανάληψη") })
		require.NotContains(t, lines[at], "700 14")
		require.Regexp(t, `^\s*700 14 Λιμένας Χερσονήσου Ηρακλείου Κρήτης\s+·\s+Greece$`, strings.TrimRight(lines[at+1], " "))
	})

	t.Run("marks every page of a draft and gives it no version", func(t *testing.T) {
		t.Parallel()
		s := hotel(t, "en")
		s.Draft, s.Version, s.PublishedAt = true, 0, time.Time{}
		for _, page := range pdftest.Pages(t, render(t, s)) {
			require.Contains(t, page, "Draft, not published")
			require.Contains(t, page, "Draft of 1 June 2030")
			require.NotContains(t, page, "Version")
		}
		for _, page := range pdftest.Pages(t, render(t, hotel(t, "en"))) {
			require.NotContains(t, page, "Draft")
		}
	})

	t.Run("keeps contacts to itself that are not for partners", func(t *testing.T) {
		t.Parallel()
		got := pdftest.Text(t, render(t, hotel(t, "en")))
		require.NotContains(t, got, "Γιώργος Σκουλάς")
		require.NotContains(t, got, "+306900000000")
		require.NotContains(t, strings.ToLower(got), "partners")
	})

	t.Run("leaves out categories that say nothing", func(t *testing.T) {
		t.Parallel()
		s := hotel(t, "en")
		s.Facts["bars"] = nil
		s.Facts["meeting_rooms"] = []facts.Entry{{ID: 1, Data: facts.Record{}}}
		s.Facts["general"] = []facts.Entry{{Data: facts.Record{"short_description": map[string]any{"en": "Short."}}}}
		got := pdftest.Text(t, render(t, s))
		for _, title := range []string{"Bars", "Meeting", "Entertainment", "General information"} {
			require.NotContains(t, got, title)
		}
		require.Contains(t, got, "Short.")
	})

	t.Run("is equal for equal input", func(t *testing.T) {
		t.Parallel()
		s := hotel(t, "el")
		s.Logo = logo()
		first := render(t, s)
		for range 3 {
			require.True(t, bytes.Equal(first, render(t, s)))
		}
	})

	t.Run("is a draft or has a version and a date, never neither", func(t *testing.T) {
		t.Parallel()
		for _, spoil := range []func(*factsheet.Sheet){
			func(s *factsheet.Sheet) { s.Version = 0 }, func(s *factsheet.Sheet) { s.PublishedAt = time.Time{} },
		} {
			s := hotel(t, "en")
			spoil(&s)
			require.ErrorContains(t, factsheet.Write(&bytes.Buffer{}, facts.Load(), s), "it is no draft")
		}
	})

	t.Run("needs the time at which it is made", func(t *testing.T) {
		t.Parallel()
		s := hotel(t, "en")
		s.GeneratedAt = time.Time{}
		require.ErrorContains(t, factsheet.Write(&bytes.Buffer{}, facts.Load(), s), "fact sheet of property 7")
	})
}

func TestWrite_Full(t *testing.T) {
	t.Parallel()
	for _, lang := range lang.Offered {
		t.Run("loses no fact of a sheet where everything is filled, in "+lang, func(t *testing.T) {
			t.Parallel()
			s := hotel(t, lang)
			s.Facts = fullFacts(2)
			doc := render(t, s)
			got := pdftest.Drawn(t, doc)
			for _, c := range facts.Load().Categories() {
				require.Contains(t, got, pdftest.Squeezed(pdf.Clean(c.TitleIn(lang))))
				for _, e := range s.Facts[c.Key] {
					for _, line := range c.Describe(lang, e.Data) {
						requireLine(t, got, c.Key, line)
					}
				}
			}
			pdftest.RequireTidy(t, doc)
		})
	}
}

func requireLine(t *testing.T, got, category string, line facts.Line) {
	t.Helper()
	if line.Key == "shared_with_partners" || category == "distances" && line.Key == "distance" {
		return // left out; in kilometres
	}
	values := []string{line.Value}
	if line.Table != nil {
		values = line.Table.Columns
		for _, row := range line.Table.Rows {
			values = append(values, row...)
		}
	}
	for _, value := range values {
		if value = pdftest.Squeezed(pdf.Clean(value)); strings.Contains(got, value) {
			continue
		}
		// A page ends inside it: then at least its words are there.
		for word := range strings.FieldsSeq(pdf.Clean(line.Value)) {
			require.Contains(t, got, word, "%s.%s", category, line.Key)
		}
	}
}

func TestWrite_Edges(t *testing.T) {
	t.Parallel()
	t.Run("a hotel without facts and photos has one page", func(t *testing.T) {
		t.Parallel()
		s := hotel(t, "en")
		s.Facts, s.Photos = nil, nil
		doc := render(t, s)
		require.Len(t, pdftest.Pages(t, doc), 1)
		require.Contains(t, pdftest.Text(t, doc), "This fact sheet has no facts yet.")
		pdftest.RequireTidy(t, doc)
	})
	t.Run("a property that is little more than a name has one page", func(t *testing.T) {
		t.Parallel()
		s := factsheet.Sheet{Format: lang.In("en"), GeneratedAt: time.Unix(0, 0), Draft: true}
		s.Property.Name = "X"
		require.Len(t, pdftest.Pages(t, render(t, s)), 1)
	})
	t.Run("very long words and texts wrap and lose nothing", func(t *testing.T) {
		t.Parallel()
		s := hotel(t, "en")
		word, long := strings.Repeat("Wasserrutschen", 14), strings.Repeat("Lorem ipsum Ωραία ", 222)
		s.Property.Name, s.Company = word[:190], strings.Repeat("Company name ", 15)
		s.Property.Chain, s.Property.Address = word[:190], word[:190]
		rooms := s.Facts[facts.CategoryRooms]
		rooms[0].Data["name"] = word[:110]
		rooms[0].Data["description"] = map[string]any{"en": long[:1990]}
		s.Facts["policies"][0].Data["house_rules"] = map[string]any{"en": long + "end of the rules"}
		s.Facts["distances"][1].Data["name"] = word[:110]
		s.Photos[0].Caption = long[:400]
		doc := render(t, s)
		got := pdftest.Drawn(t, doc)
		pdftest.InOrder(t, got, word[:190], word[:190], word[:110], "end of the rules")
		require.Equal(t, strings.Count(long, "ipsum")+strings.Count(long[:1990], "ipsum")+strings.Count(long[:400], "ipsum"), strings.Count(got, "ipsum"))
		pdftest.RequireTidy(t, doc)
	})
	t.Run("sixty room types have a block each, whole on its page", func(t *testing.T) {
		t.Parallel()
		s := hotel(t, "en")
		room := s.Facts[facts.CategoryRooms][0].Data
		s.Facts = facts.Sheet{}
		for i := range 60 {
			record := facts.Record{}
			for k, v := range room {
				record[k] = v
			}
			record["name"], record["code"] = fmt.Sprintf("Room type %02d", i), fmt.Sprintf("code%02d", i)
			record["accessible_units"] = room["max_adults"]
			s.Facts[facts.CategoryRooms] = append(s.Facts[facts.CategoryRooms], facts.Entry{ID: int64(i + 1), Data: record})
		}
		doc := render(t, s)
		pdftest.RequireTidy(t, doc)
		blocks := 0
		for _, page := range pdftest.Pages(t, doc) {
			starts := strings.Count(page, "Room type ")
			require.Equal(t, starts, strings.Count(page, "Kind of unit"))
			require.Equal(t, starts, strings.Count(page, "Wheelchair-accessible"))
			blocks += starts
		}
		require.Equal(t, 60, blocks)
	})
	t.Run("a long table repeats its header", func(t *testing.T) {
		t.Parallel()
		s := hotel(t, "en")
		var entries []facts.Entry
		for i := range 300 {
			record := facts.Record{"target": "attraction", "name": fmt.Sprintf("sight %03d", i)}
			entries = append(entries, facts.Entry{ID: int64(i), Data: record})
		}
		s.Facts = facts.Sheet{"distances": entries}
		s.Photos = nil
		all := pdftest.Pages(t, render(t, s))
		require.Greater(t, len(all), 5)
		for _, page := range all[1:] {
			require.Contains(t, page, "Name of the target")
		}
		require.Contains(t, all[len(all)-1], "sight 299")
	})
	t.Run("no heading stands alone at the end of a page", func(t *testing.T) {
		t.Parallel()
		titles := map[string]bool{}
		for _, c := range facts.Load().Categories() {
			titles[c.Title] = true
		}
		for lines := range 14 {
			s := hotel(t, "en")
			s.Photos = nil
			s.Facts["general"][0].Data["long_description"] = map[string]any{"en": strings.Repeat("line\n", 2*lines) + "end"}
			for _, page := range pdftest.Pages(t, render(t, s)) {
				body := strings.Split(strings.TrimSpace(page), "\n")
				last := len(body) - 3 // two lines are the footer
				for last > 0 && strings.TrimSpace(body[last]) == "" {
					last--
				}
				require.False(t, titles[strings.TrimSpace(body[max(last, 0)])], "%q ends a page", body[max(last, 0)])
			}
		}
	})
}
