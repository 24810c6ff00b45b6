-- +goose Up
CREATE TABLE ratecontracts (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  owner_id INTEGER NOT NULL,
  property_id INTEGER NOT NULL REFERENCES properties (id) ON DELETE CASCADE,
  partner_id INTEGER NOT NULL,
  name TEXT NOT NULL,
  number TEXT NOT NULL,
  number_key TEXT NOT NULL,
  search TEXT NOT NULL,
  start_date TEXT NOT NULL,
  end_date TEXT NOT NULL,
  -- As written: an active one reads ended once its end_date has passed.
  status TEXT NOT NULL CHECK (status IN ('draft', 'active', 'ended')),
  -- When the hotel ended it by hand.
  ended_at TIMESTAMP,
  created_at TIMESTAMP NOT NULL,
  updated_at TIMESTAMP NOT NULL,
  CHECK (start_date <= end_date),
  CHECK ((status = 'ended') = (ended_at IS NOT NULL))
);
CREATE UNIQUE INDEX ratecontracts_number ON ratecontracts (owner_id, number_key);
-- Both sides list theirs, newest first; every filter keeps that order but the
-- state, which the dates decide too.
CREATE INDEX ratecontracts_by_owner ON ratecontracts (owner_id, id);
CREATE INDEX ratecontracts_by_owner_status ON ratecontracts (owner_id, status, end_date);
CREATE INDEX ratecontracts_by_owner_partner ON ratecontracts (owner_id, partner_id, id);
CREATE INDEX ratecontracts_by_property ON ratecontracts (property_id, id);
CREATE INDEX ratecontracts_by_partner ON ratecontracts (partner_id, id);
CREATE INDEX ratecontracts_by_partner_status ON ratecontracts (partner_id, status, end_date);
CREATE INDEX ratecontracts_by_partner_property ON ratecontracts (partner_id, property_id, id);

CREATE TABLE ratecontract_rooms (
  ratecontract_id INTEGER NOT NULL REFERENCES ratecontracts (id) ON DELETE CASCADE,
  position INTEGER NOT NULL,
  owner_id INTEGER NOT NULL,
  -- Without the room there is nothing left to allot.
  room_id INTEGER NOT NULL REFERENCES property_facts (id) ON DELETE CASCADE,
  start_date TEXT NOT NULL,
  end_date TEXT NOT NULL,
  quantity INTEGER NOT NULL CHECK (quantity > 0),
  release_days INTEGER NOT NULL CHECK (release_days >= 0),
  PRIMARY KEY (ratecontract_id, position),
  CHECK (start_date <= end_date)
);
CREATE INDEX ratecontract_rooms_by_room ON ratecontract_rooms (room_id);

-- The last number given by itself in a year. It goes on when a contract is
-- deleted: a number that partners know never names another contract.
CREATE TABLE ratecontract_numbers (
  owner_id INTEGER NOT NULL,
  year INTEGER NOT NULL,
  last INTEGER NOT NULL,
  PRIMARY KEY (owner_id, year)
);

-- +goose Down
DROP TABLE ratecontract_numbers;
DROP TABLE ratecontract_rooms;
DROP TABLE ratecontracts;
