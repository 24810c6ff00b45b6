-- +goose Up
-- Connections whose credentials were removed when an address was changed.
ALTER TABLE connections ADD COLUMN credentials_dropped BOOLEAN NOT NULL DEFAULT FALSE;

-- How much a delivery takes, with the answers to it: what an account keeps is bounded.
ALTER TABLE webhook_deliveries ADD COLUMN size BIGINT NOT NULL DEFAULT 0;
UPDATE webhook_deliveries SET size = octet_length(payload) + COALESCE((SELECT sum(octet_length(a.response_body)) FROM webhook_attempts AS a WHERE a.webhook_delivery_id = webhook_deliveries.id), 0);
CREATE INDEX webhook_deliveries_kept ON webhook_deliveries (owner_id, id, size) WHERE status <> 'pending';

-- Whether an export has a job. Those that wait their turn have none.
ALTER TABLE bulk_exports ADD COLUMN queued BOOLEAN NOT NULL DEFAULT TRUE;

-- A single room of AlpineBits may stand for several units of its category.
ALTER TABLE alpinebits_single_rooms ADD COLUMN units INTEGER NOT NULL DEFAULT 1;
ALTER TABLE alpinebits_single_rooms ADD COLUMN bookable INTEGER NOT NULL DEFAULT 0;
ALTER TABLE alpinebits_single_rooms ADD COLUMN out_of_order_units INTEGER NOT NULL DEFAULT 0;
UPDATE alpinebits_single_rooms SET out_of_order_units = 1 WHERE out_of_order;
ALTER TABLE alpinebits_single_rooms DROP COLUMN out_of_order;

-- +goose Down
ALTER TABLE alpinebits_single_rooms ADD COLUMN out_of_order BOOLEAN NOT NULL DEFAULT FALSE;
UPDATE alpinebits_single_rooms SET out_of_order = TRUE WHERE out_of_order_units > 0;
ALTER TABLE alpinebits_single_rooms DROP COLUMN out_of_order_units;
ALTER TABLE alpinebits_single_rooms DROP COLUMN bookable;
ALTER TABLE alpinebits_single_rooms DROP COLUMN units;
ALTER TABLE bulk_exports DROP COLUMN queued;
DROP INDEX webhook_deliveries_kept;
ALTER TABLE webhook_deliveries DROP COLUMN size;
ALTER TABLE connections DROP COLUMN credentials_dropped;
