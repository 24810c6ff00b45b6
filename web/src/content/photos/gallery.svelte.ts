import { allPages, api, ok, type Schemas } from '../../platform/api/client'
import { act } from '../../platform/act'
import { t } from '../../platform/i18n/i18n.svelte'
import { Choices, options } from '../../platform/reference.svelte'
import { Resource } from '../../platform/resource.svelte'
import { session } from '../../platform/session.svelte'
import { Uploads } from './uploads.svelte'

export type Photo = Schemas['PhotoBody']
type Fields = Pick<Schemas['PhotoFields'], 'caption' | 'category' | 'is_cover' | 'room'>

/** The photos of one property, in their order. */
export class Gallery {
  readonly property: number
  readonly photos: Resource<Photo[]>
  readonly uploads: Uploads
  /** The categories of photos. */
  readonly kinds = new Choices(() => options('photo_categories'))
  /** The room types that a photo can show. Who may not read facts cannot choose one. */
  rooms = $state.raw<{ value: number; label: string }[]>([])

  constructor(property: number) {
    this.property = property
    this.photos = new Resource(() =>
      allPages<Photo>((page, page_size) =>
        ok(
          api.GET('/api/info/property/{id}/gallery/', {
            params: { path: { id: property }, query: { page, page_size } },
          }),
        ),
      ),
    )
    this.uploads = new Uploads(property, () => void this.photos.load())
  }

  async load() {
    await Promise.all([this.photos.load(), this.#choices()])
  }

  async #choices() {
    if (!session.may('fact_sheets')) return
    try {
      const facts: unknown = await ok(
        api.GET('/api/info/property/{id}/facts/{category}/', {
          params: { path: { id: this.property, category: 'rooms' } },
        }),
      )
      this.rooms = (facts as { id: number; name?: string; code?: string }[]).map((r) => ({
        value: r.id,
        label: r.name || r.code || String(r.id),
      }))
    } catch {
      // Without the rooms everything else of a photo can still be changed.
    }
  }

  #replace(list: Photo[]) {
    this.photos.data = list
  }

  /** Puts the photos in an order, at once on the page; a refusal takes it back. */
  async order(list: Photo[]) {
    const before = this.photos.data!
    this.#replace(list)
    const send = (photos: Photo[]) =>
      ok(
        api.POST('/api/info/property/{id}/gallery/order/', {
          params: { path: { id: this.property } },
          body: { photos: photos.map((p) => p.id) },
        }),
      )
    const done = await act(
      () => send(list),
      t('photos.ordered'),
      async () => {
        await send(before)
        await this.photos.load()
      },
    )
    if (!done) this.#replace(before)
  }

  /** Changes what is said of a photo. */
  async change(photo: Photo, fields: Fields): Promise<boolean> {
    const path = { id: this.property, photo_id: photo.id }
    const send = (body: Fields) =>
      ok(api.PATCH('/api/info/property/{id}/gallery/{photo_id}/', { params: { path }, body }))
    // The cover is moved by making another photo the cover: there is no way to have none.
    const back = fields.is_cover
      ? undefined
      : async () => {
          await send(
            Object.fromEntries(Object.keys(fields).map((name) => [name, photo[name as keyof Fields]])) as Fields,
          )
          await this.photos.load()
        }
    const done = await act(() => send(fields), t('photos.saved'), back)
    await this.photos.load()
    return done
  }

  async remove(photo: Photo) {
    await ok(
      api.DELETE('/api/info/property/{id}/gallery/{photo_id}/', {
        params: { path: { id: this.property, photo_id: photo.id } },
      }),
    )
    await this.photos.load()
  }
}
