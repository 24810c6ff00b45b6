-- +goose Up
-- The size of the cells of calendars follows the user to every browser.
ALTER TABLE settings_preferences ADD COLUMN density TEXT NOT NULL DEFAULT 'normal';

-- +goose Down
ALTER TABLE settings_preferences DROP COLUMN density;
