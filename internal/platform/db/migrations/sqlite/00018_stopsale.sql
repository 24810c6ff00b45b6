-- +goose Up
-- One row a property whose stop sale was ever touched.
CREATE TABLE stopsales (
  property_id INTEGER PRIMARY KEY REFERENCES properties (id) ON DELETE CASCADE,
  owner_id INTEGER NOT NULL,
  date_update TIMESTAMP NOT NULL
);

-- Who a stop sale came from, in the hotel's words.
CREATE TABLE stopsale_sources (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  owner_id INTEGER NOT NULL,
  name TEXT NOT NULL,
  name_key TEXT NOT NULL,
  created_at TIMESTAMP NOT NULL
);
CREATE UNIQUE INDEX stopsale_sources_name ON stopsale_sources (owner_id, name_key);

CREATE TABLE stopsale_events (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  owner_id INTEGER NOT NULL,
  property_id INTEGER NOT NULL REFERENCES properties (id) ON DELETE CASCADE,
  room_id INTEGER NOT NULL REFERENCES property_facts (id) ON DELETE CASCADE,
  date TEXT NOT NULL,
  color INTEGER NOT NULL CHECK (color BETWEEN 0 AND 4),
  source_id INTEGER REFERENCES stopsale_sources (id) ON DELETE SET NULL,
  created_at TIMESTAMP NOT NULL,
  updated_at TIMESTAMP NOT NULL
);
-- One state a room and day; also how calendars and exports read.
CREATE UNIQUE INDEX stopsale_events_day ON stopsale_events (room_id, date);
-- What goes with a property or a source is found without a scan.
CREATE INDEX stopsale_events_by_property ON stopsale_events (property_id);
CREATE INDEX stopsale_events_by_source ON stopsale_events (source_id) WHERE source_id IS NOT NULL;

-- +goose Down
DROP TABLE stopsale_events;
DROP TABLE stopsale_sources;
DROP TABLE stopsales;
