package drawing

import "math"

// cocktail stands on y.
func (c *canvas) cocktail(x, y, s float64) {
	p := c.p
	drink := []colourOf{p.accent, p.accent2, p.glow}[c.rnd.IntN(3)]
	glass := alpha(rgb(0xffffff), 0.4)
	switch c.rnd.IntN(3) {
	case 0:
		c.fill(rect(x-s*0.02, y-s*0.5, s*0.04, s*0.5).add(ellipse(x, y, s*0.2, s*0.035)), glass)
		c.fill(polygon(x-s*0.34, y-s, x+s*0.34, y-s, x, y-s*0.48), glass)
		c.fill(polygon(x-s*0.28, y-s*0.92, x+s*0.28, y-s*0.92, x, y-s*0.5), drink)
	case 1:
		c.fill(rounded(x-s*0.17, y-s*0.95, s*0.34, s*0.95, s*0.05), glass)
		c.shade(rounded(x-s*0.14, y-s*0.8, s*0.28, s*0.77, s*0.04), drink, lighter(p.glow, 0.1), down(y-s*0.8, y))
		c.fill(stroke(s*0.03, x-s*0.02, y-s*0.2, x+s*0.2, y-s*1.2), p.cream)
	default:
		c.fill(rect(x-s*0.02, y-s*0.4, s*0.04, s*0.4).add(ellipse(x, y, s*0.2, s*0.035)), glass)
		c.fill((&path{}).move(x-s*0.26, y-s).line(x+s*0.26, y-s).cube(x+s*0.34, y-s*0.5, x+s*0.1, y-s*0.38, x, y-s*0.38).cube(x-s*0.1, y-s*0.38, x-s*0.34, y-s*0.5, x-s*0.26, y-s), glass)
		c.fill((&path{}).move(x-s*0.27, y-s*0.8).line(x+s*0.27, y-s*0.8).cube(x+s*0.3, y-s*0.5, x+s*0.1, y-s*0.42, x, y-s*0.42).cube(x-s*0.1, y-s*0.42, x-s*0.3, y-s*0.5, x-s*0.27, y-s*0.8), drink)
	}
	c.fill(ellipse(x+s*0.24, y-s*0.95, s*0.12, s*0.12), p.glow)
	c.fill(ellipse(x+s*0.24, y-s*0.95, s*0.08, s*0.08), lighter(p.accent, 0.3))
}

// garland is a string of bulbs between two points.
func (c *canvas) garland(x0, y0, x1, y1, sag float64, n int) {
	p := c.p
	at := func(t float64) (float64, float64) { return x0 + (x1-x0)*t, y0 + (y1-y0)*t + sag*4*t*(1-t) }
	px, py := at(0)
	for i := 1; i <= n; i++ {
		x, y := at(float64(i) / float64(n))
		c.fill(stroke(2.5, px, py, x, y), p.ink)
		bx, by := (px+x)/2, (py+y)/2+9
		if p.night {
			c.shade(ellipse(bx, by, 36, 36), alpha(p.glow, 0.6), alpha(p.glow, 0), around(bx, by, 36, 36))
		}
		c.fill(ellipse(bx, by, 7, 9), p.glow)
		px, py = x, y
	}
}

