// What a hotel and an operator agree on, and how a change of it is told.
import type { Schemas } from '../../platform/api/client'

export type Contract = Schemas['ContractBody']
export type Version = Schemas['ContractVersionBody']

/** The terms, in the order in which they are shown. */
export const termNames = [
  'contract_terms',
  'to_edit_facts',
  'to_select_photos',
  'to_add_own_photos',
  'to_add_its_logo',
  'to_sync_ss',
  'to_special_allotment',
  'to_allow_on_request',
  'share_stop_sale_reasons',
  'ss_deadline',
  'notice_period',
  'comments',
] as const

export type Term = (typeof termNames)[number]
export type Terms = Pick<Schemas['Terms'], Term>

/** Terms that can be given with the approval of the hotel. */
export const answered = ['to_edit_facts', 'to_select_photos', 'to_add_own_photos', 'to_add_its_logo'] as const
export const switched = ['to_sync_ss', 'to_allow_on_request', 'share_stop_sale_reasons'] as const
export const inDays = ['ss_deadline', 'notice_period'] as const

/** The terms of a proposal that says nothing else, as the server has them. */
export const usual: Terms = {
  contract_terms: 'F',
  to_edit_facts: 'N',
  to_select_photos: 'N',
  to_add_own_photos: 'N',
  to_add_its_logo: 'N',
  to_sync_ss: true,
  to_special_allotment: 'G',
  to_allow_on_request: true,
  share_stop_sale_reasons: false,
  ss_deadline: 0,
  notice_period: 0,
  comments: '',
}

const pick = (from: Terms): Terms => Object.fromEntries(termNames.map((name) => [name, from[name]])) as Terms

/** The terms of a contract as they are now. */
export const termsOf = (c: Contract): Terms => pick(c)

/** The terms as they would be if what waits were accepted. */
export function proposedTerms(c: Contract): Terms {
  const changes = c.pending_version?.requested_changes ?? {}
  return pick({
    ...termsOf(c),
    ...Object.fromEntries(Object.entries(changes).map(([name, change]) => [name, change.to])),
  })
}

/** The terms that differ, with their new value. */
export const difference = (from: Terms, to: Terms): Partial<Terms> =>
  Object.fromEntries(termNames.filter((name) => from[name] !== to[name]).map((name) => [name, to[name]]))

/** The terms that have changed since what waits was proposed: it cannot be accepted any more. */
export const movedSince = (c: Contract): Term[] => {
  const base = c.pending_version?.base_snapshot
  return base ? termNames.filter((name) => base[name] !== c[name]) : []
}

export interface TermChange {
  name: Term
  from: Terms[Term]
  to: Terms[Term]
}

/** What a version changes, in the order of the terms. */
export const changesOf = (v: Version): TermChange[] =>
  termNames.flatMap((name) => {
    const change = v.requested_changes[name]
    return change ? [{ name, from: change.from as Terms[Term], to: change.to as Terms[Term] }] : []
  })

/** What became of a version. Who proposed it has taken it back, or put another in its place. */
export function outcomeOf(v: Version): 'waits' | 'accepted' | 'rejected' | 'withdrawn' {
  if (!v.is_reviewed) return 'waits'
  if (v.is_accepted) return 'accepted'
  return v.reviewed_by === v.proposed_by ? 'withdrawn' : 'rejected'
}

export type Step = { at: string } & (
  { kind: 'version'; version: Version } | { kind: 'cancelled' | 'inforce' | 'proposed' }
)

/** The history of a contract, latest first: what was asked for, and what the two sides have agreed to. */
export function historyOf(c: Contract, versions: Version[]): Step[] {
  const steps: Step[] = [
    ...(c.cancelled_at ? [{ at: c.cancelled_at, kind: 'cancelled' as const }] : []),
    ...(c.accepted_at ? [{ at: c.accepted_at, kind: 'inforce' as const }] : []),
    ...versions.map((version) => ({ at: version.created_at, kind: 'version' as const, version })),
    { at: c.created_at, kind: 'proposed' },
  ]
  // A stable sort: of what happened at once, the later step stays above.
  return steps.sort((a, b) => Date.parse(b.at) - Date.parse(a.at))
}
