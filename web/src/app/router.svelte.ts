// Where the reader is. The address holds what a screen shows, so that a link shows a colleague the same.
class Router {
  path = $state(location.pathname)
  query = $state.raw(new URLSearchParams(location.search))
  /** What the path names, such as the id of an invoice. */
  params = $state.raw<Record<string, string>>({})

  /** The number in the path of a screen that shows one thing. */
  get id(): number {
    return Number(this.params['id'])
  }

  start() {
    addEventListener('popstate', () => this.#read())
    document.addEventListener('click', (e) => this.#follow(e))
  }

  #read() {
    this.path = location.pathname
    this.query = new URLSearchParams(location.search)
  }

  /** Goes to an address of the dashboard. */
  go(to: string, { replace = false } = {}) {
    history[replace ? 'replaceState' : 'pushState'](null, '', to)
    this.#read()
  }

  /** Changes what the address says of the view; a value that is empty is taken out. */
  set(values: Record<string, string | undefined>, { push = false } = {}) {
    const query = new URLSearchParams(location.search)
    for (const [name, value] of Object.entries(values)) {
      if (value) query.set(name, value)
      else query.delete(name)
    }
    const text = query.toString()
    if (text === location.search.slice(1)) return
    this.go(location.pathname + (text ? '?' + text : ''), { replace: !push })
  }

  /** Follows a link within the dashboard without loading the page anew. */
  #follow(e: MouseEvent) {
    const link = (e.target as Element).closest?.('a')
    if (
      !link ||
      e.defaultPrevented ||
      e.button ||
      e.ctrlKey ||
      e.metaKey ||
      e.shiftKey ||
      link.target ||
      link.hasAttribute('download')
    )
      return
    const to = new URL(link.href)
    if (to.origin !== location.origin || /^\/(api|media)\//.test(to.pathname)) return
    e.preventDefault()
    this.go(to.pathname + to.search)
  }
}

export const router = new Router()
