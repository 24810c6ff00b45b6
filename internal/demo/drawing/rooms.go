package drawing

import "math"

func room(c *canvas) {
	p := c.p
	floor := c.between(520, 560)
	left := c.chance(0.5)
	m := mirrored(left)
	c.outlook(c.between(290, 360))
	throw := p.accent
	if c.chance(0.45) {
		throw = p.accent2
	}
	kind := c.rnd.IntN(3)
	wall := c.wallColour()
	bedX := m(770, 0)
	var wx, wy, ww, wh float64
	switch kind {
	case 0: // a door to the balcony beside the bed
		wx, wy, ww, wh = m(90, 300), 110, 300, floor-110
	case 1: // an arch
		wx, wy, ww, wh = m(110, 290), 130, 290, floor-210
	default: // a wide window, the bed before it
		wx, wy, ww, wh = 290, 90, 620, 300
		bedX = 600
	}
	if kind == 0 {
		c.balcony(wx, ww, floor)
	}
	if kind == 1 {
		c.wallWith(wall, floor, archHole(wx, wy, ww, wh))
		c.frame(wx, wy, ww, wh, 2, true)
		c.fill(rect(wx-26, wy+wh, ww+52, 16), p.cream)
		c.pot(wx+50, wy+wh, 90)
	} else {
		c.wallWith(wall, floor, hole(wx, wy, ww, wh))
		c.frame(wx, wy, ww, wh, 2+kind, false)
	}
	c.panels(wall, floor)
	c.planks(floor)
	c.sunbeam(wx, ww, floor, 60*pick(left, 1, -1))
	if kind != 1 {
		cur := mix(p.cream, throw, c.between(0, 0.5))
		c.curtain(wx-50, wy-30, floor+10, 120, 1, cur)
		c.curtain(wx+ww+50, wy-30, floor+10, 120, -1, cur)
		c.fill(rounded(wx-80, wy-40, ww+160, 12, 6), p.ink)
	}
	if kind == 2 {
		c.picture(80, 150, 120, 160)
		c.picture(1000, 150, 120, 160)
	} else {
		n := 1 + c.rnd.IntN(3)
		for i := range n {
			c.picture(bedX-float64(n)*75+float64(i)*150+8, 130+c.between(0, 14), 130, 150)
		}
	}
	c.rug(bedX, 700, 780, 160, c.chance(0.3))
	c.nightstand(bedX-285, floor+46, 105)
	c.nightstand(bedX+285, floor+46, 105)
	c.bed(bedX, floor-22, 400, 170, throw)
	switch {
	case kind == 2:
		c.pot(110, floor+80, 260)
		c.armchair(1080, floor+150, 200, p.accent2)
	case c.chance(0.5):
		c.armchair(m(230, 0), floor+150, 210, mix(p.accent2, p.cream, 0.15))
		c.pot(m(70, 0), floor+90, 250)
	default:
		c.lowTable(m(250, 0), floor+180, 190)
		c.pot(m(90, 0), floor+110, 290)
	}
	if c.chance(0.6) {
		c.pendant(bedX+c.between(-20, 20)*10, c.between(90, 130), 66, c.rnd.IntN(3))
	}
}

// panels are mouldings or boards on a wall.
func (c *canvas) panels(wall colourOf, floor float64) {
	switch c.rnd.IntN(3) {
	case 0:
		c.fill(rect(0, 0, 1200, 26), lighter(wall, 0.5))
		c.fill(rect(0, 26, 1200, 5), alpha(c.p.ink, 0.12))
	case 1:
		q := &path{}
		for x := 12.0; x < 1200; x += 48 {
			q.add(rect(x, floor-110, 3, 110))
		}
		q.add(rect(0, floor-116, 1200, 7))
		c.fill(q, alpha(c.p.ink, 0.1))
	}
}

// balcony is the railing behind a glass door.
func (c *canvas) balcony(x, w, floor float64) {
	p := c.p
	c.fill(rect(x-10, floor-30, w+20, 40), lighter(p.floor, 0.3))
	q := rect(x-10, floor-128, w+20, 9)
	for k := x; k < x+w; k += 22 {
		q.add(rect(k, floor-122, 4, 96))
	}
	c.fill(q, p.ink)
	c.armchair(x+w*0.3, floor-12, 92, p.accent)
	c.pot(x+w*0.82, floor-12, 110)
}

