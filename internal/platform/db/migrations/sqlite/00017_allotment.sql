-- +goose Up
-- One row a property: the lock that every write to its availability takes first,
-- and the version that tells whether what a node has in memory still holds. The
-- tables below refer to it and not to properties, so that no write waits for
-- somebody who holds the property while it waits for this row.
CREATE TABLE allotment_properties (
  property_id INTEGER PRIMARY KEY REFERENCES properties (id) ON DELETE CASCADE,
  owner_id INTEGER NOT NULL,
  version INTEGER NOT NULL
);

CREATE TABLE allotment_calendars (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  owner_id INTEGER NOT NULL,
  property_id INTEGER NOT NULL REFERENCES allotment_properties (property_id) ON DELETE CASCADE,
  name TEXT NOT NULL,
  kind TEXT NOT NULL CHECK (kind IN ('master', 'connected', 'contracted', 'allotment', 'standalone')),
  counterparty_contract INTEGER REFERENCES contracts (id) ON DELETE SET NULL,
  rate_contract INTEGER REFERENCES ratecontracts (id) ON DELETE SET NULL,
  external_name TEXT NOT NULL,
  external_details TEXT NOT NULL,
  mailing_group INTEGER REFERENCES settings_mailing_lists (id) ON DELETE SET NULL,
  created_at TIMESTAMP NOT NULL,
  updated_at TIMESTAMP NOT NULL
);
CREATE INDEX allotment_calendars_by_property ON allotment_calendars (property_id, id);
CREATE UNIQUE INDEX allotment_calendars_master ON allotment_calendars (property_id) WHERE kind = 'master';
CREATE UNIQUE INDEX allotment_calendars_connected ON allotment_calendars (property_id, counterparty_contract) WHERE kind = 'connected';
CREATE UNIQUE INDEX allotment_calendars_contracted ON allotment_calendars (property_id, rate_contract) WHERE kind = 'contracted';
-- What a deleted neighbour has to find.
CREATE INDEX allotment_calendars_by_contract ON allotment_calendars (counterparty_contract);
CREATE INDEX allotment_calendars_by_rate_contract ON allotment_calendars (rate_contract);
CREATE INDEX allotment_calendars_by_mailing_group ON allotment_calendars (mailing_group);

CREATE TABLE allotment_blocks (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  owner_id INTEGER NOT NULL,
  property_id INTEGER NOT NULL,
  calendar_id INTEGER NOT NULL REFERENCES allotment_calendars (id) ON DELETE CASCADE,
  room_id INTEGER NOT NULL REFERENCES property_facts (id) ON DELETE CASCADE,
  start_date TEXT NOT NULL,
  end_date TEXT NOT NULL,
  quantity INTEGER NOT NULL CHECK (quantity >= 0),
  release_days INTEGER NOT NULL CHECK (release_days >= 0),
  source TEXT NOT NULL CHECK (source IN ('manual', 'contract')),
  CHECK (start_date <= end_date)
);
CREATE INDEX allotment_blocks_by_calendar ON allotment_blocks (calendar_id, room_id, start_date);
CREATE INDEX allotment_blocks_by_property ON allotment_blocks (property_id);
CREATE INDEX allotment_blocks_by_room ON allotment_blocks (room_id);

-- A day that somebody has set something on. Rows are emptied, not deleted, so
-- that version tells a node what changed since it looked.
CREATE TABLE allotment_days (
  calendar_id INTEGER NOT NULL REFERENCES allotment_calendars (id) ON DELETE CASCADE,
  room_id INTEGER NOT NULL REFERENCES property_facts (id) ON DELETE CASCADE,
  date TEXT NOT NULL,
  owner_id INTEGER NOT NULL,
  property_id INTEGER NOT NULL,
  closed INTEGER NOT NULL CHECK (closed >= 0),
  confirmed INTEGER NOT NULL CHECK (confirmed >= 0),
  -- The part of confirmed that rooming entries hold.
  rooming INTEGER NOT NULL,
  status TEXT NOT NULL CHECK (status IN ('', 'free', 'open', 'request', 'stop', 'block')),
  reason TEXT NOT NULL,
  note TEXT NOT NULL,
  version INTEGER NOT NULL,
  PRIMARY KEY (calendar_id, room_id, date),
  CHECK (rooming >= 0 AND rooming <= confirmed)
) WITHOUT ROWID;
CREATE INDEX allotment_days_by_version ON allotment_days (property_id, version);
CREATE INDEX allotment_days_by_room ON allotment_days (room_id, date);

