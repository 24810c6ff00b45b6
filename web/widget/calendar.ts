// One month of one room. The state of a day is written, drawn and coloured.
import type { Availability, State } from './data'
import { button, el } from './dom'
import { addMonths, dateOf, monthOf, stateOn, weeksOf } from './month'
import { texts, type Language } from './texts'

const states: State[] = ['open', 'on_request', 'closed']

export function calendar(a: Availability, language: Language): HTMLElement {
  const t = texts[language]
  const locale = language === 'en' ? 'en-GB' : language
  const title = new Intl.DateTimeFormat(locale, { month: 'long', year: 'numeric', timeZone: 'UTC' })
  const weekday = (form: 'short' | 'long') => new Intl.DateTimeFormat(locale, { weekday: form, timeZone: 'UTC' })
  const [first, last] = [monthOf(a.from), monthOf(a.to)]
  let month = first
  let room = a.rooms[0]!

  const name = el('span', { class: 'month', 'aria-live': 'polite' })
  const back = button(t.before, '‹', () => go(-1))
  const on = button(t.after, '›', () => go(1))
  const body = el('tbody')
  const days = ['2024-01-01', '2024-01-02', '2024-01-03', '2024-01-04', '2024-01-05', '2024-01-06', '2024-01-07'].map(
    dateOf,
  )
  const head = el(
    'tr',
    {},
    ...days.map((d) => el('th', { scope: 'col', abbr: weekday('long').format(d) }, weekday('short').format(d))),
  )
  const table = el('table', {}, el('thead', {}, head), body)

  function go(by: number) {
    const next = addMonths(month, by)
    if (next < first || next > last) return
    month = next
    draw()
  }
  function draw() {
    const label = title.format(dateOf(`${month}-01`))
    name.textContent = label
    table.setAttribute('aria-label', `${room.name}, ${label}`)
    // A button that cannot be used any more keeps the focus: it is not disabled, but does nothing.
    for (const [b, end] of [
      [back, first],
      [on, last],
    ] as const)
      b.setAttribute('aria-disabled', String(month === end))
    body.replaceChildren(...weeksOf(month).map((week) => el('tr', {}, ...week.map(cell))))
  }
  function cell(day: string | undefined) {
    const state = day && stateOn(room, day)
    if (!day || !state)
      return el('td', {}, day ? el('span', { class: 'past' }, String(Number(day.slice(8)))) : undefined)
    return el(
      'td',
      {},
      el('span', { class: state }, String(Number(day.slice(8))), el('span', { class: 'hidden' }, ` ${t[state]}`)),
    )
  }

  const choice = el('select', {}, ...a.rooms.map((r, i) => el('option', { value: String(i) }, r.name)))
  choice.addEventListener('change', () => {
    room = a.rooms[Number(choice.value)]!
    draw()
  })
  draw()
  return el(
    'section',
    { class: 'availability', 'aria-label': t.availability },
    el('h3', {}, t.availability),
    el('label', {}, el('span', {}, t.room), choice),
    el('div', { class: 'turn' }, back, name, on),
    table,
    el(
      'ul',
      { class: 'legend' },
      ...states.map((s) => el('li', {}, el('span', { class: s, 'aria-hidden': 'true' }, '1'), t[s])),
    ),
  )
}
