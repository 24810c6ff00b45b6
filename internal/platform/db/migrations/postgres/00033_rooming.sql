-- +goose Up
ALTER TABLE rooming_entries ADD COLUMN reason TEXT NOT NULL DEFAULT '';
ALTER TABLE rooming_entries DROP CONSTRAINT rooming_entries_status_check;
ALTER TABLE rooming_entries ADD CONSTRAINT rooming_entries_status_check CHECK (status IN ('pending', 'confirmed', 'declined', 'cancelled'));
ALTER TABLE rooming_ledgers ADD COLUMN reason TEXT NOT NULL DEFAULT '';

-- Which side writes the list: the other one answers it only once it was sent.
-- Lists from before are the operator's if the hotel's audit trail says so.
ALTER TABLE rooming_ledgers ADD COLUMN written_by TEXT NOT NULL DEFAULT 'hotel' CHECK (written_by IN ('hotel', 'operator'));
UPDATE rooming_ledgers SET written_by = 'operator' WHERE EXISTS (
  SELECT 1 FROM audit_entries AS a
  WHERE a.owner_id = rooming_ledgers.owner_id AND a.object_type = 'rooming_ledger' AND a.object_id = CAST(rooming_ledgers.id AS TEXT)
    AND a.action = 'create' AND a.user_id = rooming_ledgers.partner_id
);

-- So it is with every entry. Entries from before are the operator's where it wrote
-- in their list.
ALTER TABLE rooming_entries ADD COLUMN written_by TEXT NOT NULL DEFAULT 'hotel' CHECK (written_by IN ('hotel', 'operator'));
DROP INDEX rooming_entries_by_ledger_status;
CREATE INDEX rooming_entries_by_ledger_status ON rooming_entries (ledger_id, status, written_by);
UPDATE rooming_entries SET written_by = 'operator' WHERE EXISTS (
  SELECT 1 FROM audit_entries AS a
  WHERE a.owner_id = rooming_entries.owner_id AND a.object_type = 'rooming_ledger' AND a.object_id = CAST(rooming_entries.ledger_id AS TEXT)
    AND a.action IN ('create', 'add_entries') AND a.user_id = rooming_entries.partner_id
);

-- +goose Down
ALTER TABLE rooming_entries DROP COLUMN written_by;
CREATE INDEX rooming_entries_by_ledger_status ON rooming_entries (ledger_id, status);
ALTER TABLE rooming_ledgers DROP COLUMN written_by;
ALTER TABLE rooming_ledgers DROP COLUMN reason;
UPDATE rooming_entries SET status = 'cancelled' WHERE status = 'declined';
ALTER TABLE rooming_entries DROP CONSTRAINT rooming_entries_status_check;
ALTER TABLE rooming_entries ADD CONSTRAINT rooming_entries_status_check CHECK (status IN ('pending', 'confirmed', 'cancelled'));
ALTER TABLE rooming_entries DROP COLUMN reason;
