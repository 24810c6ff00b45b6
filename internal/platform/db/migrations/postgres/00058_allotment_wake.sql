-- +goose Up
-- wake_on is the first day, where the property is, of which the changes that the date alone
-- makes (releases, rate contracts that end) are not told yet; null: there are none.
-- told_closed is whether operators were told that the property is closed to them.
ALTER TABLE allotment_properties ADD COLUMN wake_on DATE;
ALTER TABLE allotment_properties ADD COLUMN told_closed BOOLEAN NOT NULL DEFAULT FALSE;
CREATE INDEX allotment_properties_wake_on ON allotment_properties (wake_on, property_id) WHERE wake_on IS NOT NULL;
CREATE INDEX allotment_properties_by_owner ON allotment_properties (owner_id);
UPDATE allotment_properties SET wake_on = '2000-01-01' WHERE property_id IN (
  SELECT property_id FROM allotment_blocks WHERE release_days > 0 UNION SELECT property_id FROM allotment_calendars WHERE kind = 'contracted');

-- +goose Down
DROP INDEX allotment_properties_by_owner;
DROP INDEX allotment_properties_wake_on;
ALTER TABLE allotment_properties DROP COLUMN told_closed;
ALTER TABLE allotment_properties DROP COLUMN wake_on;
