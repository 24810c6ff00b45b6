package partnerstest

import (
	"bytes"
	"fmt"
	"io"
	"strings"
	"testing"
	"testing/iotest"

	"github.com/stretchr/testify/require"
	"golang.org/x/text/encoding"
	"golang.org/x/text/encoding/charmap"
	"golang.org/x/text/encoding/unicode"

	"allot/internal/app/apptest"
	"allot/internal/content/publication"
	"allot/internal/partners/contract"
	"allot/internal/partners/mapping"
	"allot/internal/platform/apperr"
	"allot/internal/platform/audit"
	"allot/internal/platform/csvfile"
	"allot/internal/platform/page"
)

// bench is an operator that sees a property with three rooms.
type bench struct {
	*apptest.Env
	hotel, operator *apptest.Who
	property        apptest.PublishedRooms
}

func setupMapping(t *testing.T) *bench {
	t.Helper()
	e := apptest.New(t)
	b := &bench{Env: e, hotel: e.GoldHotel(t), operator: e.Operator(t)}
	e.Accepted(t, b.hotel, b.operator)
	b.property = e.PublishedRooms(t, b.hotel, "Poseidon", 3, func(c *publication.Card) { c.Code = "POS" })
	return b
}

func (b *bench) take(t *testing.T, file string) csvfile.ImportResult {
	t.Helper()
	r, err := b.Mappings.Import(b.operator.Context(t), b.operator.Caller, strings.NewReader(file))
	require.NoError(t, err)
	return r
}

func (b *bench) export(t *testing.T) string {
	t.Helper()
	var out bytes.Buffer
	require.NoError(t, b.Mappings.Export(t.Context(), b.operator.Caller, &out))
	return out.String()
}

// codes are those of the property.
func (b *bench) codes(t *testing.T) mapping.Codes {
	t.Helper()
	codes, err := b.Mappings.Codes(t.Context(), b.operator.User.OwnerID, []int64{b.property.PropertyID})
	require.NoError(t, err)
	return codes[b.property.PropertyID]
}

func counts(r csvfile.ImportResult) []int {
	return []int{r.Created, r.Updated, r.Skipped, r.ErrorsTotal}
}

func messages(r csvfile.ImportResult) map[int]string {
	m := map[int]string{}
	for _, e := range r.Errors {
		m[e.Line] = e.Message
	}
	return m
}

