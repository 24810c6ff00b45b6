-- +goose Up
CREATE TABLE publications (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  owner_id INTEGER NOT NULL,
  property_id INTEGER NOT NULL REFERENCES properties (id) ON DELETE CASCADE,
  version INTEGER,
  status TEXT NOT NULL CHECK (status IN ('pending', 'published', 'declined', 'replaced')),
  -- As frozen, for lists and filters that do not open the snapshot.
  property_name TEXT NOT NULL,
  country TEXT NOT NULL,
  completeness INTEGER NOT NULL,
  missing TEXT NOT NULL,
  snapshot TEXT NOT NULL,
  submitted_by INTEGER NOT NULL,
  submitted_at TIMESTAMP NOT NULL,
  reviewed_by INTEGER,
  reviewed_at TIMESTAMP,
  reason TEXT NOT NULL,
  CHECK ((status = 'published') = (version IS NOT NULL)),
  CHECK (status IN ('pending', 'replaced') OR reviewed_at IS NOT NULL)
);
CREATE UNIQUE INDEX publications_version ON publications (property_id, version);
CREATE UNIQUE INDEX publications_pending ON publications (property_id) WHERE status = 'pending';
CREATE INDEX publications_queue ON publications (submitted_at, id) WHERE status = 'pending';
CREATE INDEX publications_history ON publications (property_id, id);
CREATE INDEX publications_by_owner ON publications (owner_id, property_id, version);
CREATE INDEX publications_latest ON publications (owner_id, reviewed_at) WHERE version IS NOT NULL;

-- The files that a snapshot shows: they stay while the snapshot does.
CREATE TABLE publication_files (
  publication_id INTEGER NOT NULL REFERENCES publications (id) ON DELETE CASCADE,
  key TEXT NOT NULL,
  PRIMARY KEY (publication_id, key)
);
CREATE INDEX publication_files_key ON publication_files (key);

-- +goose Down
DROP TABLE publication_files;
DROP TABLE publications;
