-- +goose Up
-- Connections of hotels to their property management systems.
CREATE TABLE connections (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  owner_id INTEGER NOT NULL,
  property_id INTEGER NOT NULL REFERENCES properties (id) ON DELETE CASCADE,
  name TEXT NOT NULL,
  provider TEXT NOT NULL,
  settings TEXT NOT NULL,
  credentials TEXT NOT NULL,
  username TEXT,
  source TEXT NOT NULL,
  status TEXT NOT NULL,
  sync_interval INTEGER NOT NULL,
  includes_platform_bookings BOOLEAN NOT NULL,
  last_sync_at TIMESTAMP,
  next_sync_at TIMESTAMP,
  syncing_since TIMESTAMP,
  failing_since TIMESTAMP,
  failures INTEGER NOT NULL,
  created_at TIMESTAMP NOT NULL,
  updated_at TIMESTAMP NOT NULL
);
CREATE INDEX connections_by_owner ON connections (owner_id, id);
CREATE INDEX connections_by_property ON connections (property_id);
CREATE UNIQUE INDEX connections_username ON connections (username) WHERE username IS NOT NULL;
CREATE INDEX connections_due ON connections (next_sync_at, id) WHERE next_sync_at IS NOT NULL;

CREATE TABLE connection_logs (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  owner_id INTEGER NOT NULL,
  connection_id INTEGER NOT NULL REFERENCES connections (id) ON DELETE CASCADE,
  started_at TIMESTAMP NOT NULL,
  finished_at TIMESTAMP,
  direction TEXT NOT NULL,
  status TEXT NOT NULL,
  items_ok INTEGER NOT NULL,
  items_failed INTEGER NOT NULL,
  message TEXT NOT NULL
);
CREATE INDEX connection_logs_by_connection ON connection_logs (connection_id, id);
CREATE INDEX connection_logs_by_age ON connection_logs (started_at);

-- Imports with API keys. The running one of an account stands beside them as its lock.
CREATE TABLE connection_imports (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  owner_id INTEGER NOT NULL,
  key_id INTEGER NOT NULL,
  format TEXT NOT NULL,
  dry_run BOOLEAN NOT NULL,
  status TEXT NOT NULL,
  rows_read INTEGER NOT NULL,
  accepted INTEGER NOT NULL,
  rejected_count INTEGER NOT NULL,
  overbooked_count INTEGER NOT NULL,
  rejected TEXT NOT NULL,
  message TEXT NOT NULL,
  started_at TIMESTAMP NOT NULL,
  seen_at TIMESTAMP NOT NULL,
  finished_at TIMESTAMP
);
CREATE INDEX connection_imports_by_owner ON connection_imports (owner_id, id);
CREATE UNIQUE INDEX connection_imports_running ON connection_imports (owner_id) WHERE status = 'running';
CREATE INDEX connection_imports_by_age ON connection_imports (started_at);

-- +goose Down
DROP TABLE connection_imports;
DROP TABLE connection_logs;
DROP TABLE connections;
