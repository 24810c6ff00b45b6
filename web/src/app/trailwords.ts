// The values of the trail in words. What a field may be is told with the texts of the screen that shows the object, so
// that the trail and the screen never say two things of one state; only what no screen tells has a text of the trail.
import { plainName } from '../platform/api/label'
import { countryName } from '../platform/format'
import { known, languages, t, useTexts, type Area, type Key, type Language } from '../platform/i18n/i18n.svelte'

interface Home {
  area: Area
  /** How the keys of a field's texts begin; several, where the trail has different things under one name. */
  texts: Record<string, string | string[]>
}

const terms = {
  status: 'contract.status.',
  contract_terms: 'contract.kind.',
  to_special_allotment: 'contract.shown.',
  to_edit_facts: 'contract.answer.',
  to_add_its_logo: 'contract.answer.',
  to_select_photos: 'contract.answer.',
  to_add_own_photos: 'contract.answer.',
  flags: 'contract.answer.',
}
const lines = { status: 'istate.', unit: 'iunit.', tax_category: 'itax.' }
const day = { status: 'status.', reason: 'reason.' }

const homes: Record<string, Home> = {
  account: { area: 'staff', texts: { status: 'account.' } },
  allotment_calendar: { area: 'inventory', texts: { kind: 'kind.' } },
  allotment_days: { area: 'inventory', texts: day },
  announcement: { area: 'staff', texts: { level: 'level.', audience: 'audience.' } },
  connection: {
    area: 'exchange',
    texts: { provider: 'provider.', direction: 'direction.', status: ['connstate.', 'logstate.'] },
  },
  contract: { area: 'partners', texts: terms },
  einvoice: {
    area: 'invoicing',
    texts: { status: 'elink.', direction: 'edirection.', document_type: 'edocument.', tax_category: 'itax.' },
  },
  export: { area: 'exchange', texts: { format: 'bulkformat.', target: 'bulktarget.', status: 'bulkstate.' } },
  import: { area: 'exchange', texts: { format: 'bulkformat.', status: 'importstate.' } },
  invoice: { area: 'invoicing', texts: lines },
  invoice_template: { area: 'invoicing', texts: lines },
  override: { area: 'catalogue', texts: { kind: 'approval.kind.', status: 'approval.tab.' } },
  plan: { area: 'billing', texts: { cycle: 'billing.', default_cycle: 'billing.' } },
  preferences: { area: 'identity', texts: { date_format: 'settings.date' } },
  property: { area: 'content', texts: { status: 'sheet.status.' } },
  publication: { area: 'content', texts: { status: 'sheet.status.' } },
  rate_contract: { area: 'partners', texts: { status: 'rate.status.' } },
  rooming_entry: { area: 'rooming', texts: { status: 'entry.', type: 'guest.' } },
  rooming_ledger: { area: 'rooming', texts: { status: ['ledger.', 'entry.'], type: 'guest.' } },
  stop_sale_event: { area: 'catalogue', texts: { status: 'mapping.state.' } },
  subscription: {
    area: 'billing',
    texts: { cycle: 'billing.', billing_cycle: 'billing.', next_billing_cycle: 'billing.' },
  },
  webhook_endpoint: { area: 'exchange', texts: { event_types: 'hookevent.', status: 'replaystate.' } },
  widget: { area: 'widget', texts: { theme: 'widget.theme.', show: 'widget.show.' } },
}

/** Fields whose values mean the same in every object, with texts that are always loaded. */
const everywhere: Home['texts'] = { account_type: 'persona.', theme: 'theme.', density: 'density.' }
/** A state that its screen tells under a name of its own. */
const renamed: Record<string, Key> = { 'contract.status.A': 'contract.inforce' }
/** Fields that somebody typed: an underscore in them is theirs. */
const typed = /(^|_)(name|code|codes|username|number|reference|notes?|comments|id|prefix|title|caption)$/

/** Loads the texts that the values of these entries need. */
export const textsOf = (entries: { object_type: string }[]): Promise<void> =>
  useTexts(...new Set(entries.flatMap((e) => homes[e.object_type]?.area ?? [])))

/** A word of the API as people call it, by the kind of object and the path of its field. */
export function wordOf(type: string, path: string, value: string): string {
  const parts = path.split('.').reverse()
  const field = parts[0]!
  if (field === 'language' && value in languages) return languages[value as Language]
  if (/(^|_)country$/.test(field)) return countryName(value)
  const starts = parts.flatMap((part) =>
    [homes[type]?.texts[part] ?? [], everywhere[part] ?? [], `value.${part}.`].flat(),
  )
  for (const key of starts.map((start) => start + value)) {
    const told = renamed[key] ?? key
    if (known(told)) return t(told as Key)
  }
  return /^[a-z0-9]+(_[a-z0-9]+)+$/.test(value) && !typed.test(field) ? plainName(value) : value
}
