package mapping

import (
	"time"

	"allot/internal/platform/apperr"
	"allot/internal/platform/field"
	"allot/internal/platform/fold"
)

// RoomMapping holds an operator's code and name of a room.
type RoomMapping struct {
	ID         int64     `bun:"id,pk,autoincrement" json:"id"`
	OperatorID int64     `bun:"operator_id" json:"-"`
	OwnerID    int64     `bun:"owner_id" json:"-"` // account of the hotel
	PropertyID int64     `bun:"property_id" json:"property" doc:"Id of the property"`
	RoomID     int64     `bun:"room_id" json:"room" doc:"Id of the room"`
	Code       string    `bun:"code" json:"code" doc:"Your code of the room"`
	Name       string    `bun:"name" json:"name" doc:"Your name of the room"`
	CreatedAt  time.Time `bun:"created_at" json:"created_at"`
	UpdatedAt  time.Time `bun:"updated_at" json:"updated_at"`
}

// RoomChange is a change of a mapping; nil fields stay as they are, an empty
// text clears one.
type RoomChange struct{ Code, Name *string }

// MappedRoom is a mapping with the hotel's own data.
type MappedRoom struct {
	RoomMapping
	PropertyName string `json:"property_name"`
	RoomName     string `json:"room_name" doc:"The hotel's own name of the room"`
	RoomCode     string `json:"room_code" doc:"The hotel's own code of the room"`
}

type (
	// RoomMappings are the mappings of rooms.
	RoomMappings = Mappings[RoomMapping, *RoomMapping, RoomChange, MappedRoom]
	// RoomInput maps one room.
	RoomInput = Input[RoomChange]

	roomWork = work[RoomMapping, *RoomMapping, RoomChange]
)

// RoomFilter narrows the list; zero fields do not filter.
type RoomFilter struct {
	Property int64
	Query    string // part of the operator's code or name, or of the property's name
}

func (c RoomChange) apply(m *RoomMapping) {
	set(&m.Code, c.Code)
	set(&m.Name, c.Name)
}

func (m RoomMapping) check(f *apperr.Fields, prefix string) {
	field.CheckLine(f, prefix+"code", m.Code, maxCode)
	field.CheckLine(f, prefix+"name", m.Name, maxName)
}

func (m RoomMapping) checkFilled(f *apperr.Fields, prefix string) {
	f.Check(m.Code+m.Name != "", prefix+"code", "is required unless there is a name")
}

// SearchText returns the text that a search matches.
func (m RoomMapping) SearchText() string { return fold.Fold(m.Code + "\n" + m.Name) }

// TargetID returns the id of the room.
func (m RoomMapping) TargetID() int64 { return m.RoomID }

// RowID returns the id of the mapping itself.
func (m RoomMapping) RowID() int64 { return m.ID }

// SetRowID sets the id of a new mapping.
func (m *RoomMapping) SetRowID(id int64) { m.ID = id }

func (m *RoomMapping) begin(operator int64, now time.Time) {
	m.OperatorID, m.CreatedAt, m.UpdatedAt = operator, now, now
}

func (m *RoomMapping) touch(now time.Time) { m.UpdatedAt = now }

func (m RoomMapping) same(n RoomMapping) bool { return m.Code == n.Code && m.Name == n.Name }
