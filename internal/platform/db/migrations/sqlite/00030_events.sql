-- +goose Up
-- Events are a route and data from now on. What is waiting for subscribers keeps
-- what they need of it; the old news of stop sales and availability had no
-- subscriber, and lacks what a receiver would have to be told.
DELETE FROM outbox_events WHERE kind IN ('stopsale.created', 'stopsale.updated', 'stopsale.cancelled', 'availability.updated');
UPDATE outbox_events SET payload = json_object(
  'route', json_object(
    'owner_id', owner_id, 'property_id', json_extract(payload, '$.property.id'),
    'scope', CASE WHEN json_extract(payload, '$.version') > 0 THEN 'published' ELSE 'draft' END,
    'version', COALESCE(json_extract(payload, '$.version'), 0)
  ),
  'data', json_set(
    json_extract(payload, '$.property'),
    '$.scope', CASE WHEN json_extract(payload, '$.version') > 0 THEN 'published' ELSE 'draft' END,
    '$.changed_fields', json_extract(payload, '$.changed_fields'),
    '$.previous', json_extract(payload, '$.previous'),
    '$.current', json('{}'),
    '$.complete', json('false')
  )
)
WHERE kind = 'property.updated' AND json_extract(payload, '$.route') IS NULL;

-- +goose Down
SELECT 1;
