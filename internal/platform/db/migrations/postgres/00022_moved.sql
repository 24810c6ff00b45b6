-- +goose Up
-- When a property's availability last changed, as the id of the transaction: who
-- has seen everything before a reading of the clock asks for what moved since. It
-- is set by the statement that raises the version.
ALTER TABLE allotment_properties ADD COLUMN moved BIGINT NOT NULL DEFAULT 0;

-- +goose Down
ALTER TABLE allotment_properties DROP COLUMN moved;
