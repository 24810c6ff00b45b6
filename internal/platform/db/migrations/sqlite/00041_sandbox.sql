-- +goose Up
-- The built-in payment processor. Its records name no account, and neither name, address
-- nor card number: ids are random, arguments are kept as a hash.
CREATE TABLE sandbox_customers (
  id TEXT PRIMARY KEY CHECK (length(id) <= 60),
  idempotency_key TEXT NOT NULL UNIQUE CHECK (length(idempotency_key) <= 200),
  fingerprint TEXT NOT NULL CHECK (length(fingerprint) <= 64),
  created_at TIMESTAMP NOT NULL
);

-- serial says which method was attached last. One that is detached is removed.
CREATE TABLE sandbox_methods (
  serial INTEGER PRIMARY KEY AUTOINCREMENT,
  id TEXT NOT NULL UNIQUE CHECK (length(id) <= 60),
  customer_id TEXT NOT NULL CHECK (length(customer_id) <= 60),
  card TEXT NOT NULL CHECK (length(card) <= 100),
  exp_month INTEGER NOT NULL,
  exp_year INTEGER NOT NULL,
  created_at TIMESTAMP NOT NULL
);
CREATE INDEX sandbox_methods_by_customer ON sandbox_methods (customer_id, serial);

-- method_id refers to nothing: an intent outlives the card that it was tried with.
CREATE TABLE sandbox_intents (
  id TEXT PRIMARY KEY CHECK (length(id) <= 60),
  idempotency_key TEXT NOT NULL UNIQUE CHECK (length(idempotency_key) <= 200),
  fingerprint TEXT NOT NULL CHECK (length(fingerprint) <= 64),
  customer_id TEXT NOT NULL CHECK (length(customer_id) <= 60),
  method_id TEXT NOT NULL CHECK (length(method_id) <= 60),
  amount INTEGER NOT NULL CHECK (amount > 0),
  currency TEXT NOT NULL CHECK (length(currency) = 3),
  metadata TEXT NOT NULL CHECK (length(metadata) <= 200000),
  status TEXT NOT NULL CHECK (status IN ('succeeded', 'requires_action', 'requires_method', 'canceled')),
  decline_code TEXT NOT NULL CHECK (length(decline_code) <= 40),
  created_at TIMESTAMP NOT NULL
);

-- +goose Down
DROP TABLE sandbox_intents;
DROP TABLE sandbox_methods;
DROP TABLE sandbox_customers;
