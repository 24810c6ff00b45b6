package settings

import (
	"strings"

	"allot/internal/platform/apperr"
	"allot/internal/platform/csvfile"
)

// column is the meaning of a column of a contact file.
type column uint8

const (
	unknownColumn column = iota
	emailColumn
	firstNameColumn
	lastNameColumn
	fullNameColumn
	nameColumn // the last name beside a first name, the full one otherwise
	companyColumn
	phoneColumn
	tagsColumn
	languageColumn
)

// columnNames are the headings of address books and office programs in English, German, Turkish
// and Greek, as csvfile.HeadingKey returns them.
var columnNames = map[column]string{
	emailColumn: `email mail emailaddress emailadresse mailadresse email1value emailadres eposta epostaadresi elektronikposta
		ηλεκτρονικοταχυδρομειο ηλεκτρονικηδιευθυνση διευθυνσηemail ημαιλ`,
	firstNameColumn: `firstname first givenname forename vorname rufname ad adi isim isminiz onad ονομα μικροονομα`,
	lastNameColumn:  `lastname last surname familyname nachname familienname zuname soyad soyadi soyisim επωνυμο επιθετο`,
	fullNameColumn:  `fullname displayname contact contactname kontakt ansprechpartner adsoyad adisoyadi isimsoyisim ονοματεπωνυμο`,
	nameColumn:      `name`,
	companyColumn: `company companyname organisation organization business firm hotel agency firma firmenname firmaadi unternehmen
		gesellschaft sirket sirketadi kurum acente εταιρεια εταιρια επιχειρηση επωνυμια οργανισμος`,
	phoneColumn: `phone phonenumber telephone telephonenumber tel mobile mobilephone cell telefon telefonnummer telnr rufnummer
		handy handynummer mobil mobiltelefon telefonno telefonnumarasi cep ceptelefonu gsm τηλεφωνο τηλ κινητο κινητοτηλεφωνο`,
	tagsColumn: `tags tag labels label groups group category categories schlagworte schlagwort schlagworter stichworte kategorie
		kategorien gruppe gruppen etiket etiketler kategori grup ετικετες ετικετα κατηγορια ομαδα`,
	languageColumn: `language lang languagecode preferredlanguage locale sprache sprachcode korrespondenzsprache dil dilkodu dili γλωσσα
		γλωσσαεπικοινωνιας`,
}

var columnOf = csvfile.Headings(columnNames)

// columnHints are the names of columns that a refusal suggests.
var columnHints = []string{"email", "first_name", "last_name", "name", "company", "phone", "tags", "language"}

// layout is the meaning of the columns of a contact file.
type layout struct {
	columns []column
	unknown []string // unknown headings
}

var errNoEmailColumn = apperr.Field("file", "must have a column with the e-mail address: name it email in the first line")

// newLayout reads a header. It returns the layout even if a column is missing, because an
// unknown column may be meant for it.
func newLayout(header []string) (l layout, missing error) {
	l = layout{columns: make([]column, len(header)), unknown: []string{}}
	has := map[column]bool{}
	for i, heading := range header {
		l.columns[i] = columnOf[csvfile.HeadingKey(heading)]
		has[l.columns[i]] = true
		if l.columns[i] == unknownColumn && heading != "" {
			l.unknown = append(l.unknown, heading)
		}
	}
	if !has[emailColumn] {
		missing = errNoEmailColumn
	}
	for i, c := range l.columns {
		if c == nameColumn {
			l.columns[i] = fullNameColumn
			if has[firstNameColumn] {
				l.columns[i] = lastNameColumn
			}
		}
	}
	return l, missing
}

// input reads one record. Of two columns for one field, such as two phone numbers, the first
// that is not empty counts; an empty one changes nothing.
func (l layout) input(fields []string) ContactInput {
	var in ContactInput
	setFirst := func(target **string, value string) {
		if *target == nil && value != "" {
			*target = &value
		}
	}
	for i, value := range fields {
		switch l.columns[i] {
		case emailColumn:
			setFirst(&in.Email, value)
		case firstNameColumn:
			setFirst(&in.FirstName, value)
		case lastNameColumn:
			setFirst(&in.LastName, value)
		case fullNameColumn:
			first, last, _ := strings.Cut(strings.Join(strings.Fields(value), " "), " ")
			setFirst(&in.FirstName, first)
			setFirst(&in.LastName, last)
		case companyColumn:
			setFirst(&in.Company, value)
		case phoneColumn:
			setFirst(&in.Phone, value)
		case languageColumn:
			setFirst(&in.Language, value)
		case tagsColumn:
			if tags := strings.FieldsFunc(value, isTagSeparator); in.Tags == nil && len(tags) > 0 {
				in.Tags = &tags
			}
		case unknownColumn, nameColumn:
		}
	}
	return in
}

func isTagSeparator(r rune) bool { return r == ',' || r == ';' || r == '|' }
