-- +goose Up
-- Nights in which a single room of a connection cannot be booked: the pool counts by
-- room type, and a message may name one room only.
CREATE TABLE alpinebits_single_rooms (
  connection_id INTEGER NOT NULL REFERENCES connections (id) ON DELETE CASCADE,
  owner_id INTEGER NOT NULL,
  room_id INTEGER NOT NULL REFERENCES property_facts (id) ON DELETE CASCADE,
  code TEXT NOT NULL,
  start_date TEXT NOT NULL,
  end_date TEXT NOT NULL,
  out_of_order BOOLEAN NOT NULL,
  PRIMARY KEY (connection_id, room_id, code, start_date),
  CHECK (start_date <= end_date)
);
CREATE INDEX alpinebits_single_rooms_by_room ON alpinebits_single_rooms (room_id);

-- Reservations that a system was given. entry_id refers to nothing: the system must
-- hear of an entry that was deleted.
CREATE TABLE alpinebits_reservations (
  connection_id INTEGER NOT NULL REFERENCES connections (id) ON DELETE CASCADE,
  entry_id INTEGER NOT NULL,
  owner_id INTEGER NOT NULL,
  departure TEXT NOT NULL,
  created_at TIMESTAMP NOT NULL,
  revision INTEGER NOT NULL,
  cancelled BOOLEAN NOT NULL,
  acknowledged INTEGER NOT NULL,
  acknowledged_cancelled BOOLEAN NOT NULL,
  PRIMARY KEY (connection_id, entry_id)
);

-- +goose Down
DROP TABLE alpinebits_reservations;
DROP TABLE alpinebits_single_rooms;
