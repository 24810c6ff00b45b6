// Facts as a person reads them, and what differs between two versions of them.
import { empty, fieldsOf, kindOf, resolve, same, type Fact, type Node } from './schema'

/** The words of the reader's language that no schema has. */
export interface Words {
  language: string
  yes: string
  no: string
  country: (code: string) => string
  tongue: (code: string) => string
  day: (iso: string) => string
  /** A day of any year, such as 05-01. */
  monthDay: (text: string) => string
  number: (n: number) => string
}

/** A value in words; empty if nothing is known. Entries of a list that are objects stand on a line each. */
export function shown(node: Node, root: Node, value: unknown, words: Words): string {
  if (empty(value)) return ''
  switch (kindOf(node)) {
    case 'truth':
      return value ? words.yes : words.no
    case 'number':
      return node['x-unit'] === 'year'
        ? String(value)
        : [words.number(Number(value)), node['x-unit-label']].filter(Boolean).join(' ')
    case 'choice':
      return node['x-labels']?.[String(value)] ?? String(value)
    case 'chips':
      return (value as string[]).map((v) => node.items?.['x-labels']?.[v] ?? v).join(', ')
    case 'codes':
      return (value as string[]).map((v) => (node.items?.format === 'language' ? words.tongue(v) : v)).join(', ')
    case 'cards':
      return (value as Fact[]).map((v) => shown(resolve(node.items!, root), root, v, words)).join('\n')
    case 'texts': {
      const texts = value as Record<string, string>
      return texts[words.language] ?? texts['en'] ?? Object.values(texts)[0] ?? ''
    }
    case 'group':
      return inner(node, root, value as Fact, words)
    case 'monthday':
      return words.monthDay(String(value))
  }
  const text = String(value)
  if (node.format === 'country') return words.country(text)
  return node.format === 'date' ? words.day(text) : text
}

/** The parts of an object: from and to as a range, an amount with its currency, else one after the other. */
function inner(node: Node, root: Node, value: Fact, words: Words): string {
  const said = new Map(fieldsOf(node, root).map((f) => [f.name, shown(f.node, root, value[f.name], words)]))
  const range =
    said.has('from') && said.has('to') ? [[said.get('from'), said.get('to')].filter(Boolean).join(' – ')] : []
  return [
    ...[...said].filter(([name]) => range.length === 0 || (name !== 'from' && name !== 'to')).map(([, text]) => text),
    ...range,
  ]
    .filter(Boolean)
    .join(said.has('currency') ? ' ' : ', ')
}

export interface Change {
  name: string
  title: string
  was: string
  is: string
}

/** What differs between two records, field by field in the order of the form. */
export function changes(schema: Node, was: Fact, is: Fact, words: Words): Change[] {
  return fieldsOf(schema, schema)
    .filter((f) => !same(was[f.name], is[f.name]))
    .map(({ name, node }) => {
      const [a, b] = [shown(node, schema, was[name], words), shown(node, schema, is[name], words)]
      // Texts in another language than the reader's differ too, and must not look the same.
      const [x, y] =
        a === b && kindOf(node) === 'texts'
          ? [otherTexts(was[name], is[name], words), otherTexts(is[name], was[name], words)]
          : [a, b]
      return { name, title: node.title ?? name, was: x, is: y }
    })
}

function otherTexts(of: unknown, than: unknown, words: Words): string {
  const texts = (of ?? {}) as Record<string, string>
  return Object.entries(texts)
    .filter(([code, text]) => ((than ?? {}) as Record<string, string>)[code] !== text)
    .map(([code, text]) => `${words.tongue(code)}: ${text}`)
    .join('\n')
}

export interface RecordChange {
  /** What the record is called. */
  label: string
  kind: 'added' | 'removed' | 'changed'
  changes: Change[]
}

/** What differs between two lists of records, which keep their ids. */
export function recordChanges(schema: Node, was: Fact[], is: Fact[], words: Words): RecordChange[] {
  const before = new Map(was.map((r) => [r['id'], r]))
  const out: RecordChange[] = []
  for (const record of is) {
    const old = before.get(record['id'])
    before.delete(record['id'])
    const differ = changes(schema, old ?? {}, record, words)
    if (!old || differ.length > 0)
      out.push({ label: labelOf(schema, record, words), kind: old ? 'changed' : 'added', changes: differ })
  }
  for (const record of before.values())
    out.push({ label: labelOf(schema, record, words), kind: 'removed', changes: changes(schema, record, {}, words) })
  return out
}

/** The name of a record: its name, else its first field that says something. */
export function labelOf(schema: Node, record: Fact, words: Words): string {
  const fields = fieldsOf(schema, schema)
  for (const f of [...fields.filter((x) => x.name === 'name'), ...fields]) {
    const text = shown(f.node, schema, record[f.name], words)
    if (text) return text.split('\n')[0]!
  }
  return ''
}
