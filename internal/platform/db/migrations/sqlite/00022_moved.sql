-- +goose Up
-- When a property's availability last changed, by a clock that only goes forward:
-- who has seen everything before a reading asks for what moved since. It is set by
-- the statement that raises the version.
ALTER TABLE allotment_properties ADD COLUMN moved INTEGER NOT NULL DEFAULT 0;
CREATE INDEX allotment_properties_by_moved ON allotment_properties (moved);

-- Where the clock goes on after a restart if the property that moved last is gone.
CREATE TABLE allotment_clock (
  id INTEGER PRIMARY KEY CHECK (id = 1),
  moved INTEGER NOT NULL
);
INSERT INTO allotment_clock (id, moved) VALUES (1, 0);
-- +goose StatementBegin
CREATE TRIGGER allotment_properties_gone AFTER DELETE ON allotment_properties BEGIN
  UPDATE allotment_clock SET moved = OLD.moved WHERE moved < OLD.moved;
END;
-- +goose StatementEnd

-- +goose Down
DROP TRIGGER allotment_properties_gone;
DROP TABLE allotment_clock;
DROP INDEX allotment_properties_by_moved;
ALTER TABLE allotment_properties DROP COLUMN moved;
