export interface Preview {
  head: string[]
  rows: string[][]
}

/** The first rows of a CSV file as somebody would see them in a spreadsheet. The server reads the file itself. */
export function previewOf(text: string, most = 8): Preview {
  const clean = text.replace(/^\uFEFF/, '')
  const first = clean.slice(0, clean.search(/\r?\n|$/))
  const separator = [';', '\t', ','].reduce(
    (best, s) => (first.split(s).length > first.split(best).length ? s : best),
    ',',
  )
  const rows: string[][] = []
  let row: string[] = []
  let cell = ''
  let quoted = false
  for (let i = 0; i < clean.length && rows.length <= most; i++) {
    const c = clean[i]!
    if (quoted) {
      if (c !== '"') cell += c
      else if (clean[i + 1] === '"') cell += clean[++i]
      else quoted = false
    } else if (c === '"') quoted = true
    else if (c === separator) {
      row.push(cell)
      cell = ''
    } else if (c === '\n') {
      row.push(cell)
      if (row.some(Boolean)) rows.push(row)
      row = []
      cell = ''
    } else if (c !== '\r') cell += c
  }
  if (rows.length <= most && (cell || row.length)) rows.push([...row, cell])
  return { head: rows[0] ?? [], rows: rows.slice(1, most + 1) }
}
