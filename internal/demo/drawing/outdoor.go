package drawing

import "math"

// pick is the first of two numbers, or the second.
func pick(first bool, a, b float64) float64 {
	if first {
		return a
	}
	return b
}

// mirrored places what begins at x and is w wide on the sheet, or on its mirror image.
func mirrored(left bool) func(x float64, w ...float64) float64 {
	return func(x float64, w ...float64) float64 {
		if left {
			return x
		}
		x = sheetW - x
		if len(w) > 0 {
			x -= w[0]
		}
		return x
	}
}

// landscape draws sky, hills and sea and returns where the horizon and the sun are.
func (c *canvas) landscape(horizon float64) (sunX float64) {
	p := c.p
	sunX = c.sky(horizon)
	switch c.rnd.IntN(4) {
	case 0: // an island in the middle
		at := c.between(300, 900)
		c.hills(at-260, at+260, horizon, c.between(70, 130), p.hillMid, p.hillFar, 4)
	case 1: // a coast on one side
		c.hills(-60, 760, horizon, c.between(130, 190), p.hillFar, lighter(p.hillFar, 0.25), 5)
		c.hills(-80, 430, horizon, c.between(70, 130), p.hillMid, p.hillFar, 4)
	case 2:
		c.hills(440, 1280, horizon, c.between(130, 190), p.hillFar, lighter(p.hillFar, 0.25), 5)
		c.hills(760, 1290, horizon, c.between(70, 130), p.hillMid, p.hillFar, 4)
	default: // a chain of mountains
		c.hills(-40, 1240, horizon, c.between(120, 200), p.hillFar, lighter(p.hillFar, 0.3), 8)
		c.hills(-40, 1240, horizon, c.between(50, 90), p.hillMid, p.hillFar, 9)
	}
	return sunX
}

func beach(c *canvas) {
	p := c.p
	horizon := c.between(270, 380)
	sunX := c.landscape(horizon)
	shore := c.between(540, 600)
	c.sea(horizon, shore+150, sunX)
	for range 1 + c.rnd.IntN(3) {
		y := horizon + c.between(16, 120)
		c.sailboat(c.between(120, 1080), y, 24+(y-horizon)*0.42)
	}
	bend, tilt := c.between(-90, 90), c.between(-70, 70)
	edge := func(off float64, wave float64) *path {
		q := (&path{}).move(-10, shore-tilt+off)
		q.cube(300, shore-tilt*0.4+bend+off-wave, 480, shore+bend*0.6+off+wave, 620, shore+off)
		q.cube(800, shore+tilt*0.2-bend*0.5+off-wave, 1000, shore+tilt*0.6-bend*0.4+off, 1210, shore+tilt+off)
		return q.line(1210, 810, -10, 810)
	}
	c.fill(edge(-26, 14), alpha(p.foam, 0.4))
	c.fill(edge(-12, -12), p.foam)
	c.fill(edge(4, 8), darker(mix(p.sandShade, p.seaNear, 0.25), 0.05))
	c.shade(edge(24, -6), p.sandShade, p.sand, down(shore-60, shore+90))
	for range 130 { // grains and shells
		c.fill(ellipse(c.between(0, 1200), c.between(shore+90, 800), c.between(1, 2.6), 1.3), alpha(p.sandShade, 0.8))
	}
	n := 2 + c.rnd.IntN(3)
	one, two := p.accent, p.cream
	if c.chance(0.4) {
		one = p.accent2
	}
	for i := range n {
		x := 160 + (880/float64(n))*(float64(i)+c.between(0.25, 0.75))
		y := shore + 95 + c.between(0, 30) + 26*float64(i%2)
		r := 92 + (y-shore-95)*0.6
		flip := c.chance(0.5)
		c.lounger(x+r*0.85, y+24, r*1.15, mix(p.cream, p.seaNear, 0.25), flip)
		c.parasol(x, y, r, one, two)
		if c.chance(0.6) {
			c.lounger(x-r*0.8, y+38, r*1.2, p.cream, flip)
		}
	}
	side := c.between(40, 130)
	if c.chance(0.5) {
		side = 1200 - side
	}
	c.palm(side, 815, c.between(520, 640))
	if c.chance(0.6) {
		c.palm(side+c.between(-70, 70), 830, c.between(380, 470))
	}
	c.bush(side, 830, 330, 95, p.leafDark)
}

