package picture

import (
	"bytes"
	"encoding/binary"
)

// jpegEXIF returns the EXIF block of the first APP1 segment that has one.
func jpegEXIF(data []byte) []byte {
	const startOfScan, app1 = 0xda, 0xe1
	for data = data[min(2, len(data)):]; len(data) >= 4 && data[0] == 0xff; {
		marker := data[1]
		if marker == 0xff { // padding
			data = data[1:]
			continue
		}
		size := 2 + int(binary.BigEndian.Uint16(data[2:]))
		if marker == startOfScan || size < 4 || size > len(data) {
			return nil
		}
		if block, ok := bytes.CutPrefix(data[4:size], []byte("Exif\x00\x00")); ok && marker == app1 {
			return block
		}
		data = data[size:]
	}
	return nil
}

func pngEXIF(data []byte) []byte {
	const signature, frame = 8, 12 // a chunk has length, name and checksum
	for data = data[min(signature, len(data)):]; len(data) >= frame; {
		size := binary.BigEndian.Uint32(data)
		if int64(size) > int64(len(data)-frame) {
			return nil
		}
		if string(data[4:8]) == "eXIf" {
			return data[8 : 8+size]
		}
		data = data[frame+size:]
	}
	return nil
}

func webpEXIF(data []byte) []byte {
	const header, frame = 12, 8
	for data = data[min(header, len(data)):]; len(data) >= frame; {
		size := int64(binary.LittleEndian.Uint32(data[4:]))
		if size > int64(len(data)-frame) {
			return nil
		}
		if string(data[:4]) == "EXIF" {
			// The prefix is for JPEG only, but some programs write it here too.
			return bytes.TrimPrefix(data[frame:frame+size], []byte("Exif\x00\x00"))
		}
		data = data[min(frame+size+size%2, int64(len(data))):]
	}
	return nil
}