func TestService_Import(t *testing.T) {
	t.Parallel()

	t.Run("maps properties and rooms, by id or by the hotel's own codes", func(t *testing.T) {
		t.Parallel()
		b := setupMapping(t)
		p, room := b.property.PropertyID, b.property.RoomID
		r := b.take(t, "property_id,property_code,hotel_code,internal_code,external_code,supplier_code,room_id,room_code,mapped_code,mapped_name\n"+
			fmt.Sprintf("%d,,H,I,E,S,,,,\n", p)+
			fmt.Sprintf(",,,,,,%d,,DBL,Doppel\n", room(0))+
			",POS,,,,,,R2,SGL,\n"+
			fmt.Sprintf("%d,changed,H2,,,,,R3,,Suite\n", p))
		require.Equal(t, []int{4, 0, 0, 0}, counts(r), r.Errors)
		require.Equal(t, mapping.Codes{Hotel: "H2", Internal: "I", External: "E", Supplier: "S", Rooms: map[int64]mapping.RoomCode{
			room(0): {Code: "DBL", Name: "Doppel"}, room(1): {Code: "SGL"}, room(2): {Name: "Suite"},
		}}, b.codes(t))
	})

	t.Run("unchanged rows are skipped, an empty cell changes nothing, the last of two rows wins", func(t *testing.T) {
		t.Parallel()
		b := setupMapping(t)
		id := b.property.RoomID(0)
		file := fmt.Sprintf("room_id,mapped_code,mapped_name\n%d,A,One\n", id)
		require.Equal(t, []int{1, 0, 0, 0}, counts(b.take(t, file)))
		require.Equal(t, []int{0, 0, 1, 0}, counts(b.take(t, file)))
		require.Equal(t, []int{0, 2, 1, 0}, counts(b.take(t, fmt.Sprintf("room_id,mapped_code,mapped_name\n%d,B,\n%d,,\n%d,C,\n", id, id, id))))
		require.Equal(t, mapping.RoomCode{Code: "C", Name: "One"}, b.codes(t).Rooms[id])
		far := "room_id,mapped_code\n" + strings.Repeat(fmt.Sprintf("%d,x\n", id), 1200) + fmt.Sprintf("%d,end\n", id)
		require.Equal(t, []int{0, 2, 1199, 0}, counts(b.take(t, far)))
		require.Equal(t, "end", b.codes(t).Rooms[id].Code)
	})

	t.Run("bad rows are named by their line and lose nothing but themselves", func(t *testing.T) {
		t.Parallel()
		b := setupMapping(t)
		foreign, twin := b.GoldHotel(t), b.GoldHotel(t)
		hidden := b.PublishedRooms(t, foreign, "Hidden", 1, func(c *publication.Card) { c.Code = "HID" })
		b.Accepted(t, twin, b.operator)
		b.PublishedRooms(t, twin, "Twin", 1, func(c *publication.Card) { c.Code = "POS" })
		double := b.PublishedRooms(t, twin, "Double", 2, func(c *publication.Card) { c.Code = "DBL" })
		double.Rooms[1].Code = double.Rooms[0].Code
		b.Show(t, double)
		ended := b.GoldHotel(t)
		b.Accepted(t, ended, b.operator, func(c *contract.Contract) { c.Status = contract.StatusCancelled })
		over := b.PublishedRooms(t, ended, "Over", 1)
		const room, property = "is no room that you can see: it must be published, under a contract in force", "is no property that you can see: it must be published, under a contract in force"
		lines := []struct{ line, problem string }{
			{fmt.Sprintf("%d,,%d,,,ok,", b.property.PropertyID, b.property.RoomID(0)), ""},
			{fmt.Sprintf(",,%d,,,x,", hidden.RoomID(0)), fmt.Sprintf("room_id %d %s", hidden.RoomID(0), room)},
			{",,424242,,,x,", "room_id 424242 " + room},
			{fmt.Sprintf(",,%d,,,x,", over.RoomID(0)), fmt.Sprintf("room_id %d %s", over.RoomID(0), room)},
			{fmt.Sprintf("%d,,,,x,,", hidden.PropertyID), fmt.Sprintf("property_id %d %s", hidden.PropertyID, property)},
			{"424242,,,,x,,", "property_id 424242 " + property},
			{",HID,,,x,,", `property_code "HID" ` + property},
			{",NONE,,,x,,", `property_code "NONE" ` + property},
			{",POS,,,x,,", `property_code "POS" stands for several properties: give the property_id`},
			{",DBL,,R1,,x,", `room_code "R1" stands for several rooms of the property: give the room_id`},
			{",DBL,,R9,,x,", `room_code "R9" ` + room},
			{fmt.Sprintf("%d,,%d,,,x,", double.PropertyID, b.property.RoomID(0)), fmt.Sprintf("room_id %d is no room of property_id %d", b.property.RoomID(0), double.PropertyID)},
			{"abc,,,,x,,", "property_id must be a whole number above 0"},
			{"-1,,,,x,,", "property_id must be a whole number above 0"},
			{",,,R1,,x,", "room_code needs a property_id or property_code beside it"},
			{",,,,x,,", "property_id is required unless there is a property_code or a room_id"},
			{fmt.Sprintf("%d,,,,,x,", b.property.PropertyID), "mapped_code and mapped_name need a room_id or room_code beside them"},
			{fmt.Sprintf("%d,,,,%s,,", b.property.PropertyID, strings.Repeat("x", 65)), "hotel_code must have at most 64 characters"},
			{fmt.Sprintf(",,%d,,,\"a\tb\",%s", b.property.RoomID(1), strings.Repeat("é", 201)), "mapped_code must be one line of text; mapped_name must have at most 200 characters"},
			{fmt.Sprintf(",,%d,,,ok,,,surplus", b.property.RoomID(1)), "has 9 columns where the header has 7"},
			{fmt.Sprintf(",,%d,,,last,", b.property.RoomID(2)), ""},
		}
		file, want := "property_id,property_code,room_id,room_code,hotel_code,mapped_code,mapped_name\n", map[int]string{}
		for i, l := range lines {
			file += l.line + "\n"
			if l.problem != "" {
				want[i+2] = l.problem
			}
		}
		r := b.take(t, file)
		require.Equal(t, want, messages(r))
		require.Equal(t, []int{2, 0, 0, len(want)}, counts(r))
		require.Equal(t, map[int64]mapping.RoomCode{b.property.RoomID(0): {Code: "ok"}, b.property.RoomID(2): {Code: "last"}}, b.codes(t).Rooms)
	})

	t.Run("files as offices have them", func(t *testing.T) {
		t.Parallel()
		for name, enc := range map[string]encoding.Encoding{
			"UTF-8": unicode.UTF8, "UTF-8 with mark": unicode.UTF8BOM, "Windows-1252": charmap.Windows1252,
			"UTF-16": unicode.UTF16(unicode.LittleEndian, unicode.ExpectBOM),
		} {
			for _, separator := range []string{",", ";", "\t"} {
				b := setupMapping(t)
				file, err := enc.NewEncoder().String(strings.ReplaceAll(fmt.Sprintf("Room ID;Our room code;Our room name\r\n%d;DÜ;Große Süite\r\n", b.property.RoomID(0)), ";", separator))
				require.NoError(t, err)
				require.Equal(t, []int{1, 0, 0, 0}, counts(b.take(t, file)), name)
				require.Equal(t, mapping.RoomCode{Code: "DÜ", Name: "Große Süite"}, b.codes(t).Rooms[b.property.RoomID(0)], name)
			}
		}
	})

	t.Run("when the file breaks off, what came before stays and is counted", func(t *testing.T) {
		t.Parallel()
		b := setupMapping(t)
		gone := apperr.New(apperr.Invalid, "body_incomplete", "the request body ended early")
		file := fmt.Sprintf("room_id,mapped_code\n%d,A\n", b.property.RoomID(0)) + strings.Repeat("\n", 70_000)
		_, err := b.Mappings.Import(b.operator.Context(t), b.operator.Caller, io.MultiReader(strings.NewReader(file), iotest.ErrReader(gone)))
		require.ErrorIs(t, err, gone)
		require.Equal(t, 1, apperr.Of(err).Details["created"])
		require.Len(t, b.codes(t).Rooms, 1)
	})

	t.Run("what is no such file is refused", func(t *testing.T) {
		t.Parallel()
		b := setupMapping(t)
		for file, want := range map[string]string{"": "file_invalid", "hotel_code\nx\n": "validation_failed", "property_id\n1\n": "validation_failed", "room_code,mapped_code\nR,x\n": "validation_failed"} {
			_, err := b.Mappings.Import(b.operator.Context(t), b.operator.Caller, strings.NewReader(file))
			require.Equal(t, want, apperr.Of(err).Code, "%q", file)
		}
	})

	t.Run("a batch that changes something leaves one trace", func(t *testing.T) {
		t.Parallel()
		b := setupMapping(t)
		file := fmt.Sprintf("room_id,mapped_code\n%d,A\n%d,B\n", b.property.RoomID(0), b.property.RoomID(1))
		b.take(t, file)
		b.take(t, file)
		entries, _, err := b.Audit.List(t.Context(), b.operator.User.OwnerID, audit.Filter{ObjectType: "mapping"}, page.Request{})
		require.NoError(t, err)
		require.Len(t, entries, 1)
		require.JSONEq(t, `{"created":2,"updated":0,"skipped":0,"first_line":2,"last_line":3}`, string(entries[0].After))
	})
}

