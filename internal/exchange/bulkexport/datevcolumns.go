package bulkexport

import (
	"fmt"
	"strings"
)

// datevColumn is a column of a batch of bookings (EXTF, format version 13).
type datevColumn struct {
	name string
	text bool // quoted
}

// The columns in their order, as DATEV spells them. Those that begin with # are numbers, the others
// texts.
var (
	datevBooking = []string{
		"#Umsatz (ohne Soll/Haben-Kz)", "Soll/Haben-Kennzeichen", "WKZ Umsatz", "#Kurs", "#Basis-Umsatz", "WKZ Basis-Umsatz", "#Konto",
		"#Gegenkonto (ohne BU-Schlüssel)", "BU-Schlüssel", "#Belegdatum", "Belegfeld 1", "Belegfeld 2", "#Skonto", "Buchungstext", "#Postensperre",
		"Diverse Adressnummer", "#Geschäftspartnerbank", "#Sachverhalt", "#Zinssperre", "Beleglink",
	}
	datevCosts = []string{
		"KOST1 - Kostenstelle", "KOST2 - Kostenstelle", "#Kost-Menge", "EU-Land u. UStID (Bestimmung)", "#EU-Steuersatz (Bestimmung)",
		"Abw. Versteuerungsart", "#Sachverhalt L+L", "#Funktionsergänzung L+L", "#BU 49 Hauptfunktionstyp", "#BU 49 Hauptfunktionsnummer",
		"#BU 49 Funktionsergänzung",
	}
	datevRest = []string{
		"#Stück", "#Gewicht", "#Zahlweise", "Forderungsart", "#Veranlagungsjahr", "#Zugeordnete Fälligkeit", "#Skontotyp", "Auftragsnummer", "Buchungstyp",
		"#USt-Schlüssel (Anzahlungen)", "EU-Land (Anzahlungen)", "#Sachverhalt L+L (Anzahlungen)", "#EU-Steuersatz (Anzahlungen)",
		"#Erlöskonto (Anzahlungen)", "Herkunft-Kz", "Buchungs GUID", "#KOST-Datum", "SEPA-Mandatsreferenz", "#Skontosperre", "Gesellschaftername",
		"#Beteiligtennummer", "Identifikationsnummer", "Zeichnernummer", "#Postensperre bis", "Bezeichnung SoBil-Sachverhalt", "#Kennzeichen SoBil-Buchung",
		"#Festschreibung", "#Leistungsdatum", "#Datum Zuord. Steuerperiode", "#Fälligkeit", "Generalumkehr (GU)", "#Steuersatz", "Land",
		"Abrechnungsreferenz", "#BVV-Position", "EU-Land u. UStID (Ursprung)", "#EU-Steuersatz (Ursprung)", "#Abw. Skontokonto",
	}
)

var datevTable = func() (list []datevColumn) {
	add := func(names ...string) {
		for _, n := range names {
			name, number := strings.CutPrefix(n, "#")
			list = append(list, datevColumn{name: name, text: !number})
		}
	}
	add(datevBooking...)
	for i := 1; i <= 8; i++ {
		add(fmt.Sprint("Beleginfo - Art ", i), fmt.Sprint("Beleginfo - Inhalt ", i))
	}
	add(datevCosts...)
	for i := 1; i <= 20; i++ {
		add(fmt.Sprint("Zusatzinformation - Art ", i), fmt.Sprint("Zusatzinformation- Inhalt ", i))
	}
	add(datevRest...)
	return list
}()
