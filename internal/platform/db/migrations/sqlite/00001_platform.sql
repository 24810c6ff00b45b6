-- +goose Up
CREATE TABLE audit_entries (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  owner_id INTEGER NOT NULL,
  user_id INTEGER NOT NULL,
  action TEXT NOT NULL,
  object_type TEXT NOT NULL,
  object_id TEXT NOT NULL,
  before TEXT,
  after TEXT,
  ip_address TEXT NOT NULL,
  request_id TEXT NOT NULL,
  created_at TIMESTAMP NOT NULL
);
CREATE INDEX audit_entries_by_owner ON audit_entries (owner_id, id);
CREATE INDEX audit_entries_by_object ON audit_entries (owner_id, object_type, object_id, id);

CREATE TABLE outbox_events (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  kind TEXT NOT NULL,
  owner_id INTEGER NOT NULL,
  payload TEXT NOT NULL,
  request_id TEXT NOT NULL,
  created_at TIMESTAMP NOT NULL,
  relayed_at TIMESTAMP
);
CREATE INDEX outbox_events_waiting ON outbox_events (id) WHERE relayed_at IS NULL;
CREATE INDEX outbox_events_by_owner ON outbox_events (owner_id, created_at);
CREATE INDEX outbox_events_by_age ON outbox_events (created_at);

CREATE TABLE idempotency_keys (
  scope TEXT NOT NULL,
  idem_key TEXT NOT NULL,
  request_hash BLOB NOT NULL,
  status INTEGER NOT NULL,
  content_type TEXT NOT NULL,
  body BLOB NOT NULL,
  created_at TIMESTAMP NOT NULL,
  PRIMARY KEY (scope, idem_key)
);
CREATE INDEX idempotency_keys_by_age ON idempotency_keys (created_at);

-- +goose Down
DROP TABLE idempotency_keys;
DROP TABLE outbox_events;
DROP TABLE audit_entries;
