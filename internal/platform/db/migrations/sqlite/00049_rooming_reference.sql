-- +goose Up
-- The reference under which a system sent the list, and a hash of what it sent. A
-- list that was cancelled leaves its reference to another one.
ALTER TABLE rooming_ledgers ADD COLUMN reference TEXT NOT NULL DEFAULT '';
ALTER TABLE rooming_ledgers ADD COLUMN content_hash TEXT NOT NULL DEFAULT '';
CREATE UNIQUE INDEX rooming_ledgers_by_hotel_reference ON rooming_ledgers (property_id, reference)
  WHERE reference <> '' AND written_by = 'hotel' AND status <> 'cancelled';
CREATE UNIQUE INDEX rooming_ledgers_by_operator_reference ON rooming_ledgers (property_id, partner_id, reference)
  WHERE reference <> '' AND written_by = 'operator' AND status <> 'cancelled';
-- Cancelled ones are looked for too.
CREATE INDEX rooming_ledgers_by_reference ON rooming_ledgers (property_id, reference) WHERE reference <> '';

-- +goose Down
DROP INDEX rooming_ledgers_by_reference;
DROP INDEX rooming_ledgers_by_operator_reference;
DROP INDEX rooming_ledgers_by_hotel_reference;
ALTER TABLE rooming_ledgers DROP COLUMN content_hash;
ALTER TABLE rooming_ledgers DROP COLUMN reference;
