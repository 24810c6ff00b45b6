-- +goose Up
-- What accounts have subscribed to. One that has ended keeps its row, and its customer at
-- the payment processor.
CREATE TABLE billing_subscriptions (
  owner_id INTEGER PRIMARY KEY,
  terms TEXT,
  is_active BOOLEAN NOT NULL,
  start_date TEXT,
  end_date TEXT,
  auto_renew BOOLEAN NOT NULL,
  cancel_at_period_end BOOLEAN NOT NULL,
  provider_subscription_id TEXT NOT NULL,
  stripe_customer_id TEXT NOT NULL,
  renewal_attempts INTEGER NOT NULL,
  scheduled_attempts INTEGER NOT NULL,
  anchor_day INTEGER NOT NULL,
  period_net TEXT NOT NULL,
  balance TEXT NOT NULL,
  next_terms TEXT,
  due_on TEXT,
  cancel_as_of TIMESTAMP,
  cancel_event TEXT NOT NULL,
  invoice_as_of TIMESTAMP,
  invoice_attempt INTEGER NOT NULL,
  created_at TIMESTAMP NOT NULL,
  updated_at TIMESTAMP NOT NULL,
  CHECK (is_active = (terms IS NOT NULL))
);
CREATE INDEX billing_subscriptions_due ON billing_subscriptions (due_on, owner_id) WHERE due_on IS NOT NULL;
CREATE UNIQUE INDEX billing_subscriptions_customer ON billing_subscriptions (stripe_customer_id) WHERE stripe_customer_id <> '';

CREATE TABLE billing_cards (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  owner_id INTEGER NOT NULL,
  token TEXT NOT NULL,
  brand TEXT NOT NULL,
  last4 TEXT NOT NULL,
  exp_month INTEGER NOT NULL,
  exp_year INTEGER NOT NULL,
  is_primary BOOLEAN NOT NULL,
  created_at TIMESTAMP NOT NULL
);
CREATE UNIQUE INDEX billing_cards_token ON billing_cards (owner_id, token);
CREATE UNIQUE INDEX billing_cards_primary ON billing_cards (owner_id) WHERE is_primary;

CREATE TABLE billing_addresses (
  owner_id INTEGER PRIMARY KEY,
  company_name TEXT NOT NULL,
  vat_number TEXT NOT NULL,
  country TEXT NOT NULL,
  billing_email TEXT NOT NULL,
  address TEXT NOT NULL,
  city TEXT NOT NULL,
  postal_code TEXT NOT NULL,
  updated_at TIMESTAMP NOT NULL
);

-- The operator of this platform, as its bills show it: one row.
CREATE TABLE billing_sellers (
  id INTEGER PRIMARY KEY CHECK (id = 1),
  seller TEXT NOT NULL
);

CREATE TABLE billing_charges (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  owner_id INTEGER NOT NULL,
  purpose TEXT NOT NULL,
  scheduled BOOLEAN NOT NULL,
  in_browser BOOLEAN NOT NULL,
  terms TEXT NOT NULL,
  service TEXT NOT NULL,
  period_from TEXT NOT NULL,
  period_to TEXT NOT NULL,
  anchor_day INTEGER NOT NULL,
  period_net TEXT NOT NULL,
  balance TEXT NOT NULL,
  items TEXT NOT NULL,
  tax TEXT NOT NULL,
  net TEXT NOT NULL,
  vat TEXT NOT NULL,
  amount TEXT NOT NULL,
  currency TEXT NOT NULL,
  card_token TEXT NOT NULL,
  customer_id TEXT NOT NULL,
  payment_id TEXT NOT NULL,
  status TEXT NOT NULL CHECK (status IN ('pending', 'succeeded', 'failed', 'canceled')),
  created_at TIMESTAMP NOT NULL,
  settled_at TIMESTAMP
);
-- One payment of an account at a time.
CREATE UNIQUE INDEX billing_charges_pending ON billing_charges (owner_id) WHERE status = 'pending';
CREATE INDEX billing_charges_by_payment ON billing_charges (owner_id, payment_id);

-- The last number of a bill in a year. Whoever writes a bill holds the row until the end of
-- its transaction: there is no gap.
CREATE TABLE billing_numbers (
  year INTEGER PRIMARY KEY,
  last INTEGER NOT NULL
);

CREATE TABLE billing_history (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  owner_id INTEGER NOT NULL,
  invoice_number TEXT,
  issued_on TEXT NOT NULL,
  description TEXT NOT NULL,
  amount TEXT NOT NULL,
  net TEXT NOT NULL,
  vat TEXT NOT NULL,
  vat_rate TEXT NOT NULL,
  vat_category TEXT NOT NULL,
  currency TEXT NOT NULL,
  status TEXT NOT NULL CHECK (status IN ('paid', 'failed')),
  provider_reference TEXT NOT NULL UNIQUE,
  reason TEXT NOT NULL,
  document TEXT,
  created_at TIMESTAMP NOT NULL
);
CREATE INDEX billing_history_by_owner ON billing_history (owner_id, id);
CREATE UNIQUE INDEX billing_history_by_number ON billing_history (invoice_number);

-- What was billed is never changed, whatever a program tries.
-- +goose StatementBegin
CREATE TRIGGER billing_history_unchanged BEFORE UPDATE ON billing_history
BEGIN
  SELECT RAISE(ABORT, 'the billing history is never changed');
END;
-- +goose StatementEnd
-- +goose StatementBegin
CREATE TRIGGER billing_history_undeleted BEFORE DELETE ON billing_history
BEGIN
  SELECT RAISE(ABORT, 'the billing history is never changed');
END;
-- +goose StatementEnd

-- Events of the payment processor that were received: a repeat changes nothing.
CREATE TABLE billing_events (
  id TEXT PRIMARY KEY,
  received_at TIMESTAMP NOT NULL
);
CREATE INDEX billing_events_by_age ON billing_events (received_at);

-- +goose Down
DROP TABLE billing_events;
DROP TABLE billing_history;
DROP TABLE billing_numbers;
DROP TABLE billing_charges;
DROP TABLE billing_sellers;
DROP TABLE billing_addresses;
DROP TABLE billing_cards;
DROP TABLE billing_subscriptions;