// laid is a table with a cloth, laid for two; x is its middle, y its foot.
func (c *canvas) laid(x, y, s float64, cloth colourOf) {
	p := c.p
	c.fill(ellipse(x, y+s*0.02, s*1.15, s*0.13), alpha(p.ink, 0.26))
	for _, d := range []float64{-1, 1} {
		c.chair(x+d*s*0.86, y, s*0.95, -d)
	}
	top := y - s*0.78
	c.shade((&path{}).move(x-s*0.6, top).line(x+s*0.6, top).quad(x+s*0.6, y-s*0.4, x+s*0.66, y-s*0.16).quad(x+s*0.4, y-s*0.24, x+s*0.2, y-s*0.12).
		quad(x, y-s*0.22, x-s*0.2, y-s*0.12).quad(x-s*0.4, y-s*0.24, x-s*0.66, y-s*0.16).quad(x-s*0.6, y-s*0.4, x-s*0.6, top), lighter(cloth, 0.2), darker(cloth, 0.2), down(top, y-s*0.1))
	for _, k := range []float64{-0.3, 0.05, 0.36} {
		c.fill((&path{}).move(x+s*k, top+s*0.06).quad(x+s*(k+0.02), y-s*0.4, x+s*(k+0.06), y-s*0.18).line(x+s*(k+0.1), y-s*0.19).quad(x+s*(k+0.04), y-s*0.4, x+s*(k+0.015), top+s*0.06), alpha(p.ink, 0.1))
	}
	c.fill(ellipse(x, top, s*0.6, s*0.12), lighter(cloth, 0.45))
	for _, d := range []float64{-1, 1} {
		c.fill(ellipse(x+d*s*0.32, top, s*0.17, s*0.045), p.wallShade)
		c.fill(ellipse(x+d*s*0.32, top-2, s*0.15, s*0.038), lighter(p.cream, 0.6))
		c.fill(rect(x+d*s*0.12-s*0.008, top-s*0.12, s*0.016, s*0.12).add(ellipse(x+d*s*0.12, top, s*0.04, s*0.012)), alpha(rgb(0xffffff), 0.7))
		c.fill((&path{}).move(x+d*s*0.12-s*0.05, top-s*0.27).line(x+d*s*0.12+s*0.05, top-s*0.27).cube(x+d*s*0.12+s*0.07, top-s*0.12, x+d*s*0.12-s*0.07, top-s*0.12, x+d*s*0.12-s*0.05, top-s*0.27), alpha(p.accent, 0.8))
	}
	if p.night || c.chance(0.4) {
		c.shade(ellipse(x, top-s*0.2, s*0.34, s*0.34), alpha(p.glow, 0.75), alpha(p.glow, 0), around(x, top-s*0.2, s*0.34, s*0.34))
		c.fill(rect(x-s*0.025, top-s*0.14, s*0.05, s*0.14), p.cream)
		c.fill((&path{}).move(x, top-s*0.24).quad(x+s*0.035, top-s*0.17, x, top-s*0.14).quad(x-s*0.035, top-s*0.17, x, top-s*0.24), p.accent)
	} else {
		c.fill(rounded(x-s*0.04, top-s*0.12, s*0.08, s*0.13, 4), p.accent2)
		c.flowers(x-s*0.09, top-s*0.24, s*0.18, s*0.11, 8, p.accent)
	}
}

// chair is seen from the side; dir points to where one looks.
func (c *canvas) chair(x, y, s, dir float64) {
	p := c.p
	w := darker(p.wood, 0.18)
	c.fill(stroke(s*0.05, x-dir*s*0.26, y-s*1.0, x-dir*s*0.2, y-s*0.46, x-dir*s*0.26, y).add(stroke(s*0.05, x+dir*s*0.2, y-s*0.46, x+dir*s*0.24, y)), w)
	c.fill(polygon(x-dir*s*0.32, y-s*1.02, x-dir*s*0.22, y-s*1.02, x-dir*s*0.16, y-s*0.56, x-dir*s*0.24, y-s*0.56), lighter(w, 0.12))
	c.fill(rounded(x-s*0.25, y-s*0.53, s*0.5, s*0.1, s*0.03), p.accent)
}

