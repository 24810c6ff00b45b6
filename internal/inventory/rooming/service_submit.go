package rooming

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
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
		Reference string
		// PropertyCode is asked if the change names no property.
		PropertyCode string
		LedgerChange
		Entries []SubmittedEntry
		// PlainNames says that the sender calls the ids of property and room so, as people
		// do, and not property_id and room_id.
		PlainNames bool
	}
	// SubmittedEntry is an entry whose room may be named by its code, which is asked
	// if there is no id.
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
		if !in.PlainNames {
			err = feedNames(err)
		}
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
		entries, unknown, err := s.withRooms(ctx, who, l, in.Entries)
		if err != nil {
			return err
		}
		if l.Content, err = contentHash(l, in.Entries, entries); err != nil {
			return err
		}
		id, err := s.earlier(ctx, l)
		if err != nil {
			return err
		}
		if created = id == 0; created {
			if unknown != nil { // a list that was sent may name rooms that are gone since
				return unknown
			}
			if id, err = s.createSent(ctx, who, l, entries); err != nil {
				return err
			}
		}
		found, err := s.store.Ledger(ctx, who.OwnerID, id)
		if err != nil {
			return err
		}
		return s.share(ctx, v, []Ledger{found}, Filter{}, func(one Shared) error {
			if sent = one; created && v.reader.Operator {
				sent.Warnings, err = s.offerWarnings(ctx, who, found)
			}
			return err
		})
	})
	if !in.PlainNames {
		err = feedNames(err)
	}
	return sent, created, err
}

// feedNames returns a refusal with the names of fields that the feed has.
func feedNames(err error) error {
	e, refused := errors.AsType[*apperr.Error](err)
	if !refused || len(e.Fields) == 0 {
		return err
	}
	named := *e
	named.Fields = slices.Clone(e.Fields)
	for i := range named.Fields {
		if f := &named.Fields[i].Field; *f == "property" || strings.HasSuffix(*f, ".room") {
			*f += "_id"
		}
	}
	return &named
}

func (in *Submission) check() error {
	in.Reference, in.PropertyCode = strings.TrimSpace(in.Reference), strings.TrimSpace(in.PropertyCode)
	var f apperr.Fields
	f.Check(in.Reference != "", "reference", "is required: your own number of this list")
	field.CheckLine(&f, "reference", in.Reference, maxReference)
	f.Check(in.PropertyID != nil || in.PropertyCode != "", "property", "is required, or the code in property_code")
	f.Check(len(in.Entries) > 0, "entries", "must have at least one entry")
	for i, e := range in.Entries {
		f.Check(e.RoomID != nil || e.RoomCode != "", fmt.Sprintf("entries[%d].room", i), "is required, or the code in room_code")
	}
	return f.Err()
}

// contentHash tells lists with other content apart. What a list leaves out is the same
// as its default, and a room that is named by its code the same as by its id.
func contentHash(l Ledger, sent []SubmittedEntry, list []EntryChange) (string, error) {
	type stay struct {
		Entry
		Code string
	}
	stays := make([]stay, len(list))
	for i, e := range list {
		stays[i].Units = 1
		e.apply(&stays[i].Entry)
		if stays[i].RoomID == nil {
			stays[i].Code = sent[i].RoomCode
		}
	}
	b, err := json.Marshal([]any{l.Name, l.PartnerID, l.CalendarID, stays})
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
	return 0, apperr.Field("property_code", "is the code of several properties: send the id of one of them as property_id: %v", ids[:min(len(ids), maxChoices)])
}

// earlier returns the id of the ledger that was sent with the same content under the
// reference of a new one, or zero. A cancelled ledger leaves its reference to another
// list.
func (s *Service) earlier(ctx context.Context, l Ledger) (int64, error) {
	list, err := s.store.ByReference(ctx, l.OwnerID, l.PropertyID, l.WrittenBy, l.PartnerID, l.Reference)
	if err != nil {
		return 0, err
	}
	for _, e := range list {
		if e.Content == l.Content {
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
func (s *Service) createSent(ctx context.Context, who auth.Caller, l Ledger, entries []EntryChange) (int64, error) {
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

// withRooms returns the entries with the ids of their rooms, and a refusal of the codes
// that are none. A code is that of the feed.
func (s *Service) withRooms(ctx context.Context, who auth.Caller, l Ledger, list []SubmittedEntry) (out []EntryChange, unknown, err error) {
	may, err := s.rooms(ctx, who, l.OwnerID, l.PropertyID)
	if err != nil {
		return nil, nil, err
	}
	v := view{reader: Reader{Account: who.OwnerID, Operator: actorOf(who) == Operator}, rooms: map[int64]bool{l.OwnerID: true}}
	names, err := s.labels(ctx, v, []Ledger{l})
	if err != nil {
		return nil, nil, err
	}
	byCode := map[string][]int64{}
	for id := range may {
		if code := names.rooms[id].Code; code != "" {
			byCode[code] = append(byCode[code], id)
		}
	}
	var f apperr.Fields
	out = make([]EntryChange, len(list))
	for i, e := range list {
		out[i] = e.EntryChange
		if e.RoomID != nil {
			continue
		}
		ids := byCode[e.RoomCode]
		f.Check(len(ids) > 0, fmt.Sprintf("entries[%d].room_code", i), "is no code of a room of this property")
		f.Check(len(ids) < 2, fmt.Sprintf("entries[%d].room_code", i), "is the code of several rooms of this property: send the id as room_id")
		if len(ids) == 1 {
			out[i].RoomID = &ids[0]
		}
	}
	return out, f.Err(), nil
}

// viaKey is the API key that a system called with, for the audit trail.
type viaKey struct{}

func keyOf(ctx context.Context) int64 {
	id, _ := ctx.Value(viaKey{}).(int64)
	return id
}
