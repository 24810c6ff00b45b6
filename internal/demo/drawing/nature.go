package drawing

import "math"

// sky fills the sheet down to the horizon, with a sun, clouds and birds, and returns
// where the sun is.
func (c *canvas) sky(horizon float64) (sunX float64) {
	p := c.p
	c.shade(rect(0, 0, sheetW, horizon+2), p.skyTop, p.skyLow, down(0, horizon))
	sunX = c.between(200, 1000)
	sunY := horizon * c.between(0.22, 0.7)
	if p.night {
		sunY = horizon * c.between(0.55, 0.85)
	}
	r := c.between(46, 78)
	c.shade(ellipse(sunX, sunY, r*5, r*5), alpha(p.sun, 0.5), alpha(p.sun, 0), around(sunX, sunY, r*4.6, r*4.6))
	if c.chance(0.3) { // the rings of a poster's sun
		for i := 3; i > 0; i-- {
			c.fill(ellipse(sunX, sunY, r*(1+0.38*float64(i)), r*(1+0.38*float64(i))), alpha(p.sun, 0.16))
		}
	}
	c.fill(ellipse(sunX, sunY, r, r), p.sun)
	for range 2 + c.rnd.IntN(3) {
		c.cloud(c.between(0, sheetW), horizon*c.between(0.1, 0.62), c.between(90, 210))
	}
	if c.chance(0.7) {
		c.birds(c.between(200, 1000), horizon*c.between(0.2, 0.5))
	}
	return sunX
}

func (c *canvas) cloud(x, y, w float64) {
	col := alpha(lighter(c.p.skyLow, 0.55), 0.62)
	h := w * 0.13
	q := rounded(x-w/2, y-h/2, w, h, h/2)
	q.add(rounded(x-w*0.28, y-h*1.25, w*0.5, h*0.95, h/2))
	q.add(rounded(x-w*0.1+c.between(-20, 20), y+h*0.3, w*0.8, h*0.75, h/2))
	c.fill(q, col)
}

func (c *canvas) birds(x, y float64) {
	for range 3 + c.rnd.IntN(3) {
		bx, by, s := x+c.between(-90, 90), y+c.between(-35, 35), c.between(7, 13)
		q := (&path{}).move(bx-s*1.6, by-s*0.5).quad(bx-s*0.7, by-s, bx, by).quad(bx+s*0.7, by-s, bx+s*1.6, by-s*0.5).
			quad(bx+s*0.7, by-s*0.6, bx, by+s*0.35).quad(bx-s*0.7, by-s*0.6, bx-s*1.6, by-s*0.5)
		c.fill(q, alpha(c.p.ink, 0.75))
	}
}

// hills draws a ridge between two edges whose feet stand on base.
func (c *canvas) hills(x0, x1, base, height float64, colour, low colourOf, steps int) {
	q := (&path{}).move(x0-20, base)
	w := (x1 - x0) / float64(steps)
	y := base
	if x0 <= 0 { // an island begins at the water, a coast goes on beyond the edge
		y -= height * c.between(0.2, 0.5)
	}
	q.line(x0-20, y)
	for i := range steps {
		peak := height * c.between(0.35, 1) * math.Sin(math.Pi*(float64(i)+0.6)/(float64(steps)+0.2))
		nx, ny := x0+w*float64(i+1), base-peak
		q.cube(nx-w*0.6, y-c.between(-12, 12), nx-w*0.4, ny, nx, ny)
		y = ny
	}
	if x1 < sheetW {
		q.cube(x1+w*0.2, y, x1+w*0.3, base, x1+w*0.6, base)
	} else {
		q.line(x1+20, y+height*0.15, x1+20, base)
	}
	c.shade(q, colour, low, down(base-height, base))
}

// sea fills from the horizon to the bottom, in bands that grow towards the viewer,
// with the light of the sun on it.
func (c *canvas) sea(horizon, bottom, sunX float64) {
	p := c.p
	c.shade(rect(0, horizon, sheetW, bottom-horizon), p.seaFar, p.seaNear, down(horizon, bottom))
	c.fill(rect(0, horizon, sheetW, 2), alpha(p.foam, 0.35))
	depth := bottom - horizon
	for y, step := horizon+8.0, 9.0; y < bottom; y, step = y+step, step*1.22 {
		t := (y - horizon) / depth
		for range 5 {
			w, x := c.between(40, 150)*(0.5+1.6*t), c.between(-60, sheetW)
			h := 1.5 + 5*t
			c.fill((&path{}).move(x, y).quad(x+w/2, y-h, x+w, y).quad(x+w/2, y+h*0.5, x, y), alpha(p.foam, 0.22+0.14*t))
		}
		w := (18 + 130*t) * c.between(0.6, 1.3)
		c.fill(ellipse(sunX+c.between(-14, 14)*(1+3*t), y, w, 1.6+3.4*t), alpha(p.sun, 0.55-0.3*t))
	}
}

