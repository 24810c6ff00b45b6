import { match } from './match'
import paths from './paths.json'

/** The address of a screen if the dashboard has it; undefined: it is told in words only. */
export function linkTo(path: string): string | undefined {
  const bare = path.split('?')[0]!
  return paths.some((p) => match(p, bare)) ? path : undefined
}
