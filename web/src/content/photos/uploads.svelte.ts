import { fileAt, upload } from '../../platform/api/file'
import { asApiError, type ApiError } from '../../platform/api/error'

/** One file on its way into the gallery. */
export class Upload {
  readonly file: File
  /** 0 to 1. */
  progress = $state(0)
  error = $state.raw<ApiError>()
  done = $state(false)

  constructor(file: File) {
    this.file = file
  }
}

/** Files that are sent one after the other, so that the gallery has them in the order in which they were chosen. */
export class Uploads {
  list = $state<Upload[]>([])
  #property: number
  #running = false
  #onadded: () => void

  constructor(property: number, onadded: () => void) {
    this.#property = property
    this.#onadded = onadded
  }

  get busy(): boolean {
    return this.list.some((u) => !u.done && !u.error)
  }

  /** How far all of them are together, 0 to 1. */
  get progress(): number {
    return this.list.length === 0
      ? 0
      : this.list.reduce((sum, u) => sum + (u.done || u.error ? 1 : u.progress), 0) / this.list.length
  }

  add(files: File[], category: string) {
    this.list = [...this.list.filter((u) => !u.done), ...files.map((f) => new Upload(f))]
    void this.#work(category)
  }

  again(u: Upload, category: string) {
    u.error = undefined
    u.progress = 0
    void this.#work(category)
  }

  dismiss(u: Upload) {
    this.list = this.list.filter((other) => other !== u)
  }

  async #work(category: string) {
    if (this.#running) return
    this.#running = true
    for (let u = this.#next(); u; u = this.#next()) await this.#send(u, category)
    this.#running = false
    this.list = this.list.filter((u) => !u.done)
  }

  #next = () => this.list.find((u) => !u.done && !u.error)

  async #send(u: Upload, category: string) {
    const form = new FormData()
    form.set('file', u.file)
    if (category) form.set('category', category)
    try {
      await upload(fileAt('/api/info/property/{id}/gallery/', { id: this.#property }), form, {
        progress: (p) => (u.progress = p),
      })
      u.done = true
      this.#onadded()
    } catch (e) {
      u.error = asApiError(e)
    }
  }
}
