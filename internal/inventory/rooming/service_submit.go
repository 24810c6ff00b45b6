package rooming

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"slices"
	"strings"

	"allot/internal/identity/auth"
	"allot/internal/platform/apperr"
	"allot/internal/platform/field"
)

// ErrReferenceUsed refuses another list under a reference that stands for one.
var ErrReferenceUsed = apperr.New(apperr.Conflict, "reference_used", "another rooming list was sent under this reference")

type (
	// Submission is a rooming list as a system sends it.
	Submission struct {
		// Reference is the sender's own, one for each list in a property.
		Reference    string
		PropertyCode string // if the change names no property
		LedgerChange
		Entries []SubmittedEntry
	}
	// SubmittedEntry is an entry whose room may be named by its code.
	SubmittedEntry struct {
		EntryChange
		RoomCode string
	}
)

// Submit creates a ledger with its entries and, for an operator, sends it, all or
// nothing. A hotel's stays open: it has nobody to send it to. The same list under the
// same reference again returns the ledger that there is.
func (s *Service) Submit(ctx context.Context, key auth.KeyCaller, in Submission) (sent Shared, created bool, err error) {
	who := key.Maker()
	ctx = auth.With(context.WithValue(ctx, viaKey{}, key.KeyID), who)
	if err := in.check(); err != nil {
		return Shared{}, false, err
	}
	hash, err := in.hash()
	if err != nil {
		return Shared{}, false, err
	}
	v, err := s.keyView(ctx, key)
	if err != nil {
		return Shared{}, false, err
	}
	err = s.store.InTx(ctx, func(ctx context.Context) error {
		l, err := s.submitted(ctx, key, who, v, in)
		if err != nil {
			return err
		}
		// Others who send the same reference wait here.
		if err := s.deps.Allotments.Lock(ctx, l.OwnerID, l.PropertyID); err != nil {
			return err
		}
		id, err := s.earlier(ctx, l, hash)
		if err != nil {
			return err
		}
		if created = id == 0; created {
			l.Content = hash
			if id, err = s.createSent(ctx, who, l, in.Entries); err != nil {
				return err
			}
		}
		found, err := s.store.Ledger(ctx, who.OwnerID, id)
		if err != nil {
			return err
		}
		return s.share(ctx, v, []Ledger{found}, Filter{}, func(one Shared) error {
			sent = one
			return nil
		})
	})
	return sent, created, err
}

func (in *Submission) check() error {
	in.Reference, in.PropertyCode = strings.TrimSpace(in.Reference), strings.TrimSpace(in.PropertyCode)
	var f apperr.Fields
	f.Check(in.Reference != "", "reference", "is required: your own number of this list")
	field.CheckLine(&f, "reference", in.Reference, maxReference)
	f.Check((in.PropertyID != nil) != (in.PropertyCode != ""), "property", "is required: the id here, or the code in property_code, not both")
	f.Check(len(in.Entries) > 0, "entries", "must have at least one entry")
	for i, e := range in.Entries {
		f.Check((e.RoomID != nil) != (e.RoomCode != ""), fmt.Sprintf("entries[%d].room", i), "is required: the id here, or the code in room_code, not both")
	}
	return f.Err()
}

// hash tells lists with other content apart. What a list leaves out is the same as
// its default.
func (in *Submission) hash() (string, error) {
	type stay struct {
		Entry
		Room string
	}
	l := Ledger{}
	in.apply(&l)
	l.PropertyID = 0 // it may be named in two ways; the ledger has it
	stays := make([]stay, len(in.Entries))
	for i, e := range in.Entries {
		stays[i] = stay{Entry{Units: 1}, e.RoomCode}
		e.apply(&stays[i].Entry)
	}
	b, err := json.Marshal([]any{l, stays})
	if err != nil {
		return "", fmt.Errorf("hash a rooming list: %w", err)
	}
	sum := sha256.Sum256(b)
	return hex.EncodeToString(sum[:]), nil
}

// submitted returns the new ledger of a submission, in a property that the key
// covers.
func (s *Service) submitted(ctx context.Context, key auth.KeyCaller, who auth.Caller, v view, in Submission) (Ledger, error) {
	if in.PropertyID == nil {
		id, err := s.propertyByCode(ctx, v, in.PropertyCode)
		if err != nil {
			return Ledger{}, err
		}
		in.PropertyID = &id
	}
	l := s.draft(who, in.LedgerChange)
	l.Reference = in.Reference
	if v.partner != 0 && l.PartnerID == nil {
		l.PartnerID = &v.partner
	}
	if err := s.place(ctx, who, &l); err != nil {
		return Ledger{}, err
	}
	var f apperr.Fields
	switch {
	case v.reader.Operator:
		f.Check(slices.Contains(v.reader.Hotels, l.OwnerID) && key.InScope(l.PropertyID), "property",
			"is no property that this API key can send rooming lists for: its contract must be in force, allow rooming and exports, and be one of the key's")
	case key.ContractID != nil:
		f.Check(v.partner != 0 && l.PartnerID != nil && *l.PartnerID == v.partner, "partner", "must be the tour operator of the contract that this API key is for")
	}
	return l, f.Err()
}

