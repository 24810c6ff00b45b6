-- +goose Up
-- What is kept in English words for people is kept with codes and values beside them, as JSON, so
-- that it can be said in other languages. Rows of before have the words only.
ALTER TABLE webhook_endpoints ADD COLUMN disabled_problems TEXT;
ALTER TABLE webhook_deliveries ADD COLUMN problems TEXT;
ALTER TABLE webhook_attempts ADD COLUMN problems TEXT;
ALTER TABLE connection_logs ADD COLUMN problems TEXT;
ALTER TABLE connection_imports ADD COLUMN problems TEXT;
ALTER TABLE bulk_exports ADD COLUMN problems TEXT;
ALTER TABLE einvoice_inbounds ADD COLUMN problems TEXT;
ALTER TABLE billing_history ADD COLUMN problems TEXT;

-- +goose Down
ALTER TABLE billing_history DROP COLUMN problems;
ALTER TABLE einvoice_inbounds DROP COLUMN problems;
ALTER TABLE bulk_exports DROP COLUMN problems;
ALTER TABLE connection_imports DROP COLUMN problems;
ALTER TABLE connection_logs DROP COLUMN problems;
ALTER TABLE webhook_attempts DROP COLUMN problems;
ALTER TABLE webhook_deliveries DROP COLUMN problems;
ALTER TABLE webhook_endpoints DROP COLUMN disabled_problems;