func suite(c *canvas) {
	p := c.p
	floor := 545.0
	left := c.chance(0.5)
	d := pick(left, 1, -1)
	m := mirrored(left)
	c.outlook(c.between(300, 340))
	wx, ww := m(390, 740), 740.0
	// The terrace before the sea, with a small pool.
	c.shade(rect(0, 462, 1200, 100), lighter(p.floor, 0.35), p.floor, down(462, 560))
	c.shade(polygon(wx+60, 482, wx+400, 482, wx+450, 526, wx+20, 526), rgb(0x57c8d6), lighter(rgb(0x57c8d6), 0.4), down(482, 526))
	c.fill(polygon(wx+52, 476, wx+408, 476, wx+412, 483, wx+50, 483), p.cream)
	c.parasol(wx+ww-150, 505, 92, p.accent, p.cream)
	c.lounger(wx+ww-60, 512, 120, p.cream, left)
	c.lounger(wx+ww-230, 522, 120, p.cream, left)
	rail := rect(0, 392, 1200, 6)
	for k := 0.0; k < 1200; k += 92 {
		rail.add(rect(k, 392, 5, 76))
	}
	c.fill(rail, alpha(p.cream, 0.9))
	c.fill(rect(0, 398, 1200, 66), alpha(rgb(0xffffff), 0.13))
	wall := c.wallColour()
	if c.chance(0.5) {
		c.wallWith(wall, floor, hole(wx, 70, ww, floor-70))
		c.frame(wx, 70, ww, floor-70, 4, false)
	} else {
		w3 := (ww - 60) / 3
		c.wallWith(wall, floor, archHole(wx, 70, w3, floor-70), archHole(wx+w3+30, 70, w3, floor-70), archHole(wx+2*w3+60, 70, w3, floor-70))
		for i := range 3 {
			c.frame(wx+float64(i)*(w3+30), 70, w3, floor-70, 2, true)
		}
	}
	c.panels(wall, floor)
	c.planks(floor)
	c.sunbeam(wx+40, ww-80, floor, -90*d)
	cur := mix(p.cream, p.accent, c.between(0, 0.35))
	c.curtain(wx-26, 44, floor+12, 130, 1, cur)
	c.curtain(wx+ww+26, 44, floor+12, 130, -1, cur)
	c.fill(rounded(wx-50, 34, ww+100, 12, 6), p.ink)
	c.picture(m(70, 210), 130, 210, 150)
	c.rug(m(740, 0), 715, 640, 130, c.chance(0.5))
	c.nightstand(m(45, 0), floor+60, 105)
	c.bed(m(200, 0), floor+10, 330, 190, p.accent2)
	c.sofa(m(810, 0), floor+140, 470, mix(p.accent, p.cream, 0.2))
	c.lowTable(m(680, 0), 790, 230)
	c.pot(m(1125, 0), floor+70, 300)
	for i := range 3 {
		c.pendant(m(470, 0)+d*float64(i)*110, 130+26*float64(i%2), 46, 1)
	}
}

func familyRoom(c *canvas) {
	p := c.p
	floor := 545.0
	left := c.chance(0.5)
	d := pick(left, 1, -1)
	m := mirrored(left)
	c.outlook(320)
	wall := c.wallColour()
	wx := m(500, 230)
	c.wallWith(wall, floor, hole(wx, 130, 230, 220))
	c.frame(wx, 130, 230, 220, 2, false)
	c.panels(wall, floor)
	if c.chance(0.5) { // stars or dots on the children's wall
		q := &path{}
		for range 26 {
			q.add(ellipse(m(c.between(760, 1190), 0), c.between(60, 460), 6, 6))
		}
		c.fill(q, alpha(p.accent, 0.5))
	} else {
		for i := range 4 {
			r := 210 - 42*float64(i)
			col := []colourOf{p.accent, p.accent2, p.glow, wall}[i]
			c.fill((&path{}).move(m(980, 0)-r, floor).cube(m(980, 0)-r, floor-r*1.33, m(980, 0)+r, floor-r*1.33, m(980, 0)+r, floor), alpha(mix(col, wall, 0.35), 1))
		}
	}
	c.planks(floor)
	c.sunbeam(wx, 230, floor, -40*d)
	c.curtain(wx-36, 106, 372, 80, 1, p.accent)
	c.curtain(wx+266, 106, 372, 80, -1, p.accent)
	c.fill(rounded(wx-56, 98, 342, 10, 5), p.ink)
	c.picture(m(190, 130), 140, 130, 130)
	c.bunting(m(770, 0), 60, m(1210, 0), 40)
	c.nightstand(m(455, 0), floor+40, 90)
	c.bed(m(235, 0), floor-16, 350, 165, p.accent2)
	if c.chance(0.5) {
		c.bunks(m(790, 330), floor+60, 330, d)
	} else {
		for i := range 2 {
			c.bed(m(800+float64(i)*240, 0), floor-8, 190, 130, []colourOf{p.accent, p.glow}[i])
		}
	}
	c.rug(m(620, 0), 725, 420, 110, true)
	c.teddy(m(600, 0), 742, 58)
	c.ball(m(720, 0), 752, 30)
	c.blocks(m(480, 0), 765, 36)
	c.pendant(m(620, 0), 70, 56, 1)
}

