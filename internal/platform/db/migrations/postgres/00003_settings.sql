-- +goose Up
CREATE TABLE settings_companies (
  owner_id BIGINT PRIMARY KEY,
  name TEXT NOT NULL,
  legal_name TEXT NOT NULL,
  vat_id TEXT NOT NULL,
  registration_number TEXT NOT NULL,
  address TEXT NOT NULL,
  postal_code TEXT NOT NULL,
  city TEXT NOT NULL,
  country TEXT NOT NULL,
  phone TEXT NOT NULL,
  email TEXT NOT NULL,
  website TEXT NOT NULL,
  logo_key TEXT NOT NULL,
  currency TEXT NOT NULL,
  timezone TEXT NOT NULL,
  updated_at TIMESTAMPTZ NOT NULL
);

-- +goose Down
DROP TABLE settings_companies;
