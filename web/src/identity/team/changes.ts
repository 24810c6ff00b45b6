export interface Change {
  path: string
  before?: string
  after?: string
}

const text = (v: unknown): string => (typeof v === 'string' ? v : JSON.stringify(v))

/** What differs between two objects, field by field; a missing side is an object that is not there. */
export function changesOf(before: unknown, after: unknown, path = ''): Change[] {
  if (JSON.stringify(before) === JSON.stringify(after)) return []
  const deep = (v: unknown): v is Record<string, unknown> => typeof v === 'object' && v !== null && !Array.isArray(v)
  if ((deep(before) || before == null) && (deep(after) || after == null) && (deep(before) || deep(after))) {
    const keys = [...new Set([...Object.keys(deep(before) ? before : {}), ...Object.keys(deep(after) ? after : {})])]
    return keys.flatMap((key) => changesOf(deep(before) ? before[key] : undefined, deep(after) ? after[key] : undefined, path ? `${path}.${key}` : key))
  }
  return [{ path, ...(before === undefined ? {} : { before: text(before) }), ...(after === undefined ? {} : { after: text(after) }) }]
}