func (c *canvas) sailboat(x, y, s float64) {
	p := c.p
	sail, second := p.cream, p.accent
	if c.chance(0.4) {
		sail, second = p.accent, p.cream
	}
	dir := 1.0
	if c.chance(0.5) {
		dir = -1
	}
	c.fill(ellipse(x, y+s*0.16, s*0.75, s*0.07), alpha(p.ink, 0.22))
	c.fill((&path{}).move(x-s*0.6, y-s*0.06).line(x+s*0.6, y-s*0.06).quad(x+s*0.46, y+s*0.16, x+s*0.3, y+s*0.16).line(x-s*0.4, y+s*0.16).quad(x-s*0.52, y+s*0.12, x-s*0.6, y-s*0.06), p.ink)
	c.fill(rect(x-s*0.6, y-s*0.06, s*1.2, s*0.045), p.cream)
	c.fill((&path{}).move(x+dir*s*0.03, y-s*1.5).quad(x+dir*s*0.55, y-s*0.7, x+dir*s*0.6, y-s*0.14).line(x+dir*s*0.03, y-s*0.14), sail)
	c.fill((&path{}).move(x-dir*s*0.03, y-s*1.35).quad(x-dir*s*0.32, y-s*0.6, x-dir*s*0.46, y-s*0.14).line(x-dir*s*0.03, y-s*0.14), second)
	c.fill(stroke(s*0.03, x, y-s*1.56, x, y-s*0.06), p.ink)
}

// palm stands at x, y and is h high.
func (c *canvas) palm(x, y, h float64) {
	p := c.p
	lean := c.between(-0.28, 0.28) * h
	tx, ty := x+lean, y-h
	mx, my := x+lean*0.2, y-h*0.55
	w := h * 0.028
	c.shade((&path{}).move(x-w*1.5, y).quad(mx-w, my, tx-w*0.7, ty).line(tx+w*0.7, ty).quad(mx+w, my, x+w*1.5, y), darker(p.trunk, 0.25), p.trunk, across(x-w+lean*0.3, x+w+lean*0.3))
	n := 9 + c.rnd.IntN(3)
	for i := range n {
		a := math.Pi*(1.12+0.0) + (math.Pi*1.0)*(float64(i)+c.between(-0.2, 0.2))/float64(n-1) - math.Pi*0.06
		l := h * c.between(0.36, 0.46)
		ex, ey := tx+math.Cos(a)*l*1.12, ty+math.Sin(a)*l*0.55+l*0.34
		bx, by := tx+math.Cos(a)*l*0.55, ty+math.Sin(a)*l*0.85-l*0.14
		col := p.leafDark
		if i%2 == 1 {
			col = p.leaf
		}
		t := l * 0.13
		q := (&path{}).move(tx, ty).quad(bx, by-t*0.6, ex, ey)
		const teeth = 7
		for k := teeth; k >= 0; k-- {
			u := (float64(k) + 0.5) / (teeth + 1)
			v := float64(k) / (teeth + 1)
			at := func(u, off float64) (float64, float64) {
				qx := (1-u)*(1-u)*tx + 2*u*(1-u)*bx + u*u*ex
				qy := (1-u)*(1-u)*ty + 2*u*(1-u)*by + u*u*ey
				return qx, qy + off*math.Sin(math.Pi*min(1, u+0.12))
			}
			x1, y1 := at(u, t*2.1)
			x2, y2 := at(v, t*0.55)
			q.line(x1, y1, x2, y2)
		}
		c.fill(q, col)
	}
	c.fill(ellipse(tx-w, ty+w*1.2, w*1.3, w*1.3).add(ellipse(tx+w*1.3, ty+w*1.5, w*1.2, w*1.2)), darker(p.trunk, 0.35))
}

func (c *canvas) cypress(x, y, h float64) {
	w := h * c.between(0.09, 0.12)
	q := func(k float64) *path {
		return (&path{}).move(x, y-h).cube(x+w*0.5*k, y-h*0.75, x+w*k, y-h*0.4, x+w*0.75*k, y-h*0.06).quad(x, y+h*0.02, x, y+h*0.01)
	}
	c.fill(rect(x-w*0.12, y-h*0.05, w*0.24, h*0.07), c.p.trunk)
	c.fill(q(1), c.p.leafDark)
	c.fill(q(-1), mix(c.p.leafDark, c.p.leaf, 0.45))
}

