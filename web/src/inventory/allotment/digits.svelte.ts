/** Digits that are typed over the calendar. They count after Enter, or when the typing rests. */
export class Digits {
  typed = $state('')
  #timer = 0
  #done: (n: number) => void

  constructor(done: (n: number) => void) {
    this.#done = done
  }

  add(digit: string) {
    this.typed = (this.typed + digit).slice(0, 5)
    clearTimeout(this.#timer)
    this.#timer = window.setTimeout(() => this.commit(), 800)
  }

  back() {
    this.typed = this.typed.slice(0, -1)
  }

  clear() {
    clearTimeout(this.#timer)
    this.typed = ''
  }

  commit() {
    const typed = this.typed
    this.clear()
    if (typed !== '') this.#done(Number(typed))
  }
}
