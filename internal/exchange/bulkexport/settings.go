package bulkexport

import (
	"encoding/json"
	"maps"
	"regexp"
	"slices"
	"strconv"
	"time"

	"allot/internal/invoicing/document"
	"allot/internal/platform/apperr"
	"allot/internal/platform/money"
)

// ExportSettings are the details of some formats. What a format does not know is refused.
type ExportSettings struct {
	Granularity string `json:"granularity,omitempty" enum:"daily,spans" doc:"json and csv of availability: every day, or runs of days that are alike (default)"`
	CalendarID  int64  `json:"calendar_id,omitempty" minimum:"1" doc:"xml_ota and octo, accommodations only: the calendar that the file has; default the Master. It has one property then"`

	ConsultantNumber int               `json:"consultant_number,omitempty" minimum:"1001" maximum:"9999999" doc:"datev: number of the consultant (Berater)"`
	ClientNumber     int               `json:"client_number,omitempty" minimum:"1" maximum:"99999" doc:"datev: number of the client (Mandant)"`
	FiscalYearStart  string            `json:"fiscal_year_start,omitempty" example:"01-01" doc:"datev: month and day on which the fiscal year begins, the first of a month; default 01-01"`
	AccountLength    int               `json:"account_length,omitempty" minimum:"4" maximum:"8" doc:"datev: digits of ledger accounts; default 4. Debtors have one more"`
	SKR              string            `json:"skr,omitempty" example:"03" doc:"datev: the chart of accounts, two digits; default 03"`
	Currency         money.Currency    `json:"currency,omitempty" doc:"datev: the only currency in the file; default EUR"`
	DebtorAccount    int64             `json:"debtor_account,omitempty" minimum:"1" doc:"datev: debtor of every recipient who has none in debtor_accounts"`
	DebtorAccounts   map[string]int64  `json:"debtor_accounts,omitempty" doc:"datev: debtors by id of the partner's account"`
	RevenueAccounts  map[string]int64  `json:"revenue_accounts,omitempty" doc:"datev: ledger accounts by tax rate, such as 7, or by category for what has none: Z, E, AE, K, G, O"`
	TaxKeys          map[string]string `json:"tax_keys,omitempty" doc:"datev: tax keys (BU-Schlüssel) by tax rate or category, for accounts that compute no tax by themselves"`

	AccountCodes map[string]string `json:"account_codes,omitempty" doc:"xero: account codes by tax rate or category"`
	TaxTypes     map[string]string `json:"tax_types,omitempty" doc:"xero: display names of tax rates by tax rate or category"`
	DateFormat   string            `json:"date_format,omitempty" enum:"DD/MM/YYYY,MM/DD/YYYY" doc:"xero: as the region of your organisation writes dates; default DD/MM/YYYY"`
}

// known are the settings of each format. Those of availability in json and csv are not
// for facts and invoices.
func known(f Format, t Target) []string {
	switch {
	case t == TargetAvailability && (f == FormatJSON || f == FormatCSV):
		return []string{"granularity"}
	case f == FormatOTA, f == FormatOCTO:
		return []string{"calendar_id"}
	case f == FormatDATEV:
		return []string{
			"consultant_number", "client_number", "fiscal_year_start", "account_length", "skr", "currency",
			"debtor_account", "debtor_accounts", "revenue_accounts", "tax_keys",
		}
	case f == FormatXero:
		return []string{"account_codes", "tax_types", "date_format"}
	}
	return nil
}

const (
	defaultAccountLength = 4
	maxAccounts          = 10_000
	maxRates             = 100
	maxText              = 100
)

// names lists the settings that have a value.
func (s ExportSettings) names() []string {
	raw, err := json.Marshal(s)
	if err != nil {
		return nil // plain values always encode
	}
	var all map[string]json.RawMessage
	_ = json.Unmarshal(raw, &all)
	return slices.Sorted(maps.Keys(all))
}

// complete refuses what a format does not know, and what it needs and lacks, and sets
// defaults.
func (s *ExportSettings) complete(f Format, t Target, bad *apperr.Fields) {
	names := known(f, t)
	for _, name := range s.names() {
		if !slices.Contains(names, name) {
			bad.Unknown("settings", name, names)
		}
	}
	switch f {
	case FormatDATEV:
		s.completeDATEV(bad)
	case FormatXero:
		checkRates(bad, "settings.account_codes", s.AccountCodes)
		checkRates(bad, "settings.tax_types", s.TaxTypes)
		if s.DateFormat == "" {
			s.DateFormat = "DD/MM/YYYY"
		}
	case FormatJSON, FormatCSV, FormatOTA, FormatOCTO:
	}
}

