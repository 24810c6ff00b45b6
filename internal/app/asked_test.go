package app_test

import (
	"io/fs"
	"os"
	"path/filepath"
	"reflect"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"allot/internal/app/config"
	"allot/internal/identity/account"
	"allot/internal/identity/auth"
	"allot/internal/identity/plan"
	"allot/internal/identity/settings"
	"allot/internal/partners/mapping"
)

// asked is where something that can be stored is asked for: a text of a file of the
// program. Terms and flags of contracts have a table of their own, which asks the
// program itself: TestProgram_Terms of cmd/allot.
type asked struct{ file, text string }

// What is stored and asked by nothing yet says here what it is for. An entry is no
// place for something that should do something now.
var notAsked = map[string]string{
	"preference timezone":      "in which zone the dashboard shows times; documents use that of the property",
	"preference theme":         "colours of the dashboard",
	"preference density":       "size of the cells of its calendars",
	"permission subscriptions": "payments, which are not served yet: plans are granted by the staff",
}

// namedAlike are settings whose names in the program many other things have too.
var namedAlike = map[string]asked{
	"setting TLSRedirectAddr":        {"internal/app/config/tls.go", "return s.TLSRedirectAddr"},
	"setting S3AccessKey":            {"internal/app/config/settings.go", "s.S3AccessKey"},
	"setting S3SecretKey":            {"internal/app/config/settings.go", "s.S3SecretKey"},
	"setting TLSHosts":               {"internal/app/config/tls.go", "len(s.TLSHosts) > 0"},
	"preference language":            {"internal/identity/notify/service_notice.go", "In(u.Language)"},
	"preference date_format":         {"internal/identity/settings/service_preferences.go", "Choosing(c.DateFormat)"},
	"preference email_notifications": {"internal/identity/notify/jobs.go", "s.WantsMail("},
	"preference auto_reminders":      {"internal/invoicing/invoice/service_reminder.go", "p.AutoReminders"},
	"feature invoices_per_month":     {"internal/invoicing/invoice/service_draft.go", "plan.FeatureInvoices"},
	"company name":                   {"internal/partners/contract/service_notify.go", "s.Settings.CompanyName("},
	"company legal_name":             {"internal/invoicing/profile/effective.go", "company.LegalName"},
	"company vat_id":                 {"internal/invoicing/profile/effective.go", "company.VATID"},
	"company registration_number":    {"internal/invoicing/profile/effective.go", "company.RegistrationNumber"},
	"company address":                {"internal/invoicing/profile/effective.go", "company.Address"},
	"company postal_code":            {"internal/invoicing/profile/effective.go", "company.PostalCode"},
	"company city":                   {"internal/partners/contract/contracthttp/partner.go", "company.City"},
	"company country":                {"internal/content/property/service_property.go", "company.Country"},
	"company phone":                  {"internal/partners/contract/contracthttp/partner.go", "company.Phone"},
	"company email":                  {"internal/partners/contract/contracthttp/partner.go", "company.Email"},
	"company website":                {"internal/partners/contract/contracthttp/partner.go", "company.Website"},
	"company logo":                   {"internal/inventory/allotment/service_chart.go", "company.LogoKey"},
	"company currency":               {"internal/content/property/service_property.go", "company.Currency"},
	"company timezone":               {"internal/content/property/timezone.go", "company.Timezone"},
	"permission property_ids":        {"internal/identity/auth/caller.go", "return c.PropertyIDs"},
	"permission invoicing":           {"internal/identity/auth/key.go", "return Invoicing"},
	"setting ConfirmEmail":           {"internal/app/config/settings.go", "s.ConfirmEmail == "},
	"feature inbox_megabytes":        {"internal/invoicing/einvoice/service_inbox.go", "plan.FeatureInbox"},
	"feature letters_per_day":        {"internal/identity/plan/letters.go", "FeatureLetters.limitIn("},
	"event code free":                {"internal/inventory/availability/portfolio.go", "c.Free"},
	"event code open":                {"internal/inventory/availability/portfolio.go", "c.Open"},
	"event code on_request":          {"internal/inventory/availability/portfolio.go", "c.OnRequest"},
	"event code stop":                {"internal/inventory/availability/portfolio.go", "c.Stop"},
	"event code block":               {"internal/inventory/availability/portfolio.go", "c.Block"},
	"setting LogLevel":               {"cmd/allot/cli.go", "e.settings.Level()"},
	"setting Roles":                  {"internal/app/run.go", "a.cfg.Has("},
	"setting TrustedProxies":         {"internal/app/server.go", "a.cfg.Proxies()"},
	"setting OutboundAllow":          {"internal/app/app.go", "a.cfg.OutboundNetworks()"},
	"setting Dev":                    {"internal/app/config/check.go", "s.Dev"},
}