// bush is a heap of leaves whose foot is at y.
func (c *canvas) bush(x, y, w, h float64, col colourOf) {
	q := &path{}
	n := 5
	for i := range n {
		t := (float64(i) + 0.5) / float64(n)
		r := h * (0.34 + 0.3*math.Sin(math.Pi*t)) * c.between(0.9, 1.15)
		q.add(ellipse(x-w/2+w*t, y-h*0.62*math.Sin(math.Pi*t), max(r, w*0.15), r))
	}
	q.add(rect(x-w*0.46, y-h*0.35, w*0.92, h*0.35))
	c.shade(q, lighter(col, 0.16), darker(col, 0.2), down(y-h, y))
}

// flowers are spots of colour in a box.
func (c *canvas) flowers(x, y, w, h float64, n int, col colourOf) {
	a, b := &path{}, &path{}
	for range n {
		fx, fy, r := x+c.between(0, w), y+c.between(0, h), c.between(3, 6.5)
		a.add(ellipse(fx-r*0.6, fy, r, r*0.8)).add(ellipse(fx+r*0.6, fy-r*0.3, r*0.9, r*0.8)).add(ellipse(fx, fy+r*0.6, r*0.8, r*0.8))
		b.add(ellipse(fx, fy, r*0.35, r*0.35))
	}
	c.fill(a, col)
	c.fill(b, c.p.glow)
}

// parasol stands at x, y; r is the radius of its cloth.
func (c *canvas) parasol(x, y, r float64, one, two colourOf) {
	p := c.p
	h := r * 1.55
	top := y - h
	c.shade(ellipse(x+r*0.35, y+r*0.04, r*0.95, r*0.17), alpha(p.ink, 0.38), alpha(p.ink, 0.1), around(x+r*0.35, y, r, r*0.2))
	c.fill(rect(x-r*0.025, top, r*0.05, h), p.cream)
	const n = 8
	for i := range n {
		a0, a1 := -1+2*float64(i)/n, -1+2*float64(i+1)/n
		// The panels look narrower at the sides, as on a round cloth.
		x0, x1 := x+r*math.Sin(a0*math.Pi/2), x+r*math.Sin(a1*math.Pi/2)
		e0, e1 := top+r*0.44*a0*a0+r*0.14, top+r*0.44*a1*a1+r*0.14
		col := one
		if i%2 == 1 {
			col = two
		}
		col = darker(col, max(0, 0.28*(a1+0.1)))
		c.fill((&path{}).move(x, top-r*0.32).quad(x+(x0-x)*0.62, top-r*0.3+r*0.1*a0*a0, x0, e0).
			quad((x0+x1)/2, (e0+e1)/2+r*0.09, x1, e1).quad(x+(x1-x)*0.62, top-r*0.3+r*0.1*a1*a1, x, top-r*0.32), col)
	}
	c.fill(ellipse(x, top-r*0.34, r*0.04, r*0.06), p.ink)
}

// lounger is seen from the side, its head to the left or the right.
func (c *canvas) lounger(x, y, s float64, col colourOf, flip bool) {
	d := 1.0
	if flip {
		d = -1
	}
	p := c.p
	c.fill(ellipse(x, y+s*0.03, s*0.62, s*0.07), alpha(p.ink, 0.25))
	c.fill(stroke(s*0.035, x-d*s*0.12, y-s*0.2, x-d*s*0.14, y+s*0.02).add(stroke(s*0.035, x+d*s*0.48, y-s*0.2, x+d*s*0.5, y+s*0.02)), darker(p.wood, 0.2))
	c.fill(stroke(s*0.05, x-d*s*0.2, y-s*0.18, x+d*s*0.56, y-s*0.18), p.wood)
	c.fill(polygon(x-d*s*0.2, y-s*0.28, x+d*s*0.56, y-s*0.28, x+d*s*0.56, y-s*0.2, x-d*s*0.2, y-s*0.2), col)
	c.fill(polygon(x-d*s*0.2, y-s*0.29, x-d*s*0.58, y-s*0.6, x-d*s*0.64, y-s*0.54, x-d*s*0.24, y-s*0.2), lighter(col, 0.2))
	c.fill(polygon(x-d*s*0.45, y-s*0.52, x-d*s*0.56, y-s*0.61, x-d*s*0.62, y-s*0.55, x-d*s*0.5, y-s*0.45), p.cream)
}

