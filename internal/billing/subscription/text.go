package subscription

import (
	"allot/internal/identity/plan"
	"allot/internal/platform/lang"
)

// billTexts are the words of a bill that are not on every invoice.
type billTexts struct {
	Items  map[ItemKind]string // with {plan}, {cycle}, {from} and {to}
	Cycles map[plan.Cycle]string
	Paid   string
	// Sandbox is on bills for which no money was moved.
	Sandbox string
	// Attached and Footer are in letters to the billing address, with {number} and {company}.
	Attached string
	Footer   string
}

// textsOf holds them in every language that is offered.
var textsOf = map[string]billTexts{
	"en": {
		Items: map[ItemKind]string{
			ItemPeriod: "{plan}, {cycle}, {from} to {to}", ItemUnused: "Credit for {plan}, {from} to {to}",
			ItemBalance: "Credit from before", ItemWaived: "Too small to be charged",
		},
		Cycles: map[plan.Cycle]string{plan.Monthly: "monthly", plan.Yearly: "yearly"},
		Paid:   "Paid by card.", Sandbox: "Sandbox: no money was moved. This is not a real bill.",
		Attached: "The bill {number} is attached.", Footer: "You receive this because {company} has given this address for its bills.",
	},
	"de": {
		Items: map[ItemKind]string{
			ItemPeriod: "{plan}, {cycle}, {from} bis {to}", ItemUnused: "Gutschrift für {plan}, {from} bis {to}",
			ItemBalance: "Guthaben aus früheren Zahlungen", ItemWaived: "Zu klein, um abgebucht zu werden",
		},
		Cycles: map[plan.Cycle]string{plan.Monthly: "monatlich", plan.Yearly: "jährlich"},
		Paid:   "Mit Karte bezahlt.", Sandbox: "Testbetrieb: Es ist kein Geld geflossen. Dies ist keine echte Rechnung.",
		Attached: "Die Rechnung {number} liegt bei.", Footer: "Sie erhalten diesen Brief, weil {company} diese Adresse für Rechnungen angegeben hat.",
	},
	"tr": {
		Items: map[ItemKind]string{
			ItemPeriod: "{plan}, {cycle}, {from} – {to}", ItemUnused: "{plan} için iade, {from} – {to}",
			ItemBalance: "Önceki ödemelerden kalan alacak", ItemWaived: "Tahsil edilemeyecek kadar küçük tutar",
		},
		Cycles: map[plan.Cycle]string{plan.Monthly: "aylık", plan.Yearly: "yıllık"},
		Paid:   "Kartla ödendi.", Sandbox: "Deneme ortamı: para çekilmedi. Bu gerçek bir fatura değildir.",
		Attached: "{number} numaralı fatura ektedir.", Footer: "Bu mektubu, {company} faturaları için bu adresi verdiğinden alıyorsunuz.",
	},
	"el": {
		Items: map[ItemKind]string{
			ItemPeriod: "{plan}, {cycle}, {from} έως {to}", ItemUnused: "Πίστωση για {plan}, {from} έως {to}",
			ItemBalance: "Πίστωση από προηγούμενες πληρωμές", ItemWaived: "Ποσό πολύ μικρό για χρέωση",
		},
		Cycles: map[plan.Cycle]string{plan.Monthly: "μηνιαία", plan.Yearly: "ετήσια"},
		Paid:   "Πληρώθηκε με κάρτα.", Sandbox: "Δοκιμαστική λειτουργία: δεν έγινε χρέωση. Δεν είναι πραγματικό τιμολόγιο.",
		Attached: "Το τιμολόγιο {number} επισυνάπτεται.", Footer: "Λαμβάνετε αυτή την επιστολή επειδή η εταιρεία {company} έχει δώσει αυτή τη διεύθυνση για τα τιμολόγιά της.",
	},
}

func wordsIn(language string) billTexts { return textsOf[lang.Match(language)] }

// text says in a language what the item is for.
func (i Item) text(language string) string {
	t := wordsIn(language)
	if !i.Period.Valid() {
		return t.Items[i.Kind]
	}
	fill := lang.Filler("plan", i.Plan, "cycle", t.Cycles[i.Cycle], "from", lang.Date(language, i.Period.From), "to", lang.Date(language, i.Period.To))
	return fill(t.Items[i.Kind])
}
