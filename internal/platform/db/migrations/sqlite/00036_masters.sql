-- +goose Up
-- Every property has its Master calendar from the start. Those that nobody has
-- looked at yet get theirs.
INSERT INTO allotment_properties (property_id, owner_id, version)
SELECT p.id, p.owner_id, 0 FROM properties AS p
WHERE NOT EXISTS (SELECT 1 FROM allotment_properties AS a WHERE a.property_id = p.id);

INSERT INTO allotment_calendars (owner_id, property_id, name, kind, external_name, external_details, created_at, updated_at)
SELECT p.owner_id, p.id, 'Master', 'master', '', '', p.created_at, p.created_at FROM properties AS p
WHERE NOT EXISTS (SELECT 1 FROM allotment_calendars AS c WHERE c.property_id = p.id AND c.kind = 'master');

-- +goose Down
SELECT 1;
