package picture

import "encoding/binary"

// exifOrientation returns the orientation in an EXIF block, upright if the block is
// damaged or has none.
func exifOrientation(tiff []byte) orientation {
	const orientationTag, typeShort, entrySize = 0x0112, 3, 12
	if len(tiff) < 8 {
		return upright
	}
	var order binary.ByteOrder
	switch string(tiff[:4]) {
	case "II*\x00":
		order = binary.LittleEndian
	case "MM\x00*":
		order = binary.BigEndian
	default:
		return upright
	}
	start := int64(order.Uint32(tiff[4:]))
	if start < 8 || start+2 > int64(len(tiff)) {
		return upright
	}
	entries := tiff[start+2:]
	for range order.Uint16(tiff[start:]) {
		if len(entries) < entrySize {
			return upright
		}
		if order.Uint16(entries) == orientationTag {
			value := orientation(order.Uint16(entries[8:]))
			if order.Uint16(entries[2:]) != typeShort || order.Uint32(entries[4:]) != 1 || value < 1 || value > 8 {
				return upright
			}
			return value
		}
		entries = entries[entrySize:]
	}
	return upright
}
