package drawing

// wing is a part of a hotel with balconies; its foot is at y.
func (c *canvas) wing(x, y, w float64, floors int) {
	p := c.p
	fh := 62.0
	h := fh*float64(floors) + 18
	c.shade(rect(x, y-h, w, h), p.wall, p.wallShade, across(x, x+w))
	c.fill(rect(x-8, y-h-12, w+16, 14), p.wall)
	c.fill(rect(x-8, y-h, w+16, 5), alpha(p.ink, 0.25))
	n := int(w / 68)
	for f := range floors {
		for i := range n {
			bx := x + (w/float64(n))*(float64(i)+0.5)
			by := y - 14 - fh*float64(f)
			col := darker(p.seaFar, 0.2)
			if c.chance(pick(p.night, 0.65, 0.12)) {
				col = p.glow
			}
			c.fill(arch(bx-17, by-46, 34, 46), col)
			if c.chance(0.35) {
				c.fill(polygon(bx-24, by-38, bx+24, by-38, bx+30, by-26, bx-30, by-26), p.accent)
			}
			c.fill(rect(bx-27, by-16, 54, 16), alpha(p.cream, 0.92))
			for k := range 7 {
				c.fill(rect(bx-25+float64(k)*8, by-14, 3, 12), alpha(p.wallShade, 0.9))
			}
			c.fill(rect(bx-29, by-1, 58, 4), alpha(p.ink, 0.22))
		}
	}
}

func exterior(c *canvas) {
	p := c.p
	horizon := c.between(430, 480)
	c.sky(horizon)
	c.hills(-40, 1240, horizon+6, c.between(140, 220), p.hillFar, lighter(p.hillFar, 0.2), 7)
	c.hills(-40, 1240, horizon+6, c.between(60, 110), p.hillMid, p.hillFar, 8)
	left := c.chance(0.5)
	m := mirrored(left)
	ground := 620.0
	c.shade(rect(0, horizon, 1200, ground-horizon+4), mix(p.hillNear, p.leaf, 0.3), mix(p.leaf, p.leafDark, 0.3), down(horizon, ground))
	for range 9 {
		c.bush(c.between(0, 1200), c.between(horizon+30, ground), c.between(120, 260), c.between(50, 90), mix(p.leafDark, p.leaf, c.rnd.Float64()*0.5))
	}
	for range 8 {
		c.cypress(c.between(0, 1200), c.between(horizon+60, ground), c.between(150, 260))
	}
	switch c.rnd.IntN(3) {
	case 0: // a grand hotel with a tower in its middle
		c.bigHotel(m(170, 860), ground, 860, 5, true)
	case 1: // terraces that step back
		for i := range 5 {
			c.bigFloor(m(150+float64(i)*70, 880-float64(i)*95), ground-float64(i)*74, 880-float64(i)*95)
		}
	default: // white houses with domes
		c.village(m, ground)
	}
	c.shade(rect(0, ground-2, 1200, 200), mix(p.leaf, p.floor, 0.25), darker(p.leaf, 0.35), down(ground, 800))
	// The drive, and its lamps.
	mid := m(600, 0)
	c.shade((&path{}).move(mid-52, ground).line(mid+52, ground).cube(mid+90, 680, mid+240, 720, mid+330, 810).line(mid-330, 810).cube(mid-240, 720, mid-90, 680, mid-52, ground), lighter(p.floor, 0.1), p.floor, down(ground, 800))
	for i := range 3 {
		t := float64(i) / 2
		for _, side := range []float64{-1, 1} {
			x, y, s := mid+side*(90+250*t*t), ground+22+150*t, 46+66*t
			c.lamp(x, y, s)
			c.bush(x+side*s*0.9, y+8, s*1.7, s*0.6, p.leafDark)
			c.flowers(x+side*s*0.9-s*0.7, y-s*0.35, s*1.4, s*0.35, 9, p.accent)
		}
	}
	c.palm(m(70, 0), 790, c.between(470, 590))
	c.palm(m(1120, 0), 800, c.between(420, 560))
	if c.chance(0.6) {
		c.palm(m(210, 0), 720, c.between(300, 380))
	}
}

func (c *canvas) lamp(x, y, s float64) {
	p := c.p
	if p.night {
		c.shade(ellipse(x, y-s*1.1, s*1.5, s*1.5), alpha(p.glow, 0.55), alpha(p.glow, 0), around(x, y-s*1.1, s*1.5, s*1.5))
	}
	c.fill(rect(x-s*0.03, y-s, s*0.06, s), p.ink)
	c.fill(ellipse(x, y-s*1.1, s*0.14, s*0.15), p.glow)
}

func (c *canvas) bigFloor(x, y, w float64) {
	p := c.p
	c.shade(rect(x, y-74, w, 76), p.wall, p.wallShade, across(x, x+w))
	n := int(w / 72)
	for i := range n {
		bx := x + (w/float64(n))*(float64(i)+0.5)
		c.window(bx-20, y-60, 40, 60, c.chance(0.4))
	}
	c.fill(rect(x-26, y-12, w+52, 16), alpha(p.cream, 0.95))
	c.fill(rect(x-26, y+2, w+52, 5), alpha(p.ink, 0.25))
	for k := x - 22; k < x+w+20; k += 60 {
		if c.chance(0.5) {
			c.bush(k, y-8, 50, 18, p.leaf)
		}
	}
}

