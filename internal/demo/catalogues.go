package demo

import (
	"context"
	"fmt"

	"allot/internal/content/facts"
	"allot/internal/identity/auth"
	"allot/internal/partners/mapping"
	"allot/internal/partners/override"
	"allot/internal/platform/page"
)

var firstPage, allAtOnce = page.Request{Page: 1, Size: 50}, page.Request{Page: 1, Size: 500}

// overrideText is a text of an operator by language.
type overrideText map[string]any

// furnishCatalogues gives the operators their codes and texts for the chain's hotels.
func (c *chain) furnishCatalogues(ctx context.Context) error {
	c.ago(300)
	for _, o := range c.operators {
		if o.contract == 0 {
			continue
		}
		if err := c.code(auth.With(ctx, o.who), o); err != nil {
			return fmt.Errorf("codes of %s: %w", o.Name, err)
		}
	}
	return c.overrideTexts(ctx)
}

// code gives an operator codes for all hotels and most rooms. The last room of each
// hotel has none, for the list of missing ones.
func (c *chain) code(ctx context.Context, o *operator) error {
	for _, r := range c.resorts {
		code, supplier := fmt.Sprintf("%s%d", o.Prefix, 20_000+100*r.id), fmt.Sprintf("S-%d", 81_000+r.id)
		if _, _, err := c.Mappings.OfProperties.Save(ctx, o.who, mapping.PropertyInput{
			Target: r.id, Change: mapping.PropertyChange{HotelCode: &code, SupplierCode: &supplier},
		}); err != nil {
			return err
		}
		var rooms []mapping.RoomInput
		for i, room := range r.rooms[:len(r.rooms)-1] {
			code := fmt.Sprintf("%s-%d%02d", o.Prefix, r.id, i+1)
			rooms = append(rooms, mapping.RoomInput{Target: room.ID, Change: mapping.RoomChange{Code: &code, Name: &room.Name}})
		}
		if _, err := c.Mappings.OfRooms.SaveAll(ctx, o.who, rooms); err != nil {
			return err
		}
	}
	return nil
}

// overrideTexts makes overrides: one in force at once, one approved, one declined and
// one that waits.
func (c *chain) overrideTexts(ctx context.Context) error {
	de, gb := c.operators[german].who, c.operators[british].who
	save := func(who auth.Caller, r *resort, text overrideText) error {
		_, _, err := c.Overrides.SaveFacts(auth.With(ctx, who), who, override.FactsInput{
			PropertyID: r.id, Category: "general", Fields: facts.Record{"short_description": map[string]any(text)},
		})
		return err
	}
	if err := save(gb, c.resorts[1], c.texts.Overrides.InForce); err != nil {
		return err
	}
	ours := auth.With(ctx, c.owner)
	for _, asked := range []struct {
		ago     int
		resort  *resort
		text    overrideText
		decline string
	}{
		{280, c.resorts[2], c.texts.Overrides.Approved, ""},
		{150, c.resorts[1], c.texts.Overrides.Declined, "Nobody can promise the weather."},
	} {
		c.ago(asked.ago)
		if err := save(de, asked.resort, asked.text); err != nil {
			return err
		}
		waiting, _, err := c.Overrides.Approvals(ours, c.owner, override.ApprovalFilter{PropertyID: asked.resort.id, PartnerID: de.OwnerID}, firstPage)
		if err != nil || len(waiting) == 0 {
			return fmt.Errorf("find the override that waits: %w", err)
		}
		c.ago(asked.ago - 1)
		if asked.decline == "" {
			_, err = c.Overrides.Approve(ours, c.owner, waiting[0].ID, waiting[0].Revision)
		} else {
			_, err = c.Overrides.Decline(ours, c.owner, waiting[0].ID, waiting[0].Revision, asked.decline)
		}
		if err != nil {
			return err
		}
	}
	c.ago(3)
	return save(de, c.resorts[0], c.texts.Overrides.Waiting)
}