func view(c *canvas) {
	p := c.p
	horizon := c.between(330, 400)
	sunX := c.sky(horizon)
	c.hills(-40, 1240, horizon, c.between(190, 260), mix(p.hillFar, p.skyLow, 0.35), lighter(p.hillFar, 0.35), 7)
	c.hills(-40, 1240, horizon, c.between(110, 160), p.hillFar, lighter(p.hillFar, 0.15), 6)
	c.sea(horizon, 810, sunX)
	left := c.chance(0.5)
	m := mirrored(left)
	// Two headlands that make a bay, with a white town on the nearer one.
	c.shade((&path{}).move(m(1210), horizon+4).line(m(640), horizon+4).cube(m(720), horizon-40, m(760), horizon-95, m(860), horizon-90).
		cube(m(960), horizon-150, m(1080), horizon-120, m(1210), horizon-170), p.hillMid, p.hillFar, down(horizon-160, horizon+5))
	c.shade((&path{}).move(m(1210), horizon+92).cube(m(1050), horizon+90, m(900), horizon+70, m(800), horizon+60).
		cube(m(880), horizon+20, m(980), horizon-30, m(1080), horizon-44).quad(m(1150), horizon-70, m(1210), horizon-64), p.hillNear, p.hillMid, down(horizon-60, horizon+90))
	for i := range 26 {
		t := float64(i) / 26
		x := 850 + 350*t + c.between(-14, 14)
		y := horizon + 60 - 105*t*c.between(0.15, 0.95) + 12*t
		w, h := c.between(14, 26), c.between(13, 26)
		c.house(m(x), y, w, h)
	}
	for range 3 + c.rnd.IntN(3) {
		y := horizon + c.between(60, 210)
		c.sailboat(m(c.between(120, 780)), y, 20+(y-horizon)*0.3)
	}
	// Where the viewer stands: a terrace with a balustrade or a slope with cypresses.
	if c.chance(0.5) {
		c.terraceEdge(640)
	} else {
		c.shade((&path{}).move(-10, 810).line(-10, pick(left, 600, 700)).cube(300, 620, 520, 760, 760, 735).quad(1000, 700, 1210, pick(left, 700, 590)).line(1210, 810), p.leaf, p.leafDark, down(600, 800))
		for i := range 7 {
			c.cypress(m(60+float64(i)*56+c.between(-16, 16)), 740+c.between(-20, 40), c.between(170, 330)*(1-0.07*float64(i)))
		}
		c.flowers(0, 735, 1200, 70, 90, p.accent)
		c.flowers(0, 745, 1200, 60, 50, p.accent2)
	}
	if c.chance(0.6) {
		c.bough(left)
	}
}

// bough is a branch of pink or red blossoms in an upper corner.
func (c *canvas) bough(left bool) {
	p := c.p
	m := mirrored(left)
	c.fill(stroke(9, m(-10), 20, m(120), 70, m(250), 84, m(360), 130), p.trunk)
	for range 46 {
		t := c.rnd.Float64()
		x, y := m(-20+t*400), 20+t*100+c.between(-50, 48)
		col := p.leafDark
		if c.chance(0.5) {
			col = p.leaf
		}
		c.fill(ellipse(x, y, 17, 9), col)
	}
	for range 4 {
		t := c.rnd.Float64()
		c.flowers(m(-20+t*380)-35, t*110, 70, 60, 16, p.accent)
	}
}

func (c *canvas) terraceEdge(y float64) {
	p := c.p
	c.shade(rect(0, y+92, 1200, 120), p.floor, darker(p.floor, 0.25), down(y+92, 800))
	for x := -10.0; x < 1210; x += 46 {
		c.shade((&path{}).move(x+10, y+92).cube(x-2, y+70, x-2, y+50, x+12, y+36).line(x+12, y+20).line(x+24, y+20, x+24, y+36).cube(x+38, y+50, x+38, y+70, x+26, y+92), p.wall, p.wallShade, across(x, x+34))
	}
	c.fill(rect(0, y+2, 1200, 20), p.wall)
	c.fill(rect(0, y+20, 1200, 5), p.wallShade)
	c.fill(rect(0, y+88, 1200, 16), p.wall)
	c.fill(rect(0, y+103, 1200, 6), alpha(p.ink, 0.25))
	for i := range 2 + c.rnd.IntN(2) {
		c.pot(140+float64(i)*c.between(330, 460), y+165, c.between(150, 220))
	}
}

// house is a small block of a town far away.
func (c *canvas) house(x, y, w, h float64) {
	p := c.p
	c.fill(rect(x, y-h, w*0.62, h), p.wall)
	c.fill(rect(x+w*0.62, y-h, w*0.38, h), p.wallShade)
	if c.chance(0.5) {
		c.fill(polygon(x-1, y-h, x+w*0.3, y-h-w*0.3, x+w+1, y-h), p.roof)
	}
	win := p.ink
	if p.night && c.chance(0.7) {
		win = p.glow
	}
	c.fill(rect(x+w*0.15, y-h*0.7, w*0.15, h*0.25).add(rect(x+w*0.4, y-h*0.7, w*0.12, h*0.25)), alpha(win, 0.85))
}