// bunks is a bed of two storeys; x is its left edge, y its foot.
func (c *canvas) bunks(x, y, w, d float64) {
	p := c.p
	c.fill(ellipse(x+w/2, y+4, w*0.56, 16), alpha(p.ink, 0.28))
	post := lighter(p.wood, 0.15)
	for i, col := range []colourOf{p.accent, p.accent2} {
		by := y - 60 - 170*float64(1-i)
		c.fill(rect(x+8, by-34, w-16, 40), p.cream)
		c.shade(rounded(x+w*pick(d > 0, 0.05, 0.72), by-58, w*0.23, 34, 12), p.cream, darker(p.cream, 0.12), down(by-58, by-24))
		c.shade(rounded(x+w*pick(d > 0, 0.3, 0.03), by-42, w*0.67, 46, 10), lighter(col, 0.1), darker(col, 0.1), down(by-40, by))
		c.fill(rect(x, by, w, 26), post)
	}
	c.fill(rect(x, y-330, 20, 332).add(rect(x+w-20, y-330, 20, 332)), darker(post, 0.08))
	lx := x + w*pick(d > 0, 0.62, 0.2)
	c.fill(rect(lx, y-300, 9, 300).add(rect(lx+56, y-300, 9, 300)), darker(post, 0.2))
	for i := range 6 {
		c.fill(rect(lx, y-40-46*float64(i), 60, 8), darker(post, 0.2))
	}
	c.fill(rect(x, y-300, w*0.5, 9).mirror(x+w/2, -d), post)
}

func (c *canvas) teddy(x, y, s float64) {
	col := lighter(c.p.wood, 0.2)
	c.fill(ellipse(x, y+s*0.1, s*0.9, s*0.16), alpha(c.p.ink, 0.25))
	c.fill(ellipse(x, y-s*0.45, s*0.55, s*0.58).add(ellipse(x-s*0.5, y-s*0.08, s*0.24, s*0.2)).add(ellipse(x+s*0.5, y-s*0.08, s*0.24, s*0.2)).
		add(ellipse(x-s*0.55, y-s*0.6, s*0.18, s*0.3)).add(ellipse(x+s*0.55, y-s*0.6, s*0.18, s*0.3)), darker(col, 0.12))
	c.fill(ellipse(x, y-s*1.2, s*0.46, s*0.42).add(ellipse(x-s*0.38, y-s*1.55, s*0.18, s*0.18)).add(ellipse(x+s*0.38, y-s*1.55, s*0.18, s*0.18)), col)
	c.fill(ellipse(x, y-s*0.42, s*0.34, s*0.38).add(ellipse(x, y-s*1.08, s*0.22, s*0.17)), lighter(col, 0.4))
	c.fill(ellipse(x-s*0.17, y-s*1.28, s*0.05, s*0.06).add(ellipse(x+s*0.17, y-s*1.28, s*0.05, s*0.06)).add(ellipse(x, y-s*1.13, s*0.07, s*0.05)), c.p.ink)
}

func (c *canvas) ball(x, y, r float64) {
	p := c.p
	c.fill(ellipse(x+r*0.2, y, r*1.05, r*0.22), alpha(p.ink, 0.25))
	c.fill(ellipse(x, y-r, r, r), p.cream)
	c.fill((&path{}).move(x, y-2*r).cube(x-r*1.5, y-1.7*r, x-r*1.5, y-0.3*r, x, y).cube(x-r*0.5, y-0.5*r, x-r*0.5, y-1.5*r, x, y-2*r), p.accent)
	c.fill((&path{}).move(x, y-2*r).cube(x+r*1.4, y-1.7*r, x+r*1.4, y-0.3*r, x, y).cube(x+r*0.6, y-0.5*r, x+r*0.6, y-1.5*r, x, y-2*r), p.accent2)
}

