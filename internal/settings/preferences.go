package settings

import "allot/internal/account"

// Preferences are how one user wants to see and hear things. The language is
// the user's own field: letters need it too.
type Preferences struct {
	Language           string          `json:"language"`
	DateFormat         string          `json:"date_format"`
	Timezone           string          `json:"timezone"`
	Theme              string          `json:"theme"`
	EmailNotifications map[string]bool `json:"email_notifications" doc:"Kinds of notification that also come by e-mail"`
	AutoReminders      bool            `json:"auto_reminders"`
}

// PreferencesOf returns the preferences in force for a user.
func PreferencesOf(u account.User) Preferences {
	return Preferences{
		Language: u.Language, DateFormat: "YYYY-MM-DD", Timezone: "UTC", Theme: "system",
		EmailNotifications: map[string]bool{},
	}
}