func restaurant(c *canvas) {
	p := c.p
	left := c.chance(0.5)
	m := mirrored(left)
	horizon := c.between(310, 350)
	c.outlook(horizon)
	floor := 520.0
	cloth := p.cream
	if c.chance(0.35) {
		cloth = mix(p.accent2, p.cream, 0.25)
	}
	switch c.rnd.IntN(3) {
	case 0: // under a pergola
		c.rail(floor)
		c.planks(floor)
		beam := darker(p.wood, 0.1)
		for _, x := range []float64{60, 420, 780, 1140} {
			c.shade(rect(x-13, 60, 26, floor-40), lighter(beam, 0.1), darker(beam, 0.2), across(x-13, x+13))
		}
		for i := range 15 {
			x := -40 + float64(i)*92
			c.fill(polygon(x, 0, x+26, 0, 600+(x-600)*0.82+18, 74, 600+(x-600)*0.82, 74), darker(beam, 0.15))
		}
		c.fill(rect(0, 56, 1200, 28), beam)
		for range 30 {
			x := c.between(0, 1200)
			c.bush(x, c.between(20, 92), c.between(70, 120), c.between(34, 60), mix(p.leaf, p.leafDark, c.rnd.Float64()))
		}
		for range 12 {
			x := c.between(0, 1200)
			c.flowers(x, 60, 46, c.between(40, 90), 10, p.accent)
		}
		c.garland(-20, 90, 600, 90, 44, 9)
		c.garland(600, 90, 1220, 90, 44, 9)
	case 1: // behind arches
		wall := c.wallColour()
		q := []*path{}
		for i := range 4 {
			q = append(q, archHole(50+float64(i)*285, 90, 240, floor-90))
		}
		c.rail(floor)
		c.wallWith(wall, floor, q...)
		for i := range 4 {
			c.frame(50+float64(i)*285, 90, 240, floor-90, 1, true)
		}
		c.planks(floor)
		for i := range 3 {
			x := 312 + float64(i)*285
			c.pendant(x, 190, 64, 2)
		}
	default: // on a terrace, open to the sky
		c.rail(floor)
		c.planks(floor)
		for i, x := range []float64{150, 1050} {
			c.parasol(m(x), floor+30, 150+20*float64(i), p.accent, p.cream)
		}
		c.garland(-20, 60, 700, 40, 120, 11)
		c.garland(500, 30, 1220, 90, 110, 11)
	}
	for i := range 3 {
		c.laid(m(230+float64(i)*370), floor+100, 128, cloth)
	}
	c.laid(m(430), 780, 210, cloth)
	c.laid(m(960), 790, 215, cloth)
	c.pot(m(40), floor+120, 230)
	c.pot(m(1165), floor+110, 210)
}

// rail is the edge of a terrace before the sea.
func (c *canvas) rail(floor float64) {
	p := c.p
	q := rect(0, floor-96, 1200, 9)
	for x := 6.0; x < 1200; x += 30 {
		q.add(rect(x, floor-90, 4, 92))
	}
	c.fill(q, p.cream)
	for i := range 7 {
		c.bush(c.between(0, 1200), floor, 120, 44, p.leafDark)
		if i%2 == 0 {
			c.flowers(c.between(0, 1150), floor-36, 90, 26, 12, p.accent)
		}
	}
}

func bar(c *canvas) {
	p := c.p
	if !p.night && c.chance(0.6) { // a bar is an evening place
		p.wall, p.night = mix(p.wall, p.ink, 0.35), true
		c.p = p
	}
	left := c.chance(0.5)
	m := mirrored(left)
	floor := 640.0
	back := mix(p.ink, p.seaFar, 0.45)
	c.outlook(330)
	wx := m(850, 300)
	c.wallWith(back, floor, archHole(wx, 130, 300, 360))
	c.frame(wx, 130, 300, 360, 2, true)
	// The shelves, under arches, lit from behind.
	n := 3
	for i := range n {
		x := m(60+float64(i)*255, 225)
		c.fill(arch(x-8, 82, 241, 376), mix(p.wood, p.glow, 0.3))
		c.shade(arch(x, 90, 225, 368), p.glow, mix(p.accent, p.wood, 0.4), around(x+112, 250, 190, 260))
		for row := range 3 {
			y := 220 + float64(row)*104
			c.fill(rect(x, y, 225, 9), darker(p.wood, 0.2))
			for bx := x + 14.0; bx < x+205; {
				bx += c.bottle(bx, y)
			}
		}
	}
	c.planks(floor)
	for i := range 4 {
		c.pendant(m(170+float64(i)*220, 0), 130+c.between(-12, 22), 58, 0)
	}
	// The counter.
	top := 470.0
	c.shade(rect(m(-20, 880), top, 880, 210), lighter(p.accent2, 0.05), darker(p.accent2, 0.35), down(top, 680))
	q := &path{}
	for i := range 22 {
		q.add(rounded(m(-10+float64(i)*40, 30), top+34, 30, 158, 12))
	}
	c.fill(q, alpha(p.cream, 0.16))
	c.fill(rounded(m(-40, 925), top-18, 925, 34, 10), lighter(p.wood, 0.2))
	c.fill(rect(m(-40, 925), top+12, 925, 6), alpha(p.ink, 0.35))
	for i := range 3 {
		c.cocktail(m(150+float64(i)*240+c.between(-30, 30), 0), top-16, c.between(74, 96))
	}
	for i := range 4 {
		c.stool(m(110+float64(i)*210, 0), 760, 250)
	}
	c.lowTable(m(1040, 0), 760, 220)
	c.armchair(m(930, 0), 690, 170, p.accent)
	c.armchair(m(1130, 0), 700, 180, p.accent)
	c.cocktail(m(1050, 0), 690, 60)
}

