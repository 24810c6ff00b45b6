package drawing

import "math"

// hole is a rectangle that is cut out of the outline it is added to.
func hole(x, y, w, h float64) *path { return polygon(x, y, x, y+h, x+w, y+h, x+w, y) }

// archHole is an arch that is cut out of the outline it is added to.
func archHole(x, y, w, h float64) *path {
	r := w / 2
	k := r * 0.45
	return (&path{}).move(x+w, y+h).line(x+w, y+r).cube(x+w, y+k, x+w-k, y, x+w-r, y).
		cube(x+k, y, x, y+k, x, y+r).line(x, y+h)
}

// roundHole is an ellipse that is cut out of the outline it is added to.
func roundHole(x, y, rx, ry float64) *path {
	const k = 0.5523
	return (&path{}).move(x+rx, y).
		cube(x+rx, y-k*ry, x+k*rx, y-ry, x, y-ry).
		cube(x-k*rx, y-ry, x-rx, y-k*ry, x-rx, y).
		cube(x-rx, y+k*ry, x-k*rx, y+ry, x, y+ry).
		cube(x+k*rx, y+ry, x+rx, y+k*ry, x+rx, y)
}

// wallColour is one of the quiet colours that go with the palette.
func (c *canvas) wallColour() colourOf {
	p := c.p
	choice := []colourOf{p.wall, mix(p.wall, p.skyTop, 0.35), mix(p.wall, p.accent, 0.22), mix(p.wall, p.leaf, 0.4), mix(p.wall, p.accent2, 0.3), mix(p.cream, p.sandShade, 0.45)}
	w := choice[c.rnd.IntN(len(choice))]
	if p.night {
		w = mix(w, p.hillMid, 0.28)
	}
	return w
}

// outlook draws what is seen through the windows.
func (c *canvas) outlook(horizon float64) {
	if c.place == Mountains {
		c.mountains(horizon)
		return
	}
	sunX := c.landscape(horizon)
	c.sea(horizon, horizon+260, sunX)
	c.sailboat(c.between(250, 950), horizon+30, c.between(26, 40))
}

// wallWith paints a wall with an opening cut out, down to the floor.
func (c *canvas) wallWith(col colourOf, floor float64, openings ...*path) {
	q := rect(0, 0, 1200, floor+2)
	for _, o := range openings {
		q.add(o)
	}
	c.shade(q, darker(col, 0.1), col, down(0, floor*0.7))
}

// planks is a floor of boards or of tiles that runs to the viewer.
func (c *canvas) planks(floor float64) {
	p := c.p
	if c.chance(0.65) {
		c.shade(rect(0, floor, 1200, 810-floor), darker(p.wood, 0.12), lighter(p.wood, 0.22), down(floor, 800))
		for i := -14; i <= 14; i++ {
			x := float64(i) * 70
			c.fill(stroke(2, 600+x, floor, 600+x*2.1, 810), alpha(p.ink, 0.14))
		}
	} else {
		a := mix(p.cream, p.floor, 0.35)
		c.shade(rect(0, floor, 1200, 810-floor), darker(a, 0.1), lighter(a, 0.3), down(floor, 800))
		c.checks(floor, alpha(mix(p.accent2, p.floor, 0.4), 0.3))
	}
	c.fill(rect(0, floor-14, 1200, 14), lighter(p.wall, 0.4))
	c.shade(rect(0, floor, 1200, 26), alpha(p.ink, 0.2), alpha(p.ink, 0), down(floor, floor+26))
}

// checks are every second tile of a floor in perspective.
func (c *canvas) checks(floor float64, col colourOf) {
	q := &path{}
	y, s := floor, 14.0
	for row := 0; y < 810; row++ {
		y2 := y + s
		k1, k2 := 1+(y-floor)/170, 1+(y2-floor)/170
		for i := -16; i < 16; i++ {
			if (i+row)%2 == 0 {
				x1, x2 := float64(i)*60, float64(i+1)*60
				q.add(polygon(600+x1*k1, y, 600+x2*k1, y, 600+x2*k2, y2, 600+x1*k2, y2))
			}
		}
		y, s = y2, s*1.34
	}
	c.fill(q, col)
}

// sunbeam is the light that falls through a window onto the floor.
func (c *canvas) sunbeam(x, w, floor, slant float64) {
	c.shade(polygon(x+slant*0.3, floor+8, x+w+slant*0.3, floor+8, x+w*1.25+slant, 800, x-w*0.1+slant, 800), alpha(c.p.sun, 0.5), alpha(c.p.sun, 0.06), down(floor, 800))
}

