package invoicepdf

import (
	"encoding/binary"
	"math"
)

const (
	iccHeader   = 128 // bytes
	iccTag      = 12
	iccAlign    = 4
	curvePoints = 1024
	fixedOne    = 1 << 16 // 1.0 as a fixed-point number
)

// iccEntry is one tag of a profile. One without data shares that of the tag before.
type iccEntry struct {
	name string
	data []byte
}

// srgbProfile returns an ICC profile of version 2 for sRGB: the primaries of
// IEC 61966-2-1 adapted to the white of the profile connection space, and its curve.
// It is built here so that no file of others is needed.
func srgbProfile() []byte {
	curve := iccCurve()
	entries := []iccEntry{
		{"desc", iccDescription("sRGB")},
		{"cprt", append([]byte("text\x00\x00\x00\x00Public domain"), 0)},
		{"wtpt", iccXYZ(0.9642, 1, 0.8249)},
		{"rXYZ", iccXYZ(0.43607, 0.22249, 0.01392)},
		{"gXYZ", iccXYZ(0.38515, 0.71687, 0.09708)},
		{"bXYZ", iccXYZ(0.14307, 0.06061, 0.71410)},
		{"rTRC", curve},
		{"gTRC", nil},
		{"bTRC", nil},
	}
	table := binary.BigEndian.AppendUint32(nil, uint32(len(entries)))
	start := iccHeader + len(table) + iccTag*len(entries)
	var body []byte
	at, size := 0, 0
	for _, e := range entries {
		if e.data != nil {
			at, size = start+len(body), len(e.data)
			body = append(body, e.data...)
			body = append(body, make([]byte, (iccAlign-len(body)%iccAlign)%iccAlign)...)
		}
		table = append(table, e.name...)
		table = binary.BigEndian.AppendUint32(table, uint32(at))
		table = binary.BigEndian.AppendUint32(table, uint32(size))
	}
	return append(append(iccHead(start+len(body)), table...), body...)
}

// iccHead has the fixed fields of a display profile.
func iccHead(size int) []byte {
	h := make([]byte, iccHeader)
	binary.BigEndian.PutUint32(h, uint32(size))
	copy(h[8:], []byte{2, 0x10}) // version 2.1
	copy(h[12:], "mntrRGB XYZ ")
	copy(h[24:], []byte{0x07, 0xea, 0, 1, 0, 1}) // 2026-01-01
	copy(h[36:], "acsp")
	copy(h[68:], iccXYZ(0.9642, 1, 0.8249)[8:]) // the white of the connection space
	return h
}

func iccXYZ(x, y, z float64) []byte {
	b := []byte("XYZ \x00\x00\x00\x00")
	for _, v := range []float64{x, y, z} {
		b = binary.BigEndian.AppendUint32(b, uint32(math.Round(v*fixedOne)))
	}
	return b
}

func iccDescription(text string) []byte {
	const empty = 4 + 4 + 2 + 1 + 67 // the forms in other alphabets
	b := []byte("desc\x00\x00\x00\x00")
	b = binary.BigEndian.AppendUint32(b, uint32(len(text)+1))
	b = append(b, text...)
	return append(b, make([]byte, 1+empty)...)
}

func iccCurve() []byte {
	b := binary.BigEndian.AppendUint32([]byte("curv\x00\x00\x00\x00"), curvePoints)
	for i := range curvePoints {
		b = binary.BigEndian.AppendUint16(b, uint16(math.Round(linear(float64(i)/(curvePoints-1))*math.MaxUint16)))
	}
	return b
}
