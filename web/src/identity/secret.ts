/** Takes a secret out of the address of a letter's link, so that it is neither seen nor kept in the history. */
export function takeSecret(text: string, name: string): string {
  const value = new URLSearchParams(text).get(name) ?? ''
  if (value) history.replaceState(null, '', location.pathname)
  return value
}
