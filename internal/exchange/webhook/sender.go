package webhook

import (
	"context"
	"math/rand/v2"
	"slices"
	"strings"
	"sync"
	"time"

	"allot/internal/platform/apperr"
	"allot/internal/platform/outbound"
)

const (
	// atOnce, perAccount and perEndpoint bound the requests that one node makes at the
	// same time, so that receivers that do not answer hold up their own deliveries only.
	atOnce      = 256
	perAccount  = 16
	perEndpoint = 4
	// perFailing is the share of an endpoint whose last attempt failed.
	perFailing = 1

	// leaseBeyond is added to the time-out of an attempt: after that, the node that
	// sends must be lost, and another one takes over.
	leaseBeyond = time.Minute
	// claimAtOnce is how many endpoints one transaction claims deliveries of.
	claimAtOnce = 32
	// finishAttempts is how long a stop waits for attempts.
	finishAttempts = 5 * time.Second

	// keepBody is how much of an answer is kept.
	keepBody = 4 << 10
)

// sender sends deliveries that are due.
type sender struct {
	svc  *Service
	post Poster
	wake chan struct{}

	mu sync.Mutex
	// accepts is set while the sender runs, sending what attempts last as long as.
	accepts    bool
	sending    context.Context // attempts begin where a transaction of somebody else commits
	byEndpoint map[int64]int
	byAccount  map[int64]int
	total      int
	running    sync.WaitGroup
}

func newSender(s *Service) *sender {
	return &sender{svc: s, post: s.deps.Poster(s.deps.Timeout), wake: make(chan struct{}, 1), byEndpoint: map[int64]int{}, byAccount: map[int64]int{}}
}

func (x *sender) nudge() {
	select {
	case x.wake <- struct{}{}:
	default: // somebody has nudged already
	}
}

// Wake has the sender look at once for what is due.
func (s *Service) Wake() { s.sender.nudge() }

// Run sends what is due until ctx ends, then waits a moment for the attempts under
// way. Those that it breaks off, and those of a process that was killed, are due
// again when this node runs next.
func (s *Service) Run(ctx context.Context) {
	x := s.sender
	sending, cut := context.WithCancel(context.WithoutCancel(ctx))
	defer cut()
	x.run(ctx, sending)
	late := time.AfterFunc(finishAttempts, cut)
	defer late.Stop()
	x.running.Wait()
}

// run starts attempts, which last as long as sending, until ctx ends.
func (x *sender) run(ctx, sending context.Context) {
	s := x.svc
	defer x.accept(sending, false)
	released := false
	defer s.store.HearDue(x.nudge)()
	tick := time.NewTicker(s.deps.Poll)
	defer tick.Stop()
	for {
		err := error(nil)
		if !released {
			err = s.store.InTx(ctx, func(ctx context.Context) error { return s.store.Release(ctx, s.deps.NodeID, s.now()) })
			if released = err == nil; released { // not before: it would release what is handed over, too
				x.accept(sending, true)
			}
		}
		if err == nil {
			err = x.sendDue(ctx, sending)
		}
		if err != nil && ctx.Err() == nil {
			s.deps.Logger.WarnContext(ctx, "webhook deliveries not read", "error", err)
		}
		select {
		case <-ctx.Done():
			return
		case <-x.wake:
		case <-tick.C:
		}
	}
}

// sendDue starts the attempts of what is due, as far as there is room. Deliveries
// of an endpoint without room are not read.
func (x *sender) sendDue(ctx, sending context.Context) error {
	due, err := x.svc.store.DueEndpoints(ctx, x.svc.now())
	if err != nil {
		return err
	}
	rand.Shuffle(len(due), func(i, k int) { due[i], due[k] = due[k], due[i] }) // so that none is always last
	for part := range slices.Chunk(due, claimAtOnce) {
		if ctx.Err() != nil {
			return nil
		}
		if err := x.sendSome(ctx, sending, part); err != nil {
			return err
		}
	}
	return nil
}

// sendSome claims deliveries of some endpoints in one transaction, and starts their
// attempts.
func (x *sender) sendSome(ctx, sending context.Context, due []Due) error {
	room := make([]int, len(due))
	for i, e := range due {
		room[i] = x.reserve(e)
	}
	if !slices.ContainsFunc(room, func(n int) bool { return n > 0 }) {
		return nil
	}
	claimed, err := x.claim(ctx, due, room)
	for i, e := range due {
		if err != nil {
			x.release(e, room[i])
			continue
		}
		x.release(e, room[i]-len(claimed[i]))
		for _, d := range claimed[i] {
			x.running.Go(func() {
				defer x.nudge()
				defer x.release(e, 1)
				x.send(sending, d, nil)
			})
		}
	}
	return err
}

