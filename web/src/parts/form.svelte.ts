import { getContext, setContext } from 'svelte'
import type { ApiError, RefusedField } from '../platform/api/error'

/** What the fields of a form know of it: what the server said of each. */
export class FormState {
  error = $state.raw<ApiError>()
  busy = $state(false)
  /** The names of the fields, one for each: two have the same for a moment when rows move up. */
  #names: string[] = []

  /** A field says that it is there, so that what is said of it is not repeated above the form. */
  take(name: string): () => void {
    this.#names.push(name)
    return () => void this.#names.splice(this.#names.indexOf(name), 1)
  }

  /** What is wrong with a field: of itself, or of its entries, such as tags[1] of tags. */
  of(name: string): string | undefined {
    const refused = this.error?.fields ?? []
    const own = refused.find((f) => f.field === name)
    return (
      own?.message ??
      (refused
        .filter((f) => this.#shownAt(f) === name)
        .map((f) => f.sentence)
        .join(' ') ||
        undefined)
    )
  }

  /** What no field of the form shows. */
  get rest(): RefusedField[] {
    return this.error?.fields.filter((f) => this.#shownAt(f) === undefined) ?? []
  }

  /** The field at which it is shown: the nearest that holds it. */
  #shownAt({ field }: RefusedField): string | undefined {
    const holders = this.#names.filter(
      (name) => field === name || field.startsWith(name + '.') || field.startsWith(name + '['),
    )
    return holders.sort((a, b) => b.length - a.length)[0]
  }
}

/** Whether a field cannot be read, as a date that is none: it says so and gets the keyboard. */
export function unreadable(form: HTMLFormElement): boolean {
  const one = [...form.querySelectorAll('input')].find((i) => i.validity.customError)
  one?.reportValidity()
  return one !== undefined
}

const key = Symbol('form')

export const provideForm = (form: FormState): FormState => setContext(key, form)
export const useForm = (): FormState | undefined => getContext<FormState | undefined>(key)
