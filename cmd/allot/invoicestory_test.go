package main

import (
	"fmt"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"allot/internal/identity/auth"
	"allot/internal/testkit/mailtest"
)

const operatorMail = "jana@nordlicht.example"

// invoiceStory is a Greek hotel with a Turkish colleague, and a German operator.
type invoiceStory struct {
	*trade
	hotel, operator company
	colleague       string // the token
	house           house
	ledger          any
	id, number      string // of the invoice
}

// A hotel invoices the confirmed stays of an operator's rooming list. The operator gets
// it as a file that people and systems read, disputes it and is answered; what is not
// paid is overdue and reminded of. Everybody hears of it in their own language.
func TestProgram_InvoiceStory(t *testing.T) {
	t.Parallel()
	notRaced(t)
	s := &invoiceStory{trade: newTrade(t, "ALLOT_DEV=true")}
	s.settle(t)
	s.stay(t)
	s.makesDraft(t)
	s.sends(t)
	s.disagree(t)
	s.pays(t)
	s.isPrinted(t)
	s.goesUnpaid(t)
	s.reminds(t)
	require.Zero(t, s.stop())
	require.NotContains(t, s.logged(), "level=ERROR")
}

func (s *invoiceStory) at(rest string) string { return at(invoicesPath, s.id, rest) }

// settle opens the accounts; each says what an e-invoice needs of it.
func (s *invoiceStory) settle(t *testing.T) {
	t.Helper()
	s.hotel, s.operator = s.open("accommodation", "anna@poseidon.example", "Poseidon Hotels"), s.open("tour_operator", operatorMail, "Nordlicht Reisen")
	s.house = s.publish(s.hotel, "Poseidon Palace", "plain")
	s.connect(s.hotel, s.house, s.agree(s.hotel, s.operator, everything()))
	s.colleague, _, _ = s.helper(s.hotel, "deniz@poseidon.example", []any{}, auth.Invoicing)
	for token, language := range map[string]string{s.hotel.token: "el", s.operator.token: "de", s.colleague: "tr"} {
		s.ok(200, put, "/api/auth/profile/update", token, object{"language": language})
	}
	s.ok(200, put, "/api/settings/company/", s.hotel.token, object{
		"address": "Akti 7", "postal_code": "73100", "city": "Chania", "country": "GR", "phone": "+30 28210 12345", "email": "desk@poseidon.example",
	})
	s.ok(200, put, "/api/settings/company/", s.operator.token, object{
		"address": "Hafen 1", "postal_code": "20095", "city": "Hamburg", "country": "DE", "vat_id": "DE123456789",
	})
	require.NotEmpty(t, s.ok(200, get, "/api/einvoice/profile/", s.hotel.token, nil).body["missing"])
	profile := s.ok(200, put, "/api/einvoice/profile/", s.hotel.token, object{
		"vat_id": "EL123456789", "iban": "GR16 0110 1250 0000 0001 2300 695", "bic": "ETHNGRAA", "contact_name": "Anna P.",
	})
	require.Empty(t, profile.body["missing"])
	s.ok(200, put, "/api/einvoice/profile/", s.operator.token, object{"buyer_reference": "04011000-1234512345-06"})
}

// stay confirms a rooming list of the operator's: two nights.
func (s *invoiceStory) stay(t *testing.T) {
	t.Helper()
	s.ledger, _ = s.rooming(s.operator, s.house, object{"name": "Krause"})
	s.ok(200, post, at(ledgersPath, s.ledger, "send/"), s.operator.token, nil)
	s.ok(200, post, at(ledgersPath, s.ledger, "confirm/"), s.hotel.token, object{})
	s.ok(403, post, at(ledgersPath, s.ledger, "invoice/"), s.operator.token, object{"prices": []object{{"room": s.house.room, "unit_price": "1"}}})
}

func (s *invoiceStory) makesDraft(t *testing.T) {
	t.Helper()
	path, prices := at(ledgersPath, s.ledger, "invoice/"), object{"prices": []object{{"room": s.house.room, "unit_price": "84.50"}}, "tax_rate": "13"}
	s.ok(400, post, path, s.hotel.token, object{"prices": []object{{"room": 999999, "unit_price": "84.50"}}})
	v := s.ok(201, post, path, s.hotel.token, prices).body
	require.Equal(t, []any{"DRAFT", "169.00", "21.97", "190.97", "EUR", s.ledger, nil}, pick(any(v), "status", "subtotal", "tax_amount", "total_amount", "currency", "ledger", "warnings"))
	athens, err := time.LoadLocation("Europe/Athens")
	require.NoError(t, err)
	today := time.Now().In(athens) // where the hotel is
	require.Equal(t, []any{today.Format(time.DateOnly), today.AddDate(0, 0, 30).Format(time.DateOnly), ahead(2), ahead(4)}, pick(any(v), "issue_date", "due_date", "service_from", "service_to"))
	require.Equal(t, []any{"matched"}, pick(v["line_matches"].([]any)[0], "state"))
	s.id, s.number = v["id"].(string), v["invoice_number"].(string)

	again := s.ok(201, post, path, s.hotel.token, prices).body
	require.Equal(t, []any{"already_invoiced"}, pick(again["warnings"].([]any)[0], "code"))
	s.ok(204, del, at(invoicesPath, again["id"], ""), s.hotel.token, nil)
	s.ok(404, get, s.at(""), s.operator.token, nil)
}

