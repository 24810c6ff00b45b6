package drawing

import "image/color"

// palette holds the colours of a picture: few, that go together.
type palette struct {
	skyTop, skyLow, sun          color.NRGBA
	seaFar, seaNear, foam        color.NRGBA
	sand, sandShade              color.NRGBA
	hillFar, hillMid, hillNear   color.NRGBA
	leaf, leafDark, trunk        color.NRGBA
	wall, wallShade, roof, floor color.NRGBA
	accent, accent2, cream, wood color.NRGBA
	ink, glow                    color.NRGBA
	night                        bool
}

func rgb(hex uint32) color.NRGBA {
	return color.NRGBA{uint8(hex >> 16), uint8(hex >> 8), uint8(hex), 255}
}

// alpha makes a colour transparent, from 0 to 1.
func alpha(c color.NRGBA, a float64) color.NRGBA {
	c.A = uint8(float64(c.A) * a)
	return c
}

// mix goes from a to b.
func mix(a, b color.NRGBA, t float64) color.NRGBA {
	m := func(x, y uint8) uint8 { return uint8(float64(x) + (float64(y)-float64(x))*t + 0.5) }
	return color.NRGBA{m(a.R, b.R), m(a.G, b.G), m(a.B, b.B), m(a.A, b.A)}
}

func darker(c color.NRGBA, t float64) color.NRGBA { return mix(c, color.NRGBA{20, 18, 40, c.A}, t) }

func lighter(c color.NRGBA, t float64) color.NRGBA { return mix(c, color.NRGBA{255, 252, 240, c.A}, t) }

