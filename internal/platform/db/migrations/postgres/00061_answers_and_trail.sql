-- +goose Up
-- Answers that are kept for repeats are bounded by account. running_total is the running total of
-- the account's bytes with this answer, so that the oldest beyond the bound are found by it.
-- Answers of before have no account; they go within a day.
ALTER TABLE idempotency_keys ADD COLUMN owner_id BIGINT NOT NULL DEFAULT 0;
ALTER TABLE idempotency_keys ADD COLUMN running_total BIGINT NOT NULL DEFAULT 0;
CREATE INDEX idempotency_keys_by_owner ON idempotency_keys (owner_id, running_total);

CREATE TABLE idempotency_totals (
  owner_id BIGINT PRIMARY KEY,
  total BIGINT NOT NULL
);

-- The audit trail names invoices as the API does.
UPDATE audit_entries SET object_id = (SELECT v.public_id FROM invoices AS v WHERE CAST(v.id AS TEXT) = audit_entries.object_id)
WHERE object_type = 'invoice' AND object_id IN (SELECT CAST(v.id AS TEXT) FROM invoices AS v);

-- +goose Down
UPDATE audit_entries SET object_id = (SELECT CAST(v.id AS TEXT) FROM invoices AS v WHERE v.public_id = audit_entries.object_id)
WHERE object_type = 'invoice' AND object_id IN (SELECT v.public_id FROM invoices AS v);
DROP TABLE idempotency_totals;
DROP INDEX idempotency_keys_by_owner;
ALTER TABLE idempotency_keys DROP COLUMN running_total;
ALTER TABLE idempotency_keys DROP COLUMN owner_id;