// sends gives it away: the letter has a PDF with the e-invoice inside.
func (s *invoiceStory) sends(t *testing.T) {
	t.Helper()
	require.Equal(t, "SENT", s.ok(200, post, s.at("send/"), s.hotel.token, nil).body["status"])
	s.ok(409, put, s.at(""), s.hotel.token, object{"notes": "too late"})
	letter := s.letter(t, s.id, "Rechnung "+s.number+" von Poseidon Hotels")
	file := letter.Attachments[s.number+".pdf"]
	require.Contains(t, tool(t, file, "pdfdetach", "-list", "%s"), "factur-x.xml")
	require.Contains(t, s.text(t, file), s.number)
	require.Contains(t, letter.Text, "über 190,97 €")
}

// letter waits for the one about an invoice with a subject.
func (s *invoiceStory) letter(t *testing.T, id, subject string) (found mailtest.Parsed) {
	t.Helper()
	require.Eventually(t, func() bool {
		for _, l := range s.site.letters(t, "invoice-"+id)[operatorMail] {
			if l.Subject == subject {
				found = l
				return true
			}
		}
		return false
	}, time.Minute, 50*time.Millisecond, subject)
	return found
}

// text is what people read in a PDF, on one line.
func (s *invoiceStory) text(t *testing.T, pdf []byte) string {
	t.Helper()
	return strings.Join(strings.Fields(tool(t, pdf, "pdftotext", "-enc", "UTF-8", "-layout", "%s", "-")), " ")
}

// disagree opens it, disputes it and is right.
func (s *invoiceStory) disagree(t *testing.T) {
	t.Helper()
	seen := s.ok(200, get, s.at(""), s.operator.token, nil).body
	require.Equal(t, []any{"VIEWED", "received", []any{"clearing", "dispute"}}, pick(any(seen), "status", "direction", "available_actions"))
	s.ok(403, post, s.at("dispute/"), s.hotel.token, nil)
	disputed := s.ok(200, post, s.at("dispute/"), s.operator.token, object{"note": "Eine Nacht zu viel"}).body
	require.Equal(t, []any{"DISPUTED", "Eine Nacht zu viel"}, pick(any(disputed), "status", "dispute_note"))
	s.ok(409, post, s.at("mark-paid/"), s.hotel.token, nil)
	require.Equal(t, "CLEARED", s.ok(200, post, s.at("clearing/"), s.hotel.token, nil).body["status"])

	s.tells(t, s.operator.token, "invoice_received", "Poseidon Hotels hat Ihnen die Rechnung "+s.number+" gesendet")
	s.tells(t, s.operator.token, "invoice_cleared", "Die Rechnung "+s.number+" ist freigegeben")
	s.tells(t, s.hotel.token, "invoice_viewed", "Nordlicht Reisen: άνοιξε το τιμολόγιο "+s.number)
	s.tells(t, s.hotel.token, "invoice_disputed", "Nordlicht Reisen: αμφισβήτηση του τιμολογίου "+s.number)
	s.tells(t, s.colleague, "invoice_viewed", "Nordlicht Reisen "+s.number+" numaralı faturayı açtı")
	s.tells(t, s.colleague, "invoice_disputed", "Nordlicht Reisen "+s.number+" numaralı faturaya itiraz etti")
}

// tells requires that the only notification of a kind has a title.
func (s *invoiceStory) tells(t *testing.T, token, kind, title string) {
	t.Helper()
	list := s.ok(200, get, "/api/notification/notification/?kind="+kind, token, nil).list()
	require.Len(t, list, 1, kind)
	require.Equal(t, title, list[0]["title"])
}

