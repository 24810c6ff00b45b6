package settingshttp

import (
	"context"

	"allot/internal/identity/account"
	"allot/internal/identity/auth"
	"allot/internal/identity/settings"
	"allot/internal/platform/httpx"
)

type (
	preferencesResponse struct{ Body settings.Preferences }
	// PreferencesChange holds the fields of an update. It is exported because huma ignores the
	// fields of an unexported embedded type.
	PreferencesChange struct {
		Language           httpx.Patch[string]           `json:"language,omitempty" doc:"BCP 47" example:"el"`
		DateFormat         httpx.Patch[string]           `json:"date_format,omitempty" doc:"How the dashboard writes dates to you: auto (as your language and region do), YYYY-MM-DD, DD.MM.YYYY, DD/MM/YYYY or MM/DD/YYYY. Documents that you download write days so too; auto: as your region does, by Accept-Language"`
		Timezone           httpx.Patch[string]           `json:"timezone,omitempty" doc:"IANA name of the zone in which the dashboard shows times to you. Documents use that of the property" example:"Europe/Athens"`
		Theme              httpx.Patch[string]           `json:"theme,omitempty" doc:"Colours of the dashboard: system, light or dark"`
		Density            httpx.Patch[string]           `json:"density,omitempty" doc:"Size of the cells of calendars in the dashboard: normal, compact or detailed"`
		EmailNotifications httpx.Patch[map[string]*bool] `json:"email_notifications,omitempty" doc:"Kinds of notification that also come by e-mail"`
		AutoReminders      httpx.Patch[bool]             `json:"auto_reminders,omitempty" doc:"Reminders of overdue invoices are sent by themselves, 3, 7 and 14 days after the due date. Only the manager of a hotel's account can switch it on: it holds for the whole account"`
	}
	updatePreferencesRequest struct{ Body PreferencesChange }
	updatePersonalRequest    struct {
		Body struct {
			Email     httpx.Patch[string] `json:"email,omitempty"`
			FirstName httpx.Patch[string] `json:"first_name,omitempty"`
			LastName  httpx.Patch[string] `json:"last_name,omitempty"`
			PreferencesChange
		}
	}
	personalSettingsResponse struct {
		Body struct {
			ID        int64   `json:"id"`
			Email     string  `json:"email"`
			FirstName string  `json:"first_name"`
			LastName  string  `json:"last_name"`
			Avatar    *string `json:"avatar" doc:"Address of the picture, or null"`
			settings.Preferences
		}
	}
)

func (c PreferencesChange) input() settings.PreferencesInput {
	return settings.PreferencesInput{
		Language: c.Language.Pointer(), DateFormat: c.DateFormat.Pointer(), Timezone: c.Timezone.Pointer(), Theme: c.Theme.Pointer(), Density: c.Density.Pointer(),
		EmailNotifications: c.EmailNotifications.Value, ClearNotifications: c.EmailNotifications.Null,
		AutoReminders: c.AutoReminders.Pointer(),
	}
}

func (h *handlers) getPreferences(ctx context.Context, _ *struct{}) (*preferencesResponse, error) {
	_, p, err := h.personal(ctx)
	if err != nil {
		return nil, err
	}
	return &preferencesResponse{Body: p}, nil
}

func (h *handlers) updatePreferences(ctx context.Context, req *updatePreferencesRequest) (*preferencesResponse, error) {
	p, err := h.Settings.UpdatePreferences(ctx, auth.From(ctx), req.Body.input())
	if err != nil {
		return nil, err
	}
	return &preferencesResponse{Body: p}, nil
}

func (h *handlers) personal(ctx context.Context) (account.User, settings.Preferences, error) {
	u, err := h.Accounts.Profile(ctx, auth.From(ctx))
	if err != nil {
		return account.User{}, settings.Preferences{}, err
	}
	p, err := h.Settings.Preferences(ctx, u)
	return u, p, err
}

func (h *handlers) personalSettings(ctx context.Context, _ *struct{}) (*personalSettingsResponse, error) {
	u, p, err := h.personal(ctx)
	if err != nil {
		return nil, err
	}
	return toPersonal(ctx, u, p), nil
}

func (h *handlers) updatePersonal(ctx context.Context, req *updatePersonalRequest) (*personalSettingsResponse, error) {
	u, p, err := h.Settings.UpdatePersonal(ctx, auth.From(ctx), settings.PersonalInput{
		Email: req.Body.Email.Pointer(), FirstName: req.Body.FirstName.Pointer(), LastName: req.Body.LastName.Pointer(),
		PreferencesInput: req.Body.input(),
	})
	if err != nil {
		return nil, err
	}
	return toPersonal(ctx, u, p), nil
}

func toPersonal(ctx context.Context, u account.User, p settings.Preferences) *personalSettingsResponse {
	res := &personalSettingsResponse{}
	b := &res.Body
	b.ID, b.Email, b.FirstName, b.LastName = u.ID, u.Email, u.FirstName, u.LastName
	b.Avatar, b.Preferences = httpx.MediaURL(ctx, u.AvatarKey), p
	return res
}
