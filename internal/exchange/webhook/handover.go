package webhook

import (
	"context"
	"slices"
)

// accept begins or ends that new deliveries are handed over, to attempts that last as long as sending.
func (x *sender) accept(sending context.Context, accepts bool) {
	x.mu.Lock()
	defer x.mu.Unlock()
	x.sending, x.accepts = sending, accepts
}

func (x *sender) last() context.Context {
	x.mu.Lock()
	defer x.mu.Unlock()
	return x.sending
}

// claimNew claims new deliveries to endpoints for this node as far as it has room now, so that they need not be
// looked for once they are stored. It reports whether others are left.
func (x *sender) claimNew(list []Delivery, to []Endpoint) (left bool) {
	until := x.svc.now().Add(x.svc.deps.Timeout + leaseBeyond)
	x.mu.Lock()
	defer x.mu.Unlock()
	var planned []Due
	for i := range list {
		d, at := &list[i], slices.IndexFunc(to, func(e Endpoint) bool { return e.ID == list[i].EndpointID })
		if !x.accepts || at < 0 || x.room(to[at].due()) == 0 {
			left = true
			continue
		}
		d.NodeID, d.DueAt = &x.svc.deps.NodeID, &until
		planned = append(planned, to[at].due())
		x.add(to[at].due(), 1)
	}
	for _, e := range planned { // the places are taken after the commit
		x.add(e, -1)
	}
	return left
}

// sendNew begins the attempts of what claimNew has claimed, after the commit. Where there is no room any more,
// or the program stops, it gives the claim back.
func (x *sender) sendNew(list []Delivery, to []Endpoint) {
	var back []int64
	for _, d := range list {
		if d.NodeID == nil {
			continue
		}
		e := to[slices.IndexFunc(to, func(e Endpoint) bool { return e.ID == d.EndpointID })]
		if !x.begin(d, e) {
			back = append(back, d.ID)
		}
	}
	if len(back) == 0 {
		return
	}
	err := x.svc.store.InTx(context.WithoutCancel(x.last()), func(ctx context.Context) error {
		x.svc.store.TellDue(ctx)
		return x.svc.store.Unclaim(ctx, back, x.svc.deps.NodeID, x.svc.now())
	})
	if err != nil {
		x.svc.deps.Logger.WarnContext(x.last(), "webhook deliveries are claimed until their lease ends", "deliveries", len(back), "error", err)
	}
}

// begin begins the attempt of a claimed delivery, if there is room.
func (x *sender) begin(d Delivery, e Endpoint) bool {
	due := e.due()
	x.mu.Lock()
	defer x.mu.Unlock()
	if !x.accepts || x.room(due) == 0 {
		return false
	}
	x.add(due, 1)
	sending := x.sending
	x.running.Go(func() {
		defer x.nudge()
		defer x.release(due, 1)
		x.send(sending, d, &e)
	})
	return true
}
