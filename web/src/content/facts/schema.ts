// What the form of a fact category knows of its JSON Schema (2020-12, the subset that the server sends), and how
// two records differ. Labels, choices and units come translated from the server.

export interface Node {
  type?: string
  title?: string
  description?: string
  format?: string
  enum?: string[]
  'x-labels'?: Record<string, string>
  'x-unit'?: string
  'x-unit-label'?: string
  'x-kind'?: string
  'x-publish-required'?: string[]
  'x-not-needed-if'?: Record<string, unknown>
  minimum?: number
  maximum?: number
  multipleOf?: number
  maxLength?: number
  pattern?: string
  examples?: unknown[]
  default?: unknown
  readOnly?: boolean
  properties?: Record<string, Node>
  required?: string[]
  additionalProperties?: boolean | Node
  items?: Node
  $ref?: string
  allOf?: Node[]
  $defs?: Record<string, Node>
}

export type Fact = Record<string, unknown>

export interface FieldNode {
  name: string
  node: Node
}

/** How a field is drawn. */
export type Kind =
  'text' | 'lines' | 'number' | 'monthday' | 'truth' | 'choice' | 'chips' | 'codes' | 'cards' | 'group' | 'texts'

/** A node with what it refers to; its own words win. */
export function resolve(node: Node, root: Node): Node {
  const { $ref, allOf, ...own } = node
  const parts = [...($ref ? [root.$defs?.[$ref.replace('#/$defs/', '')] ?? {}] : []), ...(allOf ?? [])].map((n) =>
    resolve(n, root),
  )
  if (parts.length === 0) return node
  // The words of a shared definition are for programmers, not for the reader of a form.
  const merged = Object.assign({}, ...parts.map(({ description: _, ...rest }) => rest), own) as Node
  return merged
}

export function kindOf(node: Node): Kind {
  switch (node.type) {
    case 'boolean':
      return 'truth'
    case 'integer':
    case 'number':
      return 'number'
    case 'object':
      return node.properties ? 'group' : 'texts'
    case 'array':
      return node.items?.type === 'object' ? 'cards' : node.items?.enum ? 'chips' : 'codes'
  }
  if (node.enum) return 'choice'
  if (node.format === 'month-day') return 'monthday'
  return !node.format && (node.maxLength ?? 0) > 200 ? 'lines' : 'text'
}

/** The fields of an object that a person fills in, resolved. The id and the place of a record are none of them. */
export function fieldsOf(node: Node, root: Node): FieldNode[] {
  return Object.entries(node.properties ?? {})
    .filter(([name, n]) => !n.readOnly && !(node === root && name === 'position'))
    .map(([name, n]) => {
      const at = resolve(n, root)
      return { name, node: at.items ? { ...at, items: resolve(at.items, root) } : at }
    })
}

/** The label of a field with its unit, where the label does not say the unit already. */
export function titleOf(node: Node, name: string): string {
  const title = node.title ?? name
  const unit = node['x-unit-label'] ?? ''
  const said =
    node['x-unit'] === 'year' || !unit || (unit.length > 3 && title.toLowerCase().includes(unit.toLowerCase()))
  return said ? title : `${title} (${unit})`
}

/** Nothing is known: an absent field, an empty text, an empty list or object. */
export const empty = (value: unknown): boolean =>
  value === undefined ||
  value === null ||
  value === '' ||
  (Array.isArray(value) ? value.length === 0 : typeof value === 'object' && Object.keys(value).length === 0)

/** A record with one field changed; an empty value takes the field out, because absent means unknown. */
export function put(record: Fact | undefined, name: string, value: unknown): Fact {
  const next = { ...record }
  if (empty(value)) delete next[name]
  else next[name] = value
  return next
}

/** Whether two values say the same. Empty and absent are the same. */
export function same(a: unknown, b: unknown): boolean {
  if (a === b || (empty(a) && empty(b))) return true
  if (
    typeof a !== 'object' ||
    typeof b !== 'object' ||
    a === null ||
    b === null ||
    Array.isArray(a) !== Array.isArray(b)
  )
    return false
  if (Array.isArray(a) && a.length !== (b as unknown[]).length) return false
  const names = new Set([...Object.keys(a), ...Object.keys(b)])
  return [...names].every((name) => same((a as Fact)[name], (b as Fact)[name]))
}

/** The JSON Merge Patch that makes one record the other. Lists are replaced whole. */
export function patch(from: Fact, to: Fact): Fact {
  const out: Fact = {}
  for (const name of new Set([...Object.keys(from), ...Object.keys(to)])) {
    const was = from[name]
    const is = to[name]
    if (same(was, is)) continue
    if (empty(is)) out[name] = null
    else if (isObject(was) && isObject(is)) out[name] = patch(was, is)
    else out[name] = is
  }
  return out
}

const isObject = (value: unknown): value is Fact => typeof value === 'object' && value !== null && !Array.isArray(value)

/** A path in one form: beds[0].type is beds.0.type. */
export const pathOf = (field: string): string => field.replace(/\[(\d+)\]/g, '.$1').replace(/^\./, '')

export const join = (path: string, name: string | number): string => (path ? `${path}.${name}` : String(name))

/** What the server said of a field; of what is below it too where the form shows one control for it. */
export function errorAt(
  errors: readonly { field: string; message: string }[],
  path: string,
  below: boolean,
): string | undefined {
  return errors.find((e) => {
    const at = pathOf(e.field)
    return at === path || (below && at.startsWith(path + '.'))
  })?.message
}

/** The fields of a record that publication asks for and that are empty. */
export function missing(schema: Node, record: Fact): Set<string> {
  return new Set(
    (schema['x-publish-required'] ?? []).filter((name) => {
      const unless = schema.properties?.[name]?.['x-not-needed-if']
      return (
        empty(record[name]) && !(unless && Object.entries(unless).every(([other, value]) => record[other] === value))
      )
    }),
  )
}

/** The paths within a record where an object was begun and lacks what belongs to it: a time without its end. */
export function unfinished(node: Node, root: Node, value: unknown, path = ''): string[] {
  if (Array.isArray(value))
    return node.items ? value.flatMap((v, i) => unfinished(resolve(node.items!, root), root, v, join(path, i))) : []
  if (!isObject(value) || !node.properties) return []
  const lacking = (node.required ?? []).filter((name) => empty(value[name])).map((name) => join(path, name))
  return [
    ...lacking,
    ...fieldsOf(node, root).flatMap((f) => unfinished(f.node, root, value[f.name], join(path, f.name))),
  ]
}

/** A new record: what the schema gives where nobody says otherwise. */
export function blank(schema: Node): Fact {
  return Object.fromEntries(
    Object.entries(schema.properties ?? {})
      .filter(([, n]) => n.default !== undefined)
      .map(([name, n]) => [name, n.default]),
  )
}

/** The fields that paths such as rooms[37].name or general.name speak of, each once; of the category alone none. */
export const fieldNames = (paths: readonly string[]): string[] => [
  ...new Set(
    paths
      .map((path) =>
        pathOf(path)
          .split('.')
          .slice(1)
          .find((part) => !/^\d+$/.test(part)),
      )
      .filter((name) => name !== undefined),
  ),
]
