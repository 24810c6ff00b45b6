-- +goose Up
-- What an operator wants to be different in its view of a property of a hotel.
CREATE TABLE override_wishes (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  operator_id INTEGER NOT NULL,
  hotel_id INTEGER NOT NULL,
  property_id INTEGER NOT NULL REFERENCES properties (id) ON DELETE CASCADE,
  kind TEXT NOT NULL CHECK (kind IN ('facts', 'photo_selection', 'own_photo', 'logo')),
  -- Of facts; empty otherwise.
  category TEXT NOT NULL,
  -- The record of an array category or the own photo; 0 otherwise.
  record_id INTEGER NOT NULL,
  wanted TEXT NOT NULL,
  -- What is in force: the last wish that needed no approval or got it.
  approved TEXT,
  -- What the hotel had published of the same when the wish was made.
  base TEXT NOT NULL,
  base_version INTEGER NOT NULL,
  status TEXT NOT NULL CHECK (status IN ('active', 'waiting', 'declined')),
  -- Counts the wishes, so that nobody approves one that it has not seen.
  revision INTEGER NOT NULL,
  source_changed_at TIMESTAMP,
  decided_by INTEGER,
  decided_at TIMESTAMP,
  reason TEXT NOT NULL,
  created_at TIMESTAMP NOT NULL,
  updated_at TIMESTAMP NOT NULL,
  CHECK (status <> 'active' OR approved IS NOT NULL)
);
CREATE UNIQUE INDEX override_wishes_one ON override_wishes (operator_id, property_id, kind, category, record_id);
-- Both sides list in the order of ids; every filter keeps that order.
CREATE INDEX override_wishes_by_operator ON override_wishes (operator_id, kind, id);
CREATE INDEX override_wishes_by_operator_status ON override_wishes (operator_id, kind, status, id);
CREATE INDEX override_wishes_by_operator_category ON override_wishes (operator_id, kind, category, id);
CREATE INDEX override_wishes_by_hotel ON override_wishes (hotel_id, status, id);
CREATE INDEX override_wishes_by_hotel_kind ON override_wishes (hotel_id, kind, status, id);
CREATE INDEX override_wishes_by_partner ON override_wishes (hotel_id, operator_id, status, id);
CREATE INDEX override_wishes_by_property ON override_wishes (property_id, kind, status, id);

-- The files of an operator's own photos; what is said of them is a wish.
CREATE TABLE override_photos (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  operator_id INTEGER NOT NULL,
  hotel_id INTEGER NOT NULL,
  property_id INTEGER NOT NULL REFERENCES properties (id) ON DELETE CASCADE,
  width INTEGER NOT NULL,
  height INTEGER NOT NULL,
  bytes INTEGER NOT NULL,
  checksum INTEGER NOT NULL,
  key TEXT NOT NULL,
  medium_key TEXT NOT NULL,
  small_key TEXT NOT NULL,
  created_at TIMESTAMP NOT NULL
);
CREATE INDEX override_photos_by_operator ON override_photos (operator_id, property_id, id);
CREATE INDEX override_photos_by_property ON override_photos (property_id);
CREATE INDEX override_photos_key ON override_photos (key);
CREATE INDEX override_photos_medium_key ON override_photos (medium_key);
CREATE INDEX override_photos_small_key ON override_photos (small_key);

-- +goose Down
DROP TABLE override_photos;
DROP TABLE override_wishes;
