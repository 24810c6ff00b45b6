-- +goose Up
-- A dispute stays beside the status until it is cleared. Until now an overdue invoice that
-- was disputed before its due date had lost it.
ALTER TABLE invoices ADD COLUMN disputed BOOLEAN NOT NULL DEFAULT FALSE;
UPDATE invoices SET disputed = TRUE WHERE status = 'DISPUTED' OR (status = 'OVERDUE' AND disputed_at IS NOT NULL);
DROP INDEX invoices_to_remind;
CREATE INDEX invoices_to_remind ON invoices (overdue_at, id) WHERE status IN ('OVERDUE', 'CLEARED') AND NOT disputed AND reminders < 3;

-- +goose Down
DROP INDEX invoices_to_remind;
CREATE INDEX invoices_to_remind ON invoices (overdue_at, id) WHERE status = 'OVERDUE' AND reminders < 3;
ALTER TABLE invoices DROP COLUMN disputed;