func TestService_Export(t *testing.T) {
	t.Parallel()
	b := setupMapping(t)
	p, room := b.property, b.property.RoomID
	b.PublishedRooms(t, b.hotel, `=HYPERLINK("http://evil.example")`, 0, func(c *publication.Card) { c.Code = "-1" })
	empty := b.export(t)
	require.Equal(t, "\ufeffproperty_id,property_code,property_name,country,city,hotel_code,internal_code,external_code,supplier_code,room_id,room_code,room_name,mapped_code,mapped_name\r\n"+
		fmt.Sprintf("%d,POS,Poseidon,GR,Chania,,,,,,,,,\r\n", p.PropertyID)+
		fmt.Sprintf("%d,POS,Poseidon,GR,Chania,,,,,%d,R1,Room 1,,\r\n", p.PropertyID, room(0))+
		fmt.Sprintf("%d,POS,Poseidon,GR,Chania,,,,,%d,R2,Room 2,,\r\n", p.PropertyID, room(1))+
		fmt.Sprintf("%d,POS,Poseidon,GR,Chania,,,,,%d,R3,Room 3,,\r\n", p.PropertyID, room(2))+
		fmt.Sprintf("%d,'-1,\"'=HYPERLINK(\"\"http://evil.example\"\")\",GR,Chania,,,,,,,,,\r\n", p.PropertyID+1), empty)
	require.Equal(t, []int{0, 0, 5, 0}, counts(b.take(t, empty)), "nothing was filled in")

	for i, code := range []string{"=1+2", "'=x", "a,\"b\";c"} {
		_, _, err := b.Mappings.OfRooms.Save(b.operator.Context(t), b.operator.Caller, mapping.RoomInput{Target: room(i), Change: mapping.RoomChange{Code: &code, Name: &code}})
		require.NoError(t, err)
	}
	code := "@home"
	_, _, err := b.Mappings.OfProperties.Save(b.operator.Context(t), b.operator.Caller, mapping.PropertyInput{Target: p.PropertyID, Change: mapping.PropertyChange{HotelCode: &code}})
	require.NoError(t, err)
	before, full := b.codes(t), b.export(t)
	require.Contains(t, full, ",'=1+2,'=1+2\r\n")
	require.Contains(t, full, ",'@home,")
	r := b.take(t, full)
	require.Equal(t, []int{0, 0, 5, 0}, counts(r), "%v", r.Errors)
	require.Empty(t, r.UnknownColumns)
	require.Equal(t, before, b.codes(t))

	require.Equal(t, []int{0, 1, 4, 0}, counts(b.take(t, strings.Replace(full, "'@home", "home", 1))), "one cell was edited")
	require.Equal(t, "home", b.codes(t).Hotel)
}

func TestService_Codes(t *testing.T) {
	t.Parallel()
	b := setupMapping(t)
	other := b.PublishedRooms(t, b.hotel, "Other", 1)
	code := "X"
	_, _, err := b.Mappings.OfRooms.Save(b.operator.Context(t), b.operator.Caller, mapping.RoomInput{Target: other.RoomID(0), Change: mapping.RoomChange{Code: &code}})
	require.NoError(t, err)
	all := []int64{b.property.PropertyID, other.PropertyID}
	codes, err := b.Mappings.Codes(t.Context(), b.operator.User.OwnerID, all)
	require.NoError(t, err)
	require.Equal(t, map[int64]mapping.Codes{other.PropertyID: {Rooms: map[int64]mapping.RoomCode{other.RoomID(0): {Code: "X"}}}}, codes)
	for _, none := range [][]int64{nil, {b.property.PropertyID}} {
		codes, err = b.Mappings.Codes(t.Context(), b.operator.User.OwnerID, none)
		require.NoError(t, err)
		require.Empty(t, codes)
	}
	codes, err = b.Mappings.Codes(t.Context(), b.Operator(t).User.OwnerID, all)
	require.NoError(t, err)
	require.Empty(t, codes)
}
