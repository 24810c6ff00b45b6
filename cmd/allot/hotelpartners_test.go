package main

import (
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
)

// storyContacts are whom the hotel writes to.
var storyContacts = []string{"mueller@reise.example", "ayse@tur.example", "eleni@taxidi.example"}

// downloads holds the files against what other programs read in them.
func (s *hotelStory) downloads(t *testing.T) {
	t.Helper()
	all := s.published(t)
	for _, kind := range []string{"full", "published-partners"} {
		require.Contains(t, all[kind], storyText, kind)
	}
	for _, kind := range []string{"full", "summary", "partners-photos", "partners-photos in XML"} {
		require.Contains(t, all[kind], storyCaption, kind)
	}
	require.Equal(t, storyPhotos, strings.Count(all["full"], `"is_cover"`))
	require.Equal(t, 1, strings.Count(all["summary"], `"is_cover"`))
	require.Zero(t, strings.Count(all["rooms"], `"is_cover"`))

	sheet := s.ok(200, get, s.at("/api/info/download-facts/%s/?lang=el"), s.hotel, nil)
	require.Equal(t, "application/pdf", sheet.header.Get("Content-Type"))
	s.readsSheet(t, []byte(sheet.raw))
	zip := s.ok(200, get, s.at("/api/info/download-photos/%s/"), s.hotel, nil)
	require.Equal(t, "application/zip", zip.header.Get("Content-Type"))
	s.unpacks(t, []byte(zip.raw))
}

func (s *hotelStory) readsSheet(t *testing.T, pdf []byte) {
	t.Helper()
	text := strings.Join(strings.Fields(tool(t, pdf, "pdftotext", "-enc", "UTF-8", "%s", "-")), " ")
	for _, part := range []string{storyHotel, storyText, storyCaption} {
		require.Contains(t, text, part)
	}
}

func (s *hotelStory) unpacks(t *testing.T, zip []byte) {
	t.Helper()
	said := tool(t, zip, "unzip", "-t", "%s")
	require.Contains(t, said, "No errors detected")
	require.Equal(t, storyPhotos, strings.Count(said, "testing:"))
}

// tool runs a program of the machine on a file.
func tool(t *testing.T, file []byte, name string, args ...string) string {
	t.Helper()
	if _, err := exec.LookPath(name); err != nil {
		require.NotEqual(t, "true", os.Getenv("CI"), "%s is not installed", name)
		t.Skipf("%s is not installed", name)
	}
	path := filepath.Join(t.TempDir(), "file")
	require.NoError(t, os.WriteFile(path, file, 0o600))
	for i := range args {
		args[i] = strings.Replace(args[i], "%s", path, 1)
	}
	out, err := exec.CommandContext(t.Context(), name, args...).CombinedOutput()
	require.NoError(t, err, string(out))
	return string(out)
}

// mail makes a list out of a file and sends the sheet and the gallery to it.
func (s *hotelStory) mail(t *testing.T) {
	t.Helper()
	list := number(s.ok(201, post, "/api/settings/mailing-lists/create/", s.hotel, object{"name": "Partner"}).body["id"])
	sheet, photos := "/api/info/send-facts/"+list+"/sheet/"+s.id+"/", "/api/info/send-photos/"+list+"/acc/"+s.id+"/"
	s.ok(409, post, sheet, s.hotel, nil) // to nobody
	file := "email;Vorname;Nachname\n" + storyContacts[0] + ";Jörg;Müller\n" + storyContacts[1] + ";Ayşe;\n" + storyContacts[2] + ";;\nno address;;\n"
	path := importPath + "?list=" + list
	imported := s.checked(200, post, path, s.importFile(s.hotel, "?list="+list, strings.NewReader(file)))
	require.EqualValues(t, len(storyContacts), imported.body["created"])
	require.EqualValues(t, 1, imported.body["errors_total"])

	for range 2 { // a repeat with its key is no second mailing
		sent := s.ok(202, post, sheet, s.hotel, object{"message": "Με χαρά σας στέλνουμε", "language": "el"}, "Idempotency-Key", "sheet")
		require.EqualValues(t, len(storyContacts), sent.body["recipients"])
		require.EqualValues(t, 1, sent.body["version"])
	}
	s.ok(202, post, photos, s.hotel, nil)
	until(t, func() bool {
		sent := s.site.letters(t, "listmail-")
		return !slices.ContainsFunc(storyContacts, func(to string) bool { return len(sent[to]) < 2 })
	})
	for _, to := range storyContacts {
		kinds := []string{}
		for _, letter := range s.site.letters(t, "listmail-")[to] {
			require.Contains(t, letter.Subject, storyHotel)
			require.Equal(t, "<anna@poseidon.example>", letter.Header.Get("Reply-To"))
			require.Len(t, letter.Attachments, 1)
			for name, content := range letter.Attachments {
				kinds = append(kinds, filepath.Ext(name))
				if filepath.Ext(name) == ".pdf" {
					require.Contains(t, letter.Text, "Με χαρά σας στέλνουμε")
					s.readsSheet(t, content)
				} else {
					s.unpacks(t, content)
				}
			}
		}
		require.ElementsMatch(t, []string{".pdf", ".zip"}, kinds, to)
	}
}