func (x *sender) claim(ctx context.Context, due []Due, room []int) (claimed [][]Delivery, err error) {
	err = x.svc.store.InTx(ctx, func(ctx context.Context) error {
		claimed = make([][]Delivery, len(due))
		now := x.svc.now()
		for i, e := range due {
			if room[i] == 0 {
				continue
			}
			if claimed[i], err = x.svc.store.Claim(ctx, e.ID, room[i], now, now.Add(x.svc.deps.Timeout+leaseBeyond), x.svc.deps.NodeID); err != nil {
				return err
			}
		}
		return nil
	})
	return claimed, err
}

// reserve takes the places that an endpoint may have now.
func (x *sender) reserve(e Due) int {
	x.mu.Lock()
	defer x.mu.Unlock()
	room := x.room(e)
	x.add(e, room)
	return room
}

func (x *sender) room(e Due) int {
	share := perEndpoint
	if e.Failing {
		share = perFailing
	}
	return max(0, min(share-x.byEndpoint[e.ID], perAccount-x.byAccount[e.OwnerID], atOnce-x.total))
}

func (x *sender) release(e Due, n int) {
	x.mu.Lock()
	defer x.mu.Unlock()
	x.add(e, -n)
}

func (x *sender) add(e Due, n int) {
	x.total += n
	if x.byEndpoint[e.ID] += n; x.byEndpoint[e.ID] == 0 {
		delete(x.byEndpoint, e.ID)
	}
	if x.byAccount[e.OwnerID] += n; x.byAccount[e.OwnerID] == 0 {
		delete(x.byAccount, e.OwnerID)
	}
}

// send makes one attempt. If its outcome cannot be written, the delivery is taken
// up again when its lease ends. known is the endpoint if it was read a moment ago.
func (x *sender) send(ctx context.Context, d Delivery, known *Endpoint) {
	e, reason, err := x.svc.mayStillSend(ctx, d, known)
	switch {
	case err != nil:
	case len(reason) > 0:
		err = x.svc.giveUp(ctx, d, reason)
	default:
		started, clock := x.svc.now(), x.svc.deps.Now()
		var o outcome
		if o, err = x.attempt(ctx, e, d, started); err == nil {
			err = x.svc.finish(ctx, e, d, o, started, x.svc.deps.Now().Sub(clock))
		}
	}
	if err != nil && ctx.Err() == nil {
		x.svc.deps.Logger.WarnContext(ctx, "webhook attempt not recorded", "delivery", d.DeliveryID, "error", err)
	}
}

// attempt sends the request. Its error is a fault of ours; what is wrong with the
// receiver is in the outcome.
func (x *sender) attempt(ctx context.Context, e Endpoint, d Delivery, now time.Time) (outcome, error) {
	secrets, err := x.svc.secrets(e, now)
	if err != nil {
		return outcome{}, err
	}
	res, err := x.post.Post(ctx, e.URL, sign(d, now, secrets...), d.Payload, now)
	if gone := ctx.Err(); gone != nil {
		return outcome{}, gone // broken off by us
	}
	if err != nil {
		return outcome{err: Reason{outbound.Problem(err)}}, nil
	}
	return outcomeOf(res), nil
}

const statusGone = 410

func outcomeOf(res Response) outcome {
	o := outcome{code: &res.Code, body: text(res.Body), gone: res.Code == statusGone, retryAfter: res.RetryAfter}
	switch {
	case o.success():
	case res.Code >= 300 && res.Code <= 399:
		o.err = Reason{apperr.Problem("", "the endpoint answered with a redirect, which is not followed: register the address it leads to")}
	case o.gone:
		o.err = Reason{apperr.Problem("", "the endpoint answered that it is gone (410)")}
	default:
		o.err = Reason{apperr.Problem("", "the endpoint answered %d", res.Code)}
	}
	return o
}

// text returns the beginning of a body as text that both databases store.
func text(body []byte) string {
	body = body[:min(len(body), keepBody)]
	return strings.ReplaceAll(strings.ToValidUTF8(string(body), "\uFFFD"), "\x00", "\uFFFD")
}
