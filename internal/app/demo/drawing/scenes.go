package drawing

var scenes = map[string]func(*canvas){}

func init() {
	for _, n := range []string{"room", "suite", "family_room", "bathroom", "pool", "beach", "restaurant", "bar", "spa", "garden", "lobby", "exterior", "kids_club", "view"} {
		scenes[n] = func(c *canvas) { c.shade(rect(-200, -200, 1600, 1200), c.p.skyTop, c.p.skyLow, down(0, 800)) }
	}
}