// frame is the frame of a window with its bars.
func (c *canvas) frame(x, y, w, h float64, panes int, round bool) {
	p := c.p
	t := 9.0
	outline, inner := rect(x-t, y-t, w+2*t, h+2*t), hole(x, y, w, h)
	if round {
		outline, inner = arch(x-t, y-t, w+2*t, h+2*t), archHole(x, y, w, h)
	}
	c.fill(outline.add(inner), p.cream)
	for i := 1; i < panes; i++ {
		c.fill(rect(x+w*float64(i)/float64(panes)-3, y, 6, h), p.cream)
	}
	c.fill(polygon(x+w*0.08, y+h, x+w*0.3, y+h*0.12, x+w*0.4, y+h*0.12, x+w*0.18, y+h), alpha(rgb(0xffffff), 0.12))
}

// curtain hangs from y to y2; it is gathered towards the side where dir points.
func (c *canvas) curtain(x, y, y2, w, dir float64, col colourOf) {
	q := (&path{}).move(x, y).line(x+dir*w, y)
	q.cube(x+dir*w*0.95, y+(y2-y)*0.35, x+dir*w*0.3, y+(y2-y)*0.45, x+dir*w*0.42, y+(y2-y)*0.62)
	q.quad(x+dir*w*0.6, y+(y2-y)*0.8, x+dir*w*0.62, y2).line(x, y2)
	c.fill(q, col)
	for i := range 4 {
		t := (float64(i) + 0.6) / 4.4
		c.fill((&path{}).move(x+dir*w*t*0.95, y).quad(x+dir*w*t*0.36, y+(y2-y)*0.5, x+dir*w*t*0.6, y2).line(x+dir*(w*t*0.6+7), y2).quad(x+dir*(w*t*0.36+5), y+(y2-y)*0.5, x+dir*(w*t*0.95+4), y), alpha(c.p.ink, 0.1))
	}
	c.fill(rounded(x-4, y+(y2-y)*0.57, w*0.5+4, 13, 5).mirror(x, dir), c.p.accent2)
}

// mirror turns an outline around the vertical line at x if dir is negative.
func (p *path) mirror(x, dir float64) *path {
	if dir > 0 {
		return p
	}
	for i := range p.ops {
		for k := range p.ops[i].a {
			p.ops[i].a[k].x = 2*x - p.ops[i].a[k].x
		}
	}
	return p
}

