-- +goose Up
-- Calls with API keys: a row a key, endpoint and day in UTC.
CREATE TABLE apistats_days (
  owner_id INTEGER NOT NULL,
  date DATE NOT NULL,
  key_id INTEGER NOT NULL,
  endpoint TEXT NOT NULL,
  hits_ok INTEGER NOT NULL,
  hits_error INTEGER NOT NULL,
  bytes_transferred INTEGER NOT NULL,
  PRIMARY KEY (owner_id, date DESC, key_id, endpoint)
) WITHOUT ROWID;
CREATE INDEX apistats_days_by_key ON apistats_days (owner_id, key_id, date DESC, endpoint);
CREATE INDEX apistats_days_by_endpoint ON apistats_days (owner_id, endpoint, date DESC, key_id);
CREATE INDEX apistats_days_by_age ON apistats_days (date);

-- The same added up: part says over what. A part 'day' has neither key nor
-- endpoint, 'key' no endpoint, 'endpoint' no key.
CREATE TABLE apistats_summaries (
  owner_id INTEGER NOT NULL,
  part TEXT NOT NULL,
  date DATE NOT NULL,
  key_id INTEGER NOT NULL,
  endpoint TEXT NOT NULL,
  hits_ok INTEGER NOT NULL,
  hits_error INTEGER NOT NULL,
  bytes_transferred INTEGER NOT NULL,
  PRIMARY KEY (owner_id, part, date, key_id, endpoint)
) WITHOUT ROWID;
CREATE INDEX apistats_summaries_by_age ON apistats_summaries (date);

-- What revoked keys were called.
CREATE TABLE apistats_keys (
  owner_id INTEGER NOT NULL,
  key_id INTEGER NOT NULL,
  name TEXT NOT NULL,
  token_prefix TEXT NOT NULL,
  date DATE NOT NULL,
  PRIMARY KEY (owner_id, key_id)
) WITHOUT ROWID;
CREATE INDEX apistats_keys_by_age ON apistats_keys (date);

-- The last batch that each process has written: one whose commit seemed to fail
-- is not counted twice.
CREATE TABLE apistats_writers (
  writer_id TEXT PRIMARY KEY,
  batch INTEGER NOT NULL,
  date DATE NOT NULL
) WITHOUT ROWID;
CREATE INDEX apistats_writers_by_age ON apistats_writers (date);

-- The report on activity counts a window of the trail: it finds all it needs in
-- the index, without the records before and after each change.
DROP INDEX audit_entries_by_time;
CREATE INDEX audit_entries_by_time ON audit_entries (owner_id, created_at, id, user_id, object_type);

-- +goose Down
DROP INDEX audit_entries_by_time;
CREATE INDEX audit_entries_by_time ON audit_entries (owner_id, created_at, id);
DROP TABLE apistats_writers;
DROP TABLE apistats_keys;
DROP TABLE apistats_summaries;
DROP TABLE apistats_days;