-- What a room type holds on a date, over all calendars. committed is what
-- calendars closed and confirmed, reported what property management systems say
-- is taken, external the part of it that fits.
CREATE TABLE allotment_pool (
  room_id INTEGER NOT NULL REFERENCES property_facts (id) ON DELETE CASCADE,
  date TEXT NOT NULL,
  owner_id INTEGER NOT NULL,
  property_id INTEGER NOT NULL REFERENCES allotment_properties (property_id) ON DELETE CASCADE,
  total INTEGER NOT NULL,
  committed INTEGER NOT NULL,
  reported INTEGER NOT NULL,
  external INTEGER NOT NULL,
  borrowed INTEGER NOT NULL,
  lent INTEGER NOT NULL,
  version INTEGER NOT NULL,
  PRIMARY KEY (room_id, date),
  CONSTRAINT allotment_pool_counts CHECK (total >= 0 AND committed >= 0 AND external >= 0 AND borrowed >= 0 AND lent >= 0 AND external <= reported),
  -- A donor may lend what it has, not what it borrows.
  CONSTRAINT allotment_pool_own_units CHECK (lent <= total),
  CONSTRAINT allotment_pool_never_oversold CHECK (committed + external + lent <= total + borrowed)
) WITHOUT ROWID;
CREATE INDEX allotment_pool_by_version ON allotment_pool (property_id, version);

CREATE TABLE allotment_shares (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  owner_id INTEGER NOT NULL,
  property_id INTEGER NOT NULL REFERENCES allotment_properties (property_id) ON DELETE CASCADE,
  donor_room INTEGER NOT NULL REFERENCES property_facts (id) ON DELETE CASCADE,
  recipient_room INTEGER NOT NULL REFERENCES property_facts (id) ON DELETE CASCADE,
  max_units INTEGER NOT NULL CHECK (max_units > 0),
  start_date TEXT,
  end_date TEXT,
  open_while_borrowing BOOLEAN NOT NULL,
  is_active BOOLEAN NOT NULL,
  CHECK (donor_room <> recipient_room)
);
CREATE INDEX allotment_shares_by_property ON allotment_shares (property_id, id);
CREATE INDEX allotment_shares_by_owner ON allotment_shares (owner_id, id);
CREATE INDEX allotment_shares_by_donor ON allotment_shares (donor_room);
CREATE INDEX allotment_shares_by_recipient ON allotment_shares (recipient_room);

-- What a rule lends on a date. Emptied, not deleted, like days.
CREATE TABLE allotment_loans (
  share_id INTEGER NOT NULL REFERENCES allotment_shares (id) ON DELETE CASCADE,
  date TEXT NOT NULL,
  property_id INTEGER NOT NULL,
  units INTEGER NOT NULL CHECK (units >= 0),
  version INTEGER NOT NULL,
  PRIMARY KEY (share_id, date)
) WITHOUT ROWID;
CREATE INDEX allotment_loans_by_version ON allotment_loans (property_id, version);
CREATE INDEX allotment_loans_by_date ON allotment_loans (property_id, date);

-- What a property management system reports of a room type on a date. counted is
-- its part of the pool: without what was sold through the platform if the system
-- counts that too.
CREATE TABLE allotment_units (
  room_id INTEGER NOT NULL REFERENCES property_facts (id) ON DELETE CASCADE,
  date TEXT NOT NULL,
  source TEXT NOT NULL,
  owner_id INTEGER NOT NULL,
  property_id INTEGER NOT NULL REFERENCES allotment_properties (property_id) ON DELETE CASCADE,
  reserved INTEGER NOT NULL CHECK (reserved >= 0),
  checked_in INTEGER NOT NULL CHECK (checked_in >= 0),
  out_of_order INTEGER NOT NULL CHECK (out_of_order >= 0),
  counted INTEGER NOT NULL CHECK (counted >= 0),
  PRIMARY KEY (room_id, date, source)
) WITHOUT ROWID;
CREATE INDEX allotment_units_by_date ON allotment_units (property_id, date);

-- +goose Down
DROP TABLE allotment_units;
DROP TABLE allotment_loans;
DROP TABLE allotment_shares;
DROP TABLE allotment_pool;
DROP TABLE allotment_days;
DROP TABLE allotment_blocks;
DROP TABLE allotment_calendars;
DROP TABLE allotment_properties;
