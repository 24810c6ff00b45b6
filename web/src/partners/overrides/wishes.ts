// What an operator wants to show otherwise, field by field beside what the hotel has published.
import { empty, fieldsOf, kindOf, type Fact, type Node } from '../../content/facts/schema'
import { shown, type Words } from '../../content/facts/show'

export interface Wish {
  path: string
  title: string
  was: string
  /** Empty: the fact is hidden. */
  is: string
}

const isObject = (value: unknown): value is Fact => typeof value === 'object' && value !== null && !Array.isArray(value)

/** The fields of a wish in the order of the form; a text has a line for each language. */
export function wishesOf(schema: Node, source: unknown, fields: unknown, words: Words): Wish[] {
  const was = isObject(source) ? source : {}
  const is = isObject(fields) ? fields : {}
  const known = fieldsOf(schema, schema)
  const named = known
    .filter((f) => f.name in is)
    .flatMap(({ name, node }): Wish[] => {
      const title = node.title ?? name
      const wanted = is[name]
      if (kindOf(node) === 'texts' && isObject(wanted)) {
        const before = isObject(was[name]) ? was[name] : {}
        return Object.keys(wanted).map((code) => ({
          path: `${name}.${code}`,
          title: `${title} · ${words.tongue(code)}`,
          was: String(before[code] ?? ''),
          is: String(wanted[code] ?? ''),
        }))
      }
      return [{ path: name, title, was: shown(node, schema, was[name], words), is: shown(node, schema, wanted, words) }]
    })
  // A field that a newer schema has dropped is still told.
  const dropped = Object.keys(is)
    .filter((name) => !known.some((f) => f.name === name))
    .map((name) => ({ path: name, title: name, was: plain(was[name]), is: plain(is[name]) }))
  return [...named, ...dropped]
}

const plain = (value: unknown): string =>
  empty(value) ? '' : typeof value === 'object' ? JSON.stringify(value) : String(value)

/** A record with a JSON Merge Patch applied: null takes a field out. */
export function applied(record: Fact, patch: unknown): Fact {
  const out = { ...record }
  if (!isObject(patch)) return out
  for (const [name, value] of Object.entries(patch)) {
    const inner = isObject(value) ? applied(isObject(out[name]) ? out[name] : {}, value) : value
    if (empty(inner)) delete out[name]
    else out[name] = inner
  }
  return out
}
