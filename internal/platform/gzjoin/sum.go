package gzjoin

import "hash/crc32"

// A CRC-32 is the remainder of a text, taken for a polynomial over the field of
// two elements, by a fixed one. Text that follows multiplies what came before by
// x to the number of its bits, and adds its own remainder. As in hash/crc32 the
// highest bit stands for x to the 0.
const one uint32 = 1 << 31

// powers are x to 1, 2, 4, 8 and so on; after 32 of them they repeat.
var powers = func() (p [32]uint32) {
	p[0] = one >> 1
	for i := 1; i < len(p); i++ {
		p[i] = multiply(p[i-1], p[i-1])
	}
	return p
}()

// multiply is the product of two remainders.
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

// shift is x to the number of bits of so many bytes.
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