func pool(c *canvas) {
	p := c.p
	horizon := c.between(250, 310)
	sunX := c.landscape(horizon)
	c.sea(horizon, 420, sunX)
	if c.chance(0.7) {
		c.sailboat(c.between(200, 1000), horizon+40, 34)
	}
	left := c.chance(0.5)
	m := mirrored(left)
	for range 5 {
		c.bush(c.between(0, 1200), 428, c.between(150, 300), c.between(40, 80), p.leafDark)
	}
	for range 5 {
		c.cypress(m(c.between(20, 420)), 428, c.between(120, 210))
	}
	if c.chance(0.65) {
		c.wing(m(860)-330, 428, 660, 3+c.rnd.IntN(2))
	}
	c.shade(rect(0, 415, 1200, 400), darker(p.floor, 0.06), lighter(p.floor, 0.25), down(415, 800))
	for i := range 12 {
		x := (float64(i) - 5.5) * 60
		c.fill(stroke(1.6, 600+x, 415, 600+x*4.2, 800), alpha(p.ink, 0.1))
	}
	for y, s := 432.0, 16.0; y < 800; y, s = y+s, s*1.3 {
		c.fill(rect(0, y, 1200, 1.6), alpha(p.ink, 0.1))
	}
	var basin func(grow float64) *path
	switch c.rnd.IntN(3) {
	case 0: // a straight pool that runs to the sea
		o := c.between(-120, 120)
		basin = func(g float64) *path {
			return polygon(430+o-g, 470-g*0.5, 790+o+g, 470-g*0.5, 1080+o*0.4+g*2, 830, 140+o*0.4-g*2, 830)
		}
	case 1: // a kidney
		basin = func(g float64) *path {
			return (&path{}).move(m(160-g), 630).cube(m(150-g), 500-g*0.6, m(430), 470-g*0.6, m(560), 520-g*0.6).
				cube(m(680), 560-g*0.6, m(760), 470-g*0.6, m(930), 490-g*0.6).cube(m(1130+g), 510-g*0.6, m(1130+g), 730+g*0.6, m(880), 745+g*0.6).
				cube(m(620), 770+g*0.6, m(180-g), 780+g*0.6, m(160-g), 630)
		}
	default: // a round pool
		basin = func(g float64) *path { return ellipse(m(620), 620, 460+g, 140+g*0.5) }
	}
	c.fill(basin(30), p.cream)
	c.fill(basin(20), lighter(p.wallShade, 0.2))
	water := mix(p.seaNear, rgb(0x38c6d9), 0.7)
	if p.night {
		water = mix(rgb(0x2fb7c9), p.seaFar, 0.25)
	}
	c.shade(basin(0), darker(water, 0.28), lighter(water, 0.32), down(470, 790))
	for range 46 { // the net of light on the ground
		x, y := c.between(180, 1020), c.between(525, 735)
		s := 12 + (y-500)*0.16
		w := s * c.between(1.2, 2.6)
		c.fill((&path{}).move(x-w, y).quad(x-w*0.4, y-s*0.45, x, y).quad(x+w*0.5, y+s*0.4, x+w, y-s*0.1).quad(x+w*0.5, y+s*0.62, x, y+s*0.2).quad(x-w*0.4, y-s*0.2, x-w, y), alpha(p.cream, 0.34))
	}
	// A swimming ring or a float.
	if c.chance(0.75) {
		x, y := c.between(420, 800), c.between(590, 690)
		c.fill(ellipse(x+6, y+9, 62, 21), alpha(p.ink, 0.2))
		c.fill(ellipse(x, y, 60, 21), p.accent)
		for i := range 3 {
			a := float64(i) * 2.1
			c.fill(ellipse(x+46*math.Cos(a), y+16*math.Sin(a), 13, 6), p.cream)
		}
		c.fill(ellipse(x, y+1, 29, 9), lighter(water, 0.15))
	}
	n := 2 + c.rnd.IntN(2)
	for i := range n {
		x := m(200 + float64(i)*250 + c.between(-30, 30))
		c.parasol(x, 500, 74, p.accent, p.cream)
		c.lounger(x+70, 506, 100, p.cream, !left)
	}
	c.lounger(m(1010), 770, 220, p.accent2, left)
	c.palm(m(1120), 815, c.between(500, 610))
	c.bush(m(1140), 830, 280, 90, p.leafDark)
	c.flowers(m(1140)-120, 745, 240, 60, 40, p.accent)
}