func (c *canvas) blocks(x, y, s float64) {
	p := c.p
	at := func(x, y float64, col colourOf) {
		c.fill(rect(x, y-s, s, s), col)
		c.fill(polygon(x, y-s, x+s*0.25, y-s*1.2, x+s*1.25, y-s*1.2, x+s, y-s), lighter(col, 0.3))
		c.fill(polygon(x+s, y-s, x+s*1.25, y-s*1.2, x+s*1.25, y-s*0.2, x+s, y), darker(col, 0.25))
		c.fill(ellipse(x+s/2, y-s/2, s*0.22, s*0.22), alpha(p.cream, 0.85))
	}
	at(x, y, p.accent2)
	at(x+s*1.15, y+2, p.accent)
	at(x+s*0.5, y-s*1.02, p.glow)
}

func (c *canvas) bunting(x0, y0, x1, y1 float64) {
	p := c.p
	const n = 11
	sag := 70.0
	at := func(t float64) (float64, float64) {
		return x0 + (x1-x0)*t, y0 + (y1-y0)*t + sag*4*t*(1-t)
	}
	for i := range n {
		ax, ay := at(float64(i) / n)
		bx, by := at(float64(i+1) / n)
		c.fill(stroke(3, ax, ay, bx, by), p.ink)
		col := []colourOf{p.accent, p.accent2, p.glow, p.cream}[i%4]
		c.fill(polygon(ax+(bx-ax)*0.1, ay+(by-ay)*0.1, ax+(bx-ax)*0.9, ay+(by-ay)*0.9, (ax+bx)/2, (ay+by)/2+44), col)
	}
}

func bathroom(c *canvas) {
	p := c.p
	floor := 560.0
	left := c.chance(0.5)
	m := mirrored(left)
	c.outlook(300)
	wall := c.wallColour()
	wx := m(120, 330)
	round := c.chance(0.5)
	if round {
		c.wallWith(wall, floor, roundHole(wx+165, 240, 160, 160))
		c.fill(ellipse(wx+165, 240, 172, 172).add(roundHole(wx+165, 240, 158, 158)), p.cream)
	} else {
		c.wallWith(wall, floor, archHole(wx, 80, 330, 330))
		c.frame(wx, 80, 330, 330, 3, true)
	}
	tile := mix(wall, p.seaNear, 0.55)
	c.fill(rect(0, 420, 1200, floor-420), tile)
	q := &path{}
	for y, r := 420.0, 0; y < floor; y, r = y+28, r+1 {
		for x := -40.0; x < 1200; x += 64 {
			q.add(rounded(x+float64(r%2)*32, y+2, 60, 24, 4))
		}
	}
	c.fill(q, lighter(tile, 0.28))
	c.fill(rect(0, 412, 1200, 12), p.cream)
	c.shade(rect(0, floor, 1200, 250), darker(p.cream, 0.12), lighter(p.cream, 0.3), down(floor, 800))
	c.checks(floor, alpha(p.accent2, 0.5))
	c.shade(rect(0, floor, 1200, 30), alpha(p.ink, 0.25), alpha(p.ink, 0), down(floor, floor+30))
	// The tub.
	tx, ty := m(300, 0), 690.0
	c.fill(ellipse(tx, ty+24, 250, 30), alpha(p.ink, 0.25))
	c.fill(ellipse(tx-150, ty+8, 18, 26).add(ellipse(tx+150, ty+8, 18, 26)), p.glow)
	c.shade((&path{}).move(tx-240, ty-140).cube(tx-226, ty-20, tx-190, ty+12, tx-110, ty+12).line(tx+110, ty+12).cube(tx+190, ty+12, tx+226, ty-20, tx+240, ty-140), lighter(p.accent, 0.06), darker(p.accent, 0.2), across(tx-240, tx+240))
	for i := range 15 { // foam
		c.fill(ellipse(tx-190+float64(i)*27, ty-148+c.between(-12, 6), c.between(20, 34), c.between(14, 26)), p.cream)
	}
	c.fill(rounded(tx-256, ty-150, 512, 20, 10), lighter(p.cream, 0.6))
	c.fill(stroke(9, tx+210*pick(left, -1, 1), ty-150, tx+210*pick(left, -1, 1), ty-228, tx+164*pick(left, -1, 1), ty-228, tx+164*pick(left, -1, 1), ty-206), p.glow)
	c.fill(rect(tx-60, ty-160, 130, 10), p.wood)
	c.fill(rounded(tx-40, ty-178, 60, 18, 4), p.accent2)
	// Mirror and basin.
	bx := m(840, 0)
	n := 1 + c.rnd.IntN(2)
	for i := range n {
		x := bx + (float64(i)-float64(n-1)/2)*230
		c.shade(ellipse(x, 230, 150, 170), alpha(p.glow, 0.5), alpha(p.glow, 0), around(x, 230, 150, 170))
		c.fill(ellipse(x, 232, 92, 116), p.glow)
		c.shade(ellipse(x, 232, 82, 106), lighter(p.skyTop, 0.6), lighter(p.skyLow, 0.2), down(130, 330))
		c.fill(polygon(x-50, 290, x+10, 150, x+34, 160, x-26, 308), alpha(rgb(0xffffff), 0.35))
	}
	c.shade(rounded(bx-270, 450, 540, 160, 8), lighter(p.wood, 0.12), darker(p.wood, 0.12), down(450, 610))
	c.fill(rect(bx-2, 460, 4, 140).add(rect(bx-136, 460, 4, 140)).add(rect(bx+132, 460, 4, 140)), alpha(p.ink, 0.3))
	c.fill(rounded(bx-284, 434, 568, 20, 6), p.cream)
	for i := range n {
		x := bx + (float64(i)-float64(n-1)/2)*230
		c.shade((&path{}).move(x-80, 396).line(x+80, 396).quad(x+66, 436, x+36, 436).line(x-36, 436).quad(x-66, 436, x-80, 396), lighter(p.cream, 0.6), darker(p.cream, 0.15), across(x-80, x+80))
		c.fill(stroke(7, x, 396, x, 352, x+26, 352, x+26, 366), p.glow)
	}
	c.pot(bx+235, 434, 130)
	for i := range 3 {
		c.fill(rounded(bx-262, 418-18*float64(i), 76, 17, 7), []colourOf{p.accent, p.cream, p.accent2}[i])
	}
	c.rug(bx, 720, 330, 80, true)
	c.pot(m(60, 0), 640, 280)
	c.pendant(m(610, 0), 150, 56, c.rnd.IntN(3))
}

