-- +goose Up
-- On SQLite stamps are in memory: one process owns the data (db.Raise).
DROP TABLE revisions;
DROP TRIGGER allotment_properties_gone;
DROP TABLE allotment_clock;
DROP INDEX allotment_properties_by_moved;
ALTER TABLE allotment_properties DROP COLUMN moved;
-- How often anything but days and blocks of the property has changed: calendars,
-- rooms, shares, name, time zone.
ALTER TABLE allotment_properties ADD COLUMN outline INTEGER NOT NULL DEFAULT 0;

-- +goose Down
ALTER TABLE allotment_properties DROP COLUMN outline;
ALTER TABLE allotment_properties ADD COLUMN moved INTEGER NOT NULL DEFAULT 0;
CREATE INDEX allotment_properties_by_moved ON allotment_properties (moved);
CREATE TABLE allotment_clock (
  id INTEGER PRIMARY KEY CHECK (id = 1),
  moved INTEGER NOT NULL
);
INSERT INTO allotment_clock (id, moved) VALUES (1, 0);
-- +goose StatementBegin
CREATE TRIGGER allotment_properties_gone AFTER DELETE ON allotment_properties BEGIN
  UPDATE allotment_clock SET moved = OLD.moved WHERE moved < OLD.moved;
END;
-- +goose StatementEnd
CREATE TABLE revisions (
  account_id INTEGER NOT NULL,
  area TEXT NOT NULL,
  revision INTEGER NOT NULL,
  PRIMARY KEY (account_id, area)
) WITHOUT ROWID;
