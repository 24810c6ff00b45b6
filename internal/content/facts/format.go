package facts

import (
	"net/mail"
	"net/url"
	"regexp"
	"strconv"
	"strings"
	"time"

	"allot/internal/platform/civil"
	"allot/internal/platform/iso"
	"allot/internal/platform/money"
)

// format is a requirement on a text besides its length and characters.
type format struct {
	valid   func(string) bool
	problem string
}

const languageProblem = "must be a language tag such as en, de or pt-BR"

// leapYear has every month and day that a season can have.
const leapYear = 2024

const hostLabel = `[A-Za-z0-9]([A-Za-z0-9-]{0,61}[A-Za-z0-9])?`

var (
	emailForm    = regexp.MustCompile("^[A-Za-z0-9!#$%&'*+/=?^_`{|}~.-]{1,64}@(" + hostLabel + `\.)+` + hostLabel + "$")
	languageForm = regexp.MustCompile(`^[a-z]{2,3}(-[A-Za-z0-9]{2,8})*$`)
	amountForm   = regexp.MustCompile(`^[0-9]{1,9}(\.[0-9]{1,4})?$`)
	clockForm    = regexp.MustCompile(`^([01][0-9]|2[0-3]):[0-5][0-9]$`)
	monthDayForm = regexp.MustCompile(`^[0-9]{2}-[0-9]{2}$`)
	phoneForm    = regexp.MustCompile(`^\+[1-9][0-9]{4,14}$`)
)

var formats = map[string]format{
	"email":       {isEmail, "must be an e-mail address such as name@example.com"},
	"uri":         {isWebAddress, "must be a web address such as https://www.example.com"},
	"date":        {isDate, civil.ErrInvalid.Error()},
	"hour-minute": {clockForm.MatchString, "must be a time of day such as 14:00"},
	"month-day":   {isMonthDay, "must be a month and a day such as 05-01"},
	"country":     {iso.IsCountry, "must be an ISO 3166-1 alpha-2 code such as GR or DE"},
	"currency":    {isCurrency, money.ErrCurrency.Error()},
	"language":    {isLanguage, languageProblem},
	"timezone":    {iso.IsTimezone, "must be an IANA time zone such as Europe/Athens"},
	"phone":       {phoneForm.MatchString, "must be a phone number with country code such as +302810123456"},
	"amount":      {amountForm.MatchString, "must be an amount such as 12.50, with at most 9 digits before the point and 4 after it"},
}

// isEmail is narrower than the standard, which also allows quoted names, comments and numeric
// hosts: mail servers refuse those.
func isEmail(s string) bool {
	a, err := mail.ParseAddress(s)
	return err == nil && a.Address == s && emailForm.MatchString(s)
}

func isWebAddress(s string) bool {
	u, err := url.Parse(s)
	return err == nil && (u.Scheme == "http" || u.Scheme == "https") && u.Hostname() != "" && u.User == nil &&
		!strings.ContainsAny(s, " <>\"\\^`{|}")
}

func isDate(s string) bool {
	_, err := civil.Parse(s)
	return err == nil
}

func isMonthDay(s string) bool {
	if !monthDayForm.MatchString(s) {
		return false
	}
	month, _ := strconv.Atoi(s[:2])
	day, _ := strconv.Atoi(s[3:])
	return !civil.New(leapYear, time.Month(month), day).IsZero()
}

func isCurrency(s string) bool {
	_, err := money.ParseCurrency(s)
	return err == nil
}

func isLanguage(s string) bool {
	return languageForm.MatchString(s) && iso.IsLanguage(s)
}
