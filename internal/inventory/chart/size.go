package chart

import "math"

// Heights of a row, in steps. A row with a long name or with changing units is
// higher than the step says.
const (
	rowStep     = 0.05 // in millimetres
	lowestStep  = 80   // 4 mm
	highestStep = 140  // 7 mm: of tables on several pages, so that all look alike
	tallestStep = 600  // 30 mm: where all tables are on one page
	mostLines   = 4    // of a name, unless the row is high enough for more
)

// size is the dimensions of a table whose rows have a height in steps: lengths
// in millimetres, fonts in points.
type size struct {
	row   float64
	title float64 // height of the head: name of the month, weekdays, days
	strip float64 // height of the units below the days, where they change

	name, mark, stripFont       float64
	month, weekday, day, column float64
}

func sizeOf(step int) size {
	row := float64(step) * rowStep
	large := 0.0 // from 0 to 1 where rows are higher than usual
	if step > highestStep {
		large = math.Min(1, float64(step-highestStep)/(tallestStep-highestStep)*3)
	}
	name := math.Min(8.5, row*1.6) + 2*large
	return size{
		row: row, title: 7.6 + 4*large, strip: 2.7 + 1.5*large,
		name: name, mark: name - 1, stripFont: 6 + 2*large,
		month: 10.5 + 3*large, weekday: 5.5 + 1.5*large, day: 7 + 2*large, column: 6 + 1.5*large,
	}
}

// nameLine returns the height of a line of a room's name.
func (s size) nameLine() float64 { return s.name * 0.4 }

// nameLines returns how many lines of a room's name are written.
func (s size) nameLines() int { return max(mostLines, int(s.row/s.nameLine())) }

// rowHeight returns the height of a room's row with a number of name lines, and
// the units below its days if they change.
func (s size) rowHeight(lines int, changes bool) float64 {
	const pad = 1.0
	height := s.row
	if changes {
		height += s.strip
	}
	if lines > 1 {
		height = math.Max(height, float64(lines)*s.nameLine()+pad)
	}
	return height
}
