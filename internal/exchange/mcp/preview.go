package mcp

import (
	"bytes"
	"encoding/json"
	"fmt"
	"maps"
	"slices"
	"time"
)

type (
	grid struct {
		Rooms []struct {
			ID   int64                                 `json:"room_id"`
			Name string                                `json:"room_name"`
			Days map[string]map[string]json.RawMessage `json:"days"`
		} `json:"rooms"`
	}
	// DayChange is a run of days of a room that change alike.
	DayChange struct {
		RoomID   int64                      `json:"room_id"`
		RoomName string                     `json:"room_name"`
		From     string                     `json:"from"`
		To       string                     `json:"to"`
		Before   map[string]json.RawMessage `json:"before"`
		After    map[string]json.RawMessage `json:"after"`
	}
)

// Difference lists what differs between two grids of one calendar and range: of each
// day only the members that do.
func Difference(before, after []byte) ([]DayChange, error) {
	var was, is grid
	if err := json.Unmarshal(before, &was); err != nil {
		return nil, fmt.Errorf("read the grid before a change: %w", err)
	}
	if err := json.Unmarshal(after, &is); err != nil {
		return nil, fmt.Errorf("read the grid after a change: %w", err)
	}
	list := []DayChange{}
	for i, room := range is.Rooms {
		for _, date := range slices.Sorted(maps.Keys(room.Days)) {
			c := DayChange{RoomID: room.ID, RoomName: room.Name, From: date, To: date}
			if i < len(was.Rooms) {
				c.Before, c.After = differing(was.Rooms[i].Days[date], room.Days[date])
			}
			if len(c.After) == 0 {
				continue
			}
			if n := len(list); n > 0 && list[n-1].continues(c) {
				list[n-1].To = date
				continue
			}
			list = append(list, c)
		}
	}
	return list, nil
}

func differing(was, is map[string]json.RawMessage) (before, after map[string]json.RawMessage) {
	before, after = map[string]json.RawMessage{}, map[string]json.RawMessage{}
	for name, value := range is {
		if !bytes.Equal(was[name], value) {
			before[name], after[name] = was[name], value
		}
	}
	return before, after
}

// continues reports whether next is the same change on the day after.
func (c DayChange) continues(next DayChange) bool {
	to, err := time.Parse(time.DateOnly, c.To)
	same := func(a, b json.RawMessage) bool { return bytes.Equal(a, b) }
	return err == nil && c.RoomID == next.RoomID && to.AddDate(0, 0, 1).Format(time.DateOnly) == next.From &&
		maps.EqualFunc(c.Before, next.Before, same) && maps.EqualFunc(c.After, next.After, same)
}
