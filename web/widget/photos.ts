// One photo at a time, so that a visitor loads what is looked at only.
import type { Photo } from './data'
import { button, el } from './dom'
import { texts, type Language } from './texts'

export function photos(list: Photo[], hotel: string, language: Language): HTMLElement {
  const t = texts[language]
  let at = 0
  const image = el('img', { loading: 'lazy', decoding: 'async' })
  const caption = el('figcaption', { 'aria-live': 'polite' })
  function draw() {
    const p = list[at]!
    image.width = p.width
    image.height = p.height
    image.alt = p.caption || hotel
    image.src = p.url
    caption.textContent = `${at + 1} / ${list.length}${p.caption ? ` · ${p.caption}` : ''}`
  }
  function turn(by: number) {
    at = (at + by + list.length) % list.length
    draw()
  }
  draw()
  const turns =
    list.length > 1 &&
    el(
      'div',
      { class: 'turn' },
      button(t.previous, '‹', () => turn(-1)),
      button(t.next, '›', () => turn(1)),
    )
  return el(
    'section',
    { class: 'photos', 'aria-label': t.photos },
    el('figure', {}, image, el('div', { class: 'below' }, caption, turns)),
  )
}