// bed is seen from its foot; x is its middle, y where its head meets the wall.
func (c *canvas) bed(x, y, w, depth float64, throw colourOf) {
	p := c.p
	head := mix(p.wood, throw, c.between(0, 0.75))
	hh := w * c.between(0.3, 0.4)
	c.shade(ellipse(x, y+depth+w*0.06, w*0.74, w*0.1), alpha(p.ink, 0.4), alpha(p.ink, 0), around(x, y+depth+w*0.06, w*0.74, w*0.1))
	switch c.rnd.IntN(3) {
	case 0:
		c.shade(rounded(x-w*0.56, y-hh, w*1.12, hh+depth*0.4, 26), lighter(head, 0.12), darker(head, 0.12), down(y-hh, y))
		for i := range 6 {
			c.fill(rect(x-w*0.56+w*1.12*float64(i+1)/7, y-hh+10, 3, hh), alpha(p.ink, 0.14))
		}
	case 1:
		c.shade((&path{}).move(x-w*0.56, y+depth*0.3).line(x-w*0.56, y-hh*0.35).cube(x-w*0.5, y-hh*1.25, x+w*0.5, y-hh*1.25, x+w*0.56, y-hh*0.35).line(x+w*0.56, y+depth*0.3), lighter(head, 0.12), darker(head, 0.15), down(y-hh, y))
	default:
		for i := range 3 {
			c.shade(rounded(x-w*0.6+w*0.4*float64(i)+4, y-hh, w*0.4-8, hh+depth*0.3, 16), lighter(head, 0.16), darker(head, 0.15), down(y-hh, y))
		}
	}
	for _, s := range []float64{-1, 1} {
		c.shade(rounded(x+s*w*0.25-w*0.21, y-w*0.13, w*0.42, w*0.2, w*0.07), p.cream, darker(p.cream, 0.14), down(y-w*0.12, y+w*0.08))
		c.shade(rounded(x+s*w*0.2-w*0.15, y-w*0.06, w*0.3, w*0.16, w*0.05), throw, darker(throw, 0.2), down(y-w*0.05, y+w*0.1))
	}
	f := w * 0.6
	c.shade((&path{}).move(x-w*0.5, y+w*0.06).line(x+w*0.5, y+w*0.06).line(x+f, y+depth).line(x-f, y+depth), darker(p.cream, 0.1), lighter(p.cream, 0.5), down(y, y+depth))
	// The fold of the sheet and the throw over the foot.
	c.fill(polygon(x-w*0.505, y+w*0.06, x+w*0.505, y+w*0.06, x+w*0.525, y+w*0.06+depth*0.16, x-w*0.525, y+w*0.06+depth*0.16), lighter(throw, 0.62))
	t0, t1 := 0.56, 0.86
	wx := func(t float64) float64 { return w*0.5 + (f-w*0.5)*t }
	c.shade(polygon(x-wx(t0)-3, y+depth*t0, x+wx(t0)+3, y+depth*t0, x+wx(t1)+5, y+depth*t1, x-wx(t1)-5, y+depth*t1), lighter(throw, 0.1), throw, down(y+depth*t0, y+depth*t1))
	for i := range 3 {
		t := t0 + (t1-t0)*(float64(i)+0.7)/3.4
		c.fill(polygon(x-wx(t), y+depth*t, x+wx(t), y+depth*t, x+wx(t+0.02), y+depth*(t+0.025), x-wx(t+0.02), y+depth*(t+0.025)), alpha(p.cream, 0.55))
	}
	c.shade(rect(x-f, y+depth, f*2, w*0.16), darker(p.cream, 0.12), darker(p.cream, 0.3), down(y+depth, y+depth+w*0.16))
	c.shade(polygon(x-wx(t1)-5, y+depth*t1, x-f-4, y+depth, x-f-4, y+depth+w*0.09, x-wx(t1)-5, y+depth*t1), throw, darker(throw, 0.2), down(y+depth*t1, y+depth+w*0.1))
	c.fill(rect(x-f, y+depth+w*0.16, f*2, w*0.035), head)
	c.fill(rect(x-f+10, y+depth+w*0.19, 16, w*0.05).add(rect(x+f-26, y+depth+w*0.19, 16, w*0.05)), darker(head, 0.3))
}

// nightstand with a lamp on it; y is the floor.
func (c *canvas) nightstand(x, y, s float64) {
	p := c.p
	c.fill(ellipse(x, y+3, s*0.55, s*0.08), alpha(p.ink, 0.25))
	c.shade(rounded(x-s*0.45, y-s*0.62, s*0.9, s*0.5, 6), lighter(p.wood, 0.1), darker(p.wood, 0.15), across(x-s/2, x+s/2))
	c.fill(rect(x-s*0.36, y-s*0.14, s*0.07, s*0.16).add(rect(x+s*0.29, y-s*0.14, s*0.07, s*0.16)), darker(p.wood, 0.3))
	c.fill(ellipse(x, y-s*0.38, s*0.05, s*0.05), p.glow)
	c.tableLamp(x, y-s*0.62, s*0.8)
}

func (c *canvas) tableLamp(x, y, s float64) {
	p := c.p
	c.shade(ellipse(x, y-s*0.7, s*1.7, s*1.5), alpha(p.glow, 0.5), alpha(p.glow, 0), around(x, y-s*0.7, s*1.7, s*1.5))
	c.fill(ellipse(x, y-s*0.24, s*0.17, s*0.22), p.accent2)
	c.fill(rect(x-s*0.02, y-s*0.6, s*0.04, s*0.3).add(rect(x-s*0.14, y-s*0.04, s*0.28, s*0.04)), p.ink)
	c.shade(polygon(x-s*0.22, y-s*1.02, x+s*0.22, y-s*1.02, x+s*0.36, y-s*0.5, x-s*0.36, y-s*0.5), p.cream, p.glow, down(y-s, y-s*0.5))
}

