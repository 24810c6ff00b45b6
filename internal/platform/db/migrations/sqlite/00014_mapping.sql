-- +goose Up
-- The owner is the account of the hotel: a contract with it decides what is shown.
CREATE TABLE mapping_properties (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  operator_id INTEGER NOT NULL,
  owner_id INTEGER NOT NULL,
  property_id INTEGER NOT NULL REFERENCES properties (id) ON DELETE CASCADE,
  hotel_code TEXT NOT NULL,
  internal_code TEXT NOT NULL,
  external_code TEXT NOT NULL,
  supplier_code TEXT NOT NULL,
  search TEXT NOT NULL,
  created_at TIMESTAMP NOT NULL,
  updated_at TIMESTAMP NOT NULL
);
CREATE UNIQUE INDEX mapping_properties_property ON mapping_properties (operator_id, property_id);
CREATE INDEX mapping_properties_by_property ON mapping_properties (property_id);

-- A room is a record of the hotel's facts. It is no reference: partners still see
-- the published room when the hotel has taken it out of its working copy.
CREATE TABLE mapping_rooms (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  operator_id INTEGER NOT NULL,
  owner_id INTEGER NOT NULL,
  property_id INTEGER NOT NULL REFERENCES properties (id) ON DELETE CASCADE,
  room_id INTEGER NOT NULL,
  code TEXT NOT NULL,
  name TEXT NOT NULL,
  search TEXT NOT NULL,
  created_at TIMESTAMP NOT NULL,
  updated_at TIMESTAMP NOT NULL
);
CREATE UNIQUE INDEX mapping_rooms_room ON mapping_rooms (operator_id, room_id);
CREATE INDEX mapping_rooms_by_operator ON mapping_rooms (operator_id, property_id, room_id, owner_id);
CREATE INDEX mapping_rooms_by_property ON mapping_rooms (property_id);

-- Empty is the default. The row is also what writers of one operator take turns on.
CREATE TABLE mapping_event_codes (
  operator_id INTEGER PRIMARY KEY,
  free TEXT NOT NULL,
  open TEXT NOT NULL,
  on_request TEXT NOT NULL,
  stop TEXT NOT NULL,
  block TEXT NOT NULL,
  updated_at TIMESTAMP NOT NULL
);

-- +goose Down
DROP TABLE mapping_event_codes;
DROP TABLE mapping_rooms;
DROP TABLE mapping_properties;
