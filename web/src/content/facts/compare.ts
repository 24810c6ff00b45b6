import { api, ok } from '../../platform/api/client'
import type { Fact } from './schema'
import { schemaOf } from './schemas'
import { changes, recordChanges, type RecordChange } from './show'
import type { Sheet } from './sheet.svelte'
import { words } from './words'

export interface Part {
  category: string
  title: string
  /** Of a category with one record: one entry without a label. */
  records: RecordChange[]
}

/** What differs between the working copy of a sheet and its published version; equal categories are left out. */
export async function compare(sheet: Sheet): Promise<Part[]> {
  const { facts } = await ok(api.GET('/api/info/property/{id}/', { params: { path: { id: sheet.property } } }))
  const now = facts as Record<string, unknown>
  const parts = await Promise.all(
    (sheet.categories.data ?? []).map(async ({ category, title, kind }): Promise<Part> => {
      const schema = await schemaOf(category)
      const was = sheet.published.data?.facts as Record<string, unknown> | undefined
      if (kind === 'array')
        return {
          category,
          title,
          records: recordChanges(schema, (was?.[category] ?? []) as Fact[], (now[category] ?? []) as Fact[], words()),
        }
      const differ = changes(schema, (was?.[category] ?? {}) as Fact, (now[category] ?? {}) as Fact, words())
      return { category, title, records: differ.length ? [{ label: '', kind: 'changed', changes: differ }] : [] }
    }),
  )
  return parts.filter((p) => p.records.length > 0)
}
