import type { Locator, Page } from 'playwright-core'

/** Works with the page as a person does, and counts. */
export class Hands {
  clicks = 0
  keys = 0
  lines: string[] = []
  #page: Page

  constructor(page: Page) {
    this.#page = page
  }

  async click(what: Locator) {
    this.clicks++
    await what.click()
  }

  async press(...keys: string[]) {
    for (const key of keys) {
      this.keys++
      await this.#page.keyboard.press(key)
    }
  }

  /** Types into a field that is clicked first. */
  async fill(what: Locator, text: string) {
    this.clicks++
    this.keys += text.length
    await what.fill(text)
  }

  /** Chooses from a list: a click to open it, a click on the entry. */
  async choose(what: Locator, label: string | { index: number }) {
    this.clicks += 2
    await what.selectOption(typeof label === 'string' ? { label } : label)
  }

  /** What was counted, for the log of the tests. */
  get report(): string {
    return [...this.lines, `in all: ${this.clicks} clicks, ${this.keys} keys`].join('\n')
  }

  async task(name: string, work: () => Promise<void>) {
    const before = { clicks: this.clicks, keys: this.keys }
    await work()
    this.lines.push(`${name}: ${this.clicks - before.clicks} clicks, ${this.keys - before.keys} keys`)
  }
}
