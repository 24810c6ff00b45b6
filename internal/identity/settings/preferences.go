package settings

import (
	"maps"
	"slices"
	"strings"
	"time"

	"allot/internal/identity/account"
	"allot/internal/identity/auth"
	"allot/internal/platform/apperr"
	"allot/internal/platform/iso"
)

// NotificationKind is one kind of notification, as the module that sends it
// declares it.
type NotificationKind struct {
	Kind    string
	Default bool // by e-mail too, unless the user says otherwise
	For     []auth.AccountType
}

// Preferences are the settings of one user. The language is a field of the user, because
// letters need it too.
type Preferences struct {
	Language           string          `json:"language"`
	DateFormat         string          `json:"date_format" doc:"How the dashboard writes dates to you; auto: as your language and region do"`
	Timezone           string          `json:"timezone" doc:"In which zone the dashboard shows times to you"`
	Theme              string          `json:"theme" doc:"Colours of the dashboard"`
	Density            string          `json:"density" doc:"Size of the cells of calendars in the dashboard"`
	EmailNotifications map[string]bool `json:"email_notifications" doc:"Kinds of notification that also come by e-mail"`
	AutoReminders      bool            `json:"auto_reminders" doc:"Reminders of overdue invoices are sent by themselves, 3, 7 and 14 days after the due date. For the manager of a hotel's account, who decides it for the whole account; false for others"`
}

// Choices are the preferences that a user has set, apart from the language. A kind of
// notification that is missing has its default, which may change.
type Choices struct {
	UserID             int64           `bun:"user_id,pk" json:"-"`
	OwnerID            int64           `bun:"owner_id" json:"-"`
	DateFormat         string          `bun:"date_format" json:"date_format"`
	Timezone           string          `bun:"timezone" json:"timezone"`
	Theme              string          `bun:"theme" json:"theme"`
	Density            string          `bun:"density" json:"density"`
	EmailNotifications map[string]bool `bun:"email_notifications,type:text" json:"email_notifications"`
	AutoReminders      bool            `bun:"auto_reminders" json:"auto_reminders"`
	UpdatedAt          time.Time       `bun:"updated_at" json:"-"`
}

// PreferencesInput changes preferences; nil leaves a field as it is, empty resets it to its
// default.
type PreferencesInput struct {
	Language   *string
	DateFormat *string
	Timezone   *string
	Theme      *string
	Density    *string
	// EmailNotifications changes the kinds it names; nil resets one to its default.
	// ClearNotifications resets all.
	EmailNotifications map[string]*bool
	ClearNotifications bool
	AutoReminders      *bool
}

var (
	DateFormats = []string{"auto", "YYYY-MM-DD", "DD.MM.YYYY", "DD/MM/YYYY", "MM/DD/YYYY"}
	Themes      = []string{"system", "light", "dark"}
	Densities   = []string{"normal", "compact", "detailed"}
)

func defaultChoices(user, owner int64) Choices {
	return Choices{
		UserID: user, OwnerID: owner, DateFormat: DateFormats[0], Timezone: defaultTimezone, Theme: Themes[0], Density: Densities[0],
		EmailNotifications: map[string]bool{},
	}
}

func (in *PreferencesInput) apply(c *Choices) {
	set(&c.DateFormat, in.DateFormat, orElse(DateFormats[0]))
	set(&c.Timezone, in.Timezone, orElse(defaultTimezone))
	set(&c.Theme, in.Theme, orElse(Themes[0]))
	set(&c.Density, in.Density, orElse(Densities[0]))
	if in.AutoReminders != nil {
		c.AutoReminders = *in.AutoReminders
	}
	chosen := maps.Clone(c.EmailNotifications)
	if in.ClearNotifications || chosen == nil {
		chosen = map[string]bool{}
	}
	for kind, on := range in.EmailNotifications {
		if on == nil {
			delete(chosen, kind)
		} else {
			chosen[kind] = *on
		}
	}
	c.EmailNotifications = chosen
}

func (s *Service) checkPreferences(in PreferencesInput, c Choices, who auth.Caller) error {
	var f apperr.Fields
	f.Checkf(slices.Contains(DateFormats, c.DateFormat), "date_format", "must be one of %s", strings.Join(DateFormats, ", "))
	f.Check(iso.IsTimezone(c.Timezone), "timezone", "must be a time zone of the IANA database such as Europe/Athens")
	f.Checkf(slices.Contains(Themes, c.Theme), "theme", "must be one of %s", strings.Join(Themes, ", "))
	f.Checkf(slices.Contains(Densities, c.Density), "density", "must be one of %s", strings.Join(Densities, ", "))
	f.Check(!c.AutoReminders || who.Manager && who.AccountType == auth.Accommodation, "auto_reminders",
		"can be switched on by the manager of a hotel's account only: reminders are sent for the whole account")
	for _, kind := range slices.Sorted(maps.Keys(in.EmailNotifications)) {
		if known := s.kindNames(who.AccountType); !slices.Contains(known, kind) {
			f.Unknown("email_notifications", kind, known)
		}
	}
	return f.Err()
}

func (s *Service) kind(name string) (NotificationKind, bool) {
	i := slices.IndexFunc(s.deps.Kinds, func(k NotificationKind) bool { return k.Kind == name })
	if i < 0 {
		return NotificationKind{}, false
	}
	return s.deps.Kinds[i], true
}

// kindsFor lists the notifications that users of an account type get.
func (s *Service) kindsFor(t auth.AccountType) []NotificationKind {
	return slices.DeleteFunc(slices.Clone(s.deps.Kinds), func(k NotificationKind) bool { return !slices.Contains(k.For, t) })
}

func (s *Service) kindNames(t auth.AccountType) []string {
	names := []string{}
	for _, k := range s.kindsFor(t) {
		names = append(names, k.Kind)
	}
	return names
}

// inForce returns the choices of a user, with the defaults of what the user has not set.
func (s *Service) inForce(c Choices, u account.User) Preferences {
	p := Preferences{
		Language: u.Language, DateFormat: c.DateFormat, Timezone: c.Timezone, Theme: c.Theme, Density: c.Density,
		EmailNotifications: map[string]bool{}, AutoReminders: c.AutoReminders,
	}
	for _, k := range s.kindsFor(u.AccountType) {
		p.EmailNotifications[k.Kind] = wants(c, k)
	}
	return p
}

func wants(c Choices, k NotificationKind) bool {
	if on, chosen := c.EmailNotifications[k.Kind]; chosen {
		return on
	}
	return k.Default
}
