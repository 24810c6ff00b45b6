-- +goose Up
-- The inbox counts with the plan.
ALTER TABLE einvoice_inbounds ADD COLUMN size_bytes INTEGER NOT NULL DEFAULT 0;
UPDATE einvoice_inbounds SET size_bytes = length(raw_xml);
CREATE INDEX einvoice_inbounds_by_owner_size ON einvoice_inbounds (owner_id, size_bytes);
-- Files that are no e-invoice are kept for some days only.
CREATE INDEX einvoice_inbounds_unreadable ON einvoice_inbounds (created_at) WHERE status = 'error';
-- Which files stand for an invoice in accounting.
CREATE INDEX einvoice_inbounds_by_owner_linked ON einvoice_inbounds (owner_id, linked_invoice);

UPDATE billing_plans SET features = json_set(features, '$.inbox_megabytes', CASE category WHEN 'silver' THEN 1000 ELSE 10000 END);
UPDATE billing_paid SET features = json_set(features, '$.inbox_megabytes', CASE category WHEN 'silver' THEN 1000 ELSE 10000 END);
UPDATE billing_grants SET features = json_set(features, '$.inbox_megabytes', CASE category WHEN 'silver' THEN 1000 ELSE 10000 END);

-- Until now a file was linked by its number alone. What nobody linked by hand, and does not
-- agree, is linked no longer.
UPDATE einvoice_inbounds SET status = 'received', linked_invoice = NULL
WHERE status = 'linked'
  AND NOT EXISTS (SELECT 1 FROM audit_entries AS a WHERE a.owner_id = einvoice_inbounds.owner_id AND a.object_type = 'einvoice'
    AND a.object_id = CAST(einvoice_inbounds.id AS TEXT) AND a.action = 'link')
  AND NOT EXISTS (SELECT 1 FROM invoices AS v WHERE v.public_id = einvoice_inbounds.linked_invoice AND v.sent_at IS NOT NULL
    AND v.number = einvoice_inbounds.invoice_number AND v.currency = einvoice_inbounds.currency AND v.total_amount = einvoice_inbounds.total);

-- Reminders are sent by themselves only if the manager of a hotel wants it.
UPDATE settings_preferences SET auto_reminders = FALSE
WHERE user_id <> owner_id OR owner_id IN (SELECT id FROM account_users WHERE account_type <> 'accommodation');

-- +goose Down
UPDATE billing_plans SET features = json_remove(features, '$.inbox_megabytes');
UPDATE billing_paid SET features = json_remove(features, '$.inbox_megabytes');
UPDATE billing_grants SET features = json_remove(features, '$.inbox_megabytes');
DROP INDEX einvoice_inbounds_by_owner_linked;
DROP INDEX einvoice_inbounds_unreadable;
DROP INDEX einvoice_inbounds_by_owner_size;
ALTER TABLE einvoice_inbounds DROP COLUMN size_bytes;