// bottle stands on y; its width is returned.
func (c *canvas) bottle(x, y float64) float64 {
	p := c.p
	w, h := c.between(16, 25), c.between(54, 84)
	col := []colourOf{p.leafDark, p.accent, p.accent2, p.ink, p.seaFar, lighter(p.wood, 0.2)}[c.rnd.IntN(6)]
	c.fill(rounded(x, y-h*0.66, w, h*0.66, 4).add(rect(x+w*0.34, y-h, w*0.32, h*0.4)), col)
	c.fill(rect(x, y-h*0.44, w, h*0.22), p.cream)
	c.fill(rect(x+w*0.14, y-h*0.62, 2.5, h*0.5), alpha(rgb(0xffffff), 0.4))
	return w + c.between(4, 9)
}

func (c *canvas) stool(x, y, h float64) {
	p := c.p
	c.fill(ellipse(x, y+2, h*0.2, h*0.035), alpha(p.ink, 0.35))
	c.fill(stroke(h*0.025, x-h*0.1, y-h*0.62, x-h*0.15, y).add(stroke(h*0.025, x+h*0.1, y-h*0.62, x+h*0.15, y)), p.glow)
	c.fill(rect(x-h*0.13, y-h*0.22, h*0.26, h*0.02), p.glow)
	c.shade(rounded(x-h*0.17, y-h*0.7, h*0.34, h*0.1, h*0.04), lighter(p.accent, 0.15), darker(p.accent, 0.2), down(y-h*0.7, y-h*0.6))
	c.shade((&path{}).move(x-h*0.15, y-h*0.7).cube(x-h*0.17, y-h*0.96, x+h*0.17, y-h*0.96, x+h*0.15, y-h*0.7).quad(x, y-h*0.78, x-h*0.15, y-h*0.7), p.accent, darker(p.accent, 0.25), down(y-h*0.95, y-h*0.7))
}

