-- +goose Up
CREATE TABLE photos (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  owner_id INTEGER NOT NULL,
  property_id INTEGER NOT NULL REFERENCES properties (id) ON DELETE CASCADE,
  room_id INTEGER REFERENCES property_facts (id) ON DELETE SET NULL,
  position INTEGER NOT NULL,
  category TEXT NOT NULL CHECK (category IN ('exterior', 'room', 'pool', 'restaurant', 'beach', 'spa', 'lobby', 'other')),
  caption TEXT NOT NULL,
  is_cover BOOLEAN NOT NULL,
  width INTEGER NOT NULL,
  height INTEGER NOT NULL,
  bytes INTEGER NOT NULL,
  checksum INTEGER NOT NULL,
  key TEXT NOT NULL,
  medium_key TEXT NOT NULL,
  small_key TEXT NOT NULL,
  created_at TIMESTAMP NOT NULL,
  updated_at TIMESTAMP NOT NULL
);
-- The gallery is read by position; every filter keeps that order.
CREATE INDEX photos_by_property ON photos (property_id, position, id);
CREATE INDEX photos_by_category ON photos (property_id, category, position, id);
CREATE INDEX photos_by_room ON photos (room_id, position, id);
CREATE UNIQUE INDEX photos_cover ON photos (property_id) WHERE is_cover;
CREATE INDEX photos_key ON photos (key);
CREATE INDEX photos_medium_key ON photos (medium_key);
CREATE INDEX photos_small_key ON photos (small_key);

-- +goose Down
DROP TABLE photos;
