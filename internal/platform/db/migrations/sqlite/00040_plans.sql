-- +goose Up
-- What is sold. A plan that is not sold any more stays: subscriptions name it.
CREATE TABLE billing_plans (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  name TEXT NOT NULL,
  category TEXT NOT NULL CHECK (category IN ('silver', 'gold', 'platinum', 'diamond')),
  price TEXT NOT NULL,
  currency TEXT NOT NULL,
  default_cycle TEXT NOT NULL CHECK (default_cycle IN ('monthly', 'yearly')),
  badge TEXT NOT NULL,
  features TEXT NOT NULL,
  benefits TEXT NOT NULL,
  is_popular BOOLEAN NOT NULL,
  is_active BOOLEAN NOT NULL,
  created_at TIMESTAMP NOT NULL,
  updated_at TIMESTAMP NOT NULL
);
CREATE UNIQUE INDEX billing_plans_name ON billing_plans (name);

INSERT INTO billing_plans (name, category, price, currency, default_cycle, badge, features, benefits, is_popular, is_active, created_at, updated_at) VALUES
  ('Silver', 'silver', '44.00', 'EUR', 'monthly', '', '{"properties":3,"photos":30,"api_keys":3,"partner_connections":10,"invoices_per_month":150,"calendars":-1,"data_refresh_minutes":60,"contacts":20000,"letters_per_day":2000}', '["3 properties","30 photos per property","10 partner connections","Data at most an hour old"]', FALSE, TRUE, '2026-01-01 00:00:00+00:00', '2026-01-01 00:00:00+00:00'),
  ('Gold', 'gold', '99.00', 'EUR', 'monthly', 'Most chosen', '{"properties":-1,"photos":-1,"api_keys":-1,"partner_connections":-1,"invoices_per_month":-1,"calendars":-1,"data_refresh_minutes":0,"contacts":-1,"letters_per_day":20000}', '["Any number of properties, photos, keys and partners","Any number of invoices","Data in real time"]', TRUE, TRUE, '2026-01-01 00:00:00+00:00', '2026-01-01 00:00:00+00:00'),
  ('Platinum', 'platinum', '199.00', 'EUR', 'monthly', '', '{"properties":-1,"photos":-1,"api_keys":-1,"partner_connections":-1,"invoices_per_month":-1,"calendars":-1,"data_refresh_minutes":0,"contacts":-1,"letters_per_day":20000}', '["Everything of Gold","Priority support"]', FALSE, TRUE, '2026-01-01 00:00:00+00:00', '2026-01-01 00:00:00+00:00'),
  ('Diamond', 'diamond', '399.00', 'EUR', 'monthly', '', '{"properties":-1,"photos":-1,"api_keys":-1,"partner_connections":-1,"invoices_per_month":-1,"calendars":-1,"data_refresh_minutes":0,"contacts":-1,"letters_per_day":20000}', '["Everything of Platinum","A personal contact"]', FALSE, TRUE, '2026-01-01 00:00:00+00:00', '2026-01-01 00:00:00+00:00');

-- What accounts pay for, with the limits as they were bought. Without an end it
-- lasts until the subscription is ended.
CREATE TABLE billing_paid (
  owner_id INTEGER PRIMARY KEY,
  plan_id INTEGER NOT NULL REFERENCES billing_plans (id),
  name TEXT NOT NULL,
  category TEXT NOT NULL,
  features TEXT NOT NULL,
  until TEXT
);
CREATE INDEX billing_paid_by_category ON billing_paid (category, owner_id);

-- What staff gave, with the limits as they were given.
CREATE TABLE billing_grants_new (
  owner_id INTEGER PRIMARY KEY,
  plan_id INTEGER NOT NULL REFERENCES billing_plans (id),
  name TEXT NOT NULL,
  category TEXT NOT NULL,
  features TEXT NOT NULL,
  until TEXT,
  note TEXT NOT NULL,
  granted_by INTEGER,
  granted_at TIMESTAMP NOT NULL
);
INSERT INTO billing_grants_new (owner_id, plan_id, name, category, features, until, note, granted_by, granted_at)
SELECT g.owner_id, p.id, p.name, p.category, p.features, g.until, '', g.granted_by, g.granted_at
FROM billing_grants AS g JOIN billing_plans AS p ON p.category = g.plan;
DROP TABLE billing_grants;
ALTER TABLE billing_grants_new RENAME TO billing_grants;
CREATE INDEX billing_grants_by_category ON billing_grants (category, owner_id);

-- +goose Down
CREATE TABLE billing_grants_old (
  owner_id INTEGER PRIMARY KEY,
  plan TEXT NOT NULL CHECK (plan IN ('silver', 'gold', 'platinum', 'diamond')),
  granted_by INTEGER,
  granted_at TIMESTAMP NOT NULL,
  until TEXT
);
INSERT INTO billing_grants_old (owner_id, plan, granted_by, granted_at, until)
SELECT owner_id, category, granted_by, granted_at, until FROM billing_grants;
DROP TABLE billing_grants;
ALTER TABLE billing_grants_old RENAME TO billing_grants;
DROP TABLE billing_paid;
DROP TABLE billing_plans;
