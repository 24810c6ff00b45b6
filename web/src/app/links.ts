import paths from './paths.json'

const patterns = paths.map((p) => new RegExp('^' + p.replace(/\{[a-z_]+\}/g, '[^/]+') + '$'))

/** The address of a screen if the dashboard has it; undefined: it is told in words only. */
export function linkTo(path: string): string | undefined {
  const bare = path.split('?')[0]!
  return patterns.some((p) => p.test(bare)) ? path : undefined
}
