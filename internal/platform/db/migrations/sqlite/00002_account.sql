-- +goose Up
CREATE TABLE account_users (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  owner_id INTEGER NOT NULL REFERENCES account_users (id) DEFERRABLE INITIALLY DEFERRED,
  email TEXT NOT NULL,
  password_hash TEXT NOT NULL,
  first_name TEXT NOT NULL,
  last_name TEXT NOT NULL,
  avatar_key TEXT NOT NULL DEFAULT '',
  account_type TEXT NOT NULL CHECK (account_type IN ('accommodation', 'tour_operator', 'admin')),
  is_manager BOOLEAN NOT NULL,
  language TEXT NOT NULL,
  last_seen TIMESTAMP,
  created_at TIMESTAMP NOT NULL,
  updated_at TIMESTAMP NOT NULL,
  deleted_at TIMESTAMP
);
-- A removed sub-user keeps its row, which the audit trail names, but not its e-mail.
CREATE UNIQUE INDEX account_users_email ON account_users (email) WHERE deleted_at IS NULL;
CREATE INDEX account_users_by_owner ON account_users (owner_id, id);

CREATE TABLE account_sessions (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  user_id INTEGER NOT NULL REFERENCES account_users (id),
  token_hash BLOB,
  ip_address TEXT NOT NULL,
  device TEXT NOT NULL,
  remember_me BOOLEAN NOT NULL,
  is_active BOOLEAN NOT NULL,
  created_at TIMESTAMP NOT NULL,
  last_seen TIMESTAMP NOT NULL,
  ended_at TIMESTAMP,
  CHECK (is_active = (token_hash IS NOT NULL))
);
CREATE UNIQUE INDEX account_sessions_token ON account_sessions (token_hash);
CREATE INDEX account_sessions_by_user ON account_sessions (user_id, is_active, id);
CREATE INDEX account_sessions_by_age ON account_sessions (last_seen);

CREATE TABLE account_permissions (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  owner_id INTEGER NOT NULL REFERENCES account_users (id),
  user_id INTEGER NOT NULL REFERENCES account_users (id),
  stop_sales BOOLEAN NOT NULL,
  partner_connections BOOLEAN NOT NULL,
  fact_sheets BOOLEAN NOT NULL,
  photos BOOLEAN NOT NULL,
  invoicing BOOLEAN NOT NULL,
  rooming BOOLEAN NOT NULL,
  subscriptions BOOLEAN NOT NULL,
  settings BOOLEAN NOT NULL,
  integrations BOOLEAN NOT NULL,
  reports BOOLEAN NOT NULL,
  property_ids TEXT NOT NULL
);
CREATE UNIQUE INDEX account_permissions_user ON account_permissions (user_id);
CREATE INDEX account_permissions_by_owner ON account_permissions (owner_id, id);

CREATE TABLE account_password_resets (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  user_id INTEGER NOT NULL REFERENCES account_users (id),
  token_hash BLOB NOT NULL,
  created_at TIMESTAMP NOT NULL,
  expires_at TIMESTAMP NOT NULL
);
CREATE UNIQUE INDEX account_password_resets_token ON account_password_resets (token_hash);
CREATE INDEX account_password_resets_by_user ON account_password_resets (user_id, created_at);

-- +goose Down
DROP TABLE account_password_resets;
DROP TABLE account_permissions;
DROP TABLE account_sessions;
DROP TABLE account_users;
