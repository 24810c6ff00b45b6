package apidoc

import "bytes"

// lineLength bounds what is written on one line: a document whose every word has a line
// of its own cannot be read.
const lineLength = 120

// layout writes compact JSON with line breaks: what fits is on one line, everything else
// has a line for each member or entry.
func layout(compact []byte) []byte {
	var out bytes.Buffer
	out.Grow(len(compact) + len(compact)/4)
	writeValue(&out, compact, 0, 0)
	out.WriteByte('\n')
	return out.Bytes()
}

// writeValue writes a value that begins at the given column.
func writeValue(out *bytes.Buffer, v []byte, depth, column int) {
	if (v[0] != '{' && v[0] != '[') || column+len(v) <= lineLength {
		out.Write(v)
		return
	}
	out.WriteByte(v[0])
	for i, part := range parts(v[1 : len(v)-1]) {
		if i > 0 {
			out.WriteByte(',')
		}
		newLine(out, depth+1)
		name := 0
		if v[0] == '{' {
			name = stringEnd(part, 0) + 1 // with the colon
			out.Write(part[:name])
			out.WriteByte(' ')
		}
		writeValue(out, part[name:], depth+1, depth+name+1)
	}
	newLine(out, depth)
	out.WriteByte(v[len(v)-1])
}

func newLine(out *bytes.Buffer, depth int) {
	out.WriteByte('\n')
	for range depth {
		out.WriteByte(' ')
	}
}

// parts splits the inside of an object or a list at its commas.
func parts(inside []byte) [][]byte {
	var list [][]byte
	start, open := 0, 0
	for i := 0; i < len(inside); i++ {
		switch inside[i] {
		case '"':
			i = stringEnd(inside, i) - 1
		case '{', '[':
			open++
		case '}', ']':
			open--
		case ',':
			if open == 0 {
				list = append(list, inside[start:i])
				start = i + 1
			}
		}
	}
	return append(list, inside[start:])
}

// stringEnd returns the end of the string that begins at from.
func stringEnd(raw []byte, from int) int {
	for i := from + 1; ; i++ {
		i += bytes.IndexAny(raw[i:], `"\`)
		if raw[i] == '"' {
			return i + 1
		}
		i++ // what is escaped
	}
}
