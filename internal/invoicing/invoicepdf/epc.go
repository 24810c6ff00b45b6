package invoicepdf

import (
	"strings"
	"unicode/utf8"

	"github.com/shopspring/decimal"

	"allot/internal/invoicing/document"
)

// The limits of EPC069-12, version 002 of the code.
const (
	codeName      = 70  // characters
	codeReference = 25  // characters of a reference of ISO 11649
	codeText      = 140 // characters
	codeBytes     = 331
	codeCents     = 2
)

var (
	codeLeast = decimal.New(1, -codeCents)
	codeMost  = decimal.New(99_999_999_999, -codeCents)
)

// paymentCode returns the content of a QR code that fills in a credit transfer, as
// EPC069-12 defines it. It is empty where the transfer cannot be expressed.
func paymentCode(d document.Document) string {
	iban, bic := document.CleanAccount(d.Payment.IBAN), document.CleanAccount(d.Payment.BIC)
	due := d.Totals.Due.Decimal()
	if d.Currency != "EUR" || !document.IsIBAN(iban) || due.Cmp(codeLeast) < 0 || due.Cmp(codeMost) > 0 {
		return ""
	}
	if !document.IsBIC(bic) { // optional within the European Economic Area
		bic = ""
	}
	name := cut(first(d.Payment.Holder, d.Seller.Name), codeName)
	if name == "" {
		return ""
	}
	reference, text := codeRemittance(d)
	head := []string{"BCD", "002", "1", "SCT", bic, name, iban, "EUR" + due.StringFixed(codeCents), "", reference}
	content := strings.Join(head, "\n") + "\n"
	for len(content)+len(text) > codeBytes {
		_, size := utf8.DecodeLastRuneInString(text)
		text = text[:len(text)-size]
	}
	return strings.TrimRight(content+text, "\n")
}

// codeRemittance returns a structured reference or a text, never both.
func codeRemittance(d document.Document) (reference, text string) {
	text = cut(first(d.Payment.Reference, d.Number), codeText)
	if compact := document.CleanAccount(text); isCreditorReference(compact) {
		return compact, ""
	}
	return "", text
}

// isCreditorReference reports whether s is a reference of ISO 11649. Its check digits
// are those of an IBAN.
func isCreditorReference(s string) bool {
	if !strings.HasPrefix(s, "RF") || len(s) < len("RF00")+1 || len(s) > codeReference {
		return false
	}
	rest := 0
	for _, r := range s[4:] + s[:4] {
		switch {
		case r >= '0' && r <= '9':
			rest = (rest*10 + int(r-'0')) % 97
		case r >= 'A' && r <= 'Z':
			rest = (rest*100 + int(r-'A') + 10) % 97
		default:
			return false
		}
	}
	return rest == 1
}

// cut returns a text on one line, with at most so many characters.
func cut(text string, most int) string {
	runes := []rune(strings.Join(strings.Fields(text), " "))
	return string(runes[:min(most, len(runes))])
}
