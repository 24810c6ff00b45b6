-- +goose Up
CREATE TABLE properties (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  owner_id INTEGER NOT NULL REFERENCES account_users (id),
  code TEXT,
  name TEXT NOT NULL,
  name_search TEXT NOT NULL,
  property_type TEXT NOT NULL,
  stars REAL,
  chain TEXT NOT NULL,
  country TEXT NOT NULL,
  state TEXT NOT NULL,
  city TEXT NOT NULL,
  address TEXT NOT NULL,
  postal_code TEXT NOT NULL,
  latitude REAL,
  longitude REAL,
  phone TEXT NOT NULL,
  email TEXT NOT NULL,
  website TEXT NOT NULL,
  timezone TEXT NOT NULL,
  currency TEXT NOT NULL,
  logo_key TEXT NOT NULL,
  status TEXT NOT NULL CHECK (status IN ('draft', 'pending', 'published', 'declined')),
  facts_completeness INTEGER NOT NULL CHECK (facts_completeness BETWEEN 0 AND 100),
  created_at TIMESTAMP NOT NULL,
  updated_at TIMESTAMP NOT NULL,
  published_at TIMESTAMP
);
CREATE UNIQUE INDEX properties_code ON properties (owner_id, code);
-- The list is read by name; every filter keeps that order.
CREATE INDEX properties_by_name ON properties (owner_id, name_search, id);
CREATE INDEX properties_by_country ON properties (owner_id, country, name_search, id);
CREATE INDEX properties_by_status ON properties (owner_id, status, name_search, id);
CREATE INDEX properties_by_publication ON properties (owner_id, published_at);
CREATE INDEX properties_logo ON properties (logo_key) WHERE logo_key <> '';

CREATE TABLE property_facts (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  owner_id INTEGER NOT NULL,
  property_id INTEGER NOT NULL REFERENCES properties (id) ON DELETE CASCADE,
  category TEXT NOT NULL,
  is_single BOOLEAN NOT NULL,
  position INTEGER NOT NULL,
  data TEXT NOT NULL,
  created_at TIMESTAMP NOT NULL,
  updated_at TIMESTAMP NOT NULL
);
CREATE UNIQUE INDEX property_facts_single ON property_facts (property_id, category) WHERE is_single;
CREATE INDEX property_facts_by_property ON property_facts (property_id, category, position, id);

-- +goose Down
DROP TABLE property_facts;
DROP TABLE properties;