func lobby(c *canvas) {
	p := c.p
	left := c.chance(0.5)
	m := mirrored(left)
	floor := 530.0
	c.outlook(360)
	wall := c.wallColour()
	switch c.rnd.IntN(3) {
	case 0: // arcade
		q := []*path{}
		for i := range 3 {
			q = append(q, archHole(m(470+float64(i)*240, 200), 110, 200, floor-110))
		}
		c.wallWith(wall, floor, q...)
		for i := range 3 {
			c.frame(m(470+float64(i)*240, 200), 110, 200, floor-110, 2, true)
		}
	case 1: // one great arch
		c.wallWith(wall, floor, archHole(m(560, 500), 70, 500, floor-70))
		c.frame(m(560, 500), 70, 500, floor-70, 4, true)
		for i := range 2 {
			x := m(510+float64(i)*580, 30)
			c.shade(rect(x, 70, 30, floor-70), lighter(p.wall, 0.3), darker(p.wallShade, 0.1), across(x, x+30))
		}
	default: // tall windows and a gallery
		q := []*path{}
		for i := range 4 {
			q = append(q, hole(m(480+float64(i)*180, 140), 60, 140, floor-100))
		}
		c.wallWith(wall, floor, q...)
		for i := range 4 {
			c.frame(m(480+float64(i)*180, 140), 60, 140, floor-100, 2, false)
		}
		c.fill(rect(0, 190, 1200, 22), lighter(p.wood, 0.1))
		g := rect(0, 130, 1200, 8)
		for x := 8.0; x < 1200; x += 34 {
			g.add(rect(x, 134, 5, 60))
		}
		c.fill(g, alpha(p.cream, 0.85))
	}
	c.panels(wall, floor)
	c.shade(rect(0, floor, 1200, 280), darker(p.cream, 0.14), lighter(p.cream, 0.35), down(floor, 800))
	c.checks(floor, alpha(mix(p.ink, p.accent2, 0.5), 0.72))
	c.shade(rect(0, floor, 1200, 280), alpha(p.cream, 0), alpha(p.cream, 0.3), down(floor, 800))
	c.sunbeam(m(560, 500), 500, floor, pick(left, -120, 120))
	// The desk, with keys behind it.
	dx := m(40, 380)
	c.fill(rect(dx+40, 190, 300, 210), darker(p.wood, 0.2))
	for r := range 4 {
		for k := range 6 {
			x, y := dx+54+float64(k)*48, 202+float64(r)*50
			c.fill(arch(x, y, 36, 42), darker(p.wood, 0.45))
			if c.chance(0.7) {
				c.fill(ellipse(x+18, y+18, 6, 6).add(rect(x+16, y+20, 4, 18)), p.glow)
			}
		}
	}
	c.fill(ellipse(dx+190, floor+78, 230, 18), alpha(p.ink, 0.3))
	c.shade(rounded(dx-10, 430, 400, 178, 14), lighter(p.accent, 0.05), darker(p.accent, 0.25), across(dx, dx+400))
	q := &path{}
	for i := range 8 {
		q.add(arch(dx+6+float64(i)*48, 462, 38, 132))
	}
	c.fill(q, alpha(p.cream, 0.18))
	c.fill(rounded(dx-26, 414, 432, 24, 8), lighter(p.cream, 0.4))
	c.fill((&path{}).move(dx+84, 414).cube(dx+84, 384, dx+136, 384, dx+136, 414), p.glow)
	c.fill(ellipse(dx+110, 388, 5, 5), p.ink)
	c.tableLamp(dx+320, 414, 80)
	c.pot(dx+220, 416, 110)
	c.rug(m(800, 0), 700, 560, 130, c.chance(0.5))
	c.sofa(m(800, 0), 680, 400, mix(p.accent2, p.cream, 0.12))
	c.lowTable(m(800, 0), 780, 230)
	c.armchair(m(540, 0), 760, 190, p.accent)
	c.armchair(m(1070, 0), 765, 190, p.accent)
	c.pot(m(1130, 0), floor+60, 330)
	c.pot(m(470, 0), floor+50, 250)
	c.chandelier(m(800, 0), c.between(120, 170), 150)
}

func (c *canvas) chandelier(x, y, s float64) {
	p := c.p
	c.fill(rect(x-2, 0, 4, y), p.ink)
	c.shade(ellipse(x, y+10, s*1.6, s), alpha(p.glow, 0.5), alpha(p.glow, 0), around(x, y+10, s*1.6, s))
	for ring := range 2 {
		w := s * (1 - 0.42*float64(ring))
		ry := y + 40*float64(1-ring)
		c.fill((&path{}).move(x-w, ry).quad(x, ry+w*0.36, x+w, ry).quad(x, ry+w*0.28, x-w, ry), p.glow)
		n := 9 - 4*ring
		for i := range n {
			t := -1 + 2*float64(i)/float64(n-1)
			bx, by := x+w*t, ry+w*0.16*(1-t*t)
			c.fill(rect(bx-4, by-26, 8, 24), p.cream)
			c.fill(ellipse(bx, by-32, 6, 10), lighter(p.glow, 0.5))
			c.fill(ellipse(bx, by+14, 4, 9), alpha(p.cream, 0.8))
		}
		c.fill(stroke(2, x, y-60, x-w, ry).add(stroke(2, x, y-60, x+w, ry)), alpha(p.ink, 0.6))
	}
}

