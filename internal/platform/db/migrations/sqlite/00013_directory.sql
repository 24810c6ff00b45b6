-- +goose Up
CREATE TABLE directory_entries (
  owner_id INTEGER PRIMARY KEY,
  account_type TEXT NOT NULL CHECK (account_type IN ('accommodation', 'tour_operator')),
  name TEXT NOT NULL,
  name_key TEXT NOT NULL,
  country TEXT NOT NULL,
  city TEXT NOT NULL,
  website TEXT NOT NULL,
  logo_key TEXT NOT NULL,
  properties INTEGER NOT NULL,
  -- Ids of the published properties that a card shows.
  shown TEXT NOT NULL,
  -- Not built by the program yet: only it folds texts as people search them.
  stale BOOLEAN NOT NULL,
  joined_at TIMESTAMP NOT NULL,
  updated_at TIMESTAMP NOT NULL,
  -- The last column, so that other reads do not pass its text.
  search TEXT NOT NULL
);
-- The marketplace is read by name, or newest first.
CREATE INDEX directory_entries_by_name ON directory_entries (account_type, name_key, owner_id);
CREATE INDEX directory_entries_by_age ON directory_entries (account_type, joined_at, owner_id);
-- A search reads nothing but this index; PostgreSQL reads the table as fast.
CREATE INDEX directory_entries_by_search ON directory_entries (account_type, name_key, owner_id, properties, search);
CREATE INDEX directory_entries_stale ON directory_entries (owner_id) WHERE stale;

CREATE TABLE directory_countries (
  owner_id INTEGER NOT NULL REFERENCES directory_entries (owner_id) ON DELETE CASCADE,
  country TEXT NOT NULL,
  PRIMARY KEY (owner_id, country)
);
CREATE INDEX directory_countries_by_country ON directory_countries (country, owner_id);

-- What is published, as far as the marketplace filters and counts it.
CREATE TABLE directory_properties (
  property_id INTEGER PRIMARY KEY,
  owner_id INTEGER NOT NULL REFERENCES directory_entries (owner_id) ON DELETE CASCADE,
  country TEXT NOT NULL,
  property_type TEXT NOT NULL,
  stars REAL,
  search TEXT NOT NULL
);
CREATE INDEX directory_properties_by_owner ON directory_properties (owner_id, search, property_id);
CREATE INDEX directory_properties_by_stars ON directory_properties (owner_id, property_type, stars);

INSERT INTO directory_entries
SELECT u.id, u.account_type, c.name, lower(c.name), c.country, c.city, c.website, c.logo_key, 0, '[]', TRUE, u.created_at, c.updated_at, lower(c.name)
FROM account_users AS u JOIN settings_companies AS c ON c.owner_id = u.id
WHERE u.is_manager AND u.deleted_at IS NULL AND u.account_type <> 'admin';
INSERT INTO directory_countries SELECT owner_id, country FROM directory_entries;

-- +goose Down
DROP TABLE directory_properties;
DROP TABLE directory_countries;
DROP TABLE directory_entries;
