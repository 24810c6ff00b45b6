-- +goose Up
-- Files that accounts have asked for: see the module bulkexport.
CREATE TABLE bulk_exports (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  owner_id INTEGER NOT NULL,
  user_id INTEGER NOT NULL,
  format TEXT NOT NULL,
  target TEXT NOT NULL,
  from_date TEXT,
  to_date TEXT,
  property_ids TEXT NOT NULL,
  settings TEXT NOT NULL,
  -- The properties that the file is limited to; empty: none, it can have all of the account.
  scope TEXT NOT NULL,
  status TEXT NOT NULL,
  done INTEGER NOT NULL,
  total INTEGER NOT NULL,
  size INTEGER NOT NULL,
  file_name TEXT NOT NULL,
  content_type TEXT NOT NULL,
  error TEXT NOT NULL,
  warnings TEXT NOT NULL,
  downloads INTEGER NOT NULL,
  created_at TIMESTAMP NOT NULL,
  started_at TIMESTAMP,
  finished_at TIMESTAMP,
  expires_at TIMESTAMP
);
CREATE INDEX bulk_exports_by_owner ON bulk_exports (owner_id, id);
CREATE INDEX bulk_exports_by_age ON bulk_exports (created_at);

-- +goose Down
DROP TABLE bulk_exports;
