-- +goose Up
CREATE TABLE apikey_keys (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  owner_id INTEGER NOT NULL,
  name TEXT NOT NULL,
  token_prefix TEXT NOT NULL,
  contract_id INTEGER,
  fact_sheet BOOLEAN NOT NULL,
  stop_sale BOOLEAN NOT NULL,
  hotel_photos BOOLEAN NOT NULL,
  invoices BOOLEAN NOT NULL,
  rooming BOOLEAN NOT NULL,
  last_used_at TIMESTAMP,
  created_at TIMESTAMP NOT NULL
);
CREATE INDEX apikey_keys_by_owner ON apikey_keys (owner_id, id);

-- The current token of a key has no end; an older one may live on for a day.
CREATE TABLE apikey_tokens (
  token_hash BLOB PRIMARY KEY,
  key_id INTEGER NOT NULL REFERENCES apikey_keys (id),
  owner_id INTEGER NOT NULL,
  expires_at TIMESTAMP
);
CREATE INDEX apikey_tokens_by_key ON apikey_tokens (key_id);

CREATE TABLE apikey_whitelists (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  owner_id INTEGER NOT NULL,
  key_id INTEGER NOT NULL REFERENCES apikey_keys (id),
  domain TEXT NOT NULL,
  created_at TIMESTAMP NOT NULL
);
CREATE UNIQUE INDEX apikey_whitelists_domain ON apikey_whitelists (key_id, domain);
CREATE INDEX apikey_whitelists_by_owner ON apikey_whitelists (owner_id, id);

-- +goose Down
DROP TABLE apikey_whitelists;
DROP TABLE apikey_tokens;
DROP TABLE apikey_keys;
