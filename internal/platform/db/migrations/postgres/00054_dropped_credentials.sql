-- +goose Up
-- Connections whose credentials were removed when an address was changed.
ALTER TABLE connections ADD COLUMN credentials_dropped BOOLEAN NOT NULL DEFAULT FALSE;

-- +goose Down
ALTER TABLE connections DROP COLUMN credentials_dropped;