func kidsClub(c *canvas) {
	p := c.p
	left := c.chance(0.5)
	d := pick(left, 1, -1)
	m := mirrored(left)
	floor := 540.0
	c.outlook(330)
	wall := mix(p.cream, []colourOf{p.skyTop, p.accent, p.glow, p.leaf}[c.rnd.IntN(4)], 0.32)
	c.wallWith(wall, floor, roundHole(m(640, 0), 230, 110, 110))
	c.fill(ellipse(m(640, 0), 230, 124, 124).add(roundHole(m(640, 0), 230, 108, 108)), p.accent)
	c.fill(rect(m(640, 0)-3, 120, 6, 220).add(rect(m(640, 0)-110, 227, 220, 6)), p.accent)
	// Hills, a rainbow or the deep sea painted on the wall.
	switch c.rnd.IntN(3) {
	case 0:
		x := m(980, 0)
		for i, col := range []colourOf{p.accent, p.glow, p.leaf, p.skyTop, wall} {
			r := 250 - 40*float64(i)
			c.fill((&path{}).move(x-r, floor).cube(x-r, floor-r*1.33, x+r, floor-r*1.33, x+r, floor), mix(col, wall, 0.15))
		}
	case 1:
		for i := range 4 {
			x := 150 + float64(i)*300
			c.fill((&path{}).move(x-240, floor).quad(x, floor-c.between(180, 300), x+240, floor), mix(p.leaf, wall, 0.3+0.1*float64(i%3)))
		}
		c.cloud(220, 130, 190)
		c.cloud(960, 110, 210)
	default:
		c.shade((&path{}).move(-10, 360).cube(200, 320, 300, 400, 480, 360).cube(700, 320, 900, 410, 1210, 350).line(1210, floor, -10, floor), mix(p.seaNear, wall, 0.25), p.seaFar, down(340, floor))
		for range 7 {
			c.fish(c.between(80, 1120), c.between(410, floor-40), c.between(26, 48))
		}
	}
	base := mix(p.floor, p.cream, 0.3)
	c.shade(rect(0, floor, 1200, 280), darker(base, 0.06), lighter(base, 0.3), down(floor, 800))
	for i := range 22 { // a floor of coloured mats
		x, y := 60+float64(i%11)*110, 590+float64(i/11)*110
		k := 1 + (y-floor)/340
		col := []colourOf{p.accent, p.accent2, p.glow, p.leaf}[(i*7+i/11)%4]
		c.fill(ellipse(600+(x-600)*k, y, 40*k, 13*k), alpha(col, 0.5))
	}
	c.fill(rect(0, floor-12, 1200, 14), p.cream)
	c.bunting(-20, 30, 620, 40)
	c.bunting(580, 40, 1220, 26)
	if c.chance(0.55) {
		c.slide(m(210, 0), 720, d)
	} else {
		c.tent(m(230, 0), 730, 330)
	}
	// A small table with stools.
	tx, ty := m(640, 0), 690.0
	c.fill(ellipse(tx, ty+4, 130, 18), alpha(p.ink, 0.22))
	c.fill(rect(tx-86, ty-70, 14, 74).add(rect(tx+72, ty-70, 14, 74)), p.wood)
	c.fill(ellipse(tx, ty-74, 120, 26), lighter(p.wood, 0.35))
	c.fill(polygon(tx-50, ty-84, tx+20, ty-86, tx+30, ty-64, tx-46, ty-62), p.cream)
	for i := range 4 {
		c.fill(stroke(5, tx+34+9*float64(i), ty-70, tx+50+9*float64(i), ty-84), []colourOf{p.accent, p.accent2, p.glow, p.leaf}[i])
	}
	for _, s := range []float64{-1, 1} {
		c.fill(rect(tx+s*150-24, ty-36, 10, 44).add(rect(tx+s*150+14, ty-36, 10, 44)), p.wood)
		c.fill(rounded(tx+s*150-34, ty-52, 68, 22, 10), []colourOf{p.accent, p.accent2}[int((s+1)/2)])
	}
	c.teddy(m(960, 0), 690, 84)
	c.blocks(m(820, 0), 770, 46)
	c.ball(m(1080, 0), 760, 44)
	c.ball(m(480, 0), 780, 34)
	for i := range 4 { // balloons
		x, y := m(1020+float64(i)*44, 0), 300+c.between(-50, 40)
		col := []colourOf{p.accent, p.glow, p.accent2, p.leaf}[i]
		c.fill(stroke(2, x, y+40, m(1090, 0), 560), alpha(p.ink, 0.5))
		c.shade(ellipse(x, y, 34, 42), lighter(col, 0.25), darker(col, 0.08), around(x-12, y-14, 60, 70))
		c.fill(polygon(x-6, y+48, x+6, y+48, x, y+38), col)
	}
}