// pendant hangs from the ceiling down to y.
func (c *canvas) pendant(x, y, s float64, kind int) {
	p := c.p
	c.fill(rect(x-1.5, 0, 3, y-s*0.4), p.ink)
	c.shade(ellipse(x, y, s*2, s*1.8), alpha(p.glow, 0.42), alpha(p.glow, 0), around(x, y, s*2, s*1.8))
	switch kind % 3 {
	case 0:
		c.shade((&path{}).move(x-s*0.12, y-s*0.5).line(x+s*0.12, y-s*0.5).cube(x+s*0.4, y-s*0.4, x+s*0.55, y-s*0.1, x+s*0.6, y+s*0.1).line(x-s*0.6, y+s*0.1).cube(x-s*0.55, y-s*0.1, x-s*0.4, y-s*0.4, x-s*0.12, y-s*0.5), lighter(p.accent, 0.12), darker(p.accent, 0.15), across(x-s*0.6, x+s*0.6))
		c.fill(ellipse(x, y+s*0.1, s*0.58, s*0.09), p.glow)
	case 1:
		c.fill(ellipse(x, y, s*0.46, s*0.46), p.glow)
		c.fill(ellipse(x-s*0.1, y-s*0.1, s*0.2, s*0.2), alpha(p.cream, 0.8))
		c.fill(rect(x-s*0.1, y-s*0.56, s*0.2, s*0.14), p.ink)
	default: // a basket of straw
		q := &path{}
		for i := range 5 {
			t := float64(i) / 4
			w := s * (0.28 + 0.36*math.Sin(math.Pi*(0.15+0.62*t)))
			q.add(rounded(x-w, y-s*0.5+s*0.19*t*4, w*2, s*0.15, 7))
		}
		c.fill(q, lighter(p.wood, 0.3))
		c.fill(ellipse(x, y+s*0.2, s*0.2, s*0.16), p.glow)
	}
}

// picture hangs on a wall.
func (c *canvas) picture(x, y, w, h float64) {
	p := c.p
	c.fill(rect(x+5, y+7, w, h), alpha(p.ink, 0.18))
	frame := p.wood
	if c.chance(0.5) {
		frame = p.ink
	}
	c.fill(rect(x, y, w, h), frame)
	ix, iy, iw, ih := x+w*0.06, y+w*0.06, w*0.88, h-w*0.12
	c.fill(rect(ix, iy, iw, ih), p.cream)
	ix, iy, iw, ih = ix+w*0.06, iy+w*0.06, iw-w*0.12, ih-w*0.12
	switch c.rnd.IntN(4) {
	case 0: // a sun over water
		c.fill(rect(ix, iy, iw, ih*0.58), p.skyLow)
		c.fill(ellipse(ix+iw/2, iy+ih*0.42, iw*0.24, iw*0.24), p.accent)
		c.fill(rect(ix, iy+ih*0.58, iw, ih*0.42), p.seaFar)
	case 1: // a leaf
		c.fill(rect(ix, iy, iw, ih), mix(p.cream, p.leaf, 0.25))
		c.fill((&path{}).move(ix+iw/2, iy+ih*0.08).cube(ix+iw, iy+ih*0.3, ix+iw*0.95, iy+ih*0.7, ix+iw/2, iy+ih*0.94).cube(ix+iw*0.05, iy+ih*0.7, ix, iy+ih*0.3, ix+iw/2, iy+ih*0.08), p.leafDark)
		c.fill(rect(ix+iw/2-1.5, iy+ih*0.12, 3, ih*0.84), p.leaf)
	case 2: // hills
		c.fill(rect(ix, iy, iw, ih), p.skyTop)
		c.fill((&path{}).move(ix, iy+ih*0.6).quad(ix+iw*0.4, iy+ih*0.2, ix+iw, iy+ih*0.55).line(ix+iw, iy+ih, ix, iy+ih), p.hillMid)
		c.fill((&path{}).move(ix, iy+ih*0.8).quad(ix+iw*0.6, iy+ih*0.45, ix+iw, iy+ih*0.75).line(ix+iw, iy+ih, ix, iy+ih), p.accent)
	default: // shapes
		c.fill(ellipse(ix+iw*0.4, iy+ih*0.38, iw*0.3, iw*0.3), p.accent)
		c.fill((&path{}).move(ix+iw*0.15, iy+ih*0.95).cube(ix+iw*0.15, iy+ih*0.4, ix+iw*0.85, iy+ih*0.4, ix+iw*0.85, iy+ih*0.95), p.accent2)
		c.fill(ellipse(ix+iw*0.72, iy+ih*0.3, iw*0.13, iw*0.13), p.ink)
	}
}