func garden(c *canvas) {
	p := c.p
	horizon := c.between(330, 380)
	c.sky(horizon)
	c.hills(-40, 1240, horizon+4, c.between(110, 180), p.hillFar, lighter(p.hillFar, 0.25), 6)
	c.fill(rect(0, horizon, 1200, 90), p.leafDark)
	left := c.chance(0.5)
	m := mirrored(left)
	if c.chance(0.6) {
		c.wing(m(930)-230, horizon+70, 460, 3)
	}
	for i := range 9 {
		c.cypress(m(30+float64(i)*62+c.between(-15, 15)), horizon+70, c.between(130, 270))
	}
	for range 10 {
		c.bush(c.between(0, 1200), horizon+84, c.between(110, 230), c.between(50, 90), mix(p.leaf, p.leafDark, c.rnd.Float64()))
	}
	c.shade(rect(0, horizon+66, 1200, 500), p.leaf, mix(p.leaf, p.leafDark, 0.55), down(horizon+66, 800))
	for i := range 5 { // stripes of a mown lawn
		t, u := float64(i)/5, (float64(i)+0.5)/5
		c.fill(polygon(300+600*t, horizon+66, 300+600*u, horizon+66, -600+2400*u, 810, -600+2400*t, 810), alpha(p.cream, 0.07))
	}
	y0 := horizon + 68
	c.shade((&path{}).move(m(590), y0).cube(m(760), y0+60, m(860), y0+110, m(640), y0+190).cube(m(430), y0+270, m(420), 720, m(480), 815).line(m(840), 815).
		cube(m(720), 720, m(640), y0+290, m(800), y0+210).cube(m(1010), y0+110, m(830), y0+50, m(620), y0), lighter(p.sand, 0.1), p.sandShade, down(y0, 800))
	switch c.rnd.IntN(3) {
	case 0: // a fountain
		x, y := m(820), y0+150.0
		c.fill(ellipse(x, y+42, 150, 34), alpha(p.ink, 0.22))
		c.shade((&path{}).move(x-140, y+4).line(x+140, y+4).cube(x+140, y+52, x-140, y+52, x-140, y+4), p.wall, p.wallShade, across(x-140, x+140))
		c.fill(ellipse(x, y+4, 140, 28), p.cream)
		c.fill(ellipse(x, y+6, 124, 22), p.seaNear)
		c.fill(rect(x-10, y-70, 20, 76), p.wall)
		c.fill((&path{}).move(x-58, y-72).line(x+58, y-72).quad(x+30, y-44, x, y-44).quad(x-30, y-44, x-58, y-72), p.wall)
		for i := range 7 {
			d := (float64(i) - 3) * 30
			c.fill((&path{}).move(x, y-84).quad(x+d*0.5, y-150, x+d, y-2).line(x+d-4, y-2).quad(x+d*0.5-3, y-138, x-3, y-84), alpha(p.foam, 0.75))
		}
	case 1: // a pergola with wisteria
		x, y := m(880), y0+190.0
		for i := range 4 {
			c.shade(rect(x-210+float64(i)*130, y-210, 22, 214), p.wall, p.wallShade, across(x-210+float64(i)*130, x-188+float64(i)*130))
		}
		c.fill(rect(x-246, y-226, 500, 18), p.wood)
		for i := range 12 {
			c.fill(rect(x-240+float64(i)*42, y-240, 10, 30), darker(p.wood, 0.15))
		}
		for range 26 {
			fx, fyy := x+c.between(-240, 240), y-212+c.between(-10, 10)
			c.bush(fx, fyy+10, 60, 26, p.leaf)
			c.flowers(fx-10, fyy+4, 20, 50, 7, p.accent)
		}
	default: // a tree with a swing
		x, y := m(860), y0+200.0
		c.fill(ellipse(x+10, y+6, 230, 26), alpha(p.ink, 0.24))
		c.fill((&path{}).move(x-26, y+6).quad(x-8, y-110, x-30, y-240).line(x+26, y-240).quad(x+12, y-110, x+36, y+6), p.trunk)
		c.bush(x, y-130, 400, 190, lighter(p.leaf, 0.06))
		c.bush(x-40, y-200, 260, 130, lighter(p.leaf, 0.22))
		c.flowers(x-170, y-270, 330, 120, 30, p.accent)
		c.fill(stroke(3, x+120, y-160, x+128, y-22).add(stroke(3, x+180, y-160, x+172, y-22)), p.ink)
		c.fill(rect(x+118, y-26, 66, 9), p.wood)
	}
	for i := range 8 {
		x, y := c.between(-30, 1230), c.between(700, 800)
		if math.Abs(x-m(640)) < 220 {
			continue
		}
		c.bush(x, y+30, c.between(150, 260), c.between(60, 100), mix(p.leafDark, p.leaf, c.between(0, 0.6)))
		col := p.accent
		if i%2 == 0 {
			col = p.accent2
		}
		c.flowers(x-90, y-40, 180, 60, 26, col)
	}
	c.palm(m(110), 790, c.between(420, 560))
}
