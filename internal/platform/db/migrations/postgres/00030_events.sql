-- +goose Up
-- Events are a route and data from now on. What is waiting for subscribers keeps
-- what they need of it; the old news of stop sales and availability had no
-- subscriber, and lacks what a receiver would have to be told.
DELETE FROM outbox_events WHERE kind IN ('stopsale.created', 'stopsale.updated', 'stopsale.cancelled', 'availability.updated');
UPDATE outbox_events SET payload = jsonb_build_object(
  'route', jsonb_build_object(
    'owner_id', owner_id, 'property_id', payload::jsonb #> '{property,id}',
    'scope', CASE WHEN (payload::jsonb ->> 'version')::int > 0 THEN 'published' ELSE 'draft' END,
    'version', COALESCE((payload::jsonb ->> 'version')::int, 0)
  ),
  'data', (payload::jsonb -> 'property') || jsonb_build_object(
    'scope', CASE WHEN (payload::jsonb ->> 'version')::int > 0 THEN 'published' ELSE 'draft' END,
    'changed_fields', payload::jsonb -> 'changed_fields',
    'previous', payload::jsonb -> 'previous',
    'current', '{}'::jsonb,
    'complete', false
  )
)::text
WHERE kind = 'property.updated' AND payload::jsonb -> 'route' IS NULL;

-- +goose Down
SELECT 1;
