-- +goose Up
CREATE TABLE rooming_ledgers (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  owner_id INTEGER NOT NULL,
  property_id INTEGER NOT NULL REFERENCES properties (id) ON DELETE CASCADE,
  -- The operator; none for bookings of nobody on the platform.
  partner_id INTEGER,
  calendar_id INTEGER REFERENCES allotment_calendars (id) ON DELETE SET NULL,
  name TEXT NOT NULL,
  status TEXT NOT NULL CHECK (status IN ('open', 'sent', 'confirmed', 'closed', 'cancelled')),
  created_at TIMESTAMP NOT NULL,
  updated_at TIMESTAMP NOT NULL
);
-- Both sides list theirs, newest first; every filter keeps that order.
CREATE INDEX rooming_ledgers_by_owner ON rooming_ledgers (owner_id, id);
CREATE INDEX rooming_ledgers_by_owner_status ON rooming_ledgers (owner_id, status, id);
CREATE INDEX rooming_ledgers_by_owner_partner ON rooming_ledgers (owner_id, partner_id, id);
CREATE INDEX rooming_ledgers_by_property ON rooming_ledgers (property_id, id);
CREATE INDEX rooming_ledgers_by_partner ON rooming_ledgers (partner_id, id);
CREATE INDEX rooming_ledgers_by_partner_status ON rooming_ledgers (partner_id, status, id);
CREATE INDEX rooming_ledgers_by_partner_property ON rooming_ledgers (partner_id, property_id, id);
CREATE INDEX rooming_ledgers_by_calendar ON rooming_ledgers (calendar_id);

-- property_id and partner_id are those of the ledger, so that either side finds
-- its stays by date. property_id refers to nothing: entries are written while the
-- property's availability is locked.
CREATE TABLE rooming_entries (
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
CREATE INDEX rooming_entries_by_ledger ON rooming_entries (ledger_id, id);
CREATE INDEX rooming_entries_by_ledger_status ON rooming_entries (ledger_id, status);
CREATE INDEX rooming_entries_by_ledger_stay ON rooming_entries (ledger_id, arrival, departure);
CREATE INDEX rooming_entries_by_owner_stay ON rooming_entries (owner_id, arrival, departure);
CREATE INDEX rooming_entries_by_property_stay ON rooming_entries (property_id, arrival, departure);
CREATE INDEX rooming_entries_by_partner_stay ON rooming_entries (partner_id, arrival, departure);
CREATE INDEX rooming_entries_by_room ON rooming_entries (room_id);
CREATE INDEX rooming_entries_by_calendar ON rooming_entries (calendar_id);

-- +goose Down
DROP TABLE rooming_entries;
DROP TABLE rooming_ledgers;
