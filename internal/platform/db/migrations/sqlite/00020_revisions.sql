-- +goose Up
-- How often what an account's readers are told has changed, by area: equal
-- revisions mean equal answers. Written last in a transaction (db.Touch).
CREATE TABLE revisions (
  account_id INTEGER NOT NULL,
  area TEXT NOT NULL,
  revision INTEGER NOT NULL,
  PRIMARY KEY (account_id, area)
) WITHOUT ROWID;

-- +goose Down
DROP TABLE revisions;
