package picture

import "io"

// Memory is how much decoding a file takes, as the gate counts it.
func Memory(r io.ReadSeeker) (int64, error) {
	m, err := measure(r, Photo)
	return m.memory, err
}
