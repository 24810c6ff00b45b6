-- +goose Up
-- What is published now, for lists and mappings that do not open snapshots.
CREATE TABLE publication_cards (
  property_id BIGINT PRIMARY KEY REFERENCES properties (id) ON DELETE CASCADE,
  owner_id BIGINT NOT NULL,
  publication_id BIGINT NOT NULL,
  version INTEGER NOT NULL,
  published_at TIMESTAMPTZ NOT NULL,
  code TEXT NOT NULL,
  name TEXT NOT NULL,
  name_search TEXT NOT NULL,
  property_type TEXT NOT NULL,
  stars DOUBLE PRECISION,
  country TEXT NOT NULL,
  state TEXT NOT NULL,
  city TEXT NOT NULL,
  latitude DOUBLE PRECISION,
  longitude DOUBLE PRECISION,
  logo_key TEXT NOT NULL,
  cover_key TEXT NOT NULL,
  rooms INTEGER NOT NULL,
  photos INTEGER NOT NULL
);
CREATE INDEX publication_cards_by_name ON publication_cards (owner_id, name_search, property_id);
CREATE INDEX publication_cards_by_country ON publication_cards (owner_id, country, name_search, property_id);

CREATE TABLE publication_rooms (
  room_id BIGINT PRIMARY KEY,
  property_id BIGINT NOT NULL REFERENCES properties (id) ON DELETE CASCADE,
  owner_id BIGINT NOT NULL,
  position INTEGER NOT NULL,
  code TEXT NOT NULL,
  name TEXT NOT NULL,
  total_units INTEGER NOT NULL
);
CREATE INDEX publication_rooms_by_owner ON publication_rooms (owner_id, property_id, position, room_id);
CREATE INDEX publication_rooms_by_property ON publication_rooms (property_id, position, room_id);

-- Only the program folds a name as people search it. Where the hotel has
-- renamed the property since, the published name is folded with its next version.
INSERT INTO publication_cards
SELECT v.property_id, v.owner_id, v.id, v.version, v.reviewed_at,
  coalesce(h.head->>'code', ''),
  h.head->>'name',
  CASE p.name WHEN h.head->>'name' THEN p.name_search ELSE lower(h.head->>'name') END,
  h.head->>'property_type',
  (h.head->>'stars')::double precision,
  h.head->>'country',
  h.head->>'state',
  h.head->>'city',
  (h.head->>'latitude')::double precision,
  (h.head->>'longitude')::double precision,
  v.snapshot::json->>'logo_key',
  coalesce((SELECT e->>'small_key' FROM json_array_elements(h.photos) AS e WHERE (e->>'is_cover')::boolean LIMIT 1), ''),
  coalesce(json_array_length(h.rooms), 0),
  coalesce(json_array_length(h.photos), 0)
FROM publications AS v
JOIN properties AS p ON p.id = v.property_id
CROSS JOIN LATERAL (SELECT v.snapshot::json->'property' AS head,
  CASE json_typeof(v.snapshot::json->'facts'->'rooms') WHEN 'array' THEN v.snapshot::json->'facts'->'rooms' END AS rooms,
  CASE json_typeof(v.snapshot::json->'photos') WHEN 'array' THEN v.snapshot::json->'photos' END AS photos) AS h
WHERE v.version = (SELECT max(n.version) FROM publications AS n WHERE n.property_id = v.property_id);

INSERT INTO publication_rooms
SELECT (e->>'id')::bigint, v.property_id, v.owner_id, (e->>'position')::integer,
  coalesce(e->'data'->>'code', ''),
  coalesce(e->'data'->>'name', ''),
  coalesce((e->'data'->>'room_total_units')::integer, 0)
FROM publication_cards AS c
JOIN publications AS v ON v.id = c.publication_id
CROSS JOIN LATERAL json_array_elements(
  CASE json_typeof(v.snapshot::json->'facts'->'rooms') WHEN 'array' THEN v.snapshot::json->'facts'->'rooms' END) AS e;

-- +goose Down
DROP TABLE publication_rooms;
DROP TABLE publication_cards;
