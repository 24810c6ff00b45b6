-- +goose Up
-- What is empty is taken from the company.
CREATE TABLE einvoice_profiles (
  owner_id BIGINT PRIMARY KEY,
  vat_id TEXT NOT NULL,
  iban TEXT NOT NULL,
  bic TEXT NOT NULL,
  country TEXT NOT NULL,
  electronic_address TEXT NOT NULL,
  electronic_address_scheme TEXT NOT NULL,
  buyer_reference TEXT NOT NULL,
  contact_name TEXT NOT NULL,
  contact_phone TEXT NOT NULL,
  contact_email TEXT NOT NULL,
  updated_at TIMESTAMPTZ NOT NULL
);

-- +goose Down
DROP TABLE einvoice_profiles;
