import { api, ok } from '../../platform/api/client'
import { t } from '../../platform/i18n/i18n.svelte'
import { toasts } from '../../platform/toasts.svelte'
import { properties, type Property } from '../properties.svelte'

/** Deletes a property with all that belongs to it, for good. */
export async function removeProperty(p: Pick<Property, 'id' | 'name'>) {
  await ok(api.DELETE('/api/info/property/delete/{id}/', { params: { path: { id: p.id } } }))
  toasts.show(t('removed', { name: p.name }))
  await properties.list.load()
}
