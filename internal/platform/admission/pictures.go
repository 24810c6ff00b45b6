package admission

import "context"

// Pictures admits the work on pictures that were uploaded, by the memory that it takes:
// that follows from their pixels, which are known once a file has arrived. A sender has
// half of the memory; a picture that takes more is the only one of its sender.
type Pictures struct{ lane *lane }

// NewPictures makes a Pictures for memory bytes, with queue places to wait for each sender.
func NewPictures(memory int64, queue int) *Pictures {
	return &Pictures{newLane(memory, memory/2, queue)}
}

// Enter waits until work that takes memory may begin. It is ErrBusy if too much of the sender
// of ctx waits, or it has waited too long. Call leave in the end.
func (p *Pictures) Enter(ctx context.Context, memory int64) (leave func(), err error) {
	return p.lane.enter(ctx, SenderOf(ctx), memory)
}
