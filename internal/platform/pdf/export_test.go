package pdf

// Visual is for tests of the order of characters.
var Visual = visual
