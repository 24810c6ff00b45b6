-- +goose Up
-- The place of a record among those that a plan limits, and how many an account has.
CREATE INDEX properties_by_owner ON properties (owner_id, id);
CREATE INDEX photos_by_owner ON photos (owner_id, property_id, id);
CREATE INDEX allotment_calendars_by_owner ON allotment_calendars (owner_id, property_id);

-- +goose Down
DROP INDEX allotment_calendars_by_owner;
DROP INDEX photos_by_owner;
DROP INDEX properties_by_owner;
