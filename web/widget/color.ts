// Colours that can be read, by the formulas of WCAG 2.

/** The accent of the hotel, or undefined if it is no colour. */
export const colorOf = (text: string | undefined) =>
  text && /^#[0-9a-f]{6}$/i.test(text) ? text.toLowerCase() : undefined

function luminance(color: string): number {
  const [r, g, b] = [1, 3, 5].map((i) => {
    const c = parseInt(color.slice(i, i + 2), 16) / 255
    return c <= 0.04045 ? c / 12.92 : ((c + 0.055) / 1.055) ** 2.4
  })
  return 0.2126 * r! + 0.7152 * g! + 0.0722 * b!
}

export function contrast(a: string, b: string): number {
  const [low, high] = [luminance(a), luminance(b)].sort((x, y) => x - y)
  return (high! + 0.05) / (low! + 0.05)
}

/** Black or white, whichever is easier to read on a colour: one of them always has a contrast of 4.5. */
export const inkOn = (color: string) =>
  contrast(color, '#ffffff') >= contrast(color, '#000000') ? '#ffffff' : '#000000'
