package mapping

import (
	"strconv"
	"strings"

	"allot/internal/platform/apperr"
	"allot/internal/platform/csvfile"
)

// column is the content of a column in a mapping file.
type column uint8

const (
	unknownColumn column = iota
	propertyIDColumn
	propertyCodeColumn
	hotelCodeColumn
	internalCodeColumn
	externalCodeColumn
	supplierCodeColumn
	roomIDColumn
	roomCodeColumn
	mappedCodeColumn
	mappedNameColumn
	shownColumn // is only there for people to read
)

// fileHeader is the header of the files that we write.
var fileHeader = []string{
	"property_id", "property_code", "property_name", "country", "city",
	"hotel_code", "internal_code", "external_code", "supplier_code",
	"room_id", "room_code", "room_name", "mapped_code", "mapped_name",
}

// columnNames are the accepted headings in the form of csvfile.HeadingKey:
// those of exported files, and common English and German ones.
var columnNames = map[column]string{
	propertyIDColumn:   `propertyid hotelid accommodationid objektid unterkunftid`,
	propertyCodeColumn: `propertycode hotelsowncode codeofthehotel objektcode`,
	hotelCodeColumn:    `hotelcode ourhotelcode yourhotelcode mappedhotelcode mappedpropertycode operatorhotelcode hotelschlussel unserhotelcode`,
	internalCodeColumn: `internalcode internalid interncode internercode interneid`,
	externalCodeColumn: `externalcode externalid externcode externercode externeid giata giataid giatacode`,
	supplierCodeColumn: `suppliercode supplierid vendorcode vendorid lieferantencode lieferantennummer lieferantennr`,
	roomIDColumn:       `roomid roomtypeid zimmerid zimmertypid`,
	roomCodeColumn:     `roomcode roomtypecode zimmercode`,
	mappedCodeColumn:   `mappedcode mappedroomcode ourroomcode yourroomcode operatorroomcode operatorcode unserzimmercode`,
	mappedNameColumn:   `mappedname mappedroomname ourroomname yourroomname operatorroomname operatorname unserzimmername`,
	shownColumn:        `propertyname hotelname country city roomname zimmername land ort stadt`,
}

var columnOf = csvfile.Headings(columnNames)

// layout maps the columns of a mapping file.
type layout struct {
	columns []column
	unknown []string // headings that were not recognized
}

var (
	errNoKeyColumn = apperr.Field("file", "must have a column that names the property or the room: property_id, property_code or room_id in the first line")
	errNoCode      = apperr.Field("file", "must have a column with your codes: hotel_code, internal_code, external_code, supplier_code, mapped_code or mapped_name in the first line")
)

// newLayout reads a header. The layout is complete also if a column is missing,
// because an unknown heading may be meant for it.
func newLayout(header []string) (l layout, missing error) {
	l = layout{columns: make([]column, len(header)), unknown: []string{}}
	var key, code bool
	for i, heading := range header {
		c := columnOf[csvfile.HeadingKey(heading)]
		l.columns[i] = c
		switch c {
		case unknownColumn:
			if heading != "" {
				l.unknown = append(l.unknown, heading)
			}
		case propertyIDColumn, propertyCodeColumn, roomIDColumn:
			key = true
		case hotelCodeColumn, internalCodeColumn, externalCodeColumn, supplierCodeColumn, mappedCodeColumn, mappedNameColumn:
			code = true
		case roomCodeColumn, shownColumn:
		}
	}
	switch {
	case !key:
		return l, errNoKeyColumn
	case !code:
		return l, errNoCode
	}
	return l, nil
}

// row is one row of a mapping file. It maps a property, a room, or both.
type row struct {
	line                   int
	property, room         int64 // zero: not given
	propertyCode, roomCode string
	change                 PropertyChange
	roomChange             RoomChange
}

// read parses a record and returns what is wrong with it. Of two columns for
// one field the first non-empty one counts; an empty cell changes nothing.
func (l layout) read(rec csvfile.Record) (row, error) {
	r := row{line: rec.Line}
	var f apperr.Fields
	for i, value := range rec.Fields {
		if value = strings.TrimSpace(csvfile.Unguard(value)); value != "" {
			r.setCell(&f, l.columns[i], value)
		}
	}
	r.check(&f)
	return r, f.Err()
}

// setCell reads a cell that is not empty.
func (r *row) setCell(f *apperr.Fields, c column, value string) {
	text := func(target **string) {
		if *target == nil {
			*target = &value
		}
	}
	switch c {
	case propertyIDColumn:
		r.property = parseID(f, "property_id", r.property, value)
	case propertyCodeColumn:
		r.propertyCode = first(r.propertyCode, value)
	case roomIDColumn:
		r.room = parseID(f, "room_id", r.room, value)
	case roomCodeColumn:
		r.roomCode = first(r.roomCode, value)
	case hotelCodeColumn:
		text(&r.change.HotelCode)
	case internalCodeColumn:
		text(&r.change.InternalCode)
	case externalCodeColumn:
		text(&r.change.ExternalCode)
	case supplierCodeColumn:
		text(&r.change.SupplierCode)
	case mappedCodeColumn:
		text(&r.roomChange.Code)
	case mappedNameColumn:
		text(&r.roomChange.Name)
	case unknownColumn, shownColumn:
	}
}

func parseID(f *apperr.Fields, name string, existing int64, value string) int64 {
	id, err := strconv.ParseInt(value, 10, 64)
	f.Check(err == nil && id > 0, name, "must be a whole number above 0")
	if existing != 0 {
		return existing
	}
	return id
}

func first(existing, value string) string {
	if existing != "" {
		return existing
	}
	return value
}

func (r *row) check(f *apperr.Fields) {
	if len(*f) == 0 { // an id that cannot be read is not missing
		r.checkNamed(f)
	}
	var m PropertyMapping
	r.change.apply(&m)
	m.check(f, "")
	var n RoomMapping
	r.roomChange.apply(&n)
	n.check(f, "mapped_")
}

// checkNamed refuses a row that names no property or room.
func (r *row) checkNamed(f *apperr.Fields) {
	named := r.property != 0 || r.propertyCode != ""
	f.Check(named || r.room != 0 || r.roomCode != "", "property_id", "is required unless there is a property_code or a room_id")
	f.Check(named || r.room != 0 || r.roomCode == "", "room_code", "needs a property_id or property_code beside it")
	f.Check(r.room != 0 || r.roomCode != "" || r.roomChange == RoomChange{}, "mapped_code", "and mapped_name need a room_id or room_code beside them")
}