func spa(c *canvas) {
	p := c.p
	floor := 540.0
	left := c.chance(0.5)
	m := mirrored(left)
	c.sky(430)
	c.fill(rect(0, 430, 1200, 40), p.hillMid)
	c.hills(-40, 1240, 432, 260, p.hillFar, lighter(p.hillFar, 0.2), 6)
	c.hills(-40, 1240, 470, 170, p.hillMid, p.hillFar, 5)
	c.shade(rect(0, 460, 1200, 100), p.leaf, p.leafDark, down(460, 560))
	for i := range 22 {
		x := float64(i)*56 + c.between(-20, 20)
		c.fill(stroke(8, x, 0, x+c.between(-16, 16), 560), mix(p.leaf, p.leafDark, c.rnd.Float64()))
	}
	wall := mix(c.wallColour(), p.wood, 0.25)
	kind := c.rnd.IntN(3)
	switch kind {
	case 0:
		c.wallWith(wall, floor, roundHole(m(600), 260, 210, 210))
		c.fill(ellipse(m(600), 260, 226, 226).add(roundHole(m(600), 260, 208, 208)), p.wood)
	case 1:
		c.wallWith(wall, floor, archHole(m(430)-130, 90, 260, floor-90), archHole(m(770)-130, 90, 260, floor-90))
	default:
		c.wallWith(wall, floor, hole(120, 130, 960, 270))
		q := &path{}
		for i := range 13 {
			q.add(rect(120+80*float64(i)-4, 130, 8, 270))
		}
		c.fill(q.add(rect(112, 122, 976, 10)).add(rect(112, 398, 976, 12)).add(rect(112, 262, 976, 6)), p.wood)
	}
	c.shade(rect(0, floor, 1200, 270), darker(p.wallShade, 0.12), lighter(p.wallShade, 0.1), down(floor, 800))
	if kind == 0 { // boards beside the round window
		q := &path{}
		for i := range 9 {
			q.add(rect(m(40+float64(i)*34)-11, 40, 22, floor-40)).add(rect(m(860+float64(i)*34)-11, 40, 22, floor-40))
		}
		c.fill(q, alpha(p.wood, 0.55))
	}
	for _, x := range []float64{300, 900} {
		c.pendant(m(x), c.between(130, 190), 60, 2)
	}
	// The bath in the floor, with petals.
	pool := func(g float64) *path { return ellipse(m(800), 690, 340+g, 88+g*0.5) }
	if c.chance(0.5) {
		pool = func(g float64) *path {
			return polygon(m(520-g), 625-g*0.4, m(1080+g), 625-g*0.4, m(1180+g), 790+g, m(470-g), 790+g)
		}
	}
	c.fill(pool(26), lighter(p.wall, 0.2))
	c.shade(pool(0), darker(p.seaNear, 0.25), lighter(p.seaNear, 0.25), down(610, 780))
	for range 24 {
		x, y := m(c.between(560, 1040)), c.between(650, 760)
		c.fill(ellipse(x, y, c.between(20, 70), 2.2), alpha(p.foam, 0.5))
	}
	for range 26 {
		x, y := m(c.between(580, 1020)), c.between(648, 750)
		c.fill((&path{}).move(x-9, y).quad(x, y-8, x+9, y).quad(x, y+5, x-9, y), p.accent)
	}
	for i := range 5 { // steam
		x := m(640 + float64(i)*80)
		c.shade((&path{}).move(x, 650).cube(x-50, 590, x+50, 540, x, 470).cube(x+70, 540, x-20, 590, x+26, 650), alpha(p.cream, 0), alpha(p.cream, 0.3), down(470, 650))
	}
	// A couch with towels.
	cx, cy := m(290), 640.0
	c.fill(ellipse(cx, cy+6, 240, 18), alpha(p.ink, 0.28))
	c.fill(rect(cx-190, cy-90, 20, 94).add(rect(cx+170, cy-90, 20, 94)).add(rect(cx-190, cy-36, 380, 10)), darker(p.wood, 0.1))
	c.fill(rounded(cx-220, cy-112, 440, 28, 10), p.wood)
	c.shade(rounded(cx-216, cy-142, 432, 36, 14), lighter(p.cream, 0.5), darker(p.cream, 0.12), down(cy-142, cy-106))
	c.fill(polygon(cx-40, cy-143, cx+60, cy-143, cx+60, cy-66, cx-40, cy-66), p.accent2)
	c.fill(rect(cx-40, cy-80, 100, 5), p.cream)
	for i := range 3 {
		c.fill(ellipse(cx-170+float64(i%2)*3, cy-152-20*float64(i), 38, 12), []colourOf{p.cream, p.accent, lighter(p.cream, 0.5)}[i])
	}
	// Stones, candles and an orchid.
	sx, sy := m(70), 770.0
	for i := range 5 {
		w := 74 - 13*float64(i)
		c.shade(ellipse(sx+c.between(-4, 4), sy-26*float64(i), w, 18), lighter(p.hillNear, 0.15), darker(p.hillNear, 0.3), down(sy-26*float64(i)-16, sy-26*float64(i)+18))
	}
	for i := range 4 {
		x, y, h := m(190+float64(i)*62), 770+8*float64(i%2), c.between(34, 80)
		c.shade(ellipse(x, y-h-16, 66, 66), alpha(p.glow, 0.7), alpha(p.glow, 0), around(x, y-h-16, 66, 66))
		c.shade(rounded(x-17, y-h, 34, h, 5), lighter(p.cream, 0.4), mix(p.cream, p.accent, 0.3), down(y-h, y))
		c.fill((&path{}).move(x, y-h-34).quad(x+12, y-h-10, x, y-h-3).quad(x-12, y-h-10, x, y-h-34), p.accent)
		c.fill((&path{}).move(x, y-h-22).quad(x+5, y-h-10, x, y-h-4).quad(x-5, y-h-10, x, y-h-22), p.glow)
	}
	c.fill((&path{}).move(m(480), 790).cube(m(470), 690, m(430), 620, m(370), 600).cube(m(440), 622, m(482), 690, m(490), 790), p.leafDark)
	for i := range 5 {
		t := float64(i) / 5
		c.flower(m(376+t*86), 604+t*t*90, 25-2*float64(i))
	}
	c.pot(m(1140), floor+60, 260)
}

// flower has five petals.
func (c *canvas) flower(x, y, r float64) {
	p := c.p
	q := &path{}
	for i := range 5 {
		a := float64(i)*2*math.Pi/5 - math.Pi/2
		q.add(ellipse(x+math.Cos(a)*r*0.6, y+math.Sin(a)*r*0.6, r*0.52, r*0.52))
	}
	c.fill(q, lighter(p.accent, 0.45))
	c.fill(ellipse(x, y, r*0.34, r*0.34), p.accent)
	c.fill(ellipse(x, y, r*0.14, r*0.14), p.glow)
}
