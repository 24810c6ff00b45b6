package httpx

import "bytes"

// maxPartHead is more than the lines before a part of a form have. Go takes megabytes, and
// several times as much memory for them.
const maxPartHead = 8 << 10

// formScan looks at a form while it arrives. It ends the form where it has too many parts, or
// the head of one is too long: they are read before anybody asks what the form will cost.
type formScan struct {
	delimiter []byte
	rest      []byte // of the last piece, in which something may have begun
	parts     int
	inHead    bool
	head      int // bytes of the head so far
}

func newFormScan(boundary string) *formScan {
	return &formScan{delimiter: []byte("\n--" + boundary), rest: []byte("\n")} // the first delimiter may be the first line
}

// Write implements io.Writer.
func (f *formScan) Write(p []byte) (int, error) {
	text := append(f.rest, p...)
	for {
		var found bool
		if f.inHead {
			end, n := endOfHead(text[:min(len(text), maxPartHead+len("\n\r\n"))])
			if found = n > 0; !found {
				end = max(0, len(text)-2) // the rest may be the start of an empty line
			}
			if f.head += end; f.head > maxPartHead {
				return 0, errFormParts
			}
			text = text[end+max(0, n-1):] // its end may be the start of a delimiter
		} else if i := bytes.Index(text, f.delimiter); i >= 0 {
			found, text = true, text[i+len(f.delimiter):]
			if f.parts++; f.parts > maxFormParts+1 { // the last delimiter ends the form
				return 0, errFormParts
			}
		} else {
			text = text[max(0, len(text)-len(f.delimiter)+1):]
		}
		if !found {
			break
		}
		f.inHead, f.head = !f.inHead, 0
	}
	f.rest = append(f.rest[:0], text...)
	return len(p), nil
}

// endOfHead finds the empty line after a head, and returns where it begins and its length.
func endOfHead(text []byte) (at, length int) {
	long, short := bytes.Index(text, []byte("\n\r\n")), bytes.Index(text, []byte("\n\n"))
	switch {
	case long >= 0 && (short < 0 || long < short):
		return long, 3
	case short >= 0:
		return short, 2
	}
	return 0, 0
}
