-- +goose Up
-- SQLite changes a CHECK only with its table. Ids that were used once stay used.
CREATE TABLE rooming_entries_33 (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  ledger_id INTEGER NOT NULL REFERENCES rooming_ledgers (id) ON DELETE CASCADE,
  owner_id INTEGER NOT NULL,
  property_id INTEGER NOT NULL,
  partner_id INTEGER,
  -- A list outlives the rooms in it.
  room_id INTEGER REFERENCES property_facts (id) ON DELETE SET NULL,
  -- The calendar that holds a confirmed entry. One whose guests have left can be
  -- deleted, and has then given back what it held.
  calendar_id INTEGER REFERENCES allotment_calendars (id) ON DELETE SET NULL,
  arrival TEXT NOT NULL,
  departure TEXT NOT NULL,
  units INTEGER NOT NULL CHECK (units > 0),
  guests TEXT NOT NULL,
  board TEXT NOT NULL,
  reference TEXT NOT NULL,
  status TEXT NOT NULL CHECK (status IN ('pending', 'confirmed', 'declined', 'cancelled')),
  note TEXT NOT NULL,
  reason TEXT NOT NULL DEFAULT '',
  written_by TEXT NOT NULL DEFAULT 'hotel' CHECK (written_by IN ('hotel', 'operator')),
  created_at TIMESTAMP NOT NULL,
  updated_at TIMESTAMP NOT NULL,
  CHECK (arrival < departure)
);
INSERT INTO rooming_entries_33 (id, ledger_id, owner_id, property_id, partner_id, room_id, calendar_id, arrival, departure, units, guests, board, reference, status, note, created_at, updated_at) SELECT id, ledger_id, owner_id, property_id, partner_id, room_id, calendar_id, arrival, departure, units, guests, board, reference, status, note, created_at, updated_at FROM rooming_entries;
DELETE FROM sqlite_sequence WHERE name = 'rooming_entries_33';
INSERT INTO sqlite_sequence (name, seq) SELECT 'rooming_entries_33', seq FROM sqlite_sequence WHERE name = 'rooming_entries';
DROP TABLE rooming_entries;
ALTER TABLE rooming_entries_33 RENAME TO rooming_entries;
CREATE INDEX rooming_entries_by_ledger ON rooming_entries (ledger_id, id);
CREATE INDEX rooming_entries_by_ledger_status ON rooming_entries (ledger_id, status, written_by);
CREATE INDEX rooming_entries_by_ledger_stay ON rooming_entries (ledger_id, arrival, departure);
CREATE INDEX rooming_entries_by_owner_stay ON rooming_entries (owner_id, arrival, departure);
CREATE INDEX rooming_entries_by_property_stay ON rooming_entries (property_id, arrival, departure);
CREATE INDEX rooming_entries_by_partner_stay ON rooming_entries (partner_id, arrival, departure);
CREATE INDEX rooming_entries_by_room ON rooming_entries (room_id);
CREATE INDEX rooming_entries_by_calendar ON rooming_entries (calendar_id);
ALTER TABLE rooming_ledgers ADD COLUMN reason TEXT NOT NULL DEFAULT '';

-- Which side writes the list: the other one answers it only once it was sent.
-- Lists from before are the operator's if the hotel's audit trail says so.
ALTER TABLE rooming_ledgers ADD COLUMN written_by TEXT NOT NULL DEFAULT 'hotel' CHECK (written_by IN ('hotel', 'operator'));
UPDATE rooming_ledgers SET written_by = 'operator' WHERE EXISTS (
  SELECT 1 FROM audit_entries AS a
  WHERE a.owner_id = rooming_ledgers.owner_id AND a.object_type = 'rooming_ledger' AND a.object_id = CAST(rooming_ledgers.id AS TEXT)
    AND a.action = 'create' AND a.user_id = rooming_ledgers.partner_id
);

-- So it is with every entry. Entries from before are the operator's where it wrote
-- in their list.
UPDATE rooming_entries SET written_by = 'operator' WHERE EXISTS (
  SELECT 1 FROM audit_entries AS a
  WHERE a.owner_id = rooming_entries.owner_id AND a.object_type = 'rooming_ledger' AND a.object_id = CAST(rooming_entries.ledger_id AS TEXT)
    AND a.action IN ('create', 'add_entries') AND a.user_id = rooming_entries.partner_id
);

-- +goose Down
ALTER TABLE rooming_ledgers DROP COLUMN written_by;
ALTER TABLE rooming_ledgers DROP COLUMN reason;
UPDATE rooming_entries SET status = 'cancelled' WHERE status = 'declined';
CREATE TABLE rooming_entries_19 (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  ledger_id INTEGER NOT NULL REFERENCES rooming_ledgers (id) ON DELETE CASCADE,
  owner_id INTEGER NOT NULL,
  property_id INTEGER NOT NULL,
  partner_id INTEGER,
  -- A list outlives the rooms in it.
  room_id INTEGER REFERENCES property_facts (id) ON DELETE SET NULL,
  -- The calendar that holds a confirmed entry. One whose guests have left can be
  -- deleted, and has then given back what it held.
  calendar_id INTEGER REFERENCES allotment_calendars (id) ON DELETE SET NULL,
  arrival TEXT NOT NULL,
  departure TEXT NOT NULL,
  units INTEGER NOT NULL CHECK (units > 0),
  guests TEXT NOT NULL,
  board TEXT NOT NULL,
  reference TEXT NOT NULL,
  status TEXT NOT NULL CHECK (status IN ('pending', 'confirmed', 'cancelled')),
  note TEXT NOT NULL,
  created_at TIMESTAMP NOT NULL,
  updated_at TIMESTAMP NOT NULL,
  CHECK (arrival < departure)
);
INSERT INTO rooming_entries_19 (id, ledger_id, owner_id, property_id, partner_id, room_id, calendar_id, arrival, departure, units, guests, board, reference, status, note, created_at, updated_at) SELECT id, ledger_id, owner_id, property_id, partner_id, room_id, calendar_id, arrival, departure, units, guests, board, reference, status, note, created_at, updated_at FROM rooming_entries;
DELETE FROM sqlite_sequence WHERE name = 'rooming_entries_19';
INSERT INTO sqlite_sequence (name, seq) SELECT 'rooming_entries_19', seq FROM sqlite_sequence WHERE name = 'rooming_entries';
DROP TABLE rooming_entries;
ALTER TABLE rooming_entries_19 RENAME TO rooming_entries;
CREATE INDEX rooming_entries_by_ledger ON rooming_entries (ledger_id, id);
CREATE INDEX rooming_entries_by_ledger_status ON rooming_entries (ledger_id, status);
CREATE INDEX rooming_entries_by_ledger_stay ON rooming_entries (ledger_id, arrival, departure);
CREATE INDEX rooming_entries_by_owner_stay ON rooming_entries (owner_id, arrival, departure);
CREATE INDEX rooming_entries_by_property_stay ON rooming_entries (property_id, arrival, departure);
CREATE INDEX rooming_entries_by_partner_stay ON rooming_entries (partner_id, arrival, departure);
CREATE INDEX rooming_entries_by_room ON rooming_entries (room_id);
CREATE INDEX rooming_entries_by_calendar ON rooming_entries (calendar_id);
