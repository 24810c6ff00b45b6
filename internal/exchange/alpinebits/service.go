package alpinebits

import (
	"context"
	"fmt"
	"slices"
	"strings"
	"time"

	"allot/internal/content/facts"
	"allot/internal/content/property"
	"allot/internal/exchange/connection"
	"allot/internal/identity/auth"
	"allot/internal/identity/settings"
	"allot/internal/inventory/rooming"
	"allot/internal/platform/civil"
)

// Store is the database of the module.
type Store interface {
	InTx(ctx context.Context, fn func(ctx context.Context) error) error
	// SingleRooms returns the nights from a date on in which single rooms cannot be
	// booked.
	SingleRooms(ctx context.Context, owner, conn int64, from civil.Date) ([]SingleRoom, error)
	// ReplaceSingleRooms replaces what is stored of room types, of all if rooms is nil.
	ReplaceSingleRooms(ctx context.Context, owner, conn int64, rooms []int64, list []SingleRoom) error
	// Given returns the reservations that a system was given and that end after a date.
	Given(ctx context.Context, owner, conn int64, from civil.Date) ([]Given, error)
	// SaveGiven stores reservations that a system was given, or has acknowledged.
	SaveGiven(ctx context.Context, list []Given) error
	// ForgetGiven removes reservations that ended before a date.
	ForgetGiven(ctx context.Context, owner, conn int64, before civil.Date) error
}

// Deps are the dependencies of the service.
type Deps struct {
	Store       Store
	Connections *connection.Service
	Properties  *property.Service
	Catalogue   *facts.Catalogue
	Rooming     *rooming.Service
	Settings    *settings.Service
	Now         func() time.Time
}

// Service is the server of AlpineBits.
type Service struct {
	deps  Deps
	store Store
}

// New creates the service.
func New(d Deps) *Service { return &Service{deps: d, store: d.Store} }

// Authenticate finds the connection of a system that signs in.
func (s *Service) Authenticate(ctx context.Context, username, password string) (connection.Connection, error) {
	return s.deps.Connections.ByBasic(ctx, username, password)
}

// Call is one request of a system.
type Call struct {
	Version Version
	Action  Action
	Request []byte
}

// outcome is what became of a call.
type outcome struct {
	answer     []byte
	ok, failed int    // items
	message    string // for the sync log
}

// Handle answers a call and writes it in the sync log of the connection. A message
// that is refused is answered with the reason; an error is a fault, and nothing of the
// message is stored then either.
func (s *Service) Handle(ctx context.Context, conn connection.Connection, call Call) ([]byte, error) {
	ctx = auth.With(ctx, caller(conn))
	begun := s.deps.Now().UTC().Truncate(time.Microsecond)
	done, err := s.handle(ctx, conn, call)
	refusal, refused := refusalOf(err)
	switch {
	case refused:
		done = outcome{answer: Refused(call.Action, refusal), failed: 1, message: refusal.Text}
	case err != nil:
		done = outcome{failed: 1, message: "an error of the server; nothing was stored"}
	}
	logged := s.log(context.WithoutCancel(ctx), conn, begun, string(call.Action)+" "+string(call.Version), done)
	if err != nil && !refused {
		return nil, err
	}
	return done.answer, logged
}

// Reject writes a call in the sync log that was refused before its message was read.
func (s *Service) Reject(ctx context.Context, conn connection.Connection, what, reason string) error {
	ctx = auth.With(ctx, caller(conn))
	return s.log(ctx, conn, s.deps.Now().UTC().Truncate(time.Microsecond), what, outcome{failed: 1, message: reason})
}

func (s *Service) log(ctx context.Context, conn connection.Connection, begun time.Time, what string, done outcome) error {
	message := what
	if done.message != "" {
		message += ": " + done.message
	}
	return s.deps.Connections.Log(ctx, conn, connection.SyncLog{
		StartedAt: begun, Direction: connection.DirectionInbound, ItemsOK: done.ok, ItemsFailed: done.failed, Message: message,
	})
}

// caller is the account itself, bound to the property of the connection.
func caller(conn connection.Connection) auth.Caller {
	return auth.Caller{OwnerID: conn.OwnerID, AccountType: auth.Accommodation, PropertyIDs: []int64{conn.PropertyID}}
}

func (s *Service) handle(ctx context.Context, conn connection.Connection, call Call) (outcome, error) {
	switch call.Action {
	case ActionPing:
		answer, err := Handshake(call.Request)
		return outcome{answer: answer, ok: 1}, err
	case ActionFreeRooms:
		return s.freeRooms(ctx, conn, call)
	case ActionInventoryPush:
		return s.pushInventory(ctx, conn, call)
	case ActionInventoryPull:
		return s.pullInventory(ctx, conn, call)
	case ActionRead:
		return s.readReservations(ctx, conn, call)
	case ActionAcknowledge:
		return s.acknowledge(ctx, conn, call)
	}
	return outcome{}, fmt.Errorf("alpinebits: no handler for action %q", call.Action)
}

// house is the property of a connection, with its rooms by the codes of the system.
type house struct {
	property.Property
	hotel Hotel
	today civil.Date
	rooms []facts.Room
	codes map[string]int64 // room type by code
}

// codedRoom is a room type with its code in the system.
type codedRoom struct {
	facts.Room
	code string
}

// house loads the property and refuses a message about another hotel.
func (s *Service) house(ctx context.Context, conn connection.Connection, asked Hotel) (h house, err error) {
	if h.Property, err = s.deps.Properties.Get(ctx, conn.OwnerID, conn.PropertyID); err != nil {
		return h, err
	}
	h.hotel = Hotel{conn.HotelCodeOf(h.Property), h.Name}
	if asked.Code != "" && asked.Code != h.hotel.Code || asked.Code == "" && asked.Name != h.Name {
		return h, refuse(codeHotel, "Invalid hotel code: the hotel of this connection is %s", h.hotel.Code)
	}
	if h.today, err = civil.Today(s.deps.Now(), h.Timezone); err != nil {
		return h, fmt.Errorf("today at property %d: %w", h.ID, err)
	}
	if h.rooms, err = s.deps.Properties.Rooms(ctx, conn.OwnerID, conn.PropertyID); err != nil {
		return h, err
	}
	h.codes = conn.RoomCodesOf(h.rooms)
	return h, nil
}

// room returns the room type of a code.
func (h house) room(code string) (codedRoom, bool) {
	id, known := h.codes[code]
	i := slices.IndexFunc(h.rooms, func(r facts.Room) bool { return r.ID == id })
	if !known || i < 0 {
		return codedRoom{}, false
	}
	return codedRoom{h.rooms[i], code}, true
}

// codeOf returns the code of a room type, empty if it has none.
func (h house) codeOf(room int64) string {
	for code, id := range h.codes {
		if id == room {
			return code
		}
	}
	return ""
}

// maxWarnings bounds the warnings of an answer.
const maxWarnings = 50

func bounded(list []Warning) []Warning {
	if len(list) <= maxWarnings {
		return list
	}
	more := Warning{Type: business, Text: fmt.Sprintf("and %d more", len(list)-maxWarnings+1)}
	return append(slices.Clone(list[:maxWarnings-1]), more)
}

// textOf joins warnings for the sync log.
func textOf(list []Warning) string {
	parts := make([]string, len(list))
	for i, w := range list {
		parts[i] = w.Text
	}
	return strings.Join(parts, "; ")
}

// answer returns the answer to an accepted message without content.
func answer(a Action, warnings []Warning) []byte {
	return document(a, func(w *writer) { w.success(bounded(warnings)) })
}
