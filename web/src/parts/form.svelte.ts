import { getContext, setContext } from 'svelte'
import type { ApiError, RefusedField } from '../platform/api/error'

/** What the fields of a form know of it: what the server said of each. */
export class FormState {
  error = $state.raw<ApiError>()
  busy = $state(false)
  #names = new Set<string>()

  /** A field says that it is there, so that what is said of it is not repeated above the form. */
  take(name: string): () => void {
    this.#names.add(name)
    return () => this.#names.delete(name)
  }

  /** What is wrong with a field. */
  of(name: string): string | undefined {
    return this.error?.fields.find((f) => f.field === name)?.message
  }

  /** What no field of the form shows. */
  get rest(): RefusedField[] {
    return this.error?.fields.filter((f) => !this.#names.has(f.field)) ?? []
  }
}

const key = Symbol('form')

export const provideForm = (form: FormState): FormState => setContext(key, form)
export const useForm = (): FormState | undefined => getContext<FormState | undefined>(key)
