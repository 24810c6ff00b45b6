// Package drawing draws the demo's photos: flat scenes in the manner of a travel
// poster, made by code alone. It knows nothing of hotels. A scene, a seed and a
// size give the same bytes on every run.
package drawing

import (
	"bytes"
	"fmt"
	"image/png"
	"slices"
)

// Place is where a hotel is: it decides what is seen through the windows.
type Place string

// The places.
const (
	Coast     Place = ""
	Mountains Place = "mountains"
)

// Scenes lists the scenes that Photo draws.
func Scenes() []string {
	names := make([]string, 0, len(scenes))
	for name := range scenes {
		names = append(names, name)
	}
	slices.Sort(names)
	return names
}

// Photo draws a scene as a PNG file, not compressed: whoever stores it compresses it. Composition, colours and time of day follow
// from the seed. A scene that is not in Scenes is refused.
func Photo(scene string, at Place, seed uint64, width, height int) ([]byte, error) {
	draw, ok := scenes[scene]
	if !ok {
		return nil, fmt.Errorf("draw a photo: no scene %q, there are %v", scene, Scenes())
	}
	if at != Coast && at != Mountains {
		return nil, fmt.Errorf("draw a photo: no place %q", at)
	}
	c := newCanvas(width, height, scene, seed)
	c.place = at
	draw(c)
	var out bytes.Buffer
	quick := png.Encoder{CompressionLevel: png.NoCompression}
	if err := quick.Encode(&out, c.img); err != nil {
		return nil, fmt.Errorf("draw %s %d: %w", scene, seed, err)
	}
	return out.Bytes(), nil
}
