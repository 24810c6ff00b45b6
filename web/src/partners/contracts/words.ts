import { t } from '../../platform/i18n/i18n.svelte'
import { session } from '../../platform/session.svelte'
import { answered, inDays, type Contract, type Term, type Terms } from './terms'

const has = <T extends string>(list: readonly T[], name: string): name is T => list.includes(name as T)

/** The value of a term as people say it. */
export function inWords(name: Term, value: Terms[Term]): string {
  if (name === 'contract_terms') return t(`contract.kind.${value as Terms['contract_terms']}`)
  if (name === 'to_special_allotment') return t(`contract.shown.${value as Terms['to_special_allotment']}`)
  if (has(answered, name)) return t(`contract.answer.${value as Terms['to_edit_facts']}`)
  if (has(inDays, name)) return t('contract.days', { n: Number(value) })
  if (typeof value === 'boolean') return t(`contract.answer.${value ? 'Y' : 'N'}`)
  return String(value) || '–'
}

const own = () => session.data?.user.owner_id

/** The company on the other side, or the address that was invited. */
export const otherSide = (c: Contract): string =>
  (own() === c.user ? c.partner_company : c.user_company) ?? c.invite_email ?? ''

/** The account of the other side; undefined while it is not registered. */
export const otherAccount = (c: Contract): number | undefined => (own() === c.user ? c.partner : c.user) ?? undefined

/** Whether the latest proposal is the reader's own. */
export const isOwnProposal = (c: Contract): boolean => c.proposed_by === own()

/** The company that asked for a version. */
export const companyOf = (c: Contract, account: number): string =>
  (account === c.user ? c.user_company : c.partner_company) ?? ''
