/** The windows that are open, the topmost last. Messages are shown in the topmost: the rest of the page is inert. */
class Layers {
  open = $state.raw<symbol[]>([])

  push(): symbol {
    const id = Symbol()
    this.open = [...this.open, id]
    return id
  }

  pop(id: symbol) {
    this.open = this.open.filter((one) => one !== id)
  }

  get top(): symbol | undefined {
    return this.open.at(-1)
  }
}

export const layers = new Layers()
