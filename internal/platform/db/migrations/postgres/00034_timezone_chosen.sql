-- +goose Up
-- Whether somebody chose the time zone. One that nobody chose follows the place.
-- Properties keep the zone that they have; the zone of a company was UTC until
-- somebody chose another one.
ALTER TABLE properties ADD COLUMN timezone_chosen BOOLEAN NOT NULL DEFAULT TRUE;
ALTER TABLE settings_companies ADD COLUMN timezone_chosen BOOLEAN NOT NULL DEFAULT FALSE;
UPDATE settings_companies SET timezone_chosen = TRUE WHERE timezone <> 'UTC';

-- +goose Down
ALTER TABLE settings_companies DROP COLUMN timezone_chosen;
ALTER TABLE properties DROP COLUMN timezone_chosen;
