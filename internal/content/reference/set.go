package reference

import "math/bits"

// set is a set of small numbers, one bit each. Towns are numbered by their rank,
// so walking a set gives the most populous first without sorting.
type set []uint64

func newSet(size int) set { return make(set, (size+63)/64) }

func (s set) add(id uint32) { s[id/64] |= 1 << (id % 64) }

func (s set) has(id uint32) bool { return s[id/64]&(1<<(id%64)) != 0 }

func (s set) unite(other set) {
	for i := range s {
		s[i] |= other[i]
	}
}

func (s set) intersect(other set) {
	for i := range s {
		s[i] &= other[i]
	}
}

func (s set) subtract(other set) {
	for i := range s {
		s[i] &^= other[i]
	}
}

func (s set) count() int {
	n := 0
	for _, w := range s {
		n += bits.OnesCount64(w)
	}
	return n
}

// ids appends to out the numbers in the set after the first skip of them, at
// most limit, in ascending order.
func (s set) ids(skip, limit int, out []uint32) []uint32 {
	for i, w := range s {
		if n := bits.OnesCount64(w); skip >= n {
			skip -= n
			continue
		}
		for ; w != 0 && limit > 0; w &= w - 1 {
			if skip > 0 {
				skip--
				continue
			}
			out = append(out, uint32(i*64+bits.TrailingZeros64(w)))
			limit--
		}
		if limit <= 0 {
			break
		}
	}
	return out
}
