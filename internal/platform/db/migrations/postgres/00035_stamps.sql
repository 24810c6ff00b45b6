-- +goose Up
-- The transaction that last changed what a stamp is of: equal stamps mean that
-- nothing has changed. Written last in a transaction (db.Raise). What was handed
-- out before is of another epoch, so nothing is taken over.
CREATE TABLE stamps (
  kind TEXT NOT NULL,
  id BIGINT NOT NULL,
  value BIGINT NOT NULL,
  PRIMARY KEY (id, kind)
);
DROP TABLE revisions;
ALTER TABLE allotment_properties DROP COLUMN moved;
-- How often anything but days and blocks of the property has changed: calendars,
-- rooms, shares, name, time zone.
ALTER TABLE allotment_properties ADD COLUMN outline BIGINT NOT NULL DEFAULT 0;

-- +goose Down
ALTER TABLE allotment_properties DROP COLUMN outline;
ALTER TABLE allotment_properties ADD COLUMN moved BIGINT NOT NULL DEFAULT 0;
CREATE TABLE revisions (
  account_id BIGINT NOT NULL,
  area TEXT NOT NULL,
  revision BIGINT NOT NULL,
  PRIMARY KEY (account_id, area)
);
DROP TABLE stamps;