// stored is one thing that can be set: its name, and a pattern that finds where it is
// asked for outside of the files that only keep it.
type stored struct {
	name    string
	pattern string
	keeps   []string // folders
}

func allStored() (list []stored) {
	for _, f := range fields(reflect.TypeFor[settings.Preferences](), "json") {
		list = append(list, stored{name: "preference " + f.tag})
	}
	for _, f := range fields(reflect.TypeFor[settings.Company](), "json") {
		list = append(list, stored{name: "company " + f.tag})
	}
	for _, f := range fields(reflect.TypeFor[mapping.EventCodes](), "json") {
		list = append(list, stored{name: "event code " + f.tag})
	}
	for _, f := range fields(reflect.TypeFor[account.Permission](), "json") {
		if f.tag != "id" && f.tag != "user" {
			list = append(list, stored{"permission " + f.tag, `auth\.` + f.name + `\b`, []string{"internal/identity/account", "internal/app/demo"}})
		}
	}
	for _, scope := range auth.KeyScopes {
		name := "Key" + strings.ReplaceAll(string(scope), "_", "")
		list = append(list, stored{"key permission " + string(scope), `(?i)auth\.` + name + `\b`, []string{"internal/exchange/partnerapi"}})
	}
	for _, f := range fields(reflect.TypeFor[plan.Features](), "json") {
		name := strings.ReplaceAll(f.tag, "_", "")
		list = append(list, stored{"feature " + f.tag, `(?i)plan\.Feature` + name + `\b|Features\.` + f.name + `\b`, nil})
	}
	for _, f := range fields(reflect.TypeFor[config.Settings](), "env") {
		list = append(list, stored{"setting " + f.name, `\b(cfg|settings)\.` + f.name + `\b`, []string{"internal/app/config"}})
	}
	return list
}

type storedField struct{ name, tag string }

// fields are those of a struct that others than the program can set.
func fields(t reflect.Type, key string) (list []storedField) {
	for i := range t.NumField() {
		tag, _, _ := strings.Cut(t.Field(i).Tag.Get(key), ",")
		if tag != "" && tag != "-" {
			list = append(list, storedField{t.Field(i).Name, tag})
		}
	}
	return list
}

// sources are the files of the program, by path.
func sources(t *testing.T) map[string]string {
	t.Helper()
	files := map[string]string{}
	for _, top := range []string{"internal", "cmd"} {
		require.NoError(t, filepath.WalkDir(filepath.Join("..", "..", top), func(path string, d fs.DirEntry, err error) error {
			if err != nil || d.IsDir() || !strings.HasSuffix(path, ".go") || strings.HasSuffix(path, "_test.go") {
				return err
			}
			raw, err := os.ReadFile(path)
			files[strings.TrimPrefix(filepath.ToSlash(path), "../../")] = string(raw)
			return err
		}))
	}
	return files
}

// Whatever can be stored is asked for somewhere: a flag that nothing asks is a
// promise that nobody keeps. What is new must be asked, or say what it is for.
func TestStored_IsAsked(t *testing.T) {
	t.Parallel()
	files := sources(t)
	known := map[string]bool{}
	for _, s := range allStored() {
		known[s.name] = true
		if _, says := notAsked[s.name]; says {
			continue
		}
		if where, ok := namedAlike[s.name]; ok {
			require.Contains(t, files[where.file], where.text, "%s is not asked where the table says", s.name)
			continue
		}
		require.NotEmpty(t, s.pattern, "%s is new: nobody is known to ask it", s.name)
		require.True(t, s.askedIn(files), "%s is stored and nobody asks it", s.name)
	}
	for name := range notAsked {
		require.True(t, known[name], "%s is not stored any more", name)
	}
	for name := range namedAlike {
		require.True(t, known[name], "%s is not stored any more", name)
	}
}

// The search itself must be able to fail.
func TestStored_IsAsked_fails(t *testing.T) {
	t.Parallel()
	s := stored{"permission made_up", `auth\.MadeUp\b`, []string{"internal/identity/account"}}
	require.False(t, s.askedIn(sources(t)))
	require.False(t, s.askedIn(map[string]string{"internal/identity/account/permission.go": "auth.MadeUp"}), "keeping is not asking")
	require.True(t, s.askedIn(map[string]string{"internal/insight/report/routes.go": "auth.MadeUp"}))
}

func (s stored) askedIn(files map[string]string) bool {
	pattern := regexp.MustCompile(s.pattern)
	for path, text := range files {
		keeps := slices.ContainsFunc(s.keeps, func(folder string) bool { return strings.HasPrefix(path, folder) })
		if !keeps && pattern.MatchString(text) {
			return true
		}
	}
	return false
}