func (c *canvas) fish(x, y, s float64) {
	p := c.p
	col := []colourOf{p.accent, p.glow, p.cream}[c.rnd.IntN(3)]
	d := 1.0
	if c.chance(0.5) {
		d = -1
	}
	c.fill((&path{}).move(x-d*s, y).quad(x, y-s*0.7, x+d*s*0.7, y).line(x+d*s*1.15, y-s*0.4).quad(x+d*s, y, x+d*s*1.15, y+s*0.4).line(x+d*s*0.7, y).quad(x, y+s*0.7, x-d*s, y), col)
	c.fill(ellipse(x-d*s*0.6, y-s*0.08, s*0.08, s*0.08), p.ink)
}

// slide stands with its ladder at x and goes down to the side where d points.
func (c *canvas) slide(x, y, d float64) {
	p := c.p
	c.fill(ellipse(x+d*110, y+8, 260, 20), alpha(p.ink, 0.2))
	c.fill(rect(x-d*70-8, y-300, 16, 305).add(rect(x-8, y-300, 16, 305)), p.accent2)
	for i := range 6 {
		c.fill(rect(min(x, x-d*70), y-40-44*float64(i), 70, 10), p.glow)
	}
	c.fill((&path{}).move(x-d*10, y-270).cube(x+d*120, y-270, x+d*120, y-30, x+d*330, y-24).line(x+d*330, y).cube(x+d*90, y-4, x+d*80, y-216, x-d*10, y-226), darker(p.accent, 0.1))
	c.fill((&path{}).move(x-d*10, y-290).cube(x+d*136, y-290, x+d*136, y-48, x+d*330, y-40).line(x+d*330, y-26).cube(x+d*120, y-34, x+d*120, y-262, x-d*10, y-268), lighter(p.accent, 0.25))
	c.fill(polygon(x-d*90, y-330, x-d*35, y-400, x+d*20, y-330), p.leaf)
}

func (c *canvas) tent(x, y, h float64) {
	p := c.p
	c.fill(ellipse(x, y+6, h*0.56, 22), alpha(p.ink, 0.22))
	c.fill(stroke(9, x-14, y-h-34, x+20, y-h+20).add(stroke(9, x+14, y-h-34, x-20, y-h+20)), p.wood)
	for i := range 5 {
		t0, t1 := -1+0.4*float64(i), -1+0.4*float64(i+1)
		col := p.cream
		if i%2 == 0 {
			col = p.accent
		}
		c.fill(polygon(x, y-h, x+t0*h*0.5, y, x+t1*h*0.5, y), darker(col, 0.05*math.Abs(t0)))
	}
	c.fill((&path{}).move(x, y-h*0.62).quad(x-h*0.06, y-h*0.3, x-h*0.19, y).line(x+h*0.19, y).quad(x+h*0.06, y-h*0.3, x, y-h*0.62), darker(p.wood, 0.35))
	c.fill((&path{}).move(x, y-h*0.62).quad(x-h*0.06, y-h*0.3, x-h*0.19, y).line(x-h*0.1, y).quad(x-h*0.06, y-h*0.3, x, y-h*0.62), p.accent2)
}