var (
	skrForm    = regexp.MustCompile(`^\d{2}$`)
	taxKeyForm = regexp.MustCompile(`^\d{1,4}$`)
)

func (s *ExportSettings) completeDATEV(bad *apperr.Fields) {
	bad.Check(s.ConsultantNumber > 0, "settings.consultant_number", "is needed: the number of the consultant (Berater)")
	bad.Check(s.ClientNumber > 0, "settings.client_number", "is needed: the number of the client (Mandant)")
	if s.FiscalYearStart == "" {
		s.FiscalYearStart = "01-01"
	}
	at, err := time.Parse("01-02", s.FiscalYearStart)
	bad.Check(err == nil && at.Day() == 1, "settings.fiscal_year_start", "must be the first day of a month, such as 01-01 or 07-01")
	if s.AccountLength == 0 {
		s.AccountLength = defaultAccountLength
	}
	if s.SKR == "" {
		s.SKR = "03"
	}
	bad.Check(skrForm.MatchString(s.SKR), "settings.skr", "must have two digits, such as 03")
	if s.Currency == "" {
		s.Currency = "EUR"
	}
	bad.Check(s.Currency.Valid() && s.Currency.MinorUnits() <= datevDecimals, "settings.currency", "must be a currency of ISO 4217 with two decimals or none")
	bad.Check(s.DebtorAccount > 0 || len(s.DebtorAccounts) > 0, "settings.debtor_account", "is needed, unless debtor_accounts has every partner")
	s.checkDebtor(bad, "settings.debtor_account", s.DebtorAccount)
	bad.Checkf(len(s.DebtorAccounts) <= maxAccounts, "settings.debtor_accounts", "must have at most %d entries", maxAccounts)
	for _, id := range slices.Sorted(maps.Keys(s.DebtorAccounts)) {
		n, err := strconv.ParseInt(id, 10, 64)
		bad.Check(err == nil && n > 0, "settings.debtor_accounts."+id, "must be named by the id of a partner's account")
		s.checkDebtor(bad, "settings.debtor_accounts."+id, s.DebtorAccounts[id])
	}
	checkRates(bad, "settings.revenue_accounts", s.RevenueAccounts)
	for rate, n := range s.RevenueAccounts {
		bad.Checkf(n > 0 && len(strconv.FormatInt(n, 10)) <= s.AccountLength, "settings.revenue_accounts."+rate, "must have at most %d digits, which is account_length", s.AccountLength)
	}
	if len(s.TaxKeys) > 0 {
		checkRates(bad, "settings.tax_keys", s.TaxKeys)
	}
	for rate, key := range s.TaxKeys {
		bad.Check(taxKeyForm.MatchString(key), "settings.tax_keys."+rate, "must have one to four digits")
	}
}

func (s *ExportSettings) checkDebtor(bad *apperr.Fields, name string, n int64) {
	bad.Checkf(n == 0 || len(strconv.FormatInt(n, 10)) == s.AccountLength+1, name, "must have %d digits: one more than account_length", s.AccountLength+1)
}

// checkRates refuses a list by tax rates that is empty, or has a name that is none.
func checkRates[V any](bad *apperr.Fields, name string, values map[string]V) {
	bad.Check(len(values) > 0, name, "is needed: an entry for each tax rate, such as {\"7\": …}")
	bad.Checkf(len(values) <= maxRates, name, "must have at most %d entries", maxRates)
	for _, rate := range slices.Sorted(maps.Keys(values)) {
		_, err := money.Parse(rate)
		bad.Check(err == nil || rate != string(document.CategoryStandard) && slices.Contains(document.Categories, document.Category(rate)), name+"."+rate, "must be named by a tax rate such as 7 or 5.5, or by a category without tax: Z, E, AE, K, G or O")
		if text, ok := any(values[rate]).(string); ok {
			bad.Checkf(text != "" && len(text) <= maxText, name+"."+rate, "must have 1 to %d characters", maxText)
		}
	}
}

// forTax finds the entry of a tax: by its category, else by its rate.
func forTax[V any](values map[string]V, category document.Category, rate money.Amount) (V, bool) {
	if v, ok := values[string(category)]; ok {
		return v, true
	}
	for text, v := range values {
		if r, err := money.Parse(text); err == nil && r.Equal(rate) {
			return v, true
		}
	}
	var none V
	return none, false
}
