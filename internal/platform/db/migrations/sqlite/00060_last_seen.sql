-- +goose Up
-- When users were last seen. It is written by requests that only read, so it is not in the
-- row that changes of an account lock. No foreign key: checking it would lock that row too.
CREATE TABLE account_last_seen (
  user_id INTEGER PRIMARY KEY,
  last_seen TIMESTAMP NOT NULL
);
INSERT INTO account_last_seen (user_id, last_seen) SELECT id, last_seen FROM account_users WHERE last_seen IS NOT NULL;
ALTER TABLE account_users DROP COLUMN last_seen;

-- +goose Down
ALTER TABLE account_users ADD COLUMN last_seen TIMESTAMP;
UPDATE account_users SET last_seen = (SELECT l.last_seen FROM account_last_seen AS l WHERE l.user_id = account_users.id);
DROP TABLE account_last_seen;
