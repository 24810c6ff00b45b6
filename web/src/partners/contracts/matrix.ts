// The permission matrix: areas, and in each what the operator may see and do.

/** As the API has it: Y, N, O where the hotel can want to approve, else true or false. */
export type Matrix = Record<string, Record<string, unknown>>
export type Choice = 'Y' | 'N' | 'O'

export const areaNames = ['facts', 'photos', 'stop_sale', 'exports', 'invoices', 'rooming'] as const
export type AreaName = (typeof areaNames)[number]

/** What is no category of the fact sheet, in the order in which it is shown. */
const fixed: Record<AreaName, string[]> = {
  facts: ['allowed', 'edit'],
  photos: ['allowed', 'select', 'add_own', 'add_logo'],
  stop_sale: ['allowed', 'reasons'],
  exports: ['allowed'],
  invoices: ['allowed'],
  rooming: ['allowed'],
}
const approvable = ['facts.edit', 'photos.select', 'photos.add_own', 'photos.add_logo']

export const canNeedApproval = (area: AreaName, flag: string): boolean => approvable.includes(`${area}.${flag}`)
export const isCategory = (area: AreaName, flag: string): boolean => area === 'facts' && !fixed.facts.includes(flag)

/** The flags of an area; those of the fact sheet are followed by its categories. */
export const flagsOf = (area: AreaName, categories: string[]): string[] =>
  area === 'facts' ? [...fixed.facts, ...categories] : fixed[area]

/** The choice that a value of the matrix is. */
export const choiceOf = (value: unknown): Choice =>
  value === true ? 'Y' : value === false || value === undefined ? 'N' : (value as Choice)

/** A choice as the API wants it. */
export const valueOf = (area: AreaName, flag: string, choice: Choice): Choice | boolean =>
  canNeedApproval(area, flag) ? choice : choice === 'Y'

/** The areas that are open to the operator. */
export const openAreas = (m: Matrix): AreaName[] => areaNames.filter((area) => m[area]?.['allowed'] === true)
