package demo

import (
	"bytes"
	"context"
	"runtime"
	"sync"

	"allot/internal/content/photo"
	"allot/internal/demo/drawing"
	"allot/internal/identity/auth"
	"allot/internal/platform/civil"
)

// The size of the photos. Larger ones look no better, because scenes are flat, and
// take longer than everything else that is made.
const photoWidth, photoHeight = 600, 400

// shot is a photo to be drawn.
type shot struct {
	scene    string
	caption  string
	category photo.Category
	room     *int64
	place    drawing.Place
}

// studio draws photos and stores their files while other data is made, which has a
// processor for itself where there are two.
type studio struct {
	photos  *photo.Service
	slots   chan struct{}
	working sync.WaitGroup
}

func newStudio(p *photo.Service) *studio {
	s := &studio{photos: p, slots: make(chan struct{}, max(2, runtime.GOMAXPROCS(0)))}
	s.slots <- struct{}{} // the processor of the other data
	return s
}

// hurry gives the studio the processor of the other data, which waits for the photos.
func (s *studio) hurry() (done func()) {
	<-s.slots
	return func() { s.slots <- struct{}{} }
}

// gallery is the photos of a property while they are drawn.
type gallery struct {
	property int64
	shots    []shot
	drawn    []chan drawn
}

type drawn struct {
	files photo.Files
	err   error
}

// draw begins to draw the photos of a property.
func (s *studio) draw(ctx context.Context, property int64, shots []shot) *gallery {
	g := &gallery{property: property, shots: shots, drawn: make([]chan drawn, len(shots))}
	for i, sh := range shots {
		done := make(chan drawn, 1)
		g.drawn[i] = done
		s.working.Go(func() {
			s.slots <- struct{}{}
			defer func() { <-s.slots }()
			var d drawn
			if d.err = ctx.Err(); d.err == nil {
				d.files, d.err = s.store(ctx, property, sh, uint64(property)*100+uint64(i))
			}
			done <- d
		})
	}
	return g
}

func (s *studio) store(ctx context.Context, property int64, sh shot, seed uint64) (photo.Files, error) {
	file, err := drawing.Photo(sh.scene, sh.place, seed, photoWidth, photoHeight)
	if err != nil {
		return photo.Files{}, err
	}
	return s.photos.Prepare(ctx, property, bytes.NewReader(file))
}

// hang adds the photos to the gallery of their property, in order.
func (s *seeder) hang(ctx context.Context, who auth.Caller, g *gallery) error {
	defer s.studio.hurry()()
	for i, sh := range g.shots {
		d := <-g.drawn[i]
		if d.err != nil {
			return d.err
		}
		if _, err := s.Photos.Add(ctx, who, g.property, photo.AddInput{
			Prepared: &d.files, Change: photo.Change{Caption: &sh.caption, Category: &sh.category, Room: &sh.room},
		}); err != nil {
			return err
		}
	}
	return nil
}

// today returns the date where a property is, whatever the clock shows.
func (s *seeder) today(timezone string) (civil.Date, error) {
	return civil.Today(s.Clock.real(), timezone)
}