// window of a facade, lit or not.
func (c *canvas) window(x, y, w, h float64, lit bool) {
	p := c.p
	if p.night {
		lit = c.chance(0.68)
	}
	switch {
	case lit && p.night:
		c.shade(arch(x, y, w, h), p.glow, mix(p.glow, p.accent, 0.35), down(y, y+h))
	case lit:
		c.fill(arch(x, y, w, h), lighter(p.skyTop, 0.35))
	default:
		c.fill(arch(x, y, w, h), darker(p.seaFar, 0.3))
	}
	c.fill(rect(x+w/2-1.5, y, 3, h).add(rect(x, y+h*0.42, w, 2.5)), alpha(p.cream, 0.8))
	if c.chance(0.3) {
		c.fill(rect(x-w*0.3, y+h*0.2, w*0.28, h*0.8).add(rect(x+w*1.02, y+h*0.2, w*0.28, h*0.8)), p.accent2)
	}
}

func (c *canvas) bigHotel(x, y, w float64, floors int, tower bool) {
	p := c.p
	fh := 66.0
	h := fh * float64(floors-1)
	c.shade(rect(x, y-h, w, h), p.wall, p.wallShade, across(x, x+w))
	c.fill(polygon(x-14, y-h, x+40, y-h-46, x+w-40, y-h-46, x+w+14, y-h), p.roof)
	c.fill(rect(x-14, y-h-3, w+28, 10), p.cream)
	n := int(w / 66)
	for f := range floors - 1 {
		for i := range n {
			bx := x + (w/float64(n))*(float64(i)+0.5)
			c.window(bx-15, y-fh*float64(f)-54, 30, 46, c.chance(0.3))
			if f > 0 {
				c.fill(rect(bx-23, y-fh*float64(f)-20, 46, 13), alpha(p.cream, 0.9))
				c.fill(rect(bx-25, y-fh*float64(f)-8, 50, 3), alpha(p.ink, 0.22))
			}
		}
	}
	if tower {
		tx, tw := x+w/2-105, 210.0
		th := h + 96
		c.shade(rect(tx, y-th, tw, th), lighter(p.wall, 0.3), mix(p.wall, p.wallShade, 0.7), across(tx, tx+tw))
		c.shade((&path{}).move(tx+10, y-th).cube(tx+16, y-th-80, tx+60, y-th-110, tx+tw/2, y-th-118).cube(tx+tw-60, y-th-110, tx+tw-16, y-th-80, tx+tw-10, y-th), lighter(p.roof, 0.15), darker(p.roof, 0.2), across(tx, tx+tw))
		c.fill(stroke(4, tx+tw/2, y-th-110, tx+tw/2, y-th-175), p.ink)
		c.fill((&path{}).move(tx+tw/2, y-th-174).quad(tx+tw/2+26, y-th-182, tx+tw/2+52, y-th-168).line(tx+tw/2+50, y-th-146).quad(tx+tw/2+26, y-th-158, tx+tw/2, y-th-148), p.accent)
		c.fill(rect(tx-8, y-th-4, tw+16, 12), p.cream)
		for f := range floors {
			for i := range 3 {
				c.window(tx+24+float64(i)*60, y-fh*float64(f)-72, 42, 56, c.chance(0.4))
			}
		}
		c.fill(rect(tx-30, y-70, tw+60, 14), p.accent)
		for i := range 8 {
			col := p.accent
			if i%2 == 0 {
				col = p.cream
			}
			c.fill(polygon(tx-30+float64(i)*33.75, y-70, tx-30+float64(i+1)*33.75, y-70, tx-38+float64(i+1)*35.8, y-42, tx-38+float64(i)*35.8, y-42), col)
		}
		c.shade(arch(tx+tw/2-34, y-64, 68, 66), p.glow, mix(p.glow, p.wood, 0.5), down(y-64, y))
	}
}

// village is a heap of white houses, some with domes, on a slope.
func (c *canvas) village(m func(x float64, w ...float64) float64, ground float64) {
	p := c.p
	dome := p.roof
	for row := 4; row >= 0; row-- {
		y := ground - float64(row)*58
		for i := range 7 - row {
			w, h := c.between(118, 168), c.between(78, 112)
			x := m(190+float64(row)*58+float64(i)*125+c.between(-18, 18), w)
			c.shade(rect(x, y-h, w, h+4), p.wall, p.wallShade, across(x-30, x+w+10))
			if c.chance(0.32) {
				c.shade((&path{}).move(x+w*0.16, y-h).cube(x+w*0.16, y-h-w*0.42, x+w*0.84, y-h-w*0.42, x+w*0.84, y-h), lighter(dome, 0.2), darker(dome, 0.15), across(x, x+w))
				c.fill(stroke(3, x+w/2, y-h-w*0.3, x+w/2, y-h-w*0.3-18), p.ink)
			} else {
				c.fill(rect(x-4, y-h-6, w+8, 9), p.cream)
			}
			c.fill(rect(x+w, y-h, 10, h+4), alpha(p.ink, 0.16))
			c.window(x+w*0.2, y-h*0.72, 26, 38, c.chance(0.4))
			c.window(x+w*0.6, y-h*0.72, 26, 38, c.chance(0.4))
			if c.chance(0.3) {
				c.bush(x+w*0.5, y+2, w*0.5, 30, p.leaf)
				c.flowers(x+w*0.28, y-22, w*0.45, 20, 8, p.accent)
			}
		}
	}
}
