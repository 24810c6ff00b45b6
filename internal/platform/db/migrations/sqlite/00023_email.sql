-- +goose Up
-- What is known of a user's address. Nobody was asked to prove those that are here
-- already. Staff were made on the command line.
ALTER TABLE account_users ADD COLUMN email_state TEXT NOT NULL DEFAULT 'waived' CHECK (email_state IN ('confirmed', 'waived', 'pending'));
UPDATE account_users SET email_state = 'confirmed' WHERE account_type = 'admin';
CREATE INDEX account_users_pending ON account_users (id) WHERE email_state = 'pending' AND deleted_at IS NULL;

CREATE TABLE account_email_confirmations (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  user_id INTEGER NOT NULL REFERENCES account_users (id),
  -- Which job sends the letter: all of its attempts count as one.
  job_id INTEGER NOT NULL,
  -- The address that the letter went to: it proves no other one.
  email TEXT NOT NULL,
  token_hash BLOB NOT NULL,
  created_at TIMESTAMP NOT NULL,
  expires_at TIMESTAMP NOT NULL
);
CREATE UNIQUE INDEX account_email_confirmations_token ON account_email_confirmations (token_hash);
CREATE INDEX account_email_confirmations_by_email ON account_email_confirmations (email, created_at);
CREATE INDEX account_email_confirmations_by_user ON account_email_confirmations (user_id);
CREATE INDEX account_email_confirmations_by_end ON account_email_confirmations (expires_at);

-- +goose Down
DROP TABLE account_email_confirmations;
DROP INDEX account_users_pending;
ALTER TABLE account_users DROP COLUMN email_state;
