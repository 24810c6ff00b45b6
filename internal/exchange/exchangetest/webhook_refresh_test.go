package exchangetest

import (
	"fmt"
	"net/http"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"allot/internal/app/apptest"
	"allot/internal/identity/plan"
)

// The clock starts at noon. An operator on the free plan is shown what is published once a
// day, at midnight in UTC.
func TestDelivery_APropertyWaitsForTheRefreshInterval(t *testing.T) {
	t.Parallel()
	b := setupWebhook(t)
	hotel, p, _ := b.House(t, 3)
	free, gold := b.Operator(t), b.Operator(t)
	b.Grant(t, gold, plan.Gold)
	b.Accepted(t, hotel, free)
	b.Accepted(t, hotel, gold)
	b.Start(t)
	late := b.hook(t, free, "/free", "property.updated")
	b.hook(t, gold, "/gold", "property.updated")
	b.Publish(t, hotel, b.Admin(t), p)
	b.idle(t)
	require.Len(t, b.arrived(t, "/gold", 1), 1)
	require.Empty(t, b.to.Received("/free"))
	require.Zero(t, b.list(t, free, late, "").Count, "nor can it be read among the deliveries")

	b.Clock.Advance(11 * time.Hour)
	b.idle(t)
	require.Empty(t, b.to.Received("/free"))
	b.Clock.Advance(time.Hour)
	require.Len(t, b.arrived(t, "/free", 1), 1)
}

// Who is told is decided when the operator may see it, not when the hotel publishes.
func TestDelivery_WhatWaitsReachesANewEndpoint(t *testing.T) {
	t.Parallel()
	for name, prepare := range map[string]func(t *testing.T, b *bench, who *apptest.Who) (wait func()){
		"the first of the platform, made while it waits": func(t *testing.T, b *bench, who *apptest.Who) func() {
			t.Helper()
			return func() { b.hook(t, who, "/late", "property.updated") }
		},
		"switched on again while it waits": func(t *testing.T, b *bench, who *apptest.Who) func() {
			t.Helper()
			h := b.hook(t, who, "/late", "property.updated")
			set := func(active bool) {
				res := who.Do(t, "PATCH", fmt.Sprintf("%s%d/", webhookBase, h.ID), fmt.Sprintf(`{"is_active":%t}`, active))
				require.Equal(t, http.StatusOK, res.Code, res.Body)
			}
			set(false)
			return func() { set(true) }
		},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			b := setupWebhook(t)
			hotel, p, _ := b.House(t, 3)
			free := b.Operator(t)
			b.Accepted(t, hotel, free)
			b.Start(t)
			then := prepare(t, b, free)
			b.Publish(t, hotel, b.Admin(t), p)
			b.idle(t)
			then()
			b.Clock.Advance(11 * time.Hour)
			b.idle(t)
			require.Empty(t, b.to.Received("/late"))
			b.Clock.Advance(time.Hour)
			require.Len(t, b.arrived(t, "/late", 1), 1)
		})
	}
}