// change works on the sheet: partners see nothing of it until it is approved.
func (s *hotelStory) change(t *testing.T, v1 map[string]string) {
	t.Helper()
	gallery := s.at("/api/info/property/%s/gallery/")
	cover := s.ok(200, get, gallery+"?page_size=1", s.hotel, nil).list()[0]
	s.ok(200, put, s.at("/api/info/property/update/%s/"), s.hotel, object{"name": "Poseidon Palace"})
	s.ok(200, post, s.at("/api/info/property/%s/facts/general/"), s.hotel, object{"floors_count": 3, "short_description": nil})
	s.ok(204, del, gallery+s.photos[0]+"/", s.hotel, nil)
	s.ok(200, patch, gallery+s.photos[1]+"/", s.hotel, object{"caption": "New"})
	require.Equal(t, v1, s.published(t))
	require.Equal(t, 200, s.media(cover["url"]).status, "a published photo stays, deleted or not")
	draft := s.ok(200, get, s.at("/api/info/download-facts/%s/?copy=draft"), s.hotel, nil)
	require.Contains(t, tool(t, []byte(draft.raw), "pdftotext", "-enc", "UTF-8", "%s", "-"), "Poseidon Palace")

	a := s.ok(201, post, s.at("/api/info/property/%s/publish/create/"), s.hotel, nil)
	pending := "/api/info/publish/pending/" + number(a.body["id"])
	preview := s.ok(200, get, pending+"/preview/", s.staff, nil)
	require.EqualValues(t, 1, preview.body["published_version"])
	paths := []string{}
	for _, c := range objects(preview.body["changes"].([]any)) {
		paths = append(paths, c["path"].(string))
	}
	require.Equal(t, []string{
		"/name", "/facts/general/floors_count", "/facts/general/short_description/de", "/facts/general/short_description/en",
		"/facts/general/short_description/pt-BR", "/photos",
	}, paths)
	require.Equal(t, v1, s.published(t), "what waits for review is not published")

	require.EqualValues(t, 2, s.ok(200, post, pending+"/approve/", s.staff, nil).body["version"])
	v2 := s.published(t)
	for kind := range v1 {
		require.NotEqual(t, v1[kind], v2[kind], kind)
	}
	require.NotContains(t, v2["partners-photos"], storyCaption)
}

// remove deletes the property: nothing of it is left but the trail.
func (s *hotelStory) remove(t *testing.T) {
	t.Helper()
	photos := s.ok(200, get, s.at("/api/info/property/%s/gallery/?page_size=100"), s.hotel, nil).list()
	require.NotEmpty(t, s.site.files(t, "blobs/live/properties/"+s.id))
	s.ok(204, del, s.at("/api/info/property/delete/%s/"), s.hotel, nil)
	for _, path := range []string{
		"property/%s/", "property/%s/facts/rooms/", "property/%s/gallery/", "property/%s/publish/", "property/%s/publish/full/",
		"init-facts-info/%s/", "download-facts/%s/", "download-photos/%s/", "last-publish-date/?property=%s",
	} {
		s.ok(404, get, s.at("/api/info/"+path), s.hotel, nil)
	}
	s.ok(404, del, s.at("/api/info/property/delete/%s/"), s.hotel, nil)
	require.Empty(t, s.partner(t, "published-partners")["properties"])
	require.Empty(t, s.partner(t, "partners-photos")["properties"])
	until(t, func() bool { return len(s.site.files(t, "blobs/live/properties")) == 0 })
	for _, p := range photos {
		require.Equal(t, 404, s.media(p["url"]).status)
		require.Equal(t, 404, s.media(p["thumbnails"].(map[string]any)["small"]).status)
	}

	did := []string{}
	for _, e := range s.ok(200, get, "/api/settings/audit/?object_type=property&object_id="+s.id, s.hotel, nil).list() {
		did = append(did, e["action"].(string))
	}
	require.Equal(t, []string{"delete", "update", "send_gallery", "send_sheet", "create"}, did)
	reviewed := []string{}
	for _, e := range s.ok(200, get, "/api/settings/audit/?object_type=publication", s.hotel, nil).list() {
		reviewed = append(reviewed, e["action"].(string))
	}
	require.Equal(t, []string{"approve", "submit", "approve", "submit", "decline", "submit"}, reviewed)
}
