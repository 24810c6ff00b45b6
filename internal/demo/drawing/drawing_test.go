package drawing_test

import (
	"bytes"
	"image"
	"image/png"
	"os"
	"path/filepath"
	"strconv"
	"testing"

	"github.com/stretchr/testify/require"

	"allot/internal/demo/drawing"
)

func TestPhoto(t *testing.T) {
	t.Parallel()
	wanted := []string{
		"bar", "bathroom", "beach", "exterior", "family_room", "garden", "kids_club", "lobby", "pool", "restaurant", "room", "spa", "suite", "view",
	}
	require.Equal(t, wanted, drawing.Scenes())
	for _, scene := range wanted {
		t.Run(scene+" is the same on each run, another for each seed, and covers the sheet", func(t *testing.T) {
			t.Parallel()
			seen := map[string]bool{}
			for seed := range uint64(6) {
				b, err := drawing.Photo(scene, drawing.Coast, seed, 300, 200)
				require.NoError(t, err)
				again, err := drawing.Photo(scene, drawing.Coast, seed, 300, 200)
				require.NoError(t, err)
				require.Equal(t, b, again)
				require.False(t, seen[string(b)], "seed %d repeats a picture", seed)
				seen[string(b)] = true
				covers(t, b, 300, 200)
			}
		})
	}
	t.Run("in the mountains the windows show something else", func(t *testing.T) {
		t.Parallel()
		for _, scene := range []string{"room", "lobby"} {
			sea, err := drawing.Photo(scene, drawing.Coast, 1, 300, 200)
			require.NoError(t, err)
			snow, err := drawing.Photo(scene, drawing.Mountains, 1, 300, 200)
			require.NoError(t, err)
			require.NotEqual(t, sea, snow)
			covers(t, snow, 300, 200)
		}
	})
	t.Run("a portrait and a panorama are covered too", func(t *testing.T) {
		t.Parallel()
		for _, size := range [][2]int{{120, 240}, {400, 100}, {1, 1}} {
			b, err := drawing.Photo("beach", drawing.Coast, 1, size[0], size[1])
			require.NoError(t, err)
			covers(t, b, size[0], size[1])
		}
	})
	t.Run("an unknown scene is refused with those that there are", func(t *testing.T) {
		t.Parallel()
		_, err := drawing.Photo("beach", "mountain", 1, 300, 200)
		require.ErrorContains(t, err, `no place "mountain"`)
		_, err = drawing.Photo("moon", drawing.Coast, 1, 300, 200)
		require.ErrorContains(t, err, `no scene "moon", there are [bar bathroom`)
	})
}

// covers says whether nothing was left undrawn: that would be black, and no colour
// of a palette is.
func covers(t *testing.T, b []byte, width, height int) {
	t.Helper()
	img, err := png.Decode(bytes.NewReader(b))
	require.NoError(t, err)
	require.Equal(t, image.Rect(0, 0, width, height), img.Bounds())
	for y := range height {
		for x := range width {
			r, g, b, _ := img.At(x, y).RGBA()
			if r+g+b < 3<<8 {
				t.Fatalf("%d %d is black", x, y)
			}
		}
	}
}

// TestPhoto_Look writes pictures into the folder ALLOT_DRAWINGS for who wants to
// look at them.
func TestPhoto_Look(t *testing.T) {
	t.Parallel()
	folder := os.Getenv("ALLOT_DRAWINGS")
	if folder == "" {
		t.Skip("ALLOT_DRAWINGS names no folder")
	}
	for _, scene := range drawing.Scenes() {
		for seed := range uint64(4) {
			b, err := drawing.Photo(scene, drawing.Coast, seed, 1200, 800)
			require.NoError(t, err)
			require.NoError(t, os.WriteFile(filepath.Join(folder, scene+"-"+strconv.FormatUint(seed, 10)+".png"), b, 0o600))
			b, err = drawing.Photo(scene, drawing.Mountains, seed, 1200, 800)
			require.NoError(t, err)
			require.NoError(t, os.WriteFile(filepath.Join(folder, "mountains-"+scene+"-"+strconv.FormatUint(seed, 10)+".png"), b, 0o600))
		}
	}
}

func BenchmarkPhoto(b *testing.B) {
	for _, scene := range drawing.Scenes() {
		b.Run(scene, func(b *testing.B) {
			var seed uint64
			for b.Loop() {
				seed++
				if _, err := drawing.Photo(scene, drawing.Coast, seed, 1200, 800); err != nil {
					b.Fatal(err)
				}
			}
		})
	}
}
