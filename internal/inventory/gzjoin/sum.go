package gzjoin

import "hash/crc32"

// A CRC-32 is the remainder of a text, as a polynomial over the field of two
// elements, divided by a fixed one. A following text multiplies the remainder by x
// to the number of its bits and adds its own. As in hash/crc32 the highest bit is
// x to the 0.
const one uint32 = 1 << 31

// powers are x to 1, 2, 4, 8 and so on; after 32 of them they repeat.
var powers = func() (p [32]uint32) {
	p[0] = one >> 1
	for i := 1; i < len(p); i++ {
		p[i] = multiply(p[i-1], p[i-1])
	}
	return p
}()

// multiply returns the product of two remainders.
func multiply(a, b uint32) (product uint32) {
	for ; a != 0; a <<= 1 {
		if a&one != 0 {
			product ^= b
		}
		if low := b & 1; low != 0 {
			b = b>>1 ^ crc32.IEEE
		} else {
			b >>= 1
		}
	}
	return product
}

// shift returns x to the number of bits in the given bytes.
func shift(bytes int64) uint32 {
	const bitsOfByte = 3 // the power of two
	product := one
	for i := bitsOfByte; bytes > 0; i++ {
		if bytes&1 != 0 {
			product = multiply(powers[i%len(powers)], product)
		}
		bytes >>= 1
	}
	return product
}
