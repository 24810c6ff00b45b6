-- +goose Up
-- One row: the name of this database, and a value by which the key of stored
-- credentials is recognised.
CREATE TABLE installation (
  id INTEGER PRIMARY KEY CHECK (id = 1),
  identity TEXT NOT NULL,
  key_check TEXT
);
INSERT INTO installation (id, identity) VALUES (1, replace(gen_random_uuid()::text, '-', ''));

-- Which process runs as which node. SQLite has one process, which the lock on the
-- data folder sees to.
CREATE TABLE node_leases (
  node_id TEXT PRIMARY KEY,
  holder TEXT NOT NULL,
  place TEXT NOT NULL,
  host TEXT NOT NULL,
  process_id INTEGER NOT NULL,
  started_at TIMESTAMPTZ NOT NULL,
  expires_at TIMESTAMPTZ NOT NULL
);

-- +goose Down
DROP TABLE node_leases;
DROP TABLE installation;