var palettes = []palette{
	{ // morning at the Aegean
		skyTop: rgb(0x3f8fc4), skyLow: rgb(0xf7e7c6), sun: rgb(0xfff3d0),
		seaFar: rgb(0x1f6f9f), seaNear: rgb(0x4fc3c0), foam: rgb(0xf4fbf4),
		sand: rgb(0xf3d9a4), sandShade: rgb(0xdcb777),
		hillFar: rgb(0x8fb3c9), hillMid: rgb(0x5f8fa6), hillNear: rgb(0x3c6f6d),
		leaf: rgb(0x4d8b57), leafDark: rgb(0x27563f), trunk: rgb(0x8a5a3b),
		wall: rgb(0xfaf4e6), wallShade: rgb(0xd8d6d2), roof: rgb(0xc9593a), floor: rgb(0xd9b48a),
		accent: rgb(0xe4572e), accent2: rgb(0xf4b942), cream: rgb(0xfff8e7), wood: rgb(0xa66a3f),
		ink: rgb(0x1d3446), glow: rgb(0xffe9a8),
	},
	{ // golden hour
		skyTop: rgb(0x2b6777), skyLow: rgb(0xf8b25c), sun: rgb(0xfff0b3),
		seaFar: rgb(0x1d5c6b), seaNear: rgb(0x5fa79c), foam: rgb(0xfde9c4),
		sand: rgb(0xf0c27f), sandShade: rgb(0xc98f51),
		hillFar: rgb(0xc98f6b), hillMid: rgb(0x8d5f58), hillNear: rgb(0x4a4453),
		leaf: rgb(0x5d7a43), leafDark: rgb(0x2e4a3d), trunk: rgb(0x6b4232),
		wall: rgb(0xfdebc8), wallShade: rgb(0xdcb088), roof: rgb(0xb5482e), floor: rgb(0xc98d5e),
		accent: rgb(0xd1495b), accent2: rgb(0x2a9d8f), cream: rgb(0xfff3d9), wood: rgb(0x91552f),
		ink: rgb(0x2c2a3d), glow: rgb(0xffd98a),
	},
	{ // rose dusk
		skyTop: rgb(0x413a72), skyLow: rgb(0xf59a8b), sun: rgb(0xffe2b8),
		seaFar: rgb(0x3a4a86), seaNear: rgb(0xd07f97), foam: rgb(0xffe3dc),
		sand: rgb(0xe7b89f), sandShade: rgb(0xb98282),
		hillFar: rgb(0xa97aa0), hillMid: rgb(0x6d5590), hillNear: rgb(0x3b3363),
		leaf: rgb(0x4a6d6d), leafDark: rgb(0x25394f), trunk: rgb(0x58405a),
		wall: rgb(0xfbe3d6), wallShade: rgb(0xcf9fa6), roof: rgb(0x93445f), floor: rgb(0xb07f7a),
		accent: rgb(0xf2545b), accent2: rgb(0xf7c266), cream: rgb(0xfff0e2), wood: rgb(0x84503f),
		ink: rgb(0x241f45), glow: rgb(0xffd59a), night: true,
	},
	{ // mint and coral
		skyTop: rgb(0x7fcdbb), skyLow: rgb(0xfdf3d8), sun: rgb(0xfffbe6),
		seaFar: rgb(0x2a9d8f), seaNear: rgb(0x9fdcc8), foam: rgb(0xfffdf2),
		sand: rgb(0xf9e3b4), sandShade: rgb(0xe3c083),
		hillFar: rgb(0xa8d5c2), hillMid: rgb(0x6fb3a2), hillNear: rgb(0x3f8577),
		leaf: rgb(0x5aa469), leafDark: rgb(0x2f6b4f), trunk: rgb(0x9a6b4b),
		wall: rgb(0xfffaf0), wallShade: rgb(0xd9e2d6), roof: rgb(0xe76f51), floor: rgb(0xe8c79b),
		accent: rgb(0xff6f59), accent2: rgb(0x254d6e), cream: rgb(0xfffaf0), wood: rgb(0xb57f50),
		ink: rgb(0x264653), glow: rgb(0xfff0b8),
	},
	{ // high noon
		skyTop: rgb(0x1877b8), skyLow: rgb(0xa9dcef), sun: rgb(0xffffff),
		seaFar: rgb(0x0b5394), seaNear: rgb(0x2fb5c4), foam: rgb(0xffffff),
		sand: rgb(0xfbe7bd), sandShade: rgb(0xe5c58c),
		hillFar: rgb(0x7ba7bf), hillMid: rgb(0x8f8a5f), hillNear: rgb(0x5c6b3a),
		leaf: rgb(0x6a9a3b), leafDark: rgb(0x33612f), trunk: rgb(0x7a5433),
		wall: rgb(0xffffff), wallShade: rgb(0xcfdde6), roof: rgb(0x2368a2), floor: rgb(0xe3cfae),
		accent: rgb(0xf0c808), accent2: rgb(0xdd1c1a), cream: rgb(0xfffdf5), wood: rgb(0xb07b4a),
		ink: rgb(0x11304d), glow: rgb(0xfff3b0),
	},
	{ // blue hour
		skyTop: rgb(0x14213d), skyLow: rgb(0xe98a5b), sun: rgb(0xfff1cf),
		seaFar: rgb(0x1b3a5c), seaNear: rgb(0x4f6d8f), foam: rgb(0xf2d9c4),
		sand: rgb(0xc9a184), sandShade: rgb(0x8c6d68),
		hillFar: rgb(0x6b6a8c), hillMid: rgb(0x45507a), hillNear: rgb(0x232f52),
		leaf: rgb(0x2f5d5b), leafDark: rgb(0x173640), trunk: rgb(0x46343f),
		wall: rgb(0xe8d6c3), wallShade: rgb(0x9c8f9c), roof: rgb(0x7c3f45), floor: rgb(0x8f6f66),
		accent: rgb(0xfca311), accent2: rgb(0xd1495b), cream: rgb(0xf9ead7), wood: rgb(0x70452f),
		ink: rgb(0x0d1730), glow: rgb(0xffcf7a), night: true,
	},
}

// colourOf shortens the signatures of what is drawn in given colours.
type colourOf = color.NRGBA