// pot is a plant in a pot whose foot is at y.
func (c *canvas) pot(x, y, h float64) {
	p := c.p
	ph := h * 0.36
	if c.chance(0.5) {
		for i := range 9 {
			a := -math.Pi/2 + (float64(i)-4)*0.3
			l := h * c.between(0.52, 0.7)
			ex, ey := x+math.Cos(a)*l*0.8, y-ph+math.Sin(a)*l
			nx, ny := -math.Sin(a)*h*0.07, math.Cos(a)*h*0.07
			mx, my := (x+ex)/2, (y-ph+ey)/2
			col := p.leaf
			if i%2 == 0 {
				col = p.leafDark
			}
			c.fill((&path{}).move(x, y-ph).quad(mx+nx, my+ny, ex, ey).quad(mx-nx, my-ny, x, y-ph), col)
		}
	} else {
		for i := range 6 {
			side := float64(i%2*2 - 1)
			ly := y - ph - h*0.1*float64(i) - h*0.03
			lx := x + side*h*(0.2-0.015*float64(i))
			c.fill(stroke(h*0.015, x, y-ph, x, ly, lx, ly-h*0.04), p.leafDark)
			col := p.leaf
			if i%3 == 0 {
				col = p.leafDark
			}
			c.fill(ellipse(lx, ly-h*0.05, h*0.12, h*0.075), col)
		}
	}
	w := h * 0.17
	c.shade(polygon(x-w, y-ph, x+w, y-ph, x+w*0.72, y, x-w*0.72, y), lighter(p.roof, 0.12), darker(p.roof, 0.25), across(x-w, x+w))
	c.fill(rect(x-w*1.08, y-ph-h*0.03, w*2.16, h*0.06), lighter(p.roof, 0.1))
}

// mountains draws snow-covered peaks, woods before them and a meadow.
func (c *canvas) mountains(horizon float64) {
	p := c.p
	c.sky(horizon)
	for _, chain := range []struct {
		n            int
		low, high    float64
		colour, snow colourOf
	}{
		{5, 0.45, 0.75, lighter(p.hillFar, 0.2), alpha(p.foam, 0.75)},
		{4, 0.25, 0.5, p.hillMid, p.foam},
	} {
		w := sheetW / float64(chain.n)
		for i := range chain.n {
			x, h := w*(float64(i)+c.between(0.2, 0.8)), horizon*c.between(chain.low, chain.high)
			c.peak(x, horizon+4, w*c.between(0.7, 1), h, chain.colour, chain.snow)
		}
	}
	c.shade(rect(0, horizon, sheetW, 270), darker(p.leaf, 0.15), lighter(p.leaf, 0.25), down(horizon, horizon+260))
	for range 46 {
		y := horizon + c.between(-2, 26)
		c.fir(c.between(-20, sheetW+20), y, c.between(38, 74), mix(p.leafDark, p.hillNear, c.between(0, 0.5)))
	}
	for range 5 {
		c.fir(c.between(0, sheetW), horizon+c.between(70, 130), c.between(90, 140), p.leafDark)
	}
}

// peak is a mountain whose foot is at y, half as wide as w on each side, with snow on
// its top.
func (c *canvas) peak(x, y, w, h float64, colour, snow colourOf) {
	left, right := c.between(0.25, 0.45), c.between(0.25, 0.45)
	c.shade(polygon(x-w, y, x-w*left, y-h*0.58, x-w*left*0.7, y-h*0.6, x, y-h, x+w*right*0.6, y-h*0.66, x+w*right, y-h*0.55, x+w, y),
		colour, lighter(colour, 0.3), down(y-h, y))
	// The snow ends in points, and lies in the shade on one side.
	c.fill(polygon(x, y-h, x+w*right*0.6, y-h*0.66, x+w*0.1, y-h*0.74, x+w*0.02, y-h*0.62, x-w*0.08, y-h*0.76, x-w*left*0.62, y-h*0.64), snow)
	c.fill(polygon(x, y-h, x+w*right*0.6, y-h*0.66, x+w*0.1, y-h*0.74, x+w*0.02, y-h*0.66), alpha(colour, 0.35))
}

// fir stands on y.
func (c *canvas) fir(x, y, h float64, colour colourOf) {
	c.fill(rect(x-h*0.03, y-h*0.12, h*0.06, h*0.14), c.p.trunk)
	for i := range 3 {
		at, w := y-h*(0.1+0.28*float64(i)), h*(0.24-0.06*float64(i))
		c.fill(polygon(x-w, at, x+w, at, x, at-h*0.42), darker(colour, 0.08*float64(2-i)))
	}
}
