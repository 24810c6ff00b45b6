-- +goose Up
-- How often what an account's readers are told has changed, by area: equal
-- revisions mean equal answers. Written last in a transaction (db.Touch).
CREATE TABLE revisions (
  account_id BIGINT NOT NULL,
  area TEXT NOT NULL,
  revision BIGINT NOT NULL,
  PRIMARY KEY (account_id, area)
);

-- +goose Down
DROP TABLE revisions;
