-- +goose Up
-- What a system may write with an API key.
ALTER TABLE apikey_keys ADD COLUMN availability_write BOOLEAN NOT NULL DEFAULT FALSE;
ALTER TABLE apikey_keys ADD COLUMN rooming_write BOOLEAN NOT NULL DEFAULT FALSE;

-- +goose Down
ALTER TABLE apikey_keys DROP COLUMN rooming_write;
ALTER TABLE apikey_keys DROP COLUMN availability_write;