// propertyByCode finds the property that has the code in the feed of the same key:
// the operator's own or, where it has none, the hotel's.
func (s *Service) propertyByCode(ctx context.Context, v view, code string) (int64, error) {
	hotels := v.reader.Hotels
	if !v.reader.Operator {
		hotels = []int64{v.reader.Account}
	}
	ids, err := s.deps.Mappings.PropertiesByCode(ctx, v.reader.Account, hotels, code)
	if len(ids) == 0 && err == nil {
		ids, err = s.deps.Properties.ByCode(ctx, hotels, code)
	}
	if err != nil {
		return 0, err
	}
	if v.reader.Operator { // it must not learn codes of what is not published
		cards, err := s.deps.Publications.CardsOf(ctx, ids)
		if err != nil {
			return 0, err
		}
		ids = slices.DeleteFunc(ids, func(id int64) bool { return cards[id].PropertyID == 0 })
	}
	switch len(ids) {
	case 0:
		return 0, apperr.Field("property_code", "is no code of a property that you can send rooming lists for")
	case 1:
		return ids[0], nil
	}
	return 0, apperr.Field("property_code", "is the code of several properties: send the id of one of them as property: %v", ids[:min(len(ids), maxChoices)])
}

// earlier returns the id of the ledger that was sent with the same content under the
// reference of a new one, or zero. A cancelled ledger leaves its reference to another
// list.
func (s *Service) earlier(ctx context.Context, l Ledger, hash string) (int64, error) {
	list, err := s.store.ByReference(ctx, l.OwnerID, l.PropertyID, l.WrittenBy, l.PartnerID, l.Reference)
	if err != nil {
		return 0, err
	}
	for _, e := range list {
		if e.Content == hash {
			return e.ID, nil
		}
	}
	for _, e := range list {
		if e.Status != StatusCancelled {
			return 0, ErrReferenceUsed.Withf("under this reference another rooming list was sent, which is %s now: cancel it, then send this one again; or send this one under another reference", e.Status).
				With("ledger", e.ID).With("status", e.Status).With("available_actions", e.Actions(l.WrittenBy))
		}
	}
	return 0, nil
}

// createSent creates the ledger as people do, and sends it if it is an operator's.
func (s *Service) createSent(ctx context.Context, who auth.Caller, l Ledger, list []SubmittedEntry) (int64, error) {
	entries, err := s.withRooms(ctx, who, l, list)
	if err != nil {
		return 0, err
	}
	written, err := s.insert(ctx, who, &l, entries)
	if err != nil {
		return 0, err
	}
	if err := s.recordLedger(ctx, who, "create", nil, &traced{Ledger: l, Entries: written}); err != nil {
		return 0, err
	}
	if actorOf(who) == Operator {
		_, err = s.Send(ctx, who, l.ID)
	}
	return l.ID, err
}

// withRooms returns the entries with the ids of their rooms. A code is that of the
// feed.
func (s *Service) withRooms(ctx context.Context, who auth.Caller, l Ledger, list []SubmittedEntry) ([]EntryChange, error) {
	may, err := s.rooms(ctx, who, l.OwnerID, l.PropertyID)
	if err != nil {
		return nil, err
	}
	v := view{reader: Reader{Account: who.OwnerID, Operator: actorOf(who) == Operator}, rooms: map[int64]bool{l.OwnerID: true}}
	names, err := s.labels(ctx, v, []Ledger{l})
	if err != nil {
		return nil, err
	}
	byCode := map[string][]int64{}
	for id := range may {
		if code := names.rooms[id].Code; code != "" {
			byCode[code] = append(byCode[code], id)
		}
	}
	var f apperr.Fields
	out := make([]EntryChange, len(list))
	for i, e := range list {
		out[i] = e.EntryChange
		if e.RoomCode == "" {
			continue
		}
		ids := byCode[e.RoomCode]
		f.Check(len(ids) > 0, fmt.Sprintf("entries[%d].room_code", i), "is no code of a room of this property")
		f.Check(len(ids) < 2, fmt.Sprintf("entries[%d].room_code", i), "is the code of several rooms of this property: send the id as room")
		if len(ids) == 1 {
			out[i].RoomID = &ids[0]
		}
	}
	return out, f.Err()
}

// viaKey is the API key that a system called with, for the audit trail.
type viaKey struct{}

func keyOf(ctx context.Context) int64 {
	id, _ := ctx.Value(viaKey{}).(int64)
	return id
}
