-- +goose Up
-- What hotels show of a property on their own site: see the module widget.
CREATE TABLE widgets (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  owner_id INTEGER NOT NULL,
  property_id INTEGER NOT NULL REFERENCES properties (id) ON DELETE CASCADE,
  public_id TEXT NOT NULL,
  theme TEXT NOT NULL CHECK (theme IN ('auto', 'light', 'dark')),
  color TEXT NOT NULL,
  language TEXT NOT NULL,
  parts TEXT NOT NULL,
  created_at TIMESTAMP NOT NULL,
  updated_at TIMESTAMP NOT NULL
);
CREATE UNIQUE INDEX widgets_property ON widgets (property_id);
CREATE UNIQUE INDEX widgets_public_id ON widgets (public_id);

-- +goose Down
DROP TABLE widgets;
