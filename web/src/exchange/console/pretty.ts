/** XML with a line for each element, indented by its depth. An element with nothing but text stays on one line. */
function prettyXML(text: string): string {
  let depth = 0
  const lines: string[] = []
  for (const [part] of text.matchAll(/<[^>]+>[^<]*/g)) {
    const end = part.indexOf('>') + 1
    const tag = part.slice(0, end)
    const content = part.slice(end).trim()
    const closes = tag.startsWith('</')
    if (closes) depth--
    const open = lines.at(-1)?.trimStart() ?? ''
    if (closes && open.startsWith(tag.replace('</', '<').slice(0, -1)) && !open.includes('</') && !open.endsWith('/>'))
      lines[lines.length - 1] += tag
    else lines.push('  '.repeat(Math.max(0, depth)) + tag + content)
    if (!closes && !tag.endsWith('/>') && !/^<[?!]/.test(tag)) depth++
  }
  return lines.join('\n')
}

/** An answer as a person reads it; what is neither JSON nor XML stays as it is. */
export function pretty(text: string, type: string): string {
  if (type.includes('xml')) return prettyXML(text)
  try {
    return JSON.stringify(JSON.parse(text), null, 2)
  } catch {
    return text
  }
}
