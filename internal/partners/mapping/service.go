package mapping

import (
	"context"
	"time"

	"allot/internal/content/publication"
	"allot/internal/partners/contract"
	"allot/internal/platform/audit"
	"allot/internal/platform/page"
)

// Store is the database of the module. A missing record is
// apperr.ErrNotFound; owners are the hotels whose data the operator may see.
type Store interface {
	InTx(ctx context.Context, fn func(ctx context.Context) error) error
	// LockOperator serializes writes of the operator until the transaction
	// ends.
	LockOperator(ctx context.Context, operator int64, now time.Time) error

	OfProperties() TargetStore[PropertyMapping]
	OfRooms() TargetStore[RoomMapping]

	// Properties lists property mappings by property.
	Properties(ctx context.Context, operator int64, q PropertyQuery, req page.Request) ([]PropertyMapping, int, error)
	// PropertiesByCode lists the properties of hotels that have the code as one of
	// the operator's four.
	PropertiesByCode(ctx context.Context, operator int64, owners []int64, code string) ([]int64, error)
	MappedProperties(ctx context.Context, operator int64, owners []int64) ([]int64, error)
	// MappedRooms lists the ids of the rooms with a mapping, by property.
	MappedRooms(ctx context.Context, operator int64, q RoomQuery) ([]int64, error)
	// RoomsOf lists the mappings of every room of the properties.
	RoomsOf(ctx context.Context, operator int64, properties []int64) ([]RoomMapping, error)

	// EventCodes returns zero values for an operator that has chosen none.
	EventCodes(ctx context.Context, operator int64) (StoredEventCodes, error)
	SaveEventCodes(ctx context.Context, c StoredEventCodes) error
}

// TargetStore stores the mappings of one kind of target.
type TargetStore[M any] interface {
	Find(ctx context.Context, operator, id int64) (M, error)
	// Of lists the mappings of targets, by property and room.
	Of(ctx context.Context, operator int64, targets []int64) ([]M, error)
	// Save stores many mappings at once, new ones and changed ones, and sets the ids of
	// the new ones.
	Save(ctx context.Context, operator int64, list []*M) error
	Delete(ctx context.Context, operator, id int64) error
}

// PropertyQuery selects property mappings.
type PropertyQuery struct {
	Owners []int64
	// Within are the only properties looked at; nil: all.
	Within []int64
	// Text is part of a code, folded; properties that are Named match without it.
	Text  string
	Named []int64
}

// RoomQuery selects room mappings.
type RoomQuery struct {
	Owners   []int64
	Property int64 // zero: all
	// Text is part of a code or name, folded; rooms of properties that are
	// Named match without it.
	Text  string
	Named []int64
}

// Deps are the dependencies of the service.
type Deps struct {
	Store        Store
	Contracts    *contract.Service
	Publications *publication.Service
	Audit        *audit.Trail
	Now          func() time.Time
}

// Service implements the module.
type Service struct {
	OfProperties *PropertyMappings
	OfRooms      *RoomMappings

	deps  Deps
	store Store
}

// New creates the service.
func New(d Deps) *Service {
	s := &Service{deps: d, store: d.Store}
	s.OfProperties = &PropertyMappings{
		s: s, store: d.Store.OfProperties(), right: contract.RightFacts, object: "property_mapping", field: "property", unseen: noProperty,
		visible: s.seeProperties, show: s.showProperties,
	}
	s.OfRooms = &RoomMappings{
		s: s, store: d.Store.OfRooms(), right: rightRooms, object: "room_mapping", field: "room", unseen: noRoom,
		visible: s.seeRooms, show: s.showRooms,
	}
	return s
}

// now returns the current time in the precision that both databases store.
func (s *Service) now() time.Time { return s.deps.Now().UTC().Truncate(time.Microsecond) }

func (s *Service) record(ctx context.Context, action, object string, id int64, before, after any) error {
	return s.deps.Audit.Record(ctx, audit.Change{Action: action, ObjectType: object, ObjectID: id, Before: before, After: after})
}
