-- +goose Up
-- Who last set something on a day of a calendar by hand, and when, in
-- microseconds since 1970. Days that were set before have nobody.
ALTER TABLE allotment_days ADD COLUMN changed_by BIGINT NOT NULL DEFAULT 0;
ALTER TABLE allotment_days ADD COLUMN changed_at BIGINT NOT NULL DEFAULT 0;

-- +goose Down
ALTER TABLE allotment_days DROP COLUMN changed_at;
ALTER TABLE allotment_days DROP COLUMN changed_by;
