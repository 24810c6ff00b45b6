package picture

import (
	"bufio"
	"encoding/binary"
	"io"
)

// MaxMemory bounds the bytes that decoding one picture may take. Any photo of a
// camera takes less.
const MaxMemory = 320_000_000

// Bytes that the standard library's decoders allocate for each pixel.
const (
	bytesRGBA         = 4
	bytesRGBA64       = 8
	bytesCoefficient  = 4 // of a progressive JPEG, for each sample
	bytesHuffmanGroup = 2800
)

// pngMemory returns how much memory decoding takes, from the file's header. Grey
// counts as RGBA, because a later chunk may add transparency. An interlaced file
// takes twice as much for its passes.
func pngMemory(r io.Reader, pixels, _ int64) int64 {
	const palette = 3
	var header [29]byte // signature, length and name of the first chunk, its body
	perPixel := int64(2 * bytesRGBA64)
	if _, err := io.ReadFull(r, header[:]); err == nil {
		depth, kind, interlaced := header[24], header[25], header[28] != 0
		switch {
		case kind == palette:
			perPixel = 1
		case depth <= 8:
			perPixel = bytesRGBA
		default:
			perPixel = bytesRGBA64
		}
		if interlaced {
			perPixel *= 2
		}
	}
	return pixels * perPixel
}

// webpMemory returns the most that a lossless file takes: the pixels before and
// after a palette is applied, and the groups of Huffman trees, at most one for
// every 16 pixels and 20 bits.
func webpMemory(_ io.Reader, pixels, size int64) int64 {
	groups := min(1<<16, pixels/16+1, size*8/20)
	return pixels*2*bytesRGBA + groups*bytesHuffmanGroup
}

// jpegMemory adds the samples of all components, the coefficients of a progressive
// file, and the converted copy of a file without YCbCr colours. A file whose frame
// is not found counts as the most expensive kind.
func jpegMemory(r io.Reader, pixels, _ int64) int64 {
	f, ok := findFrame(bufio.NewReader(r))
	if !ok {
		return pixels * (4 + 4*bytesCoefficient + bytesRGBA)
	}
	memory := f.samples(pixels)
	if f.progressive {
		memory += f.samples(pixels) * bytesCoefficient
	}
	if len(f.sampling) == 4 || f.rgb {
		memory += pixels * bytesRGBA
	}
	return memory
}

// frame is the header of a JPEG file that describes its samples.
type frame struct {
	progressive bool
	rgb         bool
	sampling    []int // horizontal times vertical factor of each component
	largest     int   // the largest horizontal times the largest vertical factor
}

// samples returns the number of samples of all components.
func (f frame) samples(pixels int64) int64 {
	sum := 0
	for _, n := range f.sampling {
		sum += n
	}
	return pixels*int64(sum)/int64(f.largest) + 1
}

// findFrame reads all segments of a JPEG file: the segment that tells the colours
// may also be after the pixels.
func findFrame(r *bufio.Reader) (f frame, ok bool) {
	const (
		firstFrame, lastFrame        = 0xc0, 0xc2
		progressive                  = 0xc2
		adobe                        = 0xee
		standaloneFrom, standaloneTo = 0xd0, 0xd8 // restarts and the start of the image
		end                          = 0xd9
	)
	for {
		marker, err := nextMarker(r)
		if err != nil || marker == end {
			return f, len(f.sampling) > 0
		}
		if marker >= standaloneFrom && marker <= standaloneTo {
			continue
		}
		body, err := segment(r)
		if err != nil {
			return f, len(f.sampling) > 0
		}
		switch {
		case marker >= firstFrame && marker <= lastFrame:
			f.progressive = marker == progressive
			if !f.read(body) {
				return frame{}, false
			}
		case marker == adobe && len(body) >= 12 && string(body[:5]) == "Adobe":
			f.rgb = f.rgb || body[11] == 0
		}
	}
}

// nextMarker skips bytes between segments, as decoders do.
func nextMarker(r *bufio.Reader) (byte, error) {
	prefixed := false
	for {
		b, err := r.ReadByte()
		switch {
		case err != nil:
			return 0, err
		case b == 0xff:
			prefixed = true
		case prefixed && b != 0:
			return b, nil
		default:
			prefixed = false
		}
	}
}

func segment(r io.Reader) ([]byte, error) {
	var length [2]byte
	if _, err := io.ReadFull(r, length[:]); err != nil {
		return nil, err
	}
	body := make([]byte, max(0, int(binary.BigEndian.Uint16(length[:]))-2))
	_, err := io.ReadFull(r, body)
	return body, err
}

// read takes the components from the body of a frame header.
func (f *frame) read(body []byte) bool {
	const head, component = 6, 3
	if len(body) < head {
		return false
	}
	n := int(body[5])
	if n == 0 || n > 4 || len(body) < head+n*component {
		return false
	}
	widest, highest, ids := 1, 1, make([]byte, 0, n)
	for i := range n {
		c := body[head+i*component:]
		horizontal, vertical := max(1, int(c[1]>>4)), max(1, int(c[1]&15))
		f.sampling = append(f.sampling, horizontal*vertical)
		widest, highest = max(widest, horizontal), max(highest, vertical)
		ids = append(ids, c[0])
	}
	f.largest = widest * highest
	f.rgb = f.rgb || string(ids) == "RGB"
	return true
}