func (c *canvas) rug(x, y, w, h float64, round bool) {
	p := c.p
	one, two := p.accent2, p.cream
	if c.chance(0.5) {
		one = p.accent
	}
	for i := range 4 {
		k := 1 - 0.2*float64(i)
		col := one
		if i%2 == 1 {
			col = two
		}
		col = mix(col, p.floor, 0.25)
		if round {
			c.fill(ellipse(x, y, w/2*k, h/2*k), col)
		} else {
			c.fill(polygon(x-w*0.42*k, y-h/2*k, x+w*0.42*k, y-h/2*k, x+w*0.52*k, y+h/2*k, x-w*0.52*k, y+h/2*k), col)
		}
	}
}

// armchair faces the viewer.
func (c *canvas) armchair(x, y, s float64, col colourOf) {
	p := c.p
	c.fill(ellipse(x, y+4, s*0.62, s*0.09), alpha(p.ink, 0.28))
	c.fill(stroke(s*0.06, x-s*0.36, y-s*0.2, x-s*0.42, y+s*0.02).add(stroke(s*0.06, x+s*0.36, y-s*0.2, x+s*0.42, y+s*0.02)), darker(p.wood, 0.2))
	c.shade(rounded(x-s*0.42, y-s*0.95, s*0.84, s*0.8, s*0.22), lighter(col, 0.1), darker(col, 0.15), down(y-s, y-s*0.2))
	c.shade(rounded(x-s*0.4, y-s*0.45, s*0.8, s*0.24, s*0.08), lighter(col, 0.22), col, down(y-s*0.45, y-s*0.2))
	c.shade(rounded(x-s*0.56, y-s*0.6, s*0.2, s*0.48, s*0.09), col, darker(col, 0.2), down(y-s*0.6, y))
	c.shade(rounded(x+s*0.36, y-s*0.6, s*0.2, s*0.48, s*0.09), darker(col, 0.08), darker(col, 0.28), down(y-s*0.6, y))
	c.fill(rounded(x-s*0.2, y-s*0.66, s*0.36, s*0.26, s*0.06), p.cream)
}

func (c *canvas) sofa(x, y, w float64, col colourOf) {
	p := c.p
	h := w * 0.34
	c.fill(ellipse(x, y+4, w*0.54, w*0.04), alpha(p.ink, 0.28))
	c.fill(rect(x-w*0.42, y-h*0.16, w*0.03, h*0.18).add(rect(x+w*0.39, y-h*0.16, w*0.03, h*0.18)), darker(p.wood, 0.2))
	c.shade(rounded(x-w*0.46, y-h, w*0.92, h*0.8, w*0.06), lighter(col, 0.08), darker(col, 0.12), down(y-h, y))
	c.shade(rounded(x-w*0.42, y-h*0.52, w*0.42, h*0.36, w*0.03).add(rounded(x+w*0.003, y-h*0.52, w*0.42, h*0.36, w*0.03)), lighter(col, 0.25), col, down(y-h*0.5, y-h*0.2))
	c.shade(rounded(x-w*0.5, y-h*0.66, w*0.11, h*0.54, w*0.04).add(rounded(x+w*0.39, y-h*0.66, w*0.11, h*0.54, w*0.04)), col, darker(col, 0.25), down(y-h*0.66, y))
	for i, k := range []float64{-0.31, -0.16, 0.27} {
		cc := []colourOf{p.cream, p.accent, p.accent2}[i]
		c.fill(rounded(x+w*k-w*0.075, y-h*0.86, w*0.15, w*0.13, w*0.025), cc)
	}
}

// table is low and round.
func (c *canvas) lowTable(x, y, w float64) {
	p := c.p
	c.fill(ellipse(x, y+3, w*0.5, w*0.08), alpha(p.ink, 0.25))
	c.fill(stroke(w*0.04, x-w*0.3, y-w*0.3, x-w*0.36, y).add(stroke(w*0.04, x+w*0.3, y-w*0.3, x+w*0.36, y)), darker(p.wood, 0.25))
	c.fill(ellipse(x, y-w*0.29, w*0.5, w*0.12), darker(p.wood, 0.2))
	c.shade(ellipse(x, y-w*0.32, w*0.5, w*0.12), lighter(p.wood, 0.3), p.wood, across(x-w/2, x+w/2))
	c.fill(rounded(x-w*0.28, y-w*0.4, w*0.2, w*0.08, 4), p.accent)
	c.fill(rounded(x+w*0.1, y-w*0.52, w*0.1, w*0.2, 6), p.accent2)
	c.flowers(x+w*0.03, y-w*0.66, w*0.24, w*0.14, 9, p.accent)
}
