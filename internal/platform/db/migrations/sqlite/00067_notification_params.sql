-- +goose Up
-- What the texts of a notification are filled with, as JSON, so that they are made in the language
-- of whoever reads them. Rows of before have their texts only.
ALTER TABLE notify_notifications ADD COLUMN params TEXT;

-- +goose Down
ALTER TABLE notify_notifications DROP COLUMN params;
