-- +goose Up
-- What staff find an account by: a row for each of its users and properties and for its
-- company, with names as the program folds them, addresses and codes, and the digits of
-- telephone numbers. The program writes a row with the record that it is of.
CREATE TABLE account_terms (
  owner_id BIGINT NOT NULL,
  kind TEXT NOT NULL,
  record_id BIGINT NOT NULL,
  term TEXT NOT NULL,
  phone TEXT NOT NULL DEFAULT '',
  PRIMARY KEY (owner_id, kind, record_id)
);
INSERT INTO account_terms (owner_id, kind, record_id, term)
  SELECT owner_id, 'user', id, lower(email) || ' ' || lower(first_name || ' ' || last_name) FROM account_users WHERE deleted_at IS NULL;
INSERT INTO account_terms (owner_id, kind, record_id, term, phone)
  SELECT c.owner_id, 'company', c.owner_id, coalesce(u.company_search, lower(c.name)), regexp_replace(phone, '[^0-9]', '', 'g') FROM settings_companies AS c JOIN account_users AS u ON u.id = c.owner_id;
INSERT INTO account_terms (owner_id, kind, record_id, term, phone)
  SELECT owner_id, 'property', id, name_search || ' ' || lower(coalesce(code, '')), regexp_replace(phone, '[^0-9]', '', 'g') FROM properties;
DROP INDEX account_users_unnamed;
ALTER TABLE account_users DROP COLUMN company_search;

-- +goose Down
ALTER TABLE account_users ADD COLUMN company_search TEXT;
CREATE INDEX account_users_unnamed ON account_users (id) WHERE company_search IS NULL AND is_manager AND account_type <> 'admin' AND deleted_at IS NULL;
DROP TABLE account_terms;
