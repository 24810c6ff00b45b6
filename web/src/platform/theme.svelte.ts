// Light, dark, or as the system is. The choice is kept in the browser, so that a page is never drawn twice.
export type Theme = 'system' | 'light' | 'dark'

const key = 'allot.theme'
const dark = matchMedia('(prefers-color-scheme: dark)')

class ThemeChoice {
  value = $state<Theme>('system')

  set(value: Theme) {
    this.value = value
    localStorage.setItem(key, value)
    this.#show()
  }

  start() {
    const kept = localStorage.getItem(key)
    this.value = kept === 'light' || kept === 'dark' ? kept : 'system'
    this.#show()
    dark.addEventListener('change', () => this.#show())
  }

  #show() {
    const shown = this.value === 'system' ? (dark.matches ? 'dark' : 'light') : this.value
    document.documentElement.dataset['theme'] = shown
  }
}

export const theme = new ThemeChoice()