func (s *invoiceStory) pays(t *testing.T) {
	t.Helper()
	s.ok(403, post, s.at("mark-paid/"), s.operator.token, nil)
	paid := s.ok(200, post, s.at("mark-paid/"), s.hotel.token, object{"paid_at": ahead(0), "reference": "Z 7"}).body
	require.Equal(t, []any{"PAID", "Z 7", []any{"duplicate"}}, pick(any(paid), "status", "payment_reference", "available_actions"))
	var log []string
	for _, a := range objects(paid["activities"].([]any)) {
		log = append(log, fmt.Sprint(a["action"], " ", a["detail"]))
	}
	require.Equal(t, []string{"created ", "sent ", "viewed ", "disputed Eine Nacht zu viel", "cleared ", "paid Z 7"}, log)
	s.tells(t, s.operator.token, "invoice_paid", "Die Rechnung "+s.number+" ist als bezahlt vermerkt")
}

// isPrinted reads the PDF of both sides under both names.
func (s *invoiceStory) isPrinted(t *testing.T) {
	t.Helper()
	for _, side := range []company{s.hotel, s.operator} {
		for _, name := range []string{"pdf/", "download/"} {
			a := s.ok(200, get, s.at(name)+"?lang=de", side.token, nil)
			require.Equal(t, "application/pdf", a.header.Get("Content-Type"))
			text := s.text(t, []byte(a.raw))
			for _, part := range []string{s.number, "190,97", "Krause", "Nordlicht Reisen", "Akti 7", "GR16 0110 1250 0000 0001 2300 695"} {
				require.Contains(t, text, part, name)
			}
		}
	}
}

// goesUnpaid sends another that nobody pays, until its due date has passed.
func (s *invoiceStory) goesUnpaid(t *testing.T) {
	t.Helper()
	s.id = s.ok(201, post, s.at("duplicate/"), s.hotel.token, nil).body["id"].(string)
	s.number = s.ok(200, post, s.at("send/"), s.hotel.token, nil).body["invoice_number"].(string)
	s.letter(t, s.id, "Rechnung "+s.number+" von Poseidon Hotels")
	require.Zero(t, s.stop())
	require.NotContains(t, s.logged(), "level=ERROR")
	s.program = s.site.start(t, "ALLOT_CLOCK_OFFSET="+(32*24*time.Hour).String())
	s.hotel.token, s.operator.token, s.colleague = s.login("anna@poseidon.example").token(), s.login(operatorMail).token(), s.login("deniz@poseidon.example").token()

	late := s.ok(200, get, s.at(""), s.operator.token, nil).body
	require.Equal(t, []any{"OVERDUE", true}, pick(any(late), "status", "is_overdue"))
	require.Len(t, s.ok(200, get, invoicesPath+"?status=OVERDUE", s.hotel.token, nil).list(), 1)
	figures := objects(s.ok(200, get, "/api/invoicing/stats/", s.hotel.token, nil).body["currencies"].([]any))[0]
	require.Equal(t, map[string]any{"count": 1.0, "amount": "190.97"}, figures["overdue"])
	s.tells(t, s.hotel.token, "invoice_overdue", "Το τιμολόγιο "+s.number+" είναι ληξιπρόθεσμο")
	s.tells(t, s.colleague, "invoice_overdue", s.number+" numaralı faturanın vadesi geçti")
	s.tells(t, s.operator.token, "invoice_overdue", "Die Rechnung "+s.number+" ist überfällig")
}

// reminds asks three times for the money.
func (s *invoiceStory) reminds(t *testing.T) {
	t.Helper()
	s.ok(403, post, s.at("send-reminder/"), s.operator.token, nil)
	for i, kind := range []string{"first", "second", "final"} {
		reminders := objects(s.ok(200, post, s.at("send-reminder/"), s.hotel.token, nil).body["reminders"].([]any))
		require.Len(t, reminders, i+1)
		require.Equal(t, []any{kind, operatorMail}, pick(any(reminders[i]), "reminder_type", "recipient_email"))
		subject := []string{"Zahlungserinnerung: Rechnung ", "Zweite Mahnung: Rechnung ", "Letzte Mahnung: Rechnung "}[i]
		letter := s.letter(t, s.id, subject+s.number+" von Poseidon Hotels")
		require.NotEmpty(t, letter.Attachments[s.number+".pdf"], kind)
	}
	require.Equal(t, "reminders_sent", s.ok(409, post, s.at("send-reminder/"), s.hotel.token, nil).body["code"])
	require.Equal(t, 3, s.heard(s.operator, "invoice_reminded"))
	require.Len(t, s.ok(200, get, s.at(""), s.operator.token, nil).body["reminders"], 3)
	require.Equal(t, "PAID", s.ok(200, post, s.at("mark-paid/"), s.hotel.token, nil).body["status"])
}
