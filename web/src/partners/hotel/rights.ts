// What a contract lets an operator do, in the order in which it is told.
export type Answer = 'Y' | 'N' | 'O'

/** Area and flag of the permission matrix, and how the texts call it. */
const told = [
  ['facts', 'allowed', 'facts'],
  ['facts', 'edit', 'edit'],
  ['photos', 'allowed', 'photos'],
  ['photos', 'select', 'select'],
  ['photos', 'add_own', 'addown'],
  ['photos', 'add_logo', 'addlogo'],
  ['stop_sale', 'allowed', 'stopsale'],
  ['stop_sale', 'reasons', 'reasons'],
  ['exports', 'allowed', 'exports'],
  ['rooming', 'allowed', 'rooming'],
  ['invoices', 'allowed', 'invoices'],
] as const

export interface Right {
  key: (typeof told)[number][2]
  answer: Answer
}

/** The permissions of a contract as answers: yes, no, or with approval. */
export function rightsOf(permissions: Record<string, Record<string, unknown>>): Right[] {
  return told.flatMap(([area, flag, key]) => {
    const value = permissions[area]?.[flag]
    return value === undefined
      ? []
      : [{ key, answer: value === true ? 'Y' : value === false ? 'N' : (value as Answer) }]
  })
}
