/** What a path names, if it has the form of a pattern such as /invoices/{id}/. */
export function match(pattern: string, path: string): Record<string, string> | undefined {
  const names: string[] = []
  const form = pattern.replace(/\{([a-z_]+)\}/g, (_, name: string) => {
    names.push(name)
    return '([^/]+)'
  })
  const found = new RegExp('^' + form + '$').exec(path)
  return found ? Object.fromEntries(names.map((name, i) => [name, found[i + 1]!])) : undefined
}
