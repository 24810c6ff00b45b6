package settingsdb

import (
	"context"
	"fmt"

	"github.com/uptrace/bun"

	"allot/internal/identity/settings"
	"allot/internal/platform/db"
)

type choicesRow struct {
	bun.BaseModel `bun:"table:settings_preferences,alias:p"`
	settings.Choices
}

// Choices returns the preferences that a user has set.
func (s *Store) Choices(ctx context.Context, user int64) (settings.Choices, error) {
	var row choicesRow
	err := s.db.From(ctx).NewSelect().Model(&row).Where("user_id = ?", user).Scan(ctx)
	return row.Choices, db.Found(err, "select preferences of %d", user)
}

// SaveChoices stores the preferences that a user has set.
func (s *Store) SaveChoices(ctx context.Context, c settings.Choices) error {
	_, err := s.db.From(ctx).NewInsert().Model(&choicesRow{Choices: c}).On("CONFLICT (user_id) DO UPDATE").
		Set("date_format = EXCLUDED.date_format, timezone = EXCLUDED.timezone, theme = EXCLUDED.theme, density = EXCLUDED.density").
		Set("email_notifications = EXCLUDED.email_notifications, auto_reminders = EXCLUDED.auto_reminders, updated_at = EXCLUDED.updated_at").
		Exec(ctx)
	if err != nil {
		return fmt.Errorf("save preferences of %d: %w", c.UserID, err)
	}
	return nil
}
