/** What the top bar says of the screen below it: how fresh it is, and how to read it again. */
class View {
  /** The name of what is shown, where a screen shows one thing. */
  title = $state('')
  at = $state(0)
  reload = $state.raw<() => void>()

  /** A screen tells when it was last read. */
  fresh(at: number, reload: () => void) {
    this.at = at
    this.reload = reload
  }

  clear() {
    this.title = ''
    this.at = 0
    this.reload = undefined
  }
}

export const view = new View()
