package factsheet

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"strconv"

	"allot/internal/content/facts"
	"allot/internal/platform/blob"
	"allot/internal/platform/lang"
	"allot/internal/platform/pdf"
	"allot/internal/platform/picture"
)

// Photo is a picture of the property, JPEG or PNG of medium size.
type Photo struct {
	Caption, Category string
	Room              *int64 // id of the room record it shows
	IsCover           bool
	Width, Height     int
	Open              func() (io.ReadCloser, error)
}

// The number of photos and their size in pixels: about 150 to the inch, so that
// a full sheet stays below 5 MB.
const (
	maxGallery    = 24
	maxRoomPhotos = 24
	maxPerRoom    = 2

	coverPixels   = 1200
	galleryPixels = 720
	roomPixels    = 440
	logoPixels    = 600
	photoQuality  = 80
)

// plan assigns each photo to one place.
type plan struct {
	cover   *Photo
	rooms   map[int64][]Photo
	gallery []Photo
	more    int // photos left out
}

func planPhotos(s Sheet) plan {
	p := plan{rooms: map[int64][]Photo{}}
	cover := coverOf(s.Photos)
	perRoom := photosPerRoom(s)
	for i, photo := range s.Photos {
		switch {
		case i == cover:
			p.cover = &photo
		case photo.Room != nil && len(p.rooms[*photo.Room]) < perRoom[*photo.Room]:
			p.rooms[*photo.Room] = append(p.rooms[*photo.Room], photo)
		case len(p.gallery) < maxGallery:
			p.gallery = append(p.gallery, photo)
		default:
			p.more++
		}
	}
	return p
}

// coverOf returns the index of the photo that is marked as cover, else of the first wide photo
// that is not of a room, else -1.
func coverOf(photos []Photo) int {
	wide := -1
	for i, photo := range photos {
		if photo.IsCover {
			return i
		}
		if wide < 0 && photo.Room == nil && photo.Width >= photo.Height {
			wide = i
		}
	}
	return wide
}

// photosPerRoom returns how many photos each room type gets: each gets one before any gets a
// second.
func photosPerRoom(s Sheet) map[int64]int {
	has := map[int64]int{}
	for _, photo := range s.Photos {
		if photo.Room != nil {
			has[*photo.Room]++
		}
	}
	allowed, left := map[int64]int{}, maxRoomPhotos
	for round := 1; round <= maxPerRoom; round++ {
		for _, room := range s.Facts[facts.CategoryRooms] {
			if left > 0 && has[room.ID] >= round {
				allowed[room.ID] = round
				left--
			}
		}
	}
	return allowed
}

// figures loads photos at the size that they are printed in.
func figures(photos []Photo, pixels int) ([]pdf.Figure, error) {
	var out []pdf.Figure
	for _, photo := range photos {
		data, err := load(photo.Open, pixels, asJPEG)
		if err != nil {
			return nil, fmt.Errorf("photo %q: %w", photo.Caption, err)
		}
		if data != nil {
			out = append(out, pdf.Figure{Data: data, Caption: photo.Caption})
		}
	}
	return out, nil
}

// asJPEG encodes a picture as JPEG, which is small. Transparent parts become white, like paper.
func asJPEG(p *picture.Picture, w io.Writer) error { return p.JPEG(w, photoQuality) }

// load reads a picture and scales it down. It returns nil if the file is gone.
func load(open func() (io.ReadCloser, error), pixels int, encode func(*picture.Picture, io.Writer) error) (_ []byte, err error) {
	file, err := open()
	if errors.Is(err, blob.ErrNotFound) {
		return nil, nil
	}
	if err != nil {
		return nil, fault(err)
	}
	defer func() { err = errors.Join(err, file.Close()) }()
	p, err := picture.Read(file, picture.Photo)
	if err != nil {
		return nil, fault(err)
	}
	var out bytes.Buffer
	err = encode(p.Fit(pixels, pixels), &out)
	return out.Bytes(), err
}

// fault hides the type of a refusal of package picture, which is meant for somebody who
// uploads; the reader of a sheet has sent no picture.
func fault(err error) error { return fmt.Errorf("read picture: %s", err.Error()) }

// gallery draws the photos that are not on earlier pages, two in a row.
func (w *writer) gallery() error {
	const columns, height, noteSize = 2, 66.0, 9.0
	var row []pdf.Figure
	started := false
	for i, photo := range w.plan.gallery {
		figure, err := figures([]Photo{photo}, galleryPixels)
		if err != nil {
			return err
		}
		row = append(row, figure...)
		if len(row) == 0 || len(row) < columns && i < len(w.plan.gallery)-1 {
			continue
		}
		w.doc.Keep(func(d *pdf.Doc) { // the first row with the heading
			if !started {
				w.heading(d, w.texts.Photos)
				d.Space(2)
			}
			d.Figures(row, columns, height)
		})
		row, started = nil, true
	}
	if w.plan.more > 0 {
		w.doc.Ink(pdf.Muted)
		w.doc.Text(pdf.Regular, noteSize, lang.Fill(w.texts.MorePhotos, "count", strconv.Itoa(w.plan.more)))
		w.doc.Ink(pdf.Ink)
	}
	return nil
}
