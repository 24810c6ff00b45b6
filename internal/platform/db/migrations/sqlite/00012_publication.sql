-- +goose Up
-- What is published now, for lists and mappings that do not open snapshots.
CREATE TABLE publication_cards (
  property_id INTEGER PRIMARY KEY REFERENCES properties (id) ON DELETE CASCADE,
  owner_id INTEGER NOT NULL,
  publication_id INTEGER NOT NULL,
  version INTEGER NOT NULL,
  published_at TIMESTAMP NOT NULL,
  code TEXT NOT NULL,
  name TEXT NOT NULL,
  name_search TEXT NOT NULL,
  property_type TEXT NOT NULL,
  stars REAL,
  country TEXT NOT NULL,
  state TEXT NOT NULL,
  city TEXT NOT NULL,
  latitude REAL,
  longitude REAL,
  logo_key TEXT NOT NULL,
  cover_key TEXT NOT NULL,
  rooms INTEGER NOT NULL,
  photos INTEGER NOT NULL
);
CREATE INDEX publication_cards_by_name ON publication_cards (owner_id, name_search, property_id);
CREATE INDEX publication_cards_by_country ON publication_cards (owner_id, country, name_search, property_id);

CREATE TABLE publication_rooms (
  room_id INTEGER PRIMARY KEY,
  property_id INTEGER NOT NULL REFERENCES properties (id) ON DELETE CASCADE,
  owner_id INTEGER NOT NULL,
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
  coalesce(json_extract(v.snapshot, '$.property.code'), ''),
  json_extract(v.snapshot, '$.property.name'),
  CASE p.name WHEN json_extract(v.snapshot, '$.property.name') THEN p.name_search ELSE lower(json_extract(v.snapshot, '$.property.name')) END,
  json_extract(v.snapshot, '$.property.property_type'),
  json_extract(v.snapshot, '$.property.stars'),
  json_extract(v.snapshot, '$.property.country'),
  json_extract(v.snapshot, '$.property.state'),
  json_extract(v.snapshot, '$.property.city'),
  json_extract(v.snapshot, '$.property.latitude'),
  json_extract(v.snapshot, '$.property.longitude'),
  json_extract(v.snapshot, '$.logo_key'),
  coalesce((SELECT json_extract(e.value, '$.small_key') FROM json_each(v.snapshot, '$.photos') AS e
    WHERE json_extract(e.value, '$.is_cover') LIMIT 1), ''),
  coalesce(json_array_length(v.snapshot, '$.facts.rooms'), 0),
  coalesce(json_array_length(v.snapshot, '$.photos'), 0)
FROM publications AS v JOIN properties AS p ON p.id = v.property_id
WHERE v.version = (SELECT max(n.version) FROM publications AS n WHERE n.property_id = v.property_id);

INSERT INTO publication_rooms
SELECT json_extract(e.value, '$.id'), v.property_id, v.owner_id, json_extract(e.value, '$.position'),
  coalesce(json_extract(e.value, '$.data.code'), ''),
  coalesce(json_extract(e.value, '$.data.name'), ''),
  coalesce(json_extract(e.value, '$.data.room_total_units'), 0)
FROM publication_cards AS c JOIN publications AS v ON v.id = c.publication_id, json_each(v.snapshot, '$.facts.rooms') AS e
WHERE e.type = 'object';

-- +goose Down
DROP TABLE publication_rooms;
DROP TABLE publication_cards;
