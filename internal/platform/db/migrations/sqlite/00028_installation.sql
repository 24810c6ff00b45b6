-- +goose Up
-- One row: the name of this database, and a value by which the key of stored
-- credentials is recognised.
CREATE TABLE installation (
  id INTEGER PRIMARY KEY CHECK (id = 1),
  identity TEXT NOT NULL,
  key_check TEXT
);
INSERT INTO installation (id, identity) VALUES (1, lower(hex(randomblob(16))));

-- +goose Down
DROP TABLE installation;
